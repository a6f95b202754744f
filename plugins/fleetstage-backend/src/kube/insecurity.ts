import type { ClusterEndpoint } from '@fleetstage/kube-client';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Why anybody on the way could read and change what is said to a cluster; `undefined`: nobody can. What is not encrypted but
 * stays on this machine, as to `kubectl proxy`, is nobody else's.
 */
export function insecurityOf({ server, isInsecure }: Pick<ClusterEndpoint, 'server' | 'isInsecure'>) {
  const { protocol, hostname } = new URL(server);
  if (protocol === 'http:' && !LOOPBACK.has(hostname))
    return 'its kubeconfig has a server with http://, so credentials and Secrets go over the network in clear: use https://';
  if (protocol === 'https:' && isInsecure)
    return 'its kubeconfig has insecure-skip-tls-verify, so whoever answers gets our credentials: give certificate-authority-data instead';
  return undefined;
}
