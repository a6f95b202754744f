import {
  annotationKeys,
  fromRfc3339,
  labelKeys,
  type ClusterResourcePlacement,
  type ClusterResourcePlacementDisruptionBudget,
  type ClusterResourcePlacementEviction,
  type ClusterStagedUpdateRun,
  type MemberCluster,
  type ResourcePlacement,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { EvictionState } from '../eviction/decideEvictions';
import { viewEviction } from '../eviction/viewEvictions';
import { bindingOf, instantOf, reportOf, type AnyBinding } from '../shown/bindingObjects';
import type { DrainEviction, DrainPlacement, DrainState } from './drainState';

/** What a client lists on the hub to plan or show the drain of one cluster; all of each kind, in any order. */
export interface DrainObjects {
  readonly member: MemberCluster;
  readonly placements: readonly (ClusterResourcePlacement | ResourcePlacement)[];
  readonly bindings: readonly AnyBinding[];
  readonly budgets: readonly ClusterResourcePlacementDisruptionBudget[];
  readonly evictions: readonly ClusterResourcePlacementEviction[];
  readonly runs: readonly ClusterStagedUpdateRun[];
}

/**
 * The state of a drain from objects of the hub. It needs bindings to be published (`fleetstage.publish.bindings`, or KubeFleet's
 * hub agent), and knows what they say: a condition of an older generation says nothing.
 */
export function drainStateOf(objects: DrainObjects): DrainState {
  const { metadata, spec } = objects.member;
  const here = objects.bindings.filter(binding => binding.spec.targetCluster === metadata.name);
  const evicted = objects.evictions.filter(one => one.spec.clusterName === metadata.name);
  const keys = new Set([
    ...here.flatMap(binding => keyOfBinding(binding) ?? []),
    ...evicted.map(one => one.spec.placementName),
  ]);
  return {
    cluster: {
      ...{ name: metadata.name ?? '', uid: metadata.uid ?? '', taints: spec.taints ?? [] },
      annotations: metadata.annotations ?? {},
    },
    placements: [...keys].sort().map(key => toPlacement(key, objects, evicted)),
    strayBindings: here
      .filter(binding => keyOfBinding(binding) === undefined)
      .map(binding => binding.metadata.name ?? '')
      .sort(),
  };
}

function keyOfBinding({ metadata: { labels, namespace } }: AnyBinding): string | undefined {
  const placement = labels?.[labelKeys.parentPlacement];
  if (!placement) return undefined;
  return namespace ? `${namespace}/${placement}` : placement;
}

/** What decides an eviction of a placement, from the same objects; without the member, as no cluster is meant. */
export const evictionStateOf = (key: string, objects: Omit<DrainObjects, 'member'>): EvictionState =>
  toPlacement(key, objects, []).state;

function toPlacement(
  key: string,
  { placements, bindings, budgets, runs }: Omit<DrainObjects, 'member'>,
  evicted: readonly ClusterResourcePlacementEviction[],
): DrainPlacement {
  const placement = placements.find(one => keyOf(one.metadata) === key);
  const own = bindings.filter(binding => keyOfBinding(binding) === key);
  const budget = budgets.find(one => one.metadata.name === key);
  const deletedAt = fromRfc3339(placement?.metadata.deletionTimestamp);
  return {
    key,
    state: {
      ...(placement && {
        placement: {
          spec: { ...(placement.spec.policy && { policy: placement.spec.policy }) },
          ...(deletedAt !== undefined && { deletedAt }),
        },
      }),
      bindings: own.map(bindingOf),
      reports: own.map(reportOf),
      ...(budget && { budget: budget.spec }),
    },
    evictions: evicted.filter(one => one.spec.placementName === key).map(toEviction),
    activeRuns: runs
      .filter(run => run.spec.placementName === key && !isOver(run))
      .map(run => run.metadata.name ?? ''),
    isExternal: placement?.spec.strategy?.type === 'External',
  };
}

const keyOf = ({ name = '', namespace }: { readonly name?: string; readonly namespace?: string }) =>
  namespace ? `${namespace}/${name}` : name;

function toEviction({ metadata, spec, status }: ClusterResourcePlacementEviction): DrainEviction {
  const uid = metadata.uid ?? '';
  const { name, createdAt, state, message } = viewEviction({
    ...{ name: metadata.name ?? '', uid, cluster: spec.clusterName },
    createdAt: instantOf(metadata.creationTimestamp),
    conditions: status?.conditions ?? [],
  });
  const drainAt = metadata.annotations?.[annotationKeys.drainAt];
  return {
    ...{ name, uid, createdAt, state },
    ...(message !== undefined && { message }),
    ...(drainAt !== undefined && { drainAt }),
  };
}

/** The run says that it has succeeded or failed. */
const isOver = ({ status }: ClusterStagedUpdateRun) =>
  status?.conditions?.some(({ type, status: value }) => type === 'Succeeded' && value !== 'Unknown') ?? false;
