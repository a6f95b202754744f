import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { RunProgress } from '../updaterun/state';

/** Medians in whole seconds. */
export interface UsualDurationsView {
  /** Runs that they come from. */
  runCount: number;
  totalSeconds?: number;
  /** From the start of a cluster to its being updated. */
  clusterSeconds?: number;
  stages: { name: string; updateSeconds: number; totalSeconds: number }[];
}

/**
 * How long runs by a strategy usually take, from those that succeeded; stages by name, so that a stage that was renamed has
 * no past.
 *
 * @param runs newest first
 * @param stages names, in order
 */
export function usualDurations(runs: readonly RunProgress[], stages: readonly string[]): UsualDurationsView {
  const done = runs.filter(({ succeededAt }) => succeededAt !== undefined);
  const total = medianOf(done.map(run => seconds(run.startedAt, run.succeededAt)));
  const cluster = medianOf(
    done.flatMap(run =>
      run.stages.flatMap(stage => stage.clusters.map(one => seconds(one.startedAt, one.succeededAt))),
    ),
  );
  return {
    runCount: done.length,
    ...(total !== undefined && { totalSeconds: total }),
    ...(cluster !== undefined && { clusterSeconds: cluster }),
    stages: stages.flatMap(name => usualStage(done, name)),
  };
}

function usualStage(runs: readonly RunProgress[], name: string) {
  const past = runs.flatMap(run => run.stages.filter(stage => stage.name === name));
  const updateSeconds = medianOf(past.map(stage => seconds(stage.startedAt, stage.updatedAt)));
  const totalSeconds = medianOf(past.map(stage => seconds(stage.startedAt, stage.succeededAt)));
  if (updateSeconds === undefined || totalSeconds === undefined) return [];
  return [{ name, updateSeconds, totalSeconds }];
}

const seconds = (from: Instant | undefined, to: Instant | undefined) =>
  from === undefined || to === undefined ? undefined : (to - from) / 1000;

/** Of an even number the mean of the two in the middle; `undefined` of none. */
function medianOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter(value => value !== undefined).sort((a, b) => a - b);
  if (known.length === 0) return undefined;
  const middle = known.length >> 1;
  return Math.round(known.length % 2 === 1 ? known[middle] : (known[middle - 1] + known[middle]) / 2);
}
