import type { KubeObject } from '../contracts';
import type { StoredObject } from '../storage/StoredObject';
import { compareText, toTime } from '../text';
import type { Cluster } from './Cluster';
import { deleteStored, storeChanged } from './controllerWrites';
import { conditionsOf, statusOf, withCondition } from './terminating';

export const FIRST_NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];
const NAMESPACES = '/namespaces';

/** Deletes what a terminating namespace holds; when nothing is left the namespace itself may go. */
export function emptyNamespace(cluster: Cluster, name: string): void {
  const home = cluster.objects.find(NAMESPACES, '', name);
  if (home?.object.metadata.deletionTimestamp === undefined) return;
  for (const stored of contentOf(cluster, name)) deleteStored(cluster, stored, 'Background');
  const rest = contentOf(cluster, name);
  if (rest.length === 0) finish(cluster, home);
  else storeChanged(cluster, home, withRemains(home.object, rest, toTime(cluster.now())));
}

const contentOf = (cluster: Cluster, namespace: string): StoredObject[] =>
  cluster.objects.keysIn(namespace).flatMap(key => cluster.objects.list(key, namespace));

function finish(cluster: Cluster, home: StoredObject): void {
  const spec = (home.object.spec ?? {}) as { finalizers?: readonly string[] };
  const finalizers = (spec.finalizers ?? []).filter(each => each !== 'kubernetes');
  storeChanged(cluster, home, { ...home.object, spec: finalizers.length > 0 ? { finalizers } : {} });
}

/** Tells in the conditions what a namespace waits for. */
function withRemains(home: KubeObject, rest: readonly StoredObject[], now: string): KubeObject {
  const finalizers = rest.flatMap(({ object }) => object.metadata.finalizers ?? []);
  const facts = [
    {
      type: 'NamespaceContentRemaining',
      reason: 'SomeResourcesRemain',
      message: `Some resources are remaining: ${countEach(rest.map(toResource), ' has ')}`,
      isTrue: true,
    },
    {
      type: 'NamespaceFinalizersRemaining',
      reason: finalizers.length > 0 ? 'SomeFinalizersRemain' : 'ContentHasNoFinalizers',
      message:
        finalizers.length > 0
          ? `Some content in the namespace has finalizers remaining: ${countEach(finalizers, ' in ')}`
          : 'All content-preserving finalizers finished',
      isTrue: finalizers.length > 0,
    },
  ];
  let conditions = conditionsOf(home);
  for (const { isTrue, ...fact } of facts) {
    const known = conditions.find(({ type }) => type === fact.type);
    const status = isTrue ? 'True' : 'False';
    const lastTransitionTime = known?.status === status ? known.lastTransitionTime : now;
    conditions = withCondition(conditions, { ...fact, status, lastTransitionTime });
  }
  return { ...home, status: { ...statusOf(home), conditions } };
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
