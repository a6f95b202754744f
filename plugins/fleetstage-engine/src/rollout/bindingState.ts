import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterUpgrade } from '../cluster/facts';
import { compareText } from '../decision';
import type { Desired } from '../desired/desired';
import { desiredOf } from '../desired/desiredOf';
import { relationOf, type Relation } from '../desired/revision';
import type { Binding, PlacementState } from '../state/placement';
import type { WorkReport } from '../work/report';
import { DEFAULT_UNAVAILABLE_PERIOD_SECONDS, readinessOf, type Readiness } from './readiness';

/** All that a rolling update reads. */
export type RolloutState = Pick<
  PlacementState,
  'placement' | 'resourceSnapshots' | 'overrides' | 'bindings' | 'reports'
> &
  // Whether clusters are being upgraded, and for the words of who holds it.
  Partial<Pick<PlacementState, 'clusters'>>;

/** One binding as this round sees it. */
export interface BindingState {
  readonly binding: Binding;
  readonly readiness: Readiness;
  readonly report?: WorkReport;
  /** How it compares with what its cluster shall run. */
  readonly relation: Relation;
  /** The cluster is being upgraded: it gets nothing new meanwhile. */
  readonly upgrade?: ClusterUpgrade;
}

/** What a cluster shall run by the newest snapshot. */
export type DesiredNow = (cluster: string) => Desired;

/** `undefined` while nothing was captured. */
export function desiredNow({
  placement,
  resourceSnapshots,
  overrides,
}: Pick<RolloutState, 'placement' | 'resourceSnapshots' | 'overrides'>): DesiredNow | undefined {
  const snapshot = resourceSnapshots.at(-1);
  return snapshot && (cluster => desiredOf(placement, snapshot, overrides, cluster));
}

/** Ordered by cluster: that order says who goes first (B/RO-006). */
export function bindingStatesOf(state: RolloutState, desired: DesiredNow, now: Instant): BindingState[] {
  const settleMs = settleMsOf(state);
  const upgrades = new Map((state.clusters ?? []).map(({ name, upgrade }) => [name, upgrade]));
  const reports = new Map(state.reports.map(report => [report.cluster, report]));
  return [...state.bindings]
    .sort((a, b) => compareText(a.cluster, b.cluster))
    .map(binding => {
      const report = reports.get(binding.cluster);
      const upgrade = upgrades.get(binding.cluster);
      return {
        binding,
        readiness: readinessOf(binding, report, { settleMs, now }),
        ...(report && { report }),
        relation: relationOf(binding, desired(binding.cluster)),
        ...(upgrade && { upgrade }),
      };
    });
}

/** `unavailablePeriodSeconds` of the placement in milliseconds. */
export const settleMsOf = ({ placement }: Pick<PlacementState, 'placement'>) =>
  (placement.spec.strategy?.rollingUpdate?.unavailablePeriodSeconds ?? DEFAULT_UNAVAILABLE_PERIOD_SECONDS) *
  1000;
