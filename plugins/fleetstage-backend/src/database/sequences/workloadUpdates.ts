import { plus, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  findUpdate,
  STUCK_AFTER_MS,
  type SequenceCluster,
  type WorkloadUpdate,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { bindingRefs, toBinding } from '../bindingStore';
import type { Tx } from '../db';
import { chunks } from '../rows';
import { loadSharedTexts } from '../sharedTexts';
import type { BindingRow } from '../tables';
import { reportRefs, toReport } from '../workStore';

/** What was moved longer ago than this holds no upgrade, whatever became of it. */
const movedSince = (now: Instant) => plus(now, -STUCK_AFTER_MS);

/** The clusters with the update of workloads that each is in the middle of. */
export async function withWorkloads(
  tx: Tx,
  hub: string,
  clusters: readonly SequenceCluster[],
  now: Instant,
): Promise<readonly SequenceCluster[]> {
  const moved = await tx
    .sql('bindings')
    .where({ hub, phase: 'Bound' })
    .where('rollout_at', '>', movedSince(now))
    .whereNull('released_at');
  const updates = await findUpdates(tx, hub, moved, now);
  if (updates.size === 0) return clusters;
  return clusters.map(cluster => {
    const workload = updates.get(cluster.name);
    return workload === undefined ? cluster : { ...cluster, workload };
  });
}

/** Of these clusters those that are in the middle of an update now. */
export async function selectUpdating(
  tx: Tx,
  hub: string,
  clusters: readonly string[],
  now: Instant,
): Promise<readonly string[]> {
  const moved: BindingRow[] = [];
  for (const part of chunks(clusters))
    moved.push(
      ...(await tx
        .sql('bindings')
        .where({ hub, phase: 'Bound' })
        .whereIn('cluster', part)
        .where('rollout_at', '>', movedSince(now))
        .whereNull('released_at')),
    );
  return [...(await findUpdates(tx, hub, moved, now)).keys()];
}

/** Of several on a cluster the one that began last: the others are over, or broken, before it is. */
async function findUpdates(
  tx: Tx,
  hub: string,
  rows: readonly BindingRow[],
  now: Instant,
): Promise<ReadonlyMap<string, WorkloadUpdate>> {
  const reports = await loadReportsOf(tx, hub, rows);
  const texts = await loadSharedTexts(tx, hub, [
    ...rows.flatMap(bindingRefs),
    ...[...reports.values()].flatMap(reportRefs),
  ]);
  const found = new Map<string, WorkloadUpdate>();
  for (const row of rows) {
    const { placement, cluster } = row;
    const reported = reports.get(keyOf(row));
    const report = reported && toReport(reported, texts);
    const update = findUpdate(placement, toBinding(row, texts), { report, now });
    if (update !== undefined && update.since > (found.get(cluster)?.since ?? 0)) found.set(cluster, update);
  }
  return found;
}

async function loadReportsOf(tx: Tx, hub: string, rows: readonly BindingRow[]) {
  const clusters = [...new Set(rows.map(({ cluster }) => cluster))];
  const placements = [...new Set(rows.map(({ placement }) => placement))];
  const wanted = new Set(rows.map(keyOf));
  const found = new Map<string, Awaited<ReturnType<typeof select>>[number]>();
  const select = (placement: string, part: readonly string[]) =>
    tx.sql('work_reports').where({ hub, placement }).whereIn('cluster', part);
  for (const placement of placements)
    for (const part of chunks(clusters))
      for (const row of await select(placement, part)) if (wanted.has(keyOf(row))) found.set(keyOf(row), row);
  return found;
}

const keyOf = ({ placement, cluster }: Pick<BindingRow, 'placement' | 'cluster'>) =>
  `${placement} ${cluster}`;
