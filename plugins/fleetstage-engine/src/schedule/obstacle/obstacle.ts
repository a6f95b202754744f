import type {
  Instant,
  MemberClusterTaint,
  PlacementPolicy,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** One thing to change so that a cluster is picked. */
export type SuggestedChange =
  /** In the policy: one more toleration. */
  | { readonly kind: 'tolerateTaint'; readonly taint: MemberClusterTaint }
  /** On the cluster. */
  | { readonly kind: 'removeTaint'; readonly taint: MemberClusterTaint }
  /** On the cluster; without `value` the label has to go. */
  | { readonly kind: 'setLabel'; readonly key: string; readonly value?: string }
  /** On the cluster: what it reports or has, such as more nodes. */
  | { readonly kind: 'setProperty'; readonly name: string; readonly from?: string; readonly value: string }
  /** In the policy. */
  | { readonly kind: 'setNumber'; readonly from: number; readonly to: number }
  /** In the policy: how uneven a topology spread constraint may get. */
  | { readonly kind: 'setMaxSkew'; readonly topologyKey: string; readonly from: number; readonly to: number }
  /** In the policy: one more name. */
  | { readonly kind: 'nameCluster' }
  /** On the cluster: the namespace of the ResourcePlacement. */
  | { readonly kind: 'createNamespace'; readonly namespace: string }
  /** On the cluster: it must join, answer, recover or stay. Nothing in the policy helps. */
  | { readonly kind: 'mendCluster'; readonly problem: string };

/** Something that keeps a cluster out, with the sets of changes that would clear it; none where nobody can. */
export interface Obstacle {
  readonly ways: readonly (readonly SuggestedChange[])[];
  /** Why, where there is no way. */
  readonly problem?: string;
}

/** The input of the search for obstacles, beside the cluster. */
export interface ObstacleContext {
  readonly policy: PlacementPolicy;
  readonly namespace?: string;
  readonly now: Instant;
}
