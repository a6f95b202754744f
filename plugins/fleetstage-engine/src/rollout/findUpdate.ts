import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { WorkloadUpdate } from '../sequence/state/sequenceState';
import type { Binding } from '../state/placement';
import type { WorkReport } from '../work/report';
import { readinessOf } from './readiness';

/**
 * The update of workloads that a cluster is in the middle of, by the binding that was moved and its report. It has no end here: who
 * waits for it decides how long it may take.
 *
 *   moved, and nothing reported of that revision yet   → in the middle, since it was moved
 *   applied, and not available yet                     → the same
 *   available, also where that cannot be tracked       → over
 *   overriding or applying has failed                  → over: it takes a person to go on
 *   asked to leave, or only compared with the cluster  → nothing is updated
 */
export function findUpdate(
  placement: string,
  binding: Binding,
  { report, now }: { readonly report: WorkReport | undefined; readonly now: Instant },
): WorkloadUpdate | undefined {
  const { phase, releasedAt, revision, rollout, applyStrategy } = binding;
  if (phase !== 'Bound' || releasedAt !== undefined || revision === undefined || rollout === undefined)
    return undefined;
  if (applyStrategy?.type === 'ReportDiff') return undefined;
  const { kind } = readinessOf(binding, report, { settleMs: 0, now });
  if (kind !== 'progressing' && kind !== 'unavailable') return undefined;
  return { placement, since: rollout.at, ...(rollout.run !== undefined && { run: rollout.run }) };
}
