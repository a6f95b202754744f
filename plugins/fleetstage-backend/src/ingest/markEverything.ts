import { toPlacementKey } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Tx } from '../database/db';
import { toHubKey, toWorkKey } from '../database/keys';
import { listObjectNames } from '../database/mirrorStore';
import { mark } from '../database/queue/mark';
import { queues, type QueueName } from '../database/queue/queues';
import type { Mark } from '../database/queue/writeMarks';

/** Queues whose keys are the names of one kind. */
const QUEUES_OF: Readonly<Record<string, readonly QueueName[]>> = {
  MemberCluster: [queues.member, queues.publishMember],
  ClusterResourcePlacement: [
    queues.placement,
    queues.publishPlacement,
    queues.publishSnapshots,
    queues.publishStatusCopy,
  ],
  ResourcePlacement: [queues.placement, queues.publishPlacement, queues.publishSnapshots],
  ClusterStagedUpdateRun: [queues.updateRun, queues.publishRun],
};

/** At once after a start, when nobody knows what was missed; spread out when it is only for safety. */
export type ResyncPace = 'atOnce' | 'spread';

const SPREAD_MS = 60_000;

/**
 * Marks all that is known, behind everything else: whatever event was lost, the next look finds it. Captures are not
 * among it; the watches of the hub ask for them with their first list.
 */
export async function markEverything(tx: Tx, hub: string, pace: ResyncPace): Promise<number> {
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
  const stepMs = pace === 'spread' ? SPREAD_MS / Math.max(1, marks.length) : 0;
  mark(
    tx,
    marks.map((one, i) => ({ ...one, priority: 'background' as const, afterMs: Math.floor(i * stepMs) })),
  );
  return marks.length;
}
