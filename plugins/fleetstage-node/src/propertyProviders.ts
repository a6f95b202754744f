import { createExtensionPoint } from '@backstage/backend-plugin-api';
import type { GroupVersionKind, KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';

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

/** A member cluster whose properties are asked for. */
export interface MemberToDescribe {
  readonly name: string;
  /** Of its MemberCluster. */
  readonly labels: Readonly<Record<string, string>>;
  readonly read: MemberReader;
  /** Ends when the answer would come too late. */
  readonly signal: AbortSignal;
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
  collect(member: MemberToDescribe): Promise<Readonly<Record<string, string | number>>>;
}

export interface PropertyProvidersExtensionPoint {
  /** @throws at start-up where the name is taken or is none */
  addProvider(provider: PropertyProvider): void;
}

/** Where a module adds its own property providers. */
export const propertyProvidersExtensionPoint = createExtensionPoint<PropertyProvidersExtensionPoint>({
  id: 'fleetstage.propertyProviders',
});
