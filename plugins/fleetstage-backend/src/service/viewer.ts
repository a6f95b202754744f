import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type {
  NewRunResource,
  PlacementResource,
  RunResource,
  SequenceResource,
  StrategyResource,
  StrategyScope,
  UnknownPlacement,
} from '../permissions/resources';

/** Entity refs by the name of the cluster, each list sorted; nothing of a cluster that nobody owns. */
export type OwnersByCluster = ReadonlyMap<string, readonly string[]>;

export type Permit = Schemas['Permit'];

/** Rights on sequences of versions and on their rollouts. */
export type SequenceRight =
  | 'createSequence'
  | 'updateSequence'
  | 'deleteSequence'
  | 'suspendSequence'
  | 'startVersion'
  | 'pauseRollout'
  | 'cancelRollout'
  | 'forceComplete'
  | 'overrideSoak'
  | 'skipCluster'
  | 'retryCluster'
  | 'ignoreMaintenance';

/**
 * Who asks, and what they may do: decided once per request (one conditional decision per permission), then asked per row
 * without a promise. A refusal carries the sentence that the page shows beside the disabled button.
 */
export interface Viewer {
  /** Entity ref; absent for services. */
  readonly ref?: string;
  /** Subject of a service's token, `plugin:catalog` or `external:ci`; absent for people. */
  readonly service?: string;
  /**
   * `approvers`: normalized refs that the strategy named when the run was planned; empty: the permission alone decides;
   * `undefined`: nobody knows any more, and who may write strategies decides.
   */
  mayApprove(run: RunResource, approvers: readonly string[] | undefined): Permit;
  /** Start, stop, resume, retry, end. */
  mayControl(run: RunResource): Permit;
  mayDeleteRun(run: RunResource): Permit;
  /** Without a run: is there any that the viewer might create? */
  mayCreateRun(run?: NewRunResource): Permit;
  mayCreatePlacement(): Permit;
  mayUpdatePlacement(placement: PlacementResource): Permit;
  /** Of a placement that nobody knows any more: may the viewer delete any? */
  mayDeletePlacement(placement: PlacementResource | UnknownPlacement): Permit;
  mayEvictPlacement(placement: PlacementResource): Permit;
  maySetBudget(placement: PlacementResource): Permit;
  /** Without a strategy: is there any that the viewer might create? */
  mayCreateStrategy(strategy?: StrategyResource): Permit;
  /** What a placement has on its clusters. */
  mayReadWorkloads(placement: PlacementResource): Permit;
  mayReadLogs(placement: PlacementResource): Permit;
  mayUpdateStrategy(strategy: StrategyResource): Permit;
  /** All of a scope: what binds placements and runs there to strategies may be lifted by nobody who may change some of them. */
  mayUpdateStrategies(scope: StrategyScope): Permit;
  mayReadOverrides(): Permit;
  mayCreateOverride(): Permit;
  mayUpdateOverride(): Permit;
  mayDeleteOverride(): Permit;
  /** Labels and taints of members. */
  mayUpdateCluster(): Permit;
  mayLeaveFleet(): Permit;
  /** Cordon, drain, uncordon. */
  mayDrainCluster(): Permit;
  /** Let clusters join, and issue join tokens. */
  mayJoinCluster(): Permit;
  mayDeleteStrategy(strategy: StrategyResource): Permit;
  /** Without a sequence: is there any that the viewer might do it to? */
  maySequence(right: SequenceRight, sequence?: SequenceResource): Permit;
  /** Owners of clusters, as far as the catalog shows them to the viewer. */
  clusterOwners(): Promise<OwnersByCluster>;
}
