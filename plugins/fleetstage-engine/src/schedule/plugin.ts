import type { Instant, PlacementPolicy, Result } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import type { Verdict } from '../decision';
import type { Binding } from '../state/placement';
import type { CodeSource, OwnVerdictCode } from '../verdictCodes';
import type { Obstacle, ObstacleContext } from './obstacle/obstacle';
import type { Spread } from './spread';

/** What one decision may read; plugins derive their scratch state from it once, in `prepare`. */
export interface ScheduleContext {
  readonly policy: PlacementPolicy;
  readonly policyIndex: number;
  /** Of a ResourcePlacement. */
  readonly namespace?: string;
  /** The whole fleet, eligible or not, ordered by name: extremes and domains are counted over all of it. */
  readonly clusters: readonly ClusterFacts[];
  readonly bindings: readonly Binding[];
  readonly now: Instant;
  /** How the picked clusters are spread so far; it changes with every pick of the decision. */
  readonly spread: Spread;
}

/** What a plugin reads of a cluster besides what the policy names; a change of it marks the placement. */
export interface PluginReads {
  readonly labelKeys?: readonly string[];
  /** Names of properties, such as `kubernetes-fleet.io/node-count` or `resources.kubernetes-fleet.io/available-cpu`. */
  readonly properties?: readonly string[];
}

interface Plugin {
  /** Shown beside each refusal and each score; unique among the plugins. */
  readonly name: string;
  readonly reads?: PluginReads;
  /**
   * The answer depends on nothing but what the next pick does to the spread: it is asked for one of all clusters that
   * are alike in this, anew after every pick of a PickN policy.
   */
  readonly readsPicks?: true;
}

/** What a filter saw of one cluster, for people. */
export interface FilterObservation {
  readonly seen: string;
  readonly wanted: string;
}

/** Says of one cluster whether it may be picked. The reason is a sentence without subject, as statuses show it. */
export interface FilterPlugin extends Plugin {
  /** An error means that the *policy* cannot be evaluated: nobody is picked or dropped until it is mended. */
  prepare(context: ScheduleContext): Result<(cluster: ClusterFacts) => Verdict>;
  /** The codes that it refuses with, and what is said of clusters behind their number: `are in maintenance`. */
  readonly codes?: CodeSource['codes'];
  /** What it checks, for people; `undefined` where the policy asks for nothing of the kind. */
  explain?(context: ScheduleContext, cluster: ClusterFacts): FilterObservation | undefined;
}

/** One of Fleetstage's own: a code that the catalogue does not have does not compile. */
export interface OwnFilterPlugin extends FilterPlugin {
  prepare(context: ScheduleContext): Result<(cluster: ClusterFacts) => Verdict<OwnVerdictCode>>;
  /** What it holds against a cluster, for a suggestion; `undefined`: it has none to make, written down. */
  readonly findObstacle:
    ((cluster: ClusterFacts, context: ObstacleContext) => Obstacle | undefined) | undefined;
}

/** The parts by which passing clusters are ranked, most important first (A/SCH-081). */
export interface Rank {
  readonly topology: number;
  readonly affinity: number;
  /** Already holds this placement under an older policy. */
  readonly incumbency: number;
}

/** One part of a score. */
export interface Contribution extends Partial<Rank> {
  /** What was read, e.g. `weight 80, example.com/cost Ascending: 6 in [1, 8]`; a function is called where it is shown. */
  readonly subject: string | (() => string);
}

/** Contributes to the rank of one cluster; contributions are added up part by part. Asked for PickN only (A/SCH-034). */
export interface ScorePlugin extends Plugin {
  prepare(context: ScheduleContext): Result<(cluster: ClusterFacts) => readonly Contribution[]>;
}

export interface SchedulePlugins {
  /** In the order in which they are asked; those that read picks come last. */
  readonly filters: readonly FilterPlugin[];
  readonly scores: readonly ScorePlugin[];
}
