import { nothing, writeStatus, type Controller, type Write } from '../decision';
import { nonZero } from '../deployment/deploymentStatus';
import { generationOf, isLeaving, replicasOf, type Pod, type ReplicaSet } from '../objects';
import {
  createdEvent,
  deletedEvent,
  isActive,
  isAvailable,
  isReady,
  nextAvailableAt,
  nodeLoad,
  pickNode,
  podNames,
  renderPod,
} from '../pods';
import type { View } from '../decision';

const COMPONENT = 'replicaset-controller';

/** Keeps as many pods as the ReplicaSet says; those that serve nobody go first. */
export const decideReplicaSet: Controller = (object, view) => {
  if (isLeaving(object)) return nothing;
  const set = object as ReplicaSet;
  const pods = (view.owned(set, 'Pod') as readonly Pod[]).filter(isActive);
  const writes = [...createPods(set, pods, view), ...deletePods(set, pods)];
  const { minReadySeconds } = set.spec;
  const wakeAt = nextAvailableAt(pods, minReadySeconds, view.now);
  const status = {
    observedGeneration: generationOf(set),
    replicas: pods.length,
    terminatingReplicas: 0,
    ...nonZero({
      fullyLabeledReplicas: pods.length,
      readyReplicas: pods.filter(isReady).length,
      availableReplicas: pods.filter(pod => isAvailable(pod, minReadySeconds, view.now)).length,
    }),
  };
  // The server fills `replicas: 0` in where it is absent; until pods are there or gone, their commits call again.
  const counted = writes.length > 0 && pods.length === 0 ? [] : writeStatus(set, status);
  return { writes: [...writes, ...counted], ...(wakeAt !== undefined && { wakeAt }) };
};

function createPods(set: ReplicaSet, pods: readonly Pod[], view: View): readonly Write[] {
  const lacking = replicasOf(set) - pods.length;
  if (lacking <= 0) return [];
  const load = nodeLoad(view.pods(set.metadata.namespace ?? ''));
  const names = podNames(set, { count: lacking, taken: view.owned(set, 'Pod'), now: view.now });
  return names.flatMap((name): Write[] => [
    {
      kind: 'create',
      object: renderPod(
        { owner: set, template: set.spec.template, name, generateName: `${set.metadata.name}-` },
        pickNode(view, set.spec.template.spec, load),
      ),
    },
    createdEvent(set, name, COMPONENT),
  ]);
}

function deletePods(set: ReplicaSet, pods: readonly Pod[]): readonly Write[] {
  const surplus = pods.length - replicasOf(set);
  if (surplus <= 0) return [];
  return [...pods]
    .sort((a, b) => Number(isReady(a)) - Number(isReady(b)) || youngerFirst(a, b))
    .slice(0, surplus)
    .flatMap((pod): Write[] => [
      { kind: 'delete', object: pod },
      deletedEvent(set, pod.metadata.name, COMPONENT),
    ]);
}

function youngerFirst(a: Pod, b: Pod): number {
  const [first, second] = [a, b].map(({ metadata }) => metadata.creationTimestamp ?? '');
  if (first === second) return a.metadata.name < b.metadata.name ? -1 : 1;
  return first < second ? 1 : -1;
}
