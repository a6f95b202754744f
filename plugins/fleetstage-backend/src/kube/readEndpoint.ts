import { readInClusterEndpoint, readKubeconfig, type ClusterEndpoint } from '@fleetstage/kube-client';

/** Credentials of one cluster: a kubeconfig and a context, or the process's own. */
export interface ClusterAccess {
  readonly kubeconfig?: string;
  readonly context?: string;
}

/** How a cluster is reached, as its kubeconfig says now. `pluginEnvironment`: what credential plugins get of our environment. */
export function readEndpoint(
  { kubeconfig, context }: ClusterAccess,
  pluginEnvironment: readonly string[] | undefined,
): Promise<ClusterEndpoint> {
  const file = kubeconfig ?? process.env.KUBECONFIG;
  return file === undefined
    ? readInClusterEndpoint()
    : readKubeconfig(file, context, { ...(pluginEnvironment && { pluginEnvironment }) });
}
