import type { Tx } from '../database/db';
import { toHubKey } from '../database/keys';
import { listObjectNames } from '../database/mirrorStore';
import { queues, type QueueName } from '../database/queue/queues';
import type { Mark } from '../database/queue/writeMarks';
import { listUnanswered } from '../database/sequences/desiredUpgradeStore';
import { listAllSequences, UNASSIGNED } from '../database/sequences/markSequences';
import { listVersionRolloutNames } from '../database/sequences/versionRolloutStore';

/** All keys of sequences of versions: of what is on the hub, and of rows whose object is not there yet, or not any more. */
export async function listSequenceMarks(tx: Tx, hub: string): Promise<readonly Mark[]> {
  const marksOf = (names: Iterable<string>, ...wanted: readonly QueueName[]): Mark[] =>
    [...names].flatMap(name => wanted.map(queue => ({ queue, key: toHubKey(hub, name) })));
  const namesOf = async (kind: string) => (await listObjectNames(tx, hub, kind)).map(({ name }) => name);
  const sequences = await listAllSequences(tx, hub);
  const rollouts = new Set(await namesOf('Rollout'));
  for (const sequence of sequences)
    for (const name of await listVersionRolloutNames(tx, hub, sequence)) rollouts.add(name);
  const { rolloutSequence, publishSequence, publishSequenceEvents, publishMemberVersions } = queues;
  return [
    ...marksOf(sequences, rolloutSequence, publishSequence, publishSequenceEvents, publishMemberVersions),
    ...marksOf(rollouts, queues.ensureVersionRollout, queues.publishVersionRollout),
    ...marksOf(await namesOf('VersionCatalog'), queues.publishCatalog),
    ...marksOf(await namesOf('MaintenancePolicy'), queues.publishPolicy),
    ...marksOf([UNASSIGNED], publishMemberVersions),
    ...marksOf(await listUnanswered(tx, hub), queues.startUpgrades),
  ];
}
