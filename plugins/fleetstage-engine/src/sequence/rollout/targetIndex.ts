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

const byName = indexed(
  (members: readonly RolloutMembership[]): ReadonlyMap<string, RolloutMembership> =>
    new Map(members.map(one => [one.cluster, one] as const)),
);

const byStage = indexed((members: readonly RolloutMembership[]) =>
  groupBy(
    members.filter(({ standing }) => standing !== 'Late'),
    ({ stage }) => stage,
  ),
);

/** Where one cluster stands. */
export const memberOf = (
  { members }: Pick<RolloutMemory, 'members'>,
  cluster: string,
): RolloutMembership | undefined => byName(members).get(cluster);

/** The members of a stage, from 1, in order; Late ones wait for the next rollout. */
export const membersOfStage = (
  { members }: Pick<RolloutMemory, 'members'>,
  stage: number,
): readonly RolloutMembership[] => byStage(members).get(stage) ?? [];

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
): number | undefined => byName(members).get(cluster)?.stage;
