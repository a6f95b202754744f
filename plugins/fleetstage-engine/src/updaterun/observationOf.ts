import { isSameJson, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { assertNever } from '../decision';
import { frozenOn } from '../desired/frozenOverrides';
import { isSameOverrides } from '../desired/revision';
import type { Binding } from '../placement/state';
import { readinessOf } from '../rollout/readiness';
import type { WorkReport } from '../work/report';
import type { RunPlan } from './state';

/** What a cluster that the run has started shows of the revision that the run gave it. */
export type ClusterObservation =
  | { readonly kind: 'updated' }
  /** `isWritten`: every object of the revision is on the member, only availability is missing. */
  | { readonly kind: 'updating'; readonly isWritten: boolean; readonly message: string }
  | { readonly kind: 'failing'; readonly message: string };

/** The cluster is told to run exactly what this run stands for (C/UR-105). */
export const isInSync = (binding: Binding, plan: RunPlan) =>
  binding.phase === 'Bound' &&
  binding.resourceIndex === plan.resourceIndex &&
  binding.rollout?.status === 'True' &&
  isSameJson(binding.applyStrategy, plan.applyStrategy) &&
  isSameOverrides(binding.overrides, frozenOn(plan.overrides, binding.cluster));

/**
 * Judges a started cluster by evidence of its own revision only (C/UR-110, RUL 8).
 *
 *   no report, or one of another revision → updating
 *   Available True, DiffReported True     → updated; an update run does not wait for `unavailablePeriodSeconds`
 *   Applied False                         → failing: the run waits and says so, it never gives up by itself (RUL 6)
 */
export function observationOf(
  binding: Binding,
  report: WorkReport | undefined,
  now: Instant,
): ClusterObservation {
  const readiness = readinessOf(binding, report, { settleMs: 0, now });
  switch (readiness.kind) {
    case 'ready':
    case 'settling':
      return { kind: 'updated' };
    case 'failed':
      return { kind: 'failing', message: readiness.message };
    case 'unavailable':
      return { kind: 'updating', isWritten: true, message: readiness.message };
    case 'comparing':
      return { kind: 'updating', isWritten: true, message: 'the comparison is not complete' };
    case 'progressing': {
      const isWritten = report?.revision === binding.revision && report?.applied?.status === 'True';
      return { kind: 'updating', isWritten, message: isWritten ? 'not available yet' : 'being applied' };
    }
    default:
      return assertNever(readiness);
  }
}
