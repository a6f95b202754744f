import type { KubeObject } from '../contracts';
import type { Write } from './decision';
import { findCondition } from './conditions';
import { nameSuffix } from './hash';
import { controlledBy, isLeaving, type Node, type Pod, type PodSpec, type PodTemplate } from './objects';
import type { View } from './decision';

export const isFinished = ({ status }: Pod) => status?.phase === 'Succeeded' || status?.phase === 'Failed';

export const isActive = (pod: Pod) => !isFinished(pod) && !isLeaving(pod);

export const isReady = ({ status }: Pod) => findCondition(status?.conditions, 'Ready')?.status === 'True';

/** The time at which a ready pod counts as available; undefined while it is not ready. */
export function availableAt({ status }: Pod, minReadySeconds = 0): number | undefined {
  const ready = findCondition(status?.conditions, 'Ready');
  if (ready?.status !== 'True') return undefined;
  return Date.parse(ready.lastTransitionTime ?? '') + minReadySeconds * 1000;
}

export const isAvailable = (pod: Pod, minReadySeconds: number | undefined, now: number): boolean => {
  if (!minReadySeconds) return isReady(pod);
  const at = availableAt(pod, minReadySeconds);
  return at !== undefined && at <= now;
};

/** When the next of these pods becomes available by waiting alone. */
export function nextAvailableAt(
  pods: readonly Pod[],
  minReadySeconds: number | undefined,
  now: number,
): number | undefined {
  if (!minReadySeconds) return undefined;
  const moments = pods.map(pod => availableAt(pod, minReadySeconds) ?? 0).filter(at => at > now);
  return moments.length > 0 ? Math.min(...moments) : undefined;
}

export interface PodOptions {
  readonly owner: KubeObject;
  readonly template: PodTemplate;
  readonly name: string;
  readonly generateName?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly spec?: Partial<PodSpec>;
}

/** A pod of a template, bound to a node at once: a simulated fleet has room for everything. */
export function renderPod(options: PodOptions, nodeName: string | undefined): KubeObject {
  const { owner, template, name, generateName, labels, finalizers } = options;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      ...(generateName !== undefined && { generateName }),
      namespace: owner.metadata.namespace,
      labels: { ...template.metadata?.labels, ...labels },
      ...(template.metadata?.annotations && { annotations: template.metadata.annotations }),
      ...(finalizers && { finalizers }),
      ownerReferences: [controlledBy(owner)],
    },
    spec: { ...template.spec, ...options.spec, ...(nodeName !== undefined && { nodeName }) },
  };
}

/** Names for `count` new pods, none of which is taken: the moment makes them new after a restart, too. */
export function podNames(
  owner: KubeObject,
  { count, taken, now }: { count: number; taken: readonly KubeObject[]; now: number },
): string[] {
  const used = new Set(taken.map(({ metadata }) => metadata.name));
  const names: string[] = [];
  for (let i = 0; names.length < count; i++) {
    const name = `${owner.metadata.name}-${nameSuffix(owner.metadata.uid ?? '', now, i)}`;
    if (used.has(name)) continue;
    used.add(name);
    names.push(name);
  }
  return names;
}

/** Does a pod with this template run on that node, as far as labels and taints say? */
export function fitsNode({ nodeSelector = {}, tolerations = [] }: PodSpec, node: Node): boolean {
  const { labels = {} } = node.metadata;
  if (!Object.entries(nodeSelector).every(([key, value]) => labels[key] === value)) return false;
  return (node.spec?.taints ?? []).every(
    taint =>
      taint.effect === 'PreferNoSchedule' ||
      tolerations.some(
        ({ key, operator, value, effect }) =>
          (!effect || effect === taint.effect) &&
          (operator === 'Exists'
            ? !key || key === taint.key
            : key === taint.key && (value ?? '') === (taint.value ?? '')),
      ),
  );
}

/** The node of a new pod: the one with the fewest pods that fits; none: the pod stays pending. */
export function pickNode(view: View, spec: PodSpec, load: Map<string, number>): string | undefined {
  const fitting = view.nodes().filter(node => !node.spec?.unschedulable && fitsNode(spec, node));
  let picked: string | undefined;
  for (const { metadata } of fitting) {
    if (picked === undefined || (load.get(metadata.name) ?? 0) < (load.get(picked) ?? 0)) {
      picked = metadata.name;
    }
  }
  if (picked !== undefined) load.set(picked, (load.get(picked) ?? 0) + 1);
  return picked;
}

export function nodeLoad(pods: readonly Pod[]): Map<string, number> {
  const load = new Map<string, number>();
  for (const { spec } of pods) {
    if (spec.nodeName) load.set(spec.nodeName, (load.get(spec.nodeName) ?? 0) + 1);
  }
  return load;
}

export const createdEvent = (owner: KubeObject, pod: string, component: string): Write => ({
  kind: 'event',
  about: owner,
  event: { type: 'Normal', reason: 'SuccessfulCreate', message: `Created pod: ${pod}`, component },
});
export const deletedEvent = (owner: KubeObject, pod: string, component: string): Write => ({
  kind: 'event',
  about: owner,
  event: { type: 'Normal', reason: 'SuccessfulDelete', message: `Deleted pod: ${pod}`, component },
});
