import type {
  MemberClusterTaint,
  PlacementPolicy,
  PlacementSpec,
  RolloutStrategy,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** Values by name; null takes one away. */
export type ValueChanges = Readonly<Record<string, string | null>>;

/** A taint by key, and by value and effect where they are given. */
export type TaintMatch = Pick<MemberClusterTaint, 'key'> & Partial<MemberClusterTaint>;

export interface ClusterChange {
  readonly cluster: string;
  /** An added one counts as joined and healthy; a removed one leaves the fleet. */
  readonly change: 'edit' | 'add' | 'remove';
  readonly labels?: ValueChanges;
  /** Properties, and the usage under the names that policies use: `resources.kubernetes-fleet.io/available-cpu`. */
  readonly properties?: ValueChanges;
  /** Of the member, for placements within a namespace. */
  readonly addNamespaces?: readonly string[];
  readonly addTaints?: readonly MemberClusterTaint[];
  readonly removeTaints?: readonly TaintMatch[];
}

/** What is tried on a placement; parts combine, an empty one changes nothing. */
export interface WhatIfChange {
  /** A whole spec instead of the placement's own. */
  readonly spec?: PlacementSpec;
  /** A whole policy instead of the spec's; null: every cluster. */
  readonly policy?: PlacementPolicy | null;
  /** A whole rollout strategy instead of the spec's. */
  readonly strategy?: RolloutStrategy;
  /** In their order: a cluster may be added and then edited. */
  readonly clusters?: readonly ClusterChange[];
}
