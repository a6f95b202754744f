import { groupBy } from '../../groupBy';
import type { RolloutMemory, TargetMemory } from '../state/rolloutMemory';

const indexes = new WeakMap<readonly TargetMemory[], ReadonlyMap<string, readonly TargetMemory[]>>();

/** The targets of one cluster; the index is made once for each list, as passes ask for each cluster of a fleet. */
export function targetsOf(
  { targets }: Pick<RolloutMemory, 'targets'>,
  cluster: string,
): readonly TargetMemory[] {
  return indexOf(targets).get(cluster) ?? [];
}

function indexOf(targets: readonly TargetMemory[]): ReadonlyMap<string, readonly TargetMemory[]> {
  const known = indexes.get(targets);
  if (known !== undefined) return known;
  const index = groupBy(targets, ({ cluster }) => cluster);
  indexes.set(targets, index);
  return index;
}
