import type {
  DisruptionBudgetSpec,
  Instant,
  PlacementPolicy,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../decision';
import { readinessOf } from '../rollout/readiness';
import type { Binding, PlacementFacts } from '../state/placement';
import type { WorkReport } from '../work/report';
import { disruptionsOf, type Disruptions } from './disruptions';

/** An eviction that was not decided yet. */
export interface PendingEviction {
  readonly name: string;
  readonly uid: string;
  readonly cluster: string;
  readonly createdAt: Instant;
}

/** All that a decision on evictions of one placement reads. */
export interface EvictionState {
  /** Absent: there is none of the name. */
  readonly placement?: Pick<PlacementFacts, 'deletedAt'> & {
    readonly spec: { readonly policy?: PlacementPolicy };
  };
  readonly bindings: readonly Binding[];
  /** Newest report per cluster. */
  readonly reports: readonly WorkReport[];
  /** As it is when the eviction is decided (C/DB-007); absent: there is none of the placement's name. */
  readonly budget?: DisruptionBudgetSpec;
}

/** The rows of the decision table (C §2.4), in their order. */
export type EvictionCause =
  | 'PlacementMissing'
  | 'PlacementDeleting'
  | 'PickFixed'
  | 'SeveralBindings'
  | 'NoBinding'
  | 'BeingRemoved'
  | 'NothingPlaced'
  | 'PlacementFailed'
  | 'NoBudget'
  | 'BudgetMisconfigured'
  /** The cluster is unavailable already: nothing of the budget is taken (C/EV-030). */
  | 'Unavailable'
  | 'BudgetAllows'
  | 'BudgetBlocks';

/** What becomes of one eviction; `disruptions` where a budget was asked. */
export interface EvictionOutcome {
  readonly verdict: 'invalid' | 'executed' | 'blocked';
  readonly cause: EvictionCause;
  readonly disruptions?: Disruptions;
}

export interface DecidedEviction extends EvictionOutcome {
  readonly eviction: PendingEviction;
}

export interface EvictionDecision {
  /** One per eviction, in the order in which they were decided. */
  readonly decided: readonly DecidedEviction[];
  /** Bindings that leave their clusters by it, as they are from now on; ordered as they were decided. */
  readonly released: readonly Binding[];
}

/**
 * Decides evictions of one placement one after the other, oldest first, so that each counts what those before it removed
 * (C/EV-012).
 *
 *   c1 and c2 of 3 available clusters, minAvailable 2 → c1 is executed, c2 is blocked
 *   c1 twice                                          → both are executed: the second finds it being removed
 */
export function decideEvictions(
  state: EvictionState,
  evictions: readonly PendingEviction[],
  now: Instant,
): EvictionDecision {
  const decided: DecidedEviction[] = [];
  const released: Binding[] = [];
  let bindings = state.bindings;
  for (const eviction of [...evictions].sort(inOrder)) {
    const outcome = judgeEviction({ ...state, bindings }, eviction.cluster, now);
    decided.push({ eviction, ...outcome });
    if (outcome.verdict !== 'executed' || outcome.cause === 'BeingRemoved') continue;
    bindings = bindings.map(binding => {
      if (binding.cluster !== eviction.cluster) return binding;
      const leaving = release(binding, now);
      released.push(leaving);
      return leaving;
    });
  }
  return { decided, released };
}

const inOrder = (a: PendingEviction, b: PendingEviction) =>
  a.createdAt - b.createdAt || compareText(a.name, b.name);

/** As a binding that the scheduler dropped and the rollout let go: the next pass may pick the cluster again (C/EV-032). */
export const release = (binding: Binding, now: Instant): Binding => ({
  ...binding,
  phase: 'Unscheduled',
  previousPhase: binding.phase === 'Unscheduled' ? binding.previousPhase : binding.phase,
  releasedAt: now,
});

/**
 * What an eviction from a cluster comes to now: the first row of the decision table that matches (C/EV-019a…026).
 *
 * Differs from KubeFleet: a rollout that is in progress is no failure (RUL 8), a cluster that is being removed is not counted
 * as available, and one that is unavailable already may go.
 */
export function judgeEviction(state: EvictionState, cluster: string, now: Instant): EvictionOutcome {
  const { placement, bindings } = state;
  if (placement === undefined) return invalid('PlacementMissing');
  if (placement.deletedAt !== undefined) return invalid('PlacementDeleting');
  if (placement.spec.policy?.placementType === 'PickFixed') return invalid('PickFixed');
  const [binding, second] = bindings.filter(one => one.cluster === cluster);
  if (second !== undefined) return invalid('SeveralBindings');
  if (binding === undefined) return invalid('NoBinding');
  return judgeBinding(state, binding, now);
}

const invalid = (cause: EvictionCause): EvictionOutcome => ({ verdict: 'invalid', cause });
const executed = (cause: EvictionCause): EvictionOutcome => ({ verdict: 'executed', cause });

function judgeBinding(state: EvictionState, binding: Binding, now: Instant): EvictionOutcome {
  if (binding.releasedAt !== undefined) return executed('BeingRemoved');
  if (!isPlaced(binding)) return { verdict: 'blocked', cause: 'NothingPlaced' };
  const report = reportOf(state, binding);
  const readiness = readinessOf(binding, report, { settleMs: 0, now });
  if (readiness.kind === 'failed' || report?.diffReported !== undefined) return executed('PlacementFailed');
  const disruptions = disruptionsNow(state);
  if (disruptions === undefined) return executed('NoBudget');
  if (disruptions.limit === 'misconfigured')
    return { verdict: 'blocked', cause: 'BudgetMisconfigured', disruptions };
  if (readiness.kind === 'unavailable') return { verdict: 'executed', cause: 'Unavailable', disruptions };
  return disruptions.allowed > 0
    ? { verdict: 'executed', cause: 'BudgetAllows', disruptions }
    : { verdict: 'blocked', cause: 'BudgetBlocks', disruptions };
}

/** C/EV-022: a cluster that was never given the resources has nothing to remove. */
const isPlaced = ({ phase, previousPhase }: Binding) =>
  phase === 'Bound' || (phase === 'Unscheduled' && previousPhase === 'Bound');

/** Only what was seen of what the cluster should run counts. */
const reportOf = ({ reports }: EvictionState, { cluster, revision }: Binding) =>
  reports.find(report => report.cluster === cluster && report.revision === revision && !report.isReleased);

/** The budget of a placement as it stands; `undefined`: there is none. */
export function disruptionsNow(
  state: Pick<EvictionState, 'placement' | 'bindings' | 'reports' | 'budget'>,
): Disruptions | undefined {
  if (state.budget === undefined) return undefined;
  const policy = state.placement?.spec.policy;
  const isAvailable = (binding: Binding) =>
    binding.releasedAt === undefined && reportOf(state, binding)?.available?.status === 'True';
  return disruptionsOf(state.budget, {
    total: state.bindings.length,
    available: state.bindings.filter(isAvailable).length,
    ...(policy?.placementType === 'PickN' && { desired: policy.numberOfClusters ?? 0 }),
  });
}
