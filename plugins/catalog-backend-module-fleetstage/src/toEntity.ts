import { ANNOTATION_LOCATION, ANNOTATION_ORIGIN_LOCATION, type Entity } from '@backstage/catalog-model';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

/** Names the MemberCluster of a catalog entity; pages find their data by it. */
export const CLUSTER_ANNOTATION = 'fleetstage.io/cluster';
export const HUB_ANNOTATION = 'fleetstage.io/hub';

export interface EntityOptions {
  readonly hub: string;
  /** Entity ref of the owner of clusters that name none. */
  readonly owner: string;
  /** Entity ref of the system that all clusters are part of. */
  readonly system?: string;
}

/** The label of a MemberCluster that names the group that owns it. */
const OWNER_LABEL = 'owner';
const NAME = /^[a-z0-9A-Z]([a-z0-9A-Z._-]{0,61}[a-z0-9A-Z])?$/;
const LABEL_VALUE = /^([a-zA-Z0-9]([a-zA-Z0-9._-]{0,61}[a-zA-Z0-9])?)?$/;

/**
 * A MemberCluster as a `Resource` of type `kubernetes-cluster`, or a sentence that says why it cannot be one. Labels that the
 * catalog's rules do not allow are left out.
 */
export function toEntity(
  cluster: Schemas['ClusterSummary'],
  { hub, owner, system }: EntityOptions,
): Entity | string {
  const { name, labels = {}, kubernetesVersion } = cluster;
  if (!NAME.test(name)) {
    return `cluster "${name}" has a name that the catalog does not allow (at most 63 letters, digits and any of ._-)`;
  }
  const location = `fleetstage:${hub}/${name}`;
  const group = labels[OWNER_LABEL];
  return {
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Resource',
    metadata: {
      name,
      description: describe(labels, hub),
      labels: Object.fromEntries(Object.entries(labels).filter(([, value]) => LABEL_VALUE.test(value))),
      annotations: {
        [CLUSTER_ANNOTATION]: name,
        [HUB_ANNOTATION]: hub,
        [ANNOTATION_LOCATION]: location,
        [ANNOTATION_ORIGIN_LOCATION]: location,
        ...(kubernetesVersion && { 'fleetstage.io/kubernetes-version': kubernetesVersion }),
      },
      tags: ['fleetstage'],
    },
    spec: {
      type: 'kubernetes-cluster',
      owner: group ? `group:default/${group}` : owner,
      ...(system && { system }),
    },
  };
}

function describe({ environment, region }: Readonly<Record<string, string>>, hub: string): string {
  const place = [environment, region].filter(Boolean).join(', ');
  return place ? `Member of the fleet of ${hub}: ${place}` : `Member of the fleet of ${hub}`;
}
