import { isSameJson, type ApplyStrategy, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../decision';
import type { Binding, PlacementState, ResourceSnapshot } from '../placement/state';
import { DEFAULT_UNAVAILABLE_PERIOD_SECONDS, readinessOf, type Readiness } from './readiness';
import { revisionOf } from './revision';

/** All that a rolling update looks at. */
export type RolloutState = Pick<PlacementState, 'placement' | 'resourceSnapshots' | 'bindings' | 'reports'>;

/** What the clusters shall run. */
export interface Goal {
  readonly snapshot: ResourceSnapshot;
  readonly applyStrategy: ApplyStrategy;
}

/** One binding as this round sees it. */
export interface BindingState {
  readonly binding: Binding;
  readonly readiness: Readiness;
  /** How it compares with the goal; `sameContent`: the same content under another index, so moving it writes nothing. */
  readonly relation: 'unbound' | 'current' | 'sameContent' | 'outdated';
}

/** Newest snapshot and the placement's apply strategy; `undefined` while nothing was captured. */
export function goalOf(state: Pick<RolloutState, 'placement' | 'resourceSnapshots'>): Goal | undefined {
  const snapshot = state.resourceSnapshots.at(-1);
  return snapshot && { snapshot, applyStrategy: state.placement.spec.strategy?.applyStrategy ?? {} };
}

/** Ordered by cluster: that order says who goes first (B/RO-006). */
export function bindingStatesOf(state: RolloutState, goal: Goal, now: Instant): BindingState[] {
  const settleMs = settleMsOf(state);
  const reports = new Map(state.reports.map(report => [report.cluster, report]));
  return [...state.bindings]
    .sort((a, b) => compareText(a.cluster, b.cluster))
    .map(binding => ({
      binding,
      readiness: readinessOf(binding, reports.get(binding.cluster), { settleMs, now }),
      relation: relationOf(binding, goal),
    }));
}

/** `unavailablePeriodSeconds` of the placement in milliseconds. */
export const settleMsOf = ({ placement }: Pick<PlacementState, 'placement'>) =>
  (placement.spec.strategy?.rollingUpdate?.unavailablePeriodSeconds ?? DEFAULT_UNAVAILABLE_PERIOD_SECONDS) *
  1000;

/** B/RO-048; a changed apply strategy is a change like any other and respects the limits (RUL 9). */
export function relationOf(binding: Binding, goal: Goal): BindingState['relation'] {
  if (binding.revision === undefined) return 'unbound';
  const isSameStrategy = isSameJson(binding.applyStrategy ?? {}, goal.applyStrategy);
  if (binding.resourceIndex === goal.snapshot.index && isSameStrategy) return 'current';
  return revisionOf(binding, goal) === binding.revision ? 'sameContent' : 'outdated';
}
