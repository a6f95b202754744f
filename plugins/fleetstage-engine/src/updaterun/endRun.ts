import type { Binding } from '../state/placement';
import { endStages } from '../staged/endStages';
import type { Ledger } from './ledger';
import { fromStaged, toStaged } from './stagedMemory';
import type { RunEnd, RunProgress } from './state';

/** What a run leaves behind when it ends now: clusters of its stages, removals not counted. */
export interface ProgressAtEnd {
  readonly total: number;
  readonly updated: number;
  /** Started and not done; they stay as they are. */
  readonly inFlight: number;
  /** Never started. */
  readonly kept: number;
  /** Indexes of the snapshots that the kept ones are bound to, ascending. */
  readonly keptSnapshots: readonly number[];
}

/**
 *   3 of 6 updated, 1 in flight, 2 on snapshot 13 → { total: 6, updated: 3, inFlight: 1, kept: 2, keptSnapshots: [13] }
 */
export function progressAtEnd(progress: RunProgress, bindings: readonly Binding[]): ProgressAtEnd {
  const clusters = progress.stages.flatMap(stage => stage.clusters);
  const untouched = clusters.filter(({ startedAt }) => startedAt === undefined);
  const names = new Set(untouched.map(({ cluster }) => cluster));
  const indexes = bindings.flatMap(({ cluster, resourceIndex }) =>
    names.has(cluster) && resourceIndex !== undefined ? [resourceIndex] : [],
  );
  const updated = clusters.filter(({ succeededAt }) => succeededAt !== undefined).length;
  return {
    total: clusters.length,
    updated,
    inFlight: clusters.length - updated - untouched.length,
    kept: untouched.length,
    keptSnapshots: [...new Set(indexes)].sort((a, b) => a - b),
  };
}

/**
 * Ends a run because a person asks for it: nothing is started, nothing is taken back, and it holds no other run any more
 * (RUL 49). Whatever is in flight on a cluster stays as it is. It never goes on.
 */
export function endByPerson(
  ledger: Ledger,
  progress: RunProgress,
  { end, bindings }: { readonly end: RunEnd; readonly bindings: readonly Binding[] },
): RunProgress {
  const message = explainEnd(end, progressAtEnd(progress, bindings));
  ledger.record({ event: 'ended', message, ...(end.actor !== undefined && { actor: end.actor }) });
  const closed = fromStaged(progress, endStages(toStaged(progress), ledger.now));
  return { ...closed, ended: { ...end, at: ledger.now, message } };
}

function explainEnd({ reason, actor }: RunEnd, progress: ProgressAtEnd): string {
  const who = `ended by ${actor ?? 'an annotation on the hub'}: ${reason}`;
  const { total, updated, inFlight, kept, keptSnapshots } = progress;
  if (total === 0) return `${who}; no cluster was updated`;
  const snapshots =
    keptSnapshots.length === 0
      ? 'what they run'
      : `snapshot${keptSnapshots.length > 1 ? 's' : ''} ${keptSnapshots.join(', ')}`;
  const parts = [
    `${updated} of ${total} clusters updated`,
    ...(inFlight > 0 ? [`${inFlight} in the middle of the update`] : []),
    ...(kept > 0 ? [`${kept} keep${kept === 1 ? 's' : ''} ${snapshots}`] : []),
  ];
  return `${who}; ${parts.join(', ')}`;
}
