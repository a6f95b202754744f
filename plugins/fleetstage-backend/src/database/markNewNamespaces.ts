import { clusterInput } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { askOnce } from './askOnce';
import type { Tx } from './db';
import type { WorkInventory } from './inventoryRows';
import type { WorkKey } from './keys';
import { chunks } from './rows';
import { wake } from './wakes';

/**
 * Marks a member at once when we have made a namespace there that a ResourcePlacement waits for, without waiting for the
 * next heartbeat. Where no ResourcePlacement is in such a namespace, nothing is marked.
 */
export async function markNewNamespaces(
  tx: Tx,
  { hub, cluster }: Pick<WorkKey, 'hub' | 'cluster'>,
  { objects }: WorkInventory,
): Promise<void> {
  const held = objects.filter(({ group, kind }) => group === '' && kind === 'Namespace');
  for (const part of chunks(held.map(({ name }) => name))) {
    const awaited = await askOnce(tx, `awaited ${hub} ${part.join()}`, async () =>
      tx
        .sql('placement_inputs')
        .where({ hub })
        .whereIn('input', part.map(clusterInput.namespace))
        .distinct('input')
        .pluck('input'),
    );
    if (awaited.length === 0) continue;
    const known = await tx.sql('cluster_namespaces').where({ hub, cluster }).whereIn('namespace', part);
    const inputs = new Set(known.map(({ namespace }) => clusterInput.namespace(namespace)));
    if (awaited.some((input: string) => !inputs.has(input)))
      wake(tx, 'namespaceCreated', { hub, name: cluster });
  }
}
