import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

/** How the run of this name stands, as the backend says beside it. */
export function runIsOf(
  name: string | undefined,
  runs: readonly Schemas['RunSummary'][],
): Pick<Schemas['PlacementSummary'], 'runIs'> {
  const run = runs.find(one => one.name === name);
  if (run === undefined) return {};
  const { state, waitsFor } = run;
  return { runIs: { state, ...(waitsFor && { waitsFor }) } };
}
