import type { Schemas } from './contract';
import type { QueryDeps } from './queryDeps';
import { buildRuns, toRunSummary, type BuiltRun } from './runs';

type Summary = Pick<Schemas['PlacementSummary'], 'run'>;

/** Reads the runs that move these placements; one that cannot be read is left out. */
export async function buildMovingRuns(
  deps: QueryDeps,
  summaries: readonly Summary[],
): Promise<readonly BuiltRun[]> {
  const names = new Set(summaries.flatMap(({ run }) => run ?? []));
  return names.size === 0 ? [] : (await buildRuns(deps, [...names])).built;
}

/** How the run that moves a placement stands: one answer for lists and for its page. */
export function runIsOf(
  { run }: Summary,
  runs: readonly BuiltRun[],
): Pick<Schemas['PlacementSummary'], 'runIs'> {
  const built = runs.find(({ object }) => object.metadata.name === run);
  if (run === undefined || built === undefined) return {};
  const { state, waitsFor } = toRunSummary(built);
  return { runIs: { state, ...(waitsFor && { waitsFor }) } };
}
