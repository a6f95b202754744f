import { groupBy } from '../../groupBy';
import type { RolloutMembership } from '../assignment/reassign';
import { holdsStage } from '../eligibility/targetVerdict';
import type { RolloutMemory, TargetMemory } from '../state/rolloutMemory';

/** Made once for each list, and kept as long as the list is: passes ask for each cluster of a fleet, and change few lists. */
const indexed = <Item, Index>(make: (items: readonly Item[]) => Index) => {
  const indexes = new WeakMap<readonly Item[], Index>();
  return (items: readonly Item[]): Index => {
    const known = indexes.get(items);
    if (known !== undefined) return known;
    const index = make(items);
    indexes.set(items, index);
    return index;
  };
};

const byCluster = indexed((targets: readonly TargetMemory[]) => groupBy(targets, ({ cluster }) => cluster));

const clustersWhere = (matches: (target: TargetMemory) => boolean) =>
  indexed(
    (targets: readonly TargetMemory[]): ReadonlySet<string> =>
      new Set(targets.filter(matches).map(({ cluster }) => cluster)),
  );

const stages = indexed(
  (members: readonly RolloutMembership[]): ReadonlyMap<string, number> =>
    new Map(members.map(({ cluster, stage }) => [cluster, stage] as const)),
);

/** The targets of one cluster. */
export const targetsOf = (
  { targets }: Pick<RolloutMemory, 'targets'>,
  cluster: string,
): readonly TargetMemory[] => byCluster(targets).get(cluster) ?? [];

const startedIn = clustersWhere(({ past }) => past.kind === 'Started');
const openIn = clustersWhere(holdsStage);

/** Clusters whose upgrade has been asked for and is not over. */
export const startedClusters = ({ targets }: Pick<RolloutMemory, 'targets'>): ReadonlySet<string> =>
  startedIn(targets);

/** Clusters that a stage waits for. */
export const openClusters = ({ targets }: Pick<RolloutMemory, 'targets'>): ReadonlySet<string> =>
  openIn(targets);

/** The stage of the cluster in the rollout, from 1. */
export const stageNumberOf = (
  { members }: Pick<RolloutMemory, 'members'>,
  cluster: string,
): number | undefined => stages(members).get(cluster);
