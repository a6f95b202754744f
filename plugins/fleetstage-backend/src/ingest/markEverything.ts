import { toPlacementKey } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Database, Tx } from '../database/db';
import { toHubKey, toWorkKey } from '../database/keys';
import { listObjectNames } from '../database/mirrorStore';
import { queues, type QueueName } from '../database/queue/queues';
import type { Mark } from '../database/queue/writeMarks';
import { chunks } from '../database/rows';
import { wakeKeys } from '../database/wakes';

/** Queues whose keys are the names of one kind. */
const QUEUES_OF: Readonly<Record<string, readonly QueueName[]>> = {
  MemberCluster: [queues.member, queues.publishMember],
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
};

/** At once after a start, when nobody knows what was missed; spread out when it is only for safety. */
export type ResyncPace = 'atOnce' | 'spread';

const SPREAD_MS = 60_000;

/** Keys marked in one transaction: some ten ms in which SQLite's one connection does nothing else. */
const MARKS_AT_ONCE = 2_000;

/**
 * Marks all that is known, behind everything else: whatever event was lost, the next look finds it. Captures are not
 * among it; the watches of the hub ask for them with their first list. Many short transactions: if one fails the marks
 * before it stand, and the next resync makes the others.
 */
export async function markEverything(database: Database, hub: string, pace: ResyncPace): Promise<number> {
  const marks = await database.transact(tx => listMarks(tx, hub));
  const stepMs = pace === 'spread' ? SPREAD_MS / Math.max(1, marks.length) : 0;
  for (const [part, one] of chunks(marks, MARKS_AT_ONCE).entries()) {
    const from = part * MARKS_AT_ONCE;
    await database.transact(async tx =>
      wakeKeys(
        tx,
        one.map((each, i) => ({
          ...each,
          priority: 'background' as const,
          afterMs: Math.floor((from + i) * stepMs),
        })),
      ),
    );
  }
  return marks.length;
}

async function listMarks(tx: Tx, hub: string): Promise<Mark[]> {
  const marks: Mark[] = [];
  for (const [kind, names] of Object.entries(QUEUES_OF)) {
    for (const object of await listObjectNames(tx, hub, kind)) {
      const key = toHubKey(hub, toPlacementKey(object));
      marks.push(...names.map(queue => ({ queue, key })));
    }
  }
  const works = await tx.sql('bindings').where({ hub }).select('placement', 'cluster');
  for (const { placement, cluster } of works) {
    marks.push({ queue: queues.applyWork, key: toWorkKey(hub, placement, cluster), group: cluster });
  }
  return marks;
}
