import { joinDecisions, nothing, writeStatus, type Controller, type View, type Write } from '../decision';
import { nonZero } from '../deployment/deploymentStatus';
import { nameSuffix } from '../hash';
import {
  generationOf,
  isLeaving,
  scaledBound,
  type DaemonSet,
  type Node,
  type Pod,
  type Toleration,
} from '../objects';
import {
  createdEvent,
  deletedEvent,
  fitsNode,
  isActive,
  isAvailable,
  isReady,
  nextAvailableAt,
  renderPod,
} from '../pods';
import { planRevisions } from './revisions';

const HASH_LABEL = 'controller-revision-hash';
const COMPONENT = 'daemonset-controller';

/** A daemon runs on nodes in any state: these tolerations are added to its own. */
const TOLERATIONS: readonly Toleration[] = [
  ...['not-ready', 'unreachable'].map(key => ({ key, effect: 'NoExecute' })),
  ...['disk-pressure', 'memory-pressure', 'pid-pressure', 'unschedulable'].map(key => ({
    key,
    effect: 'NoSchedule',
  })),
].map(({ key, effect }) => ({ key: `node.kubernetes.io/${key}`, operator: 'Exists', effect }));

/** One pod on each node that the template fits; replaced a few at a time when the template changes. */
export const decideDaemonSet: Controller = (object, view) => {
  if (isLeaving(object)) return nothing;
  const set = object as DaemonSet;
  const all = view.owned(set, 'Pod') as readonly Pod[];
  const pods = all.filter(isActive);
  const nodes = view.nodes().filter(node => fitsNode(withTolerations(set), node));
  const inUse = new Set(all.map(pod => `${set.metadata.name}-${pod.metadata.labels?.[HASH_LABEL]}`));
  const revision = planRevisions(set, HASH_LABEL, { view, inUse });
  const plan: Plan = { set, all, pods, nodes, hash: revision.hash, view };
  const wakeAt = nextAvailableAt(pods, set.spec.minReadySeconds, view.now);
  return joinDecisions(
    { writes: revision.writes },
    { writes: [...createPods(plan), ...deletePods(plan)], wakeAt },
    { writes: writeStatus(set, projectDaemonSet(plan)) },
  );
};

interface Plan {
  readonly set: DaemonSet;
  readonly all: readonly Pod[];
  readonly pods: readonly Pod[];
  readonly nodes: readonly Node[];
  readonly hash: string;
  readonly view: View;
}

const withTolerations = ({ spec: { template } }: DaemonSet) => ({
  ...template.spec,
  tolerations: [...(template.spec.tolerations ?? []), ...TOLERATIONS],
});

function createPods({ set, all, nodes, hash, view }: Plan): readonly Write[] {
  const held = new Set(all.map(({ spec }) => spec.nodeName));
  return nodes
    .map(({ metadata }) => metadata.name)
    .filter(node => !held.has(node))
    .flatMap((node): Write[] => {
      const name = `${set.metadata.name}-${nameSuffix(set.metadata.uid ?? '', node, view.now)}`;
      const labels = { [HASH_LABEL]: hash, 'pod-template-generation': String(generationOf(set)) };
      const { template } = set.spec;
      const generateName = `${set.metadata.name}-`;
      const pod = { owner: set, template, name, generateName, labels, spec: withTolerations(set) };
      return [{ kind: 'create', object: renderPod(pod, node) }, createdEvent(set, name, COMPONENT)];
    });
}

function deletePods({ set, pods, nodes, hash, view }: Plan): readonly Write[] {
  const wanted = new Set(nodes.map(({ metadata }) => metadata.name));
  const stray = pods.filter(({ spec }) => !wanted.has(spec.nodeName ?? ''));
  const { updateStrategy } = set.spec;
  const old = pods.filter(pod => !stray.includes(pod) && pod.metadata.labels?.[HASH_LABEL] !== hash);
  const isUp = (pod: Pod) => isAvailable(pod, set.spec.minReadySeconds, view.now);
  const bound = scaledBound(updateStrategy?.rollingUpdate?.maxUnavailable, nodes.length, 'up', 1);
  const lacking = nodes.length - pods.filter(isUp).length;
  const room = Math.max(0, Math.max(1, bound) - lacking);
  const down = old.filter(pod => !isUp(pod));
  const replaced = updateStrategy?.type === 'OnDelete' ? [] : [...down, ...old.filter(isUp).slice(0, room)];
  return [...stray, ...replaced].flatMap((pod): Write[] => [
    { kind: 'delete', object: pod },
    deletedEvent(set, pod.metadata.name, COMPONENT),
  ]);
}

function projectDaemonSet({ set, pods, nodes, hash, view }: Plan) {
  const on = new Set(nodes.map(({ metadata }) => metadata.name));
  const placed = pods.filter(({ spec }) => on.has(spec.nodeName ?? ''));
  const up = placed.filter(pod => isAvailable(pod, set.spec.minReadySeconds, view.now)).length;
  return {
    observedGeneration: generationOf(set),
    currentNumberScheduled: placed.length,
    desiredNumberScheduled: nodes.length,
    numberMisscheduled: pods.length - placed.length,
    numberReady: placed.filter(isReady).length,
    ...nonZero({
      numberAvailable: up,
      numberUnavailable: nodes.length - up,
      updatedNumberScheduled: placed.filter(pod => pod.metadata.labels?.[HASH_LABEL] === hash).length,
    }),
  };
}
