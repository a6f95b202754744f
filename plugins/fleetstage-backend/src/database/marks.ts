import { askOnce } from './askOnce';
import type { Tx } from './db';
import { toHubKey, type PlacementRef } from './keys';
import { listPlacementKeys } from './placementObject';
import { chunks, rowsOf } from './rows';
import { wake } from './wakes';

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
  {
    event = 'placementChanged',
    ...except
  }: Except & {
    readonly event?: 'placementChanged' | 'capturedBeforeDecision';
  } = {},
): Promise<void> {
  wake(tx, event, placement);
  await markRunsOf(tx, placement, except);
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
  const isAtRest = row !== undefined && row.at_rest_as === row.version;
  wake(tx, isAtRest ? 'reportedAtRest' : 'reported', placement, { afterMs });
  return markRunsOf(tx, placement, { afterMs });
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
  wake(
    tx,
    'runConcerned',
    runs.map(run => ({ hub, name: run.name })),
    { afterMs },
  );
}

/** Marks every placement of a hub: the eligibility, labels, taints or properties of a member have changed. */
export async function markAllPlacements(tx: Tx, hub: string): Promise<void> {
  const names = await listPlacementKeys(tx, hub);
  wake(
    tx,
    'placementConcerned',
    names.map(name => ({ hub, name })),
  );
}

/** Marks the work of a placement on clusters. */
export function markWork(tx: Tx, { hub, name }: PlacementRef, clusters: readonly string[]): void {
  wake(
    tx,
    'workChanged',
    clusters.map(cluster => ({ hub, name, cluster })),
  );
}

/** Marks all work on one cluster, behind everything else: it came back, or its state may have changed unseen. */
export async function markWorkOn(tx: Tx, hub: string, cluster: string): Promise<void> {
  const placements = await tx.sql('bindings').where({ hub, cluster }).pluck('placement');
  for (const part of chunks(placements)) {
    wake(
      tx,
      'workChanged',
      part.map(placement => ({ hub, name: placement, cluster })),
      { priority: 'background' },
    );
  }
}
