import { parsePlacementKey, type PlacementKind, type PlacementName } from './placementKey';

/** The kinds of objects that one update run works with; all of them are in its namespace, or cluster-wide (C/UR-008). */
export interface StagedKinds {
  readonly placement: PlacementKind;
  readonly run: RunKind;
  readonly strategy: StrategyKind;
  readonly approval: ApprovalKind;
}

export type RunKind = 'ClusterStagedUpdateRun' | 'StagedUpdateRun';
export type StrategyKind = 'ClusterStagedUpdateStrategy' | 'StagedUpdateStrategy';
export type ApprovalKind = 'ClusterApprovalRequest' | 'ApprovalRequest';

const OF_CLUSTER: StagedKinds = {
  placement: 'ClusterResourcePlacement',
  run: 'ClusterStagedUpdateRun',
  strategy: 'ClusterStagedUpdateStrategy',
  approval: 'ClusterApprovalRequest',
};

const OF_NAMESPACE: StagedKinds = {
  placement: 'ResourcePlacement',
  run: 'StagedUpdateRun',
  strategy: 'StagedUpdateStrategy',
  approval: 'ApprovalRequest',
};

export const RUN_KINDS: readonly RunKind[] = [OF_CLUSTER.run, OF_NAMESPACE.run];
export const STRATEGY_KINDS: readonly StrategyKind[] = [OF_CLUSTER.strategy, OF_NAMESPACE.strategy];
export const APPROVAL_KINDS: readonly ApprovalKind[] = [OF_CLUSTER.approval, OF_NAMESPACE.approval];

export const isRunKind = (kind: string): kind is RunKind => RUN_KINDS.some(one => one === kind);
export const isStrategyKind = (kind: string): kind is StrategyKind =>
  STRATEGY_KINDS.some(one => one === kind);
export const isApprovalKind = (kind: string): kind is ApprovalKind =>
  APPROVAL_KINDS.some(one => one === kind);

/** Of whatever is in a namespace, or in none. */
export const stagedKindsOf = ({ namespace }: Pick<PlacementName, 'namespace'>): StagedKinds =>
  namespace ? OF_NAMESPACE : OF_CLUSTER;

/**
 * Runs, strategies and approval requests have keys as placements have (A/PL-069).
 *
 *     web-1 → ClusterStagedUpdateRun        shop/web-1 → StagedUpdateRun
 */
export function stagedKindsOfKey(key: string): StagedKinds {
  const parsed = parsePlacementKey(key);
  return stagedKindsOf(parsed.ok ? parsed.value : {});
}
