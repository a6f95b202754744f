import type { Instant, PlacementPolicy, Result } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import type { Verdict } from '../decision';
import type { Binding } from '../placement/state';

/** What one scheduling cycle may look at; plugins derive their scratch state from it once, in `prepare`. */
export interface ScheduleContext {
  readonly policy: PlacementPolicy;
  readonly policyIndex: number;
  /** The whole fleet, eligible or not: extremes and domains are counted over all of it. */
  readonly clusters: readonly ClusterFacts[];
  readonly bindings: readonly Binding[];
  readonly now: Instant;
}

/** Says of one cluster whether it may be picked. The reason is a sentence without subject, as statuses show it. */
export interface FilterPlugin {
  readonly name: string;
  /** An error means that the *policy* cannot be evaluated: nobody is picked or dropped until it is mended. */
  prepare(context: ScheduleContext): Result<(cluster: ClusterFacts) => Verdict>;
}

/** The parts by which passing clusters are ranked, most important first (A/SCH-081). */
export interface Rank {
  readonly topology: number;
  readonly affinity: number;
  /** Already holds this placement under an older policy. */
  readonly incumbency: number;
}

/** Contributes to the rank of one cluster; contributions are added up part by part. */
export interface ScorePlugin {
  readonly name: string;
  prepare(context: ScheduleContext): Result<(cluster: ClusterFacts) => Partial<Rank>>;
}

export interface SchedulePlugins {
  readonly filters: readonly FilterPlugin[];
  readonly scores: readonly ScorePlugin[];
}
