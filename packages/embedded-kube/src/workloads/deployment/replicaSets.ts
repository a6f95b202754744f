import { canonical, type EventText, type Write } from '../decision';
import { templateHash } from '../hash';
import { controlledBy, replicasOf, scaledBound, type Deployment, type ReplicaSet } from '../objects';

export const HASH_LABEL = 'pod-template-hash';
export const REVISION = 'deployment.kubernetes.io/revision';
const DESIRED = 'deployment.kubernetes.io/desired-replicas';
const MAX = 'deployment.kubernetes.io/max-replicas';

/** Annotations of a Deployment that say something about the Deployment alone. */
const OWN_ANNOTATIONS = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  'deprecated.deployment.rollback.to',
  REVISION,
  DESIRED,
  MAX,
]);

/** A Deployment's ReplicaSets: the one of its present template, if there is one, and the others, oldest first. */
export interface SplitSets {
  readonly newSet?: ReplicaSet;
  readonly oldSets: readonly ReplicaSet[];
}

/** Kept by template: an object's parts are never changed in place, so the same template is the same object. */
const hashes = new WeakMap<object, string>();

export function hashOf({ spec: { template } }: Deployment): string {
  const known = hashes.get(template) ?? templateHash(canonical(template));
  hashes.set(template, known);
  return known;
}

export function splitSets(deployment: Deployment, sets: readonly ReplicaSet[]): SplitSets {
  const hash = hashOf(deployment);
  const newSet = sets.find(({ metadata }) => metadata.labels?.[HASH_LABEL] === hash);
  const oldSets = sets
    .filter(set => set !== newSet)
    .sort((a, b) => revisionOf(a) - revisionOf(b) || (a.metadata.name < b.metadata.name ? -1 : 1));
  return { newSet, oldSets };
}

export const revisionOf = ({ metadata }: { readonly metadata: ReplicaSet['metadata'] }): number =>
  Number(metadata.annotations?.[REVISION] ?? 0);

export const sumOf = <T>(list: readonly T[], read: (item: T) => number | undefined): number =>
  list.reduce((sum, item) => sum + (read(item) ?? 0), 0);

export const specReplicas = (sets: readonly ReplicaSet[]) => sumOf(sets, replicasOf);

export const isActiveSet = (set: ReplicaSet) => replicasOf(set) > 0;

/**
 * How many pods may exist beyond the wanted ones and how many may lack.
 *
 *   25% and 25% of 1 replica → surge 1, unavailable 0
 *   surge 0 and unavailable 10% of 1 → both would be 0 and nothing could move: unavailable 1
 */
export function rolloutBounds(deployment: Deployment): { maxSurge: number; maxUnavailable: number } {
  const { strategy } = deployment.spec;
  if (strategy.type === 'Recreate') return { maxSurge: 0, maxUnavailable: replicasOf(deployment) };
  const replicas = replicasOf(deployment);
  const maxSurge = scaledBound(strategy.rollingUpdate?.maxSurge, replicas, 'up', '25%');
  const maxUnavailable = scaledBound(strategy.rollingUpdate?.maxUnavailable, replicas, 'down', '25%');
  if (maxSurge === 0 && maxUnavailable === 0) return { maxSurge, maxUnavailable: 1 };
  return { maxSurge, maxUnavailable: Math.min(maxUnavailable, replicas) };
}

const scaleAnnotations = (deployment: Deployment) => ({
  [DESIRED]: String(replicasOf(deployment)),
  [MAX]: String(replicasOf(deployment) + rolloutBounds(deployment).maxSurge),
});

/** True while a set still carries the size of a Deployment that has been scaled since. */
export const isBehindScale = (deployment: Deployment, set: ReplicaSet) =>
  isActiveSet(set) &&
  set.metadata.annotations?.[DESIRED] !== undefined &&
  set.metadata.annotations[DESIRED] !== String(replicasOf(deployment));

/** The total that a set was part of when it was last scaled. */
export const formerTotal = (set: ReplicaSet): number | undefined => {
  const text = set.metadata.annotations?.[MAX];
  return text === undefined ? undefined : Number(text);
};

export function renderReplicaSet(
  deployment: Deployment,
  { replicas, revision }: { replicas: number; revision: number },
): ReplicaSet {
  const { metadata, spec } = deployment;
  const hash = hashOf(deployment);
  const labels = { ...spec.template.metadata?.labels, [HASH_LABEL]: hash };
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${metadata.name}-${hash}`,
      namespace: metadata.namespace,
      labels,
      annotations: {
        ...inherited(deployment),
        ...scaleAnnotations(deployment),
        [REVISION]: String(revision),
      },
      ownerReferences: [controlledBy(deployment)],
    },
    spec: {
      replicas,
      ...(spec.minReadySeconds ? { minReadySeconds: spec.minReadySeconds } : {}),
      selector: { ...spec.selector, matchLabels: { ...spec.selector.matchLabels, [HASH_LABEL]: hash } },
      template: { ...spec.template, metadata: { ...spec.template.metadata, labels } },
    },
  };
}

function inherited({ metadata }: Deployment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(metadata.annotations ?? {}).filter(([key]) => !OWN_ANNOTATIONS.has(key)),
  );
}

/** Brings one set to a size; nothing, if it has that size and its annotations say so. */
export function scaleSet(deployment: Deployment, set: ReplicaSet, replicas: number): readonly Write[] {
  const before = replicasOf(set);
  const annotations = { ...set.metadata.annotations, ...scaleAnnotations(deployment) };
  if (before === replicas && canonical(annotations) === canonical(set.metadata.annotations)) return [];
  const object = { ...set, metadata: { ...set.metadata, annotations }, spec: { ...set.spec, replicas } };
  const update: Write = { kind: 'update', object };
  return before === replicas ? [update] : [update, scaledEvent(deployment, set, { before, after: replicas })];
}

export function scaledEvent(
  deployment: Deployment,
  set: ReplicaSet,
  { before, after }: { before: number; after: number },
): Write {
  const event: EventText = {
    type: 'Normal',
    reason: 'ScalingReplicaSet',
    message: `Scaled ${after > before ? 'up' : 'down'} replica set ${set.metadata.name} from ${before} to ${after}`,
    component: 'deployment-controller',
  };
  return { kind: 'event', about: deployment, event };
}
