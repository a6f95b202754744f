import type { GroupVersionKind } from '../values/groupVersionKind';
import type { KubeObject } from './meta';

/** Reads a member cluster, and cannot do anything else there. Every call rejects when the member does not answer. */
export interface MemberReader {
  /** `undefined` where there is no such object. */
  get(
    kind: GroupVersionKind,
    object: { readonly namespace?: string; readonly name: string },
  ): Promise<KubeObject | undefined>;
  /** All objects of the kind, or those of a namespace or with these labels; fails where they weigh more than 64 MiB. */
  list(
    kind: GroupVersionKind,
    options?: { readonly namespace?: string; readonly labelSelector?: string },
  ): Promise<readonly KubeObject[]>;
}

/** AbortSignal, where there is such a thing: in browsers and in Node. */
type Signal = typeof globalThis extends { AbortSignal: { prototype: infer T } }
  ? T
  : { readonly aborted: boolean };

/** A member cluster whose properties are asked for. */
export interface MemberToDescribe {
  readonly name: string;
  /** Of its MemberCluster. */
  readonly labels: Readonly<Record<string, string>>;
  readonly read: MemberReader;
  /** Ends when the answer would come too late. */
  readonly signal: Signal;
}

/** Amounts as quantities, e.g. of GPUs; policies read them as `resources.kubernetes-fleet.io/available-<name>`. */
export interface ReportedAmounts {
  readonly total?: string | number;
  readonly allocatable?: string | number;
  readonly available?: string | number;
}

export interface ReportedCondition {
  /** One that is not Fleetstage's own. */
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  /** One word. */
  readonly reason: string;
  readonly message?: string;
}

/** More than properties. */
export interface PropertyReport {
  readonly properties?: Readonly<Record<string, string | number>>;
  /** By name of the resource; not `cpu` and `memory`, which Fleetstage counts itself. They need not exist on any node. */
  readonly resources?: Readonly<Record<string, ReportedAmounts>>;
  /** Of the MemberCluster. One that is left out later stays as it was: report it with another status. */
  readonly conditions?: readonly ReportedCondition[];
}

/**
 * Reports properties of member clusters, by which placements select and rank them (A/PL-076).
 *
 * A name has the form of a label key (`example.com/cost-per-hour`); a value is a Kubernetes quantity where policies
 * compare it (`0.25`, `16Gi`). A provider that throws or does not answer in time is named in the condition
 * `ClusterPropertyCollectionSucceeded` of the MemberCluster, and what it reported before stays.
 */
export interface PropertyProvider {
  /** Shown in conditions and logs; lower case letters, digits and dashes. */
  readonly name: string;
  /** Milliseconds between two calls for one member; absent: at each of its heartbeats. */
  readonly everyMs?: number;
  /**
   * Called for each member before the first `collect`, once per process. One that throws, or takes longer than 10 s, is named
   * in the condition `ClusterPropertyProviderStarted`, and called again at the next heartbeat (C/PP-009, PP-012).
   */
  start?(member: MemberToDescribe): Promise<void>;
  /** Properties by name, or a report with resources and conditions. */
  collect(member: MemberToDescribe): Promise<Readonly<Record<string, string | number>> | PropertyReport>;
}
