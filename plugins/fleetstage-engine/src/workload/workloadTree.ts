import { kindOf, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { identityKey, type ManifestIdentity } from '../work/renderWork';
import { judgeWorkload, WORKLOAD_HEALTHS, type Judged, type WorkloadHealth } from './health';

/** What is known of one placed object on a member. */
export interface PlacedObservation {
  readonly identity: ManifestIdentity;
  /** As it is there; absent: there is none, or none that is ours. */
  readonly live?: KubeObject;
  /** One of its name is there that Fleetstage does not own. */
  readonly isForeign?: boolean;
  /** Why it could not be placed, or read. */
  readonly problem?: string;
}

export interface WorkloadNode extends Omit<ManifestIdentity, 'envelope'>, Judged {
  readonly uid?: string;
  readonly createdAt?: string;
  /** Of a pod, in the order in which they run. */
  readonly containers?: readonly string[];
  readonly children: readonly WorkloadNode[];
}

/** The kinds that controllers make of what is placed, by the kind that owns them. */
export const OWNED_KINDS: Readonly<
  Record<string, readonly { group: string; version: string; kind: string }[]>
> = {
  'apps/Deployment': [{ group: 'apps', version: 'v1', kind: 'ReplicaSet' }],
  'apps/ReplicaSet': [{ group: '', version: 'v1', kind: 'Pod' }],
  'apps/StatefulSet': [{ group: '', version: 'v1', kind: 'Pod' }],
  'apps/DaemonSet': [{ group: '', version: 'v1', kind: 'Pod' }],
  'batch/CronJob': [{ group: 'batch', version: 'v1', kind: 'Job' }],
  'batch/Job': [{ group: '', version: 'v1', kind: 'Pod' }],
};

/**
 * The placed objects with what they own, by the uids of owner references; what fails comes first. An owner whose own
 * status is not that bad yet takes over that something below it fails.
 */
export function growWorkloadTree(
  placed: readonly PlacedObservation[],
  owned: readonly KubeObject[],
): readonly WorkloadNode[] {
  const byOwner = new Map<string, KubeObject[]>();
  for (const object of owned)
    for (const { uid } of object.metadata.ownerReferences ?? [])
      byOwner.set(uid, [...(byOwner.get(uid) ?? []), object]);
  return placed.map(observation => toPlacedNode(observation, byOwner)).sort(byHealth);
}

type ByOwner = ReadonlyMap<string, readonly KubeObject[]>;

function toPlacedNode(
  { identity, live, isForeign, problem }: PlacedObservation,
  byOwner: ByOwner,
): WorkloadNode {
  const { envelope: _, ...named } = identity;
  if (live === undefined) {
    const health: WorkloadHealth = isForeign ? 'notOwned' : problem === undefined ? 'missing' : 'failing';
    return { ...named, health, ...(problem !== undefined && { message: problem }), children: [] };
  }
  const node = toNode(live, byOwner, MAX_DEPTH);
  return problem === undefined ? node : { ...node, health: 'failing', message: problem };
}

/** CronJob, Job, Pod. */
const MAX_DEPTH = 4;

function toNode(live: KubeObject, byOwner: ByOwner, depth: number): WorkloadNode {
  const { name, namespace, uid, creationTimestamp } = live.metadata;
  const below = depth > 1 && uid !== undefined ? (byOwner.get(uid) ?? []) : [];
  const children = below.map(object => toNode(object, byOwner, depth - 1)).sort(byHealth);
  const containers = containerNames(live);
  return {
    ...kindOf(live),
    ...(namespace !== undefined && { namespace }),
    name,
    ...(uid !== undefined && { uid }),
    ...(creationTimestamp !== undefined && { createdAt: creationTimestamp }),
    ...withChildren(judgeWorkload(live), children),
    ...(containers.length > 0 && { containers }),
    children,
  };
}

function withChildren(own: Judged, children: readonly WorkloadNode[]): Judged {
  const worst = children.find(({ health }) => health === 'failing');
  if (worst === undefined || own.health === 'failing' || own.health === 'healthy') return own;
  return { health: 'failing', message: worst.message ?? own.message };
}

/** Of a pod; others have none. */
export function containerNames(live: KubeObject): readonly string[] {
  if (live.kind !== 'Pod') return [];
  const {
    initContainers = [],
    containers = [],
    ephemeralContainers = [],
  } = (live.spec ?? {}) as Record<string, unknown>;
  return [containers, initContainers, ephemeralContainers].flatMap(list =>
    Array.isArray(list) ? list.flatMap(one => (typeof one?.name === 'string' ? [one.name] : [])) : [],
  );
}

/** Of the worst in the tree below: a rollout that fails leaves its Deployment available at first. */
const rank = ({ health, children }: WorkloadNode): number =>
  Math.min(WORKLOAD_HEALTHS.indexOf(health), ...children.map(rank));
const byHealth = (a: WorkloadNode, b: WorkloadNode) =>
  rank(a) - rank(b) || (identityKey(a) < identityKey(b) ? -1 : 1);
