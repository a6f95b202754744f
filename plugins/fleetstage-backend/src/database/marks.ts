import { askOnce } from './askOnce';
import type { Tx } from './db';
import { toHubKey, toWorkKey, type PlacementRef } from './keys';
import { listPlacementKeys } from './placementObject';
import { mark } from './queue/mark';
import { queues } from './queue/queues';
import { chunks, rowsOf } from './rows';

/** A run that knows already: the one whose pass makes the marks. */
interface Except {
  readonly exceptRun?: string;
}

interface Delay {
  /** Lets more of the same gather first. */
  readonly afterMs?: number;
}

/** Marks a placement, its status, and the update runs that are under way on it. */
export async function markPlacement(
  tx: Tx,
  placement: PlacementRef,
  options: Except & Delay & { readonly statusAfterMs?: number } = {},
): Promise<void> {
  const key = toHubKey(placement.hub, placement.name);
  const { afterMs = 0, statusAfterMs = afterMs } = options;
  mark(tx, [
    { queue: queues.placement, key, afterMs },
    { queue: queues.publishPlacement, key, afterMs: statusAfterMs },
  ]);
  await markRunsOf(tx, placement, options);
}

/**
 * A cluster has something new to report: the status changes, runs under way look, and the placement does unless it is at
 * rest. Whoever ends its rest looks twice (`withRecheck`), as this may be asked while he decides.
 */
export async function markReported(
  tx: Tx,
  placement: PlacementRef,
  { afterMs = 0 }: Delay = {},
): Promise<void> {
  const { hub, name } = placement;
  return askOnce(tx, `reported ${toHubKey(hub, name)} ${afterMs}`, () =>
    markReportedPlacement(tx, placement, afterMs),
  );
}

async function markReportedPlacement(tx: Tx, placement: PlacementRef, afterMs: number): Promise<void> {
  const { hub, name } = placement;
  const row = await tx.sql('placements').where({ hub, name }).first('version', 'at_rest_as');
  if (row === undefined || row.at_rest_as !== row.version) return markPlacement(tx, placement, { afterMs });
  mark(tx, { queue: queues.publishPlacement, key: toHubKey(hub, name), afterMs });
  return markRunsOf(tx, placement, { afterMs });
}

/** Derived objects are written once things have settled: nobody waits for them, and a rollout changes all of them. */
export const DERIVED_WAIT = { afterMs: 500, postponeUpToMs: 3_000 } as const;

/**
 * The pass that something causes asks for its publication itself, at once. Told before it, "scheduling is pending" would be
 * the first word, and the picks would wait 500 ms for the second.
 */
export const FIRST_WORD_MS = 150;

/**
 * Of a new generation nothing can be told before its selectors were read. The capture asks for the publication itself;
 * when it takes longer than this, the status says that it is waited for.
 */
export const PENDING_STATUS_DELAY_MS = 500;

/** Marks what is published of a placement: its status, and its snapshots and bindings. */
export function markPublications(
  tx: Tx,
  { hub, name }: PlacementRef,
  { statusAfterMs = 0 }: { readonly statusAfterMs?: number } = {},
): void {
  const key = toHubKey(hub, name);
  mark(tx, [
    { queue: queues.publishPlacement, key, afterMs: statusAfterMs },
    { queue: queues.publishSnapshots, key, ...DERIVED_WAIT },
  ]);
}

/** Marks the runs of a placement that are not over, begun or not. */
export async function markRunsOf(
  tx: Tx,
  { hub, name }: PlacementRef,
  { exceptRun, afterMs = 0 }: Except & Delay = {},
): Promise<void> {
  const result = await tx.sql.raw(
    `select objects.name from objects
     left join runs on runs.hub = objects.hub and runs.name = objects.name
     where objects.hub = ? and objects.kind = 'ClusterStagedUpdateRun' and objects.parent = ?
       and coalesce(runs.is_over, false) = false`,
    [hub, name],
  );
  const runs = rowsOf<{ name: string }>(result).filter(run => run.name !== exceptRun);
  mark(
    tx,
    runs.map(run => ({ queue: queues.updateRun, key: toHubKey(hub, run.name), afterMs })),
  );
}

/** Marks every placement of a hub: the eligibility, labels, taints or properties of a member have changed. */
export async function markAllPlacements(tx: Tx, hub: string): Promise<void> {
  const names = await listPlacementKeys(tx, hub);
  mark(
    tx,
    names.map(name => ({ queue: queues.placement, key: toHubKey(hub, name) })),
  );
}

/** Marks the work of a placement on clusters. */
export function markWork(tx: Tx, { hub, name }: PlacementRef, clusters: readonly string[]): void {
  mark(
    tx,
    clusters.map(cluster => ({
      queue: queues.applyWork,
      key: toWorkKey(hub, name, cluster),
      group: cluster,
    })),
  );
}

/** Marks all work on one cluster, behind everything else: it came back, or its state may have changed unseen. */
export async function markWorkOn(tx: Tx, hub: string, cluster: string): Promise<void> {
  const placements = await tx.sql('bindings').where({ hub, cluster }).pluck('placement');
  for (const part of chunks(placements)) {
    mark(
      tx,
      part.map(placement => ({
        queue: queues.applyWork,
        key: toWorkKey(hub, placement, cluster),
        group: cluster,
        priority: 'background' as const,
      })),
    );
  }
}
