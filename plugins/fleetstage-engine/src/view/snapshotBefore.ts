import type { Binding } from '../state/placement';
import type { RunProgress } from '../updaterun/state';

export interface BeforeRun {
  readonly progress: RunProgress | undefined;
  readonly bindings: readonly Pick<Binding, 'cluster' | 'phase' | 'resourceIndex'>[];
}

/**
 * The snapshot that most clusters of a run had before it: of those to come what they run, of the others what they had when
 * they were started (ui §5.6). Its own snapshot only where no cluster had another one; `undefined`: none had any, or the
 * run is not planned.
 *
 *   12, 12, 13, run of 14 → 12     14, 14, run of 14 → 14     14, 13, run of 14 → 13     none, none → undefined
 */
export function snapshotBefore({ progress, bindings }: BeforeRun): number | undefined {
  if (progress?.plan === undefined) return undefined;
  const own = progress.plan.resourceIndex;
  const running = new Map(
    bindings
      .filter(({ phase }) => phase === 'Bound')
      .map(({ cluster, resourceIndex }) => [cluster, resourceIndex]),
  );
  const before = progress.stages
    .flatMap(({ clusters }) => clusters)
    .map(({ cluster, startedAt, from }) => (startedAt === undefined ? running.get(cluster) : from))
    .filter(index => index !== undefined);
  const others = before.filter(index => index !== own);
  return mostCommon(others) ?? (before.length > 0 ? own : undefined);
}

/** The newer one of those that are as common. */
function mostCommon(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || b - a)[0]?.[0];
}
