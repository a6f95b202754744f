import { ForbiddenError, type KubeClient } from '@fleetstage/kube-client';

const NAMESPACES = { group: '', version: 'v1', kind: 'Namespace' };
/** As old as the cluster, and never recreated: its uid is what Kubernetes has for an identity of a cluster. */
const IDENTITY = { name: 'kube-system' };

/** Which cluster this is; `undefined`: it has no such namespace, or does not show it to us. */
export async function readClusterUid(
  client: KubeClient,
  options: { readonly timeoutMs?: number } = {},
): Promise<string | undefined> {
  try {
    return (await client.find(NAMESPACES, IDENTITY, { metadataOnly: true, ...options }))?.metadata.uid;
  } catch (error) {
    if (error instanceof ForbiddenError) return undefined;
    throw error;
  }
}
