import { useAnalytics } from '@backstage/frontend-plugin-api';
import { useState } from 'react';
import { messageOf } from '../../api/errors';
import { useApprove } from '../../api/mutations';
import { useGates } from '../../api/runQueries';
import { useIsMe } from '../../components/acts/useActToasts';
import { useWatchedChecks } from '../../components/acts/useWatchedChecks';
import { openBulk, toLine, updateChoice, type BulkLine, type Outcome } from '../../model/approvals/bulk';
import { keyOf, type ApprovalItem } from '../../model/approvals/inbox';

/** The gates that were ticked, each with its checks as they are now; sent one after the other, in the order of the list. */
export function useBulk(items: readonly ApprovalItem[], comment: string) {
  const [choices, setChoices] = useState(() => openBulk(items));
  const [isSending, setSending] = useState(false);
  const gates = useGates(
    items.map(({ scope = '_', run: name, gate: { stage, task } }) => ({ scope, name, stage, task })),
  );
  const lines = choices.map((choice, index) => toLine(choice, gates[index].data));
  const approve = useSendOne(comment);
  const analytics = useAnalytics();
  const setOutcome = (keys: readonly string[], outcome: Outcome) =>
    setChoices(known => keys.reduce((all, key) => updateChoice(all, key, { outcome }), known));
  const send = async () => {
    const ticked = lines.filter(line => line.isTicked);
    setSending(true);
    setOutcome(
      ticked.map(({ item }) => keyOf(item)),
      { kind: 'queued' },
    );
    for (const line of ticked) {
      const key = keyOf(line.item);
      setOutcome([key], { kind: 'sending' });
      setOutcome([key], await approve(line));
    }
    analytics.captureEvent('approve', 'several gates', { value: ticked.length });
    setSending(false);
  };
  const toggle = ({ item, isTicked }: BulkLine) =>
    setChoices(known => updateChoice(known, keyOf(item), { isWanted: !isTicked }));
  return {
    lines,
    toggle,
    isSending,
    send: () => void send(),
    watched: useWatchedLines(
      lines,
      gates.some(({ isLoading }) => isLoading),
    ),
  };
}

/** What got worse since it was shown has to be reviewed first. */
function useWatchedLines(lines: readonly BulkLine[], isLoading: boolean) {
  const checks = lines.flatMap(({ item, concerns }) =>
    concerns.map(({ id, level }) => ({ id: `${keyOf(item)}/${id}`, level })),
  );
  return useWatchedChecks(isLoading ? undefined : checks);
}

function useSendOne(comment: string) {
  const { mutateAsync } = useApprove();
  const isMe = useIsMe();
  return async ({ item, resourceVersion }: BulkLine): Promise<Outcome> => {
    const { scope = '_', run: name, gate } = item;
    const { stage, task, requestUid = '' } = gate;
    try {
      const body = { requestUid, resourceVersion, comment: comment.trim() || undefined };
      const { isFirst, actor } = await mutateAsync({ scope, name, stage, task, body });
      return { kind: isFirst || (await isMe(actor)) ? 'approved' : 'already' };
    } catch (error) {
      return { kind: 'failed', message: messageOf(error) };
    }
  };
}
