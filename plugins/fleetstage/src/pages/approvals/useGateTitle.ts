import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { ApprovalItem } from '../../model/approvals/inbox';
import { approvalsTranslationRef } from '../../translation/approvals';

/** `payments-2-14-0, after canary` */
export function useGateTitle(): (item: Pick<ApprovalItem, 'run' | 'gate'>) => string {
  const { t } = useTranslationRef(approvalsTranslationRef);
  return ({ run, gate: { task, stage } }) => t(`gate.${task}`, { run, stage });
}
