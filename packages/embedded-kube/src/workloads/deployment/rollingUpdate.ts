import { replicasOf, type Deployment, type ReplicaSet } from '../objects';
import { formerTotal, isActiveSet, rolloutBounds, specReplicas, sumOf, type SplitSets } from './replicaSets';

/** The sizes that ReplicaSets shall have; a set that is not in it keeps its size. */
export type Sizes = ReadonlyMap<ReplicaSet, number>;

const available = (set: ReplicaSet) => set.status?.availableReplicas;

/**
 * How large a new set may be beside the others.
 *
 *   3 wanted, surge 1, old set has 3 → 1
 *   3 wanted, surge 1, old set has 1, new one has 1 → 3
 */
export function newSetSize(deployment: Deployment, newSize: number, oldSets: readonly ReplicaSet[]): number {
  const wanted = replicasOf(deployment);
  if (newSize >= wanted || deployment.spec.strategy.type === 'Recreate') return wanted;
  const room = wanted + rolloutBounds(deployment).maxSurge - newSize - specReplicas(oldSets);
  return newSize + Math.max(0, Math.min(room, wanted - newSize));
}

/**
 * One step of a rolling update: first the new set grows as far as the surge allows; when it cannot, old pods go,
 * those that are not available before the others, and never more than may lack.
 */
export function planRollingUpdate(deployment: Deployment, { newSet, oldSets }: SplitSets): Sizes {
  if (newSet === undefined) return new Map();
  const size = newSetSize(deployment, replicasOf(newSet), oldSets);
  if (size !== replicasOf(newSet)) return new Map([[newSet, size]]);
  return shrinkOldSets(deployment, newSet, oldSets.filter(isActiveSet));
}

function shrinkOldSets(deployment: Deployment, newSet: ReplicaSet, oldSets: readonly ReplicaSet[]): Sizes {
  const sizes = new Map<ReplicaSet, number>();
  const minAvailable = replicasOf(deployment) - rolloutBounds(deployment).maxUnavailable;
  const lackingInNew = replicasOf(newSet) - (available(newSet) ?? 0);
  // A new pod that is not available yet counts as if it never will be: old ones must not go for its sake.
  let room = specReplicas([newSet, ...oldSets]) - minAvailable - lackingInNew;
  if (room <= 0) return sizes;
  for (const set of oldSets) {
    const unhealthy = Math.min(room, replicasOf(set) - (available(set) ?? 0));
    if (unhealthy <= 0) continue;
    sizes.set(set, replicasOf(set) - unhealthy);
    room -= unhealthy;
  }
  let surplus = Math.min(room, sumOf([newSet, ...oldSets], available) - minAvailable);
  for (const set of oldSets) {
    const size = sizes.get(set) ?? replicasOf(set);
    const less = Math.min(Math.max(0, surplus), size);
    if (less === 0) continue;
    sizes.set(set, size - less);
    surplus -= less;
  }
  return sizes;
}

/** Sizes after the Deployment itself was scaled: one set takes it all, several share it by their present size. */
export function planScale(deployment: Deployment, { newSet, oldSets }: SplitSets): Sizes {
  const wanted = replicasOf(deployment);
  const active = [...(newSet ? [newSet] : []), ...oldSets].filter(isActiveSet);
  if (active.length <= 1) {
    const only = active[0] ?? newSet;
    return new Map(only ? [[only, wanted]] : []);
  }
  const total = wanted > 0 ? wanted + rolloutBounds(deployment).maxSurge : 0;
  const sizes = new Map<ReplicaSet, number>();
  let left = total - specReplicas(active);
  const bySize = [...active].sort((a, b) => replicasOf(b) - replicasOf(a));
  for (const set of bySize) {
    const before = formerTotal(set) ?? specReplicas(active);
    const share = Math.round((replicasOf(set) * total) / Math.max(before, 1)) - replicasOf(set);
    const part = left > 0 ? Math.max(0, Math.min(share, left)) : Math.min(0, Math.max(share, left));
    sizes.set(set, replicasOf(set) + part);
    left -= part;
  }
  // What rounding has left over goes to the largest.
  sizes.set(bySize[0], Math.max(0, (sizes.get(bySize[0]) ?? 0) + left));
  return sizes;
}

/** All old pods go before the first new one comes. */
export const planRecreate = ({ oldSets }: SplitSets): Sizes =>
  new Map(oldSets.filter(isActiveSet).map(set => [set, 0]));
