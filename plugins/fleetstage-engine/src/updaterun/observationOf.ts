import { isSameJson, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { assertNever } from '../decision';
import { frozenOn } from '../desired/frozenOverrides';
import { isSameOverrides } from '../desired/revision';
import type { Binding } from '../state/placement';
import { readinessOf } from '../rollout/readiness';
import type { Observation } from '../staged/items';
import type { WorkReport } from '../work/report';
import type { RunPlan } from './state';

/** Exactly the revision of this run is assigned to the cluster (C/UR-105). */
export const isInSync = (binding: Binding, plan: RunPlan) =>
  binding.phase === 'Bound' &&
  binding.resourceIndex === plan.resourceIndex &&
  binding.rollout?.status === 'True' &&
  isSameJson(binding.applyStrategy, plan.applyStrategy) &&
  isSameOverrides(binding.overrides, frozenOn(plan.overrides, binding.cluster));

/**
 * Judges a started cluster by evidence of its own revision only (C/UR-110, RUL 8).
 *
 *   no report, or one of another revision → pending
 *   Available True, DiffReported True     → done; an update run does not wait for `unavailablePeriodSeconds`
 *   Applied False                         → failing: the run waits and says so, it never gives up by itself (RUL 6)
 */
export function observationOf(binding: Binding, report: WorkReport | undefined, now: Instant): Observation {
  const readiness = readinessOf(binding, report, { settleMs: 0, now });
  switch (readiness.kind) {
    case 'ready':
    case 'settling':
      return { kind: 'done' };
    case 'failed':
      return { kind: 'failing', message: readiness.message, since: readiness.since };
    case 'unavailable':
      return { kind: 'running', message: readiness.message };
    case 'comparing':
      return { kind: 'running', message: 'the comparison is not complete' };
    case 'progressing': {
      const isWritten = report?.revision === binding.revision && report?.applied?.status === 'True';
      return isWritten
        ? { kind: 'running', message: 'not available yet' }
        : { kind: 'pending', message: 'being applied' };
    }
    default:
      return assertNever(readiness);
  }
}
