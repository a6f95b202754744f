import type { KubeObject } from '../contracts';
import type { StoredObject } from '../storage/StoredObject';
import { compareText, toTime } from '../text';
import type { Cluster } from './Cluster';
import { deleteStored, storeAs, storeChanged } from './controllerWrites';
import { conditionsOf, statusOf, withCondition } from './terminating';

export const FIRST_NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];
const NAMESPACES = '/namespaces';

/** Deletes what a terminating namespace holds, and reports what is left; when nothing is, it may go itself. */
export function emptyNamespace(cluster: Cluster, name: string): void {
  const home = cluster.objects.find(NAMESPACES, '', name);
  if (home?.object.metadata.deletionTimestamp === undefined) return;
  for (const stored of contentOf(cluster, name)) deleteStored(cluster, stored, 'Background');
  const rest = contentOf(cluster, name);
  const now = toTime(cluster.now());
  const next = { ...home.object, status: withConditions(home.object, factsOf(rest), now) };
  storeAs(cluster, home, next, { ...BY, subresource: 'status' });
  const namespace = cluster.objects.find(NAMESPACES, '', name);
  if (namespace && rest.length === 0) finish(cluster, namespace);
}

const BY = { manager: 'kube-controller-manager' };

const contentOf = (cluster: Cluster, namespace: string): StoredObject[] =>
  cluster.objects.keysIn(namespace).flatMap(key => cluster.objects.list(key, namespace));

function finish(cluster: Cluster, home: StoredObject): void {
  const spec = (home.object.spec ?? {}) as { finalizers?: readonly string[] };
  const finalizers = (spec.finalizers ?? []).filter(each => each !== 'kubernetes');
  storeChanged(cluster, home, { ...home.object, spec: finalizers.length > 0 ? { finalizers } : {} });
}

interface Fact {
  readonly type: string;
  readonly isTrue: boolean;
  readonly reason: string;
  readonly message: string;
}

/** What can keep a real server from emptying a namespace never keeps this one. */
const UNHINDERED: readonly Fact[] = [
  {
    type: 'NamespaceDeletionDiscoveryFailure',
    isTrue: false,
    reason: 'ResourcesDiscovered',
    message: 'All resources successfully discovered',
  },
  {
    type: 'NamespaceDeletionGroupVersionParsingFailure',
    isTrue: false,
    reason: 'ParsedGroupVersions',
    message: 'All legacy kube types successfully parsed',
  },
  {
    type: 'NamespaceDeletionContentFailure',
    isTrue: false,
    reason: 'ContentDeleted',
    message: 'All content successfully deleted, may be waiting on finalization',
  },
];

/** What a namespace waits for. */
function factsOf(rest: readonly StoredObject[]): readonly Fact[] {
  const finalizers = rest.flatMap(({ object }) => object.metadata.finalizers ?? []);
  const [isFull, isHeld] = [rest.length > 0, finalizers.length > 0];
  return [
    ...UNHINDERED,
    {
      type: 'NamespaceContentRemaining',
      isTrue: isFull,
      reason: isFull ? 'SomeResourcesRemain' : 'ContentRemoved',
      message: isFull
        ? `Some resources are remaining: ${countEach(rest.map(toResource), ' has ')}`
        : 'All content successfully removed',
    },
    {
      type: 'NamespaceFinalizersRemaining',
      isTrue: isHeld,
      reason: isHeld ? 'SomeFinalizersRemain' : 'ContentHasNoFinalizers',
      message: isHeld
        ? `Some content in the namespace has finalizers remaining: ${countEach(finalizers, ' in ')}`
        : 'All content-preserving finalizers finished',
    },
  ];
}

function withConditions(home: KubeObject, facts: readonly Fact[], now: string): object {
  let conditions = conditionsOf(home);
  for (const { isTrue, type, ...why } of facts) {
    const known = conditions.find(each => each.type === type);
    const status = isTrue ? 'True' : 'False';
    const lastTransitionTime = known?.status === status ? known.lastTransitionTime : now;
    conditions = withCondition(conditions, { type, status, lastTransitionTime, ...why });
  }
  return { ...statusOf(home), conditions };
}

function toResource({ storageKey }: StoredObject): string {
  const [group, plural] = storageKey.split('/');
  return group === '' ? `${plural}.` : `${plural}.${group}`;
}

function countEach(names: readonly string[], link: string): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, count]) => `${name}${link}${count} resource instances`)
    .join(', ');
}
