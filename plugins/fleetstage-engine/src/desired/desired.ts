import type { ApplyStrategy, Instant } from '@fleetstage/backstage-plugin-fleetstage-common';

/** One override snapshot that changes something on a cluster (B/OV-033). */
export interface MatchedOverride {
  readonly kind: 'ClusterResourceOverrideSnapshot' | 'ResourceOverrideSnapshot';
  /** Where it is found; like the index of a resource snapshot it is shown, and no part of what it says. */
  readonly name: string;
  /** Of a ResourceOverrideSnapshot: its selectors name objects of this namespace only. */
  readonly namespace?: string;
  /** Of its whole spec (B/OV-011). */
  readonly hash: string;
  /** Positions of the rules that match the cluster, ascending (B/OV-064): a label may change them alone (RUL 18). */
  readonly rules: readonly number[];
}

/** What overrides make of one cluster. */
export interface MatchedOverrides {
  /** In the order in which they apply: that order is part of the result. */
  readonly snapshots: readonly MatchedOverride[];
  /** What the matching rules read of the cluster: its name and labels, by variable (B/OV-090…096). */
  readonly variables: Readonly<Record<string, string>>;
}

/** By cluster; a cluster that is missing has none. */
export type OverridesByCluster = ReadonlyMap<string, MatchedOverrides>;

export const NO_OVERRIDES: MatchedOverrides = { snapshots: [], variables: {} };

/** The desired state of one cluster, or the one last assigned to it. */
export interface Desired {
  /** The index says where the content is found, the hash what it is. */
  readonly snapshot: { readonly index: number; readonly hash: string };
  readonly overrides: MatchedOverrides;
  readonly applyStrategy: ApplyStrategy;
}

/** The fields of a binding that hold the desired state last assigned to it. */
export interface BoundState {
  /** Absent: nothing was ever assigned to it. */
  readonly revision?: string;
  readonly resourceIndex?: number;
  readonly applyStrategy?: ApplyStrategy;
  /** Absent: none. */
  readonly overrides?: MatchedOverrides;
  readonly createdAt: Instant;
}
