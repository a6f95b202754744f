import { useAnalytics } from '@backstage/frontend-plugin-api';
import { useState } from 'react';
import { messageOf } from '../../api/errors';
import { useApprove } from '../../api/mutations';
import { openBulk, updateLine, type Outcome } from '../../model/approvals/bulk';
import { keyOf, type ApprovalItem } from '../../model/approvals/inbox';

/** One after the other: the answers come in the order of the list. */
export function useBulk(items: readonly ApprovalItem[], comment: string) {
  const [lines, setLines] = useState(() => openBulk(items));
  const [isSending, setSending] = useState(false);
  const { mutateAsync } = useApprove();
  const analytics = useAnalytics();
  const approve = async ({ scope = '_', run, gate }: ApprovalItem): Promise<Outcome> => {
    try {
      const { isFirst } = await mutateAsync({
        scope,
        name: run,
        stage: gate.stage,
        task: gate.task,
        body: {
          requestUid: gate.requestUid ?? '',
          resourceVersion: gate.resourceVersion,
          comment: comment.trim() || undefined,
        },
      });
      return { kind: isFirst ? 'approved' : 'already' };
    } catch (error) {
      return { kind: 'failed', message: messageOf(error) };
    }
  };
  const send = async () => {
    setSending(true);
    const tell = (item: ApprovalItem, outcome: Outcome) =>
      setLines(known => updateLine(known, keyOf(item), { outcome }));
    for (const { item } of lines.filter(line => line.isTicked)) {
      tell(item, { kind: 'sending' });
      tell(item, await approve(item));
    }
    analytics.captureEvent('approve', 'several gates', { value: lines.filter(line => line.isTicked).length });
    setSending(false);
  };
  return { lines, setLines, isSending, send: () => void send() };
}
