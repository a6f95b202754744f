import { labelKeys, type RolloutSequenceSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import { fleetsOf } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { askOnce } from '../askOnce';
import type { Tx } from '../db';
import { listObjectNames, listObjects, loadObject } from '../mirrorStore';
import { chunks } from '../rows';
import { wake } from '../wakes';
import { loadClusterVersions } from './clusterVersionStore';
import { listSequenceNames } from './sequenceStore';

/** Key of the MemberVersions of clusters in no fleet of a sequence; no sequence has a name of this form. */
export const UNASSIGNED = 'fleets/none';

/** Every sequence of a hub: what all of them are decided by has changed. Those whose object is gone are not over yet. */
export async function markSequences(tx: Tx, hub: string): Promise<void> {
  const names = await listAllSequences(tx, hub);
  wake(
    tx,
    'sequenceChanged',
    names.map(name => ({ hub, name })),
  );
}

/** Objects and memories, by name. */
export async function listAllSequences(tx: Tx, hub: string): Promise<readonly string[]> {
  const objects = await listObjectNames(tx, hub, 'RolloutSequence');
  const known = await listSequenceNames(tx, hub);
  return [...new Set([...objects.map(({ name }) => name), ...known])].sort();
}

/**
 * What providers say of these clusters has changed: wakes the sequences of their fleets, and those of rollouts that have asked
 * for upgrades of them.
 */
export async function markSequencesOf(tx: Tx, hub: string, clusters: readonly string[]): Promise<void> {
  const names = new Set<string>();
  let isUnassigned = false;
  for (const cluster of clusters) {
    const found = await listSequencesOf(tx, hub, cluster);
    found.forEach(name => names.add(name));
    isUnassigned ||= found.length === 0;
  }
  if (isUnassigned) wake(tx, 'memberVersionsDue', { hub, name: UNASSIGNED });
  for (const part of chunks(clusters)) {
    const asking: string[] = await tx
      .sql('desired_upgrades')
      .join('version_rollouts', join =>
        join
          .on('version_rollouts.hub', 'desired_upgrades.hub')
          .andOn('version_rollouts.name', 'desired_upgrades.rollout'),
      )
      .where('desired_upgrades.hub', hub)
      .whereIn('desired_upgrades.cluster', part)
      .distinct('version_rollouts.sequence')
      .pluck('version_rollouts.sequence');
    asking.forEach(name => names.add(name));
  }
  wake(
    tx,
    'sequenceConcerned',
    [...names].sort().map(name => ({ hub, name })),
  );
}

/** The sequences that name the fleet of a cluster: one, or also younger ones, which wait for it. */
async function listSequencesOf(tx: Tx, hub: string, cluster: string): Promise<readonly string[]> {
  const member = await loadObject(tx, { hub, kind: 'MemberCluster', name: cluster });
  if (member === undefined) return [];
  const { labels: own = {} } = member.metadata;
  // A fleet may be among the labels that are copied from the provider's cluster (E/FL-002).
  const fleet =
    own[labelKeys.fleet] ?? (await loadClusterVersions(tx, hub, cluster))?.labels?.[labelKeys.fleet];
  if (fleet === undefined) return [];
  const byFleet = await askOnce(tx, `sequences by fleet ${hub}`, async () => {
    const found = new Map<string, string[]>();
    for (const { metadata, spec } of await listObjects(tx, hub, 'RolloutSequence'))
      for (const one of new Set(fleetsOf((spec as RolloutSequenceSpec).stages)))
        found.set(one, [...(found.get(one) ?? []), metadata.name]);
    return found;
  });
  return byFleet.get(fleet) ?? [];
}
