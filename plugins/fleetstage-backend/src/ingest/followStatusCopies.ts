import { objectKey, type KubeClient } from '@fleetstage/kube-client';
import { watchOptional, type OptionalWatchOptions } from './watchOptional';

/**
 * Reports copies of statuses that somebody has deleted, by the name of their placement (A/ST-075). Copies that come or
 * change are our own doing. Without the kind no copy is written, and none is lost.
 */
export async function followStatusCopies(
  client: KubeClient,
  options: OptionalWatchOptions,
  onLost: (placements: readonly string[]) => void,
): Promise<void> {
  const seen = new Map<string, string>();
  for await (const event of watchOptional(client, 'ClusterResourcePlacementStatus', options)) {
    if (event.type === 'SYNCED') {
      const lost = [...seen].filter(([key]) => !event.keys.has(key));
      for (const [key] of lost) seen.delete(key);
      if (lost.length > 0) onLost(lost.map(([, name]) => name));
      continue;
    }
    const key = objectKey(event.object.metadata);
    const { name = '' } = event.object.metadata;
    if (event.type !== 'DELETED') seen.set(key, name);
    else if (seen.delete(key)) onLost([name]);
  }
}
