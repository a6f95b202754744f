import type { MemberClusterTaint } from '@fleetstage/backstage-plugin-fleetstage-common';

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

/** Whose hands a change needs. */
export type SuggestionActor = 'app owner' | 'cluster owner';

/** A set of changes after which the cluster is picked: tried out, not guessed. */
export interface Way {
  readonly changes: readonly SuggestedChange[];
  readonly actors: readonly SuggestionActor[];
  /** One sentence on what to do. */
  readonly message: string;
  /** Its place among all that are picked or could be then, 1 is best. PickN only. */
  readonly rank?: { readonly place: number; readonly of: number };
  /** Clusters that are picked today and would not be then, by name. */
  readonly loses: readonly string[];
}

export interface Suggestion {
  readonly cluster: string;
  /** `none`: no change that was tried is enough; the sentence says what stands in the way. */
  readonly kind: 'picked' | 'ways' | 'none';
  /** One sentence: the first way, or why there is none. */
  readonly message: string;
  /** Those without a change of labels first, then the fewest changes, then the policy's before the cluster's. */
  readonly ways: readonly Way[];
}
