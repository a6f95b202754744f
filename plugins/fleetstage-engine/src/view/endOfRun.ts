import { progressAtEnd, type ProgressAtEnd } from '../updaterun/endRun';
import type { SiblingRun } from '../updaterun/state';
import type { RunAssessment } from './runInputs';

/** What follows where a person ends the run now; snapshots by index. */
export interface EndForesight extends Omit<ProgressAtEnd, 'keptSnapshots'> {
  keptSnapshots: string[];
  /** Runs of the placement that come after this one; the first goes on at once. */
  waiting: string[];
}

/** `undefined`: the run is over. */
export function foreseeEnd({
  progress,
  bindings,
  siblings,
  isOver,
  run,
}: RunAssessment): EndForesight | undefined {
  if (progress === undefined || isOver) return undefined;
  const { keptSnapshots, ...counts } = progressAtEnd(progress, bindings);
  const isBehind = ({ progress: other, createdAt }: SiblingRun) =>
    progress.turn === undefined
      ? other?.turn === undefined && createdAt >= run.createdAt
      : (other?.turn ?? Infinity) > progress.turn;
  const turnOf = ({ progress: other }: SiblingRun) => other?.turn ?? Infinity;
  const behind = [...siblings]
    .filter(isBehind)
    .sort((a, b) => (turnOf(a) === turnOf(b) ? a.createdAt - b.createdAt : turnOf(a) - turnOf(b)));
  return { ...counts, keptSnapshots: keptSnapshots.map(String), waiting: behind.map(({ name }) => name) };
}
