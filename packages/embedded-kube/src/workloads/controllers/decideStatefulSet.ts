import type { KubeObject } from '../../contracts';
import { nothing, writeStatus, type Controller, type View, type Write } from '../decision';
import { nonZero } from '../deployment/deploymentStatus';
import { generationOf, isLeaving, replicasOf, type Pod, type PodSpec, type StatefulSet } from '../objects';
import { isActive, isAvailable, isFinished, nextAvailableAt, nodeLoad, pickNode, renderPod } from '../pods';
import { isReady } from '../pods';
import { planRevisions } from './revisions';

const HASH_LABEL = 'controller-revision-hash';
const COMPONENT = 'statefulset-controller';

const ordinalOf = ({ metadata }: KubeObject) =>
  Number(metadata.name.slice(metadata.name.lastIndexOf('-') + 1));
const revisionOf = ({ metadata }: KubeObject) => metadata.labels?.[HASH_LABEL];

/** Pods with names that stay: created upwards one after the other, replaced downwards, unless they go in parallel. */
export const decideStatefulSet: Controller = (object, view) => {
  if (isLeaving(object)) return nothing;
  const set = object as StatefulSet;
  const all = (view.owned(set, 'Pod') as readonly Pod[]).filter(pod => !isFinished(pod));
  const pods = all.filter(isActive).sort((a, b) => ordinalOf(a) - ordinalOf(b));
  const inUse = new Set(
    [...all.map(revisionOf), set.status?.currentRevision].filter(name => name !== undefined),
  );
  const update = planRevisions(set, 'controller.kubernetes.io/hash', { view, inUse });
  const current = set.status?.currentRevision ?? update.name;
  const plan: Plan = { set, all, pods, current, update: update.name, view };
  const status = projectStatefulSet(plan);
  const wakeAt = nextAvailableAt(pods, set.spec.minReadySeconds, view.now);
  return {
    writes: [...update.writes, ...planPods(plan), ...writeStatus(set, status)],
    ...(wakeAt !== undefined && { wakeAt }),
  };
};

interface Plan {
  readonly set: StatefulSet;
  /** With those that are leaving: their names are still taken. */
  readonly all: readonly Pod[];
  readonly pods: readonly Pod[];
  readonly current: string;
  readonly update: string;
  readonly view: View;
}

const isUp = ({ set, view }: Plan, pod: Pod) => isAvailable(pod, set.spec.minReadySeconds, view.now);

function planPods(plan: Plan): readonly Write[] {
  const { set, all, pods } = plan;
  const isParallel = set.spec.podManagementPolicy === 'Parallel';
  const wanted = Array.from({ length: replicasOf(set) }, (_, ordinal) => ordinal);
  const writes: Write[] = [];
  for (const ordinal of wanted) {
    const pod = all.find(candidate => ordinalOf(candidate) === ordinal);
    if (pod === undefined) writes.push(...createPod(plan, ordinal));
    if (!isParallel && (pod === undefined || isLeaving(pod) || !isUp(plan, pod))) {
      return [...writes, ...replaceStuck(plan, pod)];
    }
  }
  const surplus = pods.filter(pod => ordinalOf(pod) >= replicasOf(set)).reverse();
  if (surplus.length > 0)
    return [...writes, ...surplus.slice(0, isParallel ? undefined : 1).flatMap(goes(set))];
  if (writes.length > 0 || all.length > pods.length) return writes;
  return replaceNext(plan);
}

/** A pod of the old revision that is not up holds nothing that its replacement would put at risk. */
function replaceStuck(plan: Plan, pod: Pod | undefined): readonly Write[] {
  if (pod === undefined || isLeaving(pod) || revisionOf(pod) === revisionFor(plan, ordinalOf(pod))) return [];
  return isOnDelete(plan.set) ? [] : goes(plan.set)(pod);
}

/** The highest pod of an old revision, if all pods above it are up. */
function replaceNext(plan: Plan): readonly Write[] {
  if (isOnDelete(plan.set)) return [];
  for (const pod of [...plan.pods].reverse()) {
    if (revisionOf(pod) !== revisionFor(plan, ordinalOf(pod))) return goes(plan.set)(pod);
    if (!isUp(plan, pod)) return [];
  }
  return [];
}

const isOnDelete = ({ spec }: StatefulSet) => spec.updateStrategy?.type === 'OnDelete';

const partitionOf = ({ spec }: StatefulSet) => spec.updateStrategy?.rollingUpdate?.partition ?? 0;

const revisionFor = ({ set, current, update }: Plan, ordinal: number) =>
  ordinal < partitionOf(set) ? current : update;

const goes =
  (set: StatefulSet) =>
  (pod: Pod): Write[] => [
    { kind: 'delete', object: pod },
    {
      kind: 'event',
      about: set,
      event: {
        type: 'Normal',
        reason: 'SuccessfulDelete',
        message: `Delete Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name} successful`,
        component: COMPONENT,
      },
    },
  ];

function createPod(plan: Plan, ordinal: number): Write[] {
  const { set, view } = plan;
  const name = `${set.metadata.name}-${ordinal}`;
  const claims = renderClaims(set, name).filter(
    claim => !view.find('PersistentVolumeClaim', set.metadata.namespace, claim.metadata.name),
  );
  const spec: Partial<PodSpec> = {
    hostname: name,
    ...(set.spec.serviceName && { subdomain: set.spec.serviceName }),
    ...claimVolumes(set, name),
  };
  const labels = {
    'apps.kubernetes.io/pod-index': String(ordinal),
    [HASH_LABEL]: revisionFor(plan, ordinal),
    'statefulset.kubernetes.io/pod-name': name,
  };
  const { template } = set.spec;
  const node = pickNode(view, template.spec, nodeLoad(view.pods(set.metadata.namespace ?? '')));
  const pod = { owner: set, template, name, generateName: `${set.metadata.name}-`, labels, spec };
  return [
    ...claims.map((object): Write => ({ kind: 'create', object })),
    { kind: 'create', object: renderPod(pod, node) },
    {
      kind: 'event',
      about: set,
      event: {
        type: 'Normal',
        reason: 'SuccessfulCreate',
        message: `Create Pod ${name} in StatefulSet ${set.metadata.name} successful`,
        component: COMPONENT,
      },
    },
  ];
}

function renderClaims(set: StatefulSet, pod: string): readonly KubeObject[] {
  return (set.spec.volumeClaimTemplates ?? []).map(({ metadata, spec }) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name: `${metadata.name}-${pod}`,
      namespace: set.metadata.namespace,
      labels: { ...metadata.labels, ...set.spec.selector.matchLabels },
    },
    spec,
  }));
}

function claimVolumes(set: StatefulSet, pod: string): Partial<PodSpec> {
  const templates = set.spec.volumeClaimTemplates ?? [];
  if (templates.length === 0) return {};
  const names = new Set(templates.map(({ metadata }) => metadata.name));
  const kept = (set.spec.template.spec.volumes ?? []).filter(({ name }) => !names.has(name));
  const volumes = templates.map(({ metadata: { name } }) => ({
    name,
    persistentVolumeClaim: { claimName: `${name}-${pod}` },
  }));
  return { volumes: [...kept, ...volumes] };
}

function projectStatefulSet({ set, pods, current, update, view }: Plan) {
  const of = (revision: string) => pods.filter(pod => revisionOf(pod) === revision).length;
  const updated = of(update);
  const ready = pods.filter(isReady).length;
  const isDone =
    pods.length === replicasOf(set) &&
    updated === pods.length &&
    ready === pods.length &&
    partitionOf(set) === 0;
  const settled = isDone ? update : current;
  return {
    observedGeneration: generationOf(set),
    replicas: pods.length,
    availableReplicas: pods.filter(pod => isAvailable(pod, set.spec.minReadySeconds, view.now)).length,
    ...nonZero({ readyReplicas: ready, currentReplicas: of(settled), updatedReplicas: updated }),
    currentRevision: settled,
    updateRevision: update,
    collisionCount: 0,
  };
}
