import type { Instant, MemberClusterTaint } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { EvictionState } from '../eviction/decideEvictions';
import type { EvictionView } from '../eviction/viewEvictions';

/** The MemberCluster of a drain. */
export interface DrainCluster {
  readonly name: string;
  readonly uid: string;
  readonly taints?: readonly MemberClusterTaint[];
  readonly annotations?: Readonly<Record<string, string>>;
}

/** An eviction of one placement from the cluster of the drain. */
export interface DrainEviction extends Pick<EvictionView, 'name' | 'createdAt' | 'state' | 'message'> {
  readonly uid: string;
  /** Its annotation `fleetstage.io/drain-at`: that of the drain that made it, whatever the clocks say. */
  readonly drainAt?: string;
}

/** A placement that is on the cluster, or was evicted from it. */
export interface DrainPlacement {
  /** `name`, or `namespace/name` of a ResourcePlacement. */
  readonly key: string;
  /** All that decides an eviction: bindings and reports of all its clusters, and its budget. */
  readonly state: EvictionState;
  /** From this cluster only, in any order. */
  readonly evictions: readonly DrainEviction[];
  /** Update runs of it that are not over. */
  readonly activeRuns: readonly string[];
  /** An update run places it, so that a cluster that is picked instead waits for the next run (C/EV-034). */
  readonly isExternal?: boolean;
}

/** All that a drain is planned and shown from; rows of the backend, or what a client has read of the hub. */
export interface DrainState {
  readonly cluster: DrainCluster;
  readonly placements: readonly DrainPlacement[];
  /** Bindings of the cluster that name no placement (C/DR-004); they are skipped and named. */
  readonly strayBindings?: readonly string[];
  /** Evictions before it are none of this drain; absent: as the annotation says. */
  readonly since?: Instant;
}
