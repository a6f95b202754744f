import type { Condition, ObjectMeta } from './meta';

/** Where ClusterProfiles are written (C/CPF-001). */
export const CLUSTER_PROFILE_NAMESPACE = 'fleet-system';

/** Of the inventory API of SIG Multicluster, which a hub may serve (C/CPF-001). */
export const CLUSTER_PROFILE = {
  group: 'multicluster.x-k8s.io',
  version: 'v1alpha1',
  kind: 'ClusterProfile',
  plural: 'clusterprofiles',
} as const;

/** How clients of the inventory API reach a cluster, as far as it is known. */
export interface ClusterAccessProvider {
  readonly name: string;
  readonly cluster: {
    /** URL of the API server. */
    readonly 'server'?: string;
    /** PEM, base64. */
    readonly 'certificate-authority-data'?: string;
  };
}

export interface ClusterProfileSpec {
  readonly displayName: string;
  readonly clusterManager: { readonly name: string };
}

export interface ClusterProfileStatus {
  readonly conditions?: readonly Condition[];
  readonly version?: { readonly kubernetes?: string };
  readonly accessProviders?: readonly ClusterAccessProvider[];
}

/** What tools that know the inventory API see of a member cluster. */
export interface ClusterProfile {
  readonly apiVersion: string;
  readonly kind: 'ClusterProfile';
  readonly metadata: ObjectMeta;
  readonly spec: ClusterProfileSpec;
  readonly status?: ClusterProfileStatus;
}
