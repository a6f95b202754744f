import type {
  ClusterResourceBinding,
  ClusterResourcePlacement,
  ResourceBinding,
  ResourcePlacement,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** Cluster-wide or in a namespace. */
export type AnyPlacement = ClusterResourcePlacement | ResourcePlacement;
/** Cluster-wide or in a namespace. */
export type AnyBinding = ClusterResourceBinding | ResourceBinding;
