import type { RunClusterView } from './views';

/** A snapshot, and on how many clusters it runs. */
export interface SnapshotCountView {
  index: string;
  clusters: number;
}

/**
 * Which snapshot runs on how many clusters, the newest first; clusters without one are left out (ui §5.2).
 *
 *   13, 14, none, 13  →  14 on 1, 13 on 2
 */
export function countSnapshots(clusters: Iterable<{ readonly snapshot?: string }>): SnapshotCountView[] {
  const counts = new Map<string, number>();
  for (const { snapshot } of clusters)
    if (snapshot !== undefined) counts.set(snapshot, (counts.get(snapshot) ?? 0) + 1);
  return [...counts]
    .map(([index, count]) => ({ index, clusters: count }))
    .sort((a, b) => Number(b.index) - Number(a.index));
}

/** What a run leaves where, now. */
export interface RunSnapshotsView {
  /** Without clusters that are in the middle of their update: they may run parts of two snapshots. */
  snapshots: SnapshotCountView[];
  /** Clusters that were started and are not done. */
  midUpdate: number;
}

/**
 * The snapshots of a run's clusters, removals not among them (ui §5.6).
 *
 *   updated on 14, started and reporting 13, not started on 13  →  14 on 1, 13 on 1, 1 in the middle
 */
export function countRunSnapshots(
  clusters: readonly Pick<RunClusterView, 'state' | 'startedAt' | 'snapshot'>[],
): RunSnapshotsView {
  const settled = clusters.filter(({ startedAt, state }) => startedAt === undefined || state === 'updated');
  return { snapshots: countSnapshots(settled), midUpdate: clusters.length - settled.length };
}
