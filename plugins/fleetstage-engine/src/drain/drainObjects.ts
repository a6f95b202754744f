import {
  annotationKeys,
  fromRfc3339,
  instant,
  labelKeys,
  type ClusterResourceBinding,
  type ClusterResourcePlacement,
  type ClusterResourcePlacementDisruptionBudget,
  type ClusterResourcePlacementEviction,
  type ClusterStagedUpdateRun,
  type Instant,
  type MemberCluster,
  type ResourceBinding,
  type ResourcePlacement,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { viewEviction } from '../eviction/viewEvictions';
import type { Binding } from '../state/placement';
import { claimConditions, type ClaimName, type WorkReport } from '../work/report';
import type { DrainEviction, DrainPlacement, DrainState } from './drainState';

/** What a client lists on the hub to plan or show the drain of one cluster; all of each kind, in any order. */
export interface DrainObjects {
  readonly member: MemberCluster;
  readonly placements: readonly (ClusterResourcePlacement | ResourcePlacement)[];
  readonly bindings: readonly (ClusterResourceBinding | ResourceBinding)[];
  readonly budgets: readonly ClusterResourcePlacementDisruptionBudget[];
  readonly evictions: readonly ClusterResourcePlacementEviction[];
  readonly runs: readonly ClusterStagedUpdateRun[];
}

type AnyBinding = ClusterResourceBinding | ResourceBinding;

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

function toPlacement(
  key: string,
  { placements, bindings, budgets, runs }: DrainObjects,
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
      bindings: own.map(toBinding),
      reports: own.map(toReport),
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

/** Stands for what a binding shall run: its conditions of this generation are all that is known of it. */
const revisionOfObject = ({ metadata }: AnyBinding) => `generation ${metadata.generation ?? 0}`;

function toBinding(object: AnyBinding): Binding {
  const { metadata, spec } = object;
  const previous = metadata.annotations?.[annotationKeys.previousBindingState];
  const releasedAt = fromRfc3339(metadata.deletionTimestamp);
  return {
    name: metadata.name ?? '',
    cluster: spec.targetCluster,
    phase: spec.state === 'Bound' || spec.state === 'Unscheduled' ? spec.state : 'Scheduled',
    ...((previous === 'Bound' || previous === 'Scheduled') && { previousPhase: previous }),
    policyIndex: 0,
    decision: {
      ...{ cluster: spec.targetCluster, selected: spec.clusterDecision.selected, code: 'Picked' },
      reason: spec.clusterDecision.reason,
    },
    revision: revisionOfObject(object),
    createdAt: instantOf(metadata.creationTimestamp),
    ...(releasedAt !== undefined && { releasedAt }),
  };
}

function toReport(object: AnyBinding): WorkReport {
  const { metadata, status } = object;
  const claims = Object.entries(claimConditions).flatMap(([name, type]) => {
    const found = status?.conditions?.find(
      one => one.type === type && one.observedGeneration === metadata.generation,
    );
    if (found === undefined) return [];
    const { status: value, reason, message, lastTransitionTime } = found;
    return [[name as ClaimName, { status: value, reason, message, at: instantOf(lastTransitionTime) }]];
  });
  return {
    ...{ cluster: object.spec.targetCluster, revision: revisionOfObject(object) },
    ...{ failed: [], drifted: [], diffed: [], observedAt: instantOf(metadata.creationTimestamp) },
    ...Object.fromEntries(claims),
  };
}

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

const instantOf = (text: string | undefined): Instant => fromRfc3339(text) ?? instant(0);
