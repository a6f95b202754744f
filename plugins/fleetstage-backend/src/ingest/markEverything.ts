import { toPlacementKey } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Database, Tx } from '../database/db';
import { toFinalizerKey, toHubKey, toWorkKey } from '../database/keys';
import { listDrainKeys } from '../database/drainStore';
import { listMemberAgents } from '../database/memberAgentStore';
import { listObjectNames } from '../database/mirrorStore';
import { queues, type QueueName } from '../database/queue/queues';
import type { Mark } from '../database/queue/writeMarks';
import { chunks } from '../database/rows';
import { listLost } from '../database/listLost';
import { wakeKeys } from '../database/wakes';
import { listSequenceMarks } from './sequenceMarks';

/** Queues whose keys are the names of one kind. */
const QUEUES_OF: Readonly<Record<string, readonly QueueName[]>> = {
  MemberCluster: [queues.member, queues.publishMember, queues.publishClusterProfile],
  ClusterResourcePlacement: [
    queues.placement,
    queues.publishPlacement,
    queues.publishSnapshots,
    queues.publishStatusCopy,
    queues.publishBackReports,
  ],
  ResourcePlacement: [
    queues.placement,
    queues.publishPlacement,
    queues.publishSnapshots,
    queues.publishBackReports,
  ],
  ClusterStagedUpdateRun: [queues.updateRun, queues.publishRun],
  StagedUpdateRun: [queues.updateRun, queues.publishRun],
  ClusterResourceOverride: [queues.publishOverride],
  ResourceOverride: [queues.publishOverride],
  ClusterResourcePlacementEviction: [queues.settleEviction, queues.publishEviction],
};

/** At once after a start, when nobody knows what was missed; spread out when it is only for safety. */
export type ResyncPace = 'atOnce' | 'spread';

const SPREAD_MS = 60_000;

/** Keys marked in one transaction: some ten ms in which SQLite's one connection does nothing else. */
const MARKS_AT_ONCE = 2_000;

/** Which keys: of the hub's objects alone, or also those that members' owners work on. */
export type ResyncScope = 'hub' | 'all';

/**
 * Marks all that is known, behind everything else: whatever event was lost, the next pass finds it. Captures are not among
 * it; the watches of the hub ask for them with their first list. Many short transactions: if one fails the marks before it
 * are kept, and the next resync makes the others.
 */
export async function markEverything(
  database: Database,
  hub: string,
  { pace, scope }: { readonly pace: ResyncPace; readonly scope: ResyncScope },
): Promise<number> {
  const marks = await database.transact(tx => listMarks(tx, hub, scope));
  const stepMs = pace === 'spread' ? SPREAD_MS / Math.max(1, marks.length) : 0;
  await writeInParts(
    database,
    marks.map((one, i) => ({ ...one, afterMs: Math.floor(i * stepMs) })),
  );
  return marks.length;
}

/**
 * Compares for the members of one owner what was applied with what is desired, and marks where they differ and no key is
 * due: an idle fleet costs reads, and no writes. Each work that is as it should be has a key that is due for its next
 * comparison with the member (`ApplyBackoff`), each member one for its next heartbeat.
 */
export async function markLost(
  database: Database,
  hub: string,
  owns: (member: string) => boolean,
): Promise<number> {
  const { works, members } = await database.transact(tx => listLost(tx, hub));
  const marks = [
    ...works
      .filter(({ cluster }) => owns(cluster))
      .map(({ placement, cluster }) => workMark(hub, placement, cluster)),
    ...members.filter(owns).map(name => ({ queue: queues.member, key: toHubKey(hub, name) })),
  ];
  await writeInParts(database, marks);
  return marks.length;
}

async function writeInParts(database: Database, marks: readonly Mark[]): Promise<void> {
  for (const part of chunks(marks, MARKS_AT_ONCE)) {
    await database.transact(async tx =>
      wakeKeys(
        tx,
        part.map(one => ({ ...one, priority: 'background' as const })),
      ),
    );
  }
}

async function listMarks(tx: Tx, hub: string, scope: ResyncScope): Promise<Mark[]> {
  const marks: Mark[] = [];
  for (const [kind, names] of Object.entries(QUEUES_OF)) {
    const wanted = names.filter(queue => scope === 'all' || queue !== queues.member);
    for (const object of await listObjectNames(tx, hub, kind)) {
      const name = toPlacementKey(object);
      marks.push(
        ...wanted.map(queue => ({
          queue,
          key: queue === queues.publishOverride ? toFinalizerKey(hub, kind, name) : toHubKey(hub, name),
        })),
      );
    }
  }
  for (const { member } of await listMemberAgents(tx, hub))
    marks.push({ queue: queues.ensureMembership, key: toHubKey(hub, member) });
  for (const cluster of await listDrainKeys(tx, hub))
    marks.push({ queue: queues.drainCluster, key: toHubKey(hub, cluster) });
  marks.push(...(await listSequenceMarks(tx, hub)));
  if (scope === 'hub') return marks;
  const works = await tx.sql('bindings').where({ hub }).select('placement', 'cluster');
  return [...marks, ...works.map(({ placement, cluster }) => workMark(hub, placement, cluster))];
}

const workMark = (hub: string, placement: string, cluster: string): Mark => ({
  queue: queues.applyWork,
  key: toWorkKey(hub, placement, cluster),
  group: cluster,
});
