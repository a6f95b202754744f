import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { ApprovalItem } from '../../model/approvals/inbox';
import { linkName } from '../../model/placements/placementFilters';
import { approvalsTranslationRef } from '../../translation/approvals';

/** `payments-2-14-0, after canary` */
export function useGateTitle(): (item: Pick<ApprovalItem, 'scope' | 'run' | 'gate'>) => string {
  const { t } = useTranslationRef(approvalsTranslationRef);
  return ({ scope = '_', run, gate: { task, stage } }) =>
    t(`gate.${task}`, { run: linkName({ scope, name: run }), stage });
}
