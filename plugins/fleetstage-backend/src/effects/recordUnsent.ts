import { workName, type ApplyStrategy, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { EMPTY_INVENTORY, reportProblem } from '@fleetstage/applier';
import type { Binding } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { WorkKey } from '../database/keys';
import type { StoredWork, WorkRecord } from '../database/workStore';

export interface UnsentWork {
  readonly at: WorkKey;
  readonly revision: string;
  readonly applyStrategy: ApplyStrategy;
  readonly before?: StoredWork;
  readonly binding?: Pick<Binding, 'overrides'>;
}

/** What is recorded of a work that was not sent: why, and what the member held before. */
export function recordUnsent(
  { at: { placement, cluster }, revision, applyStrategy, before, binding }: UnsentWork,
  why: { readonly problem: string; readonly isWaiting?: true },
  now: Instant,
): WorkRecord {
  const previous = before && { previousReport: before.report };
  const about = { placement, cluster, revision, manifests: [], applyStrategy, ...previous, now };
  return {
    report: reportProblem(about, {
      name: workName(placement),
      hasOverrides: binding?.overrides !== undefined,
      ...why,
    }),
    inventory: before?.inventory ?? EMPTY_INVENTORY,
  };
}
