import { keyOfObject } from '../database/placementObject';
import { keyAt } from './commands/placementTarget';
import type { Schemas } from './contract';
import type { QueryDeps } from './queryDeps';
import { buildRuns, toRunSummary, type BuiltRun } from './runs';

type Summary = Pick<Schemas['PlacementSummary'], 'scope' | 'run'>;

/** Reads the runs that move these placements; one that cannot be read is left out. */
export async function buildMovingRuns(
  deps: QueryDeps,
  summaries: readonly Summary[],
): Promise<readonly BuiltRun[]> {
  const names = new Set(
    summaries.flatMap(({ scope, run }) => (run === undefined ? [] : [keyAt({ scope, name: run })])),
  );
  return names.size === 0 ? [] : (await buildRuns(deps, [...names])).built;
}

/** How the run that moves a placement stands: one answer for lists and for its page. */
export function runIsOf(
  { scope, run }: Summary,
  runs: readonly BuiltRun[],
): Pick<Schemas['PlacementSummary'], 'runIs'> {
  const key = run === undefined ? undefined : keyAt({ scope, name: run });
  const built = runs.find(({ object }) => keyOfObject(object) === key);
  if (built === undefined) return {};
  const { state, waitsFor } = toRunSummary(built);
  return { runIs: { state, ...(waitsFor && { waitsFor }) } };
}
