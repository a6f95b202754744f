import { crdNameOf } from '@fleetstage/backstage-plugin-fleetstage-common';
import { ForbiddenError, type KubeClient } from '@fleetstage/kube-client';

export type PlacementKind = 'ClusterResourcePlacement' | 'ResourcePlacement';
export const PLACEMENT_KINDS: readonly PlacementKind[] = ['ClusterResourcePlacement', 'ResourcePlacement'];

/** The definition of a kind on the hub; `unknown`: we may not read it. */
export type LiveDefinition =
  | { readonly kind: 'there'; readonly uid: string; readonly isTerminating: boolean }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unknown' };

const TARGET = { group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition' };

/** @throws TransientError where the hub does not answer */
export async function readDefinition(client: KubeClient, kind: PlacementKind): Promise<LiveDefinition> {
  try {
    const found = await client.find(TARGET, { name: crdNameOf(kind) }, { metadataOnly: true });
    if (found === undefined) return { kind: 'missing' };
    const { uid = '', deletionTimestamp } = found.metadata;
    return { kind: 'there', uid, isTerminating: deletionTimestamp !== undefined };
  } catch (error) {
    if (error instanceof ForbiddenError) return { kind: 'unknown' };
    throw error;
  }
}
