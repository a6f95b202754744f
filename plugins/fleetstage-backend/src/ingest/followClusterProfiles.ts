import { CLUSTER_PROFILE, CLUSTER_PROFILE_NAMESPACE } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { KubeClient } from '@fleetstage/kube-client';
import { watchOptional, type OptionalWatchOptions } from './watchOptional';

/** `all`: whatever was missed, or the kind has come. */
export type ProfilesToCheck = 'all' | readonly string[];

/**
 * Reports members whose ClusterProfile was edited or deleted (C/CPF-002). A status that changes is our own doing.
 * Without the kind nothing is exported.
 */
export async function followClusterProfiles(
  client: KubeClient,
  options: OptionalWatchOptions,
  onChanged: (members: ProfilesToCheck) => Promise<void>,
): Promise<void> {
  const seen = new Map<string, number | undefined>();
  let isSynced = false;
  for await (const event of watchOptional(client, { ...CLUSTER_PROFILE, namespaced: true }, options)) {
    if (event.type === 'SYNCED') {
      isSynced = true;
      await onChanged('all');
      continue;
    }
    const { name = '', namespace, generation } = event.object.metadata;
    if (namespace !== CLUSTER_PROFILE_NAMESPACE) continue;
    const isKnown = event.type !== 'DELETED' && seen.has(name) && seen.get(name) === generation;
    if (event.type === 'DELETED') seen.delete(name);
    else seen.set(name, generation);
    if (isSynced && !isKnown) await onChanged([name]);
  }
}
