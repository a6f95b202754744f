import { followRules } from '../access/rbac/followRules';
import type { Change } from '../storage/Change';
import type { Cluster } from './Cluster';
import { cleanUpDefinition, serveDefinition } from './definitions';
import { collectGarbage, checkOwners, queueDependents } from './garbage';
import { emptyNamespace } from './namespaces';

const DEFINITIONS = 'apiextensions.k8s.io/customresourcedefinitions';
const NAMESPACES = '/namespaces';

/** What the server's own controllers make of a change; whatever is more than a step is queued. */
export function followChange(cluster: Cluster, change: Change): void {
  const { stored, type } = change;
  const { metadata } = stored.object;
  followRules(cluster, change);
  if (stored.storageKey === DEFINITIONS) serveDefinition(cluster, change);
  if (stored.storageKey === NAMESPACES && isLeaving(change)) queueNamespace(cluster, stored.name);
  if (type === 'DELETED') followDeletion(cluster, change);
  else if (metadata.deletionTimestamp !== undefined) {
    queue(cluster, 'garbage', stored.uid, () => collectGarbage(cluster, stored.uid));
    if (stored.namespace !== '') queueIfTerminating(cluster, stored.namespace);
  }
  if (type !== 'DELETED' && (metadata.ownerReferences ?? []).length > 0)
    queue(cluster, 'owners', stored.uid, () => checkOwners(cluster, stored.uid));
}

/** Takes up what a restart interrupted. */
export function resumeConsequences(cluster: Cluster): void {
  for (const stored of cluster.objects.list(DEFINITIONS))
    serveDefinition(cluster, { type: 'MODIFIED', stored, previous: stored, at: 0 });
  for (const { uid, object } of cluster.objects.all()) {
    const { deletionTimestamp, ownerReferences = [] } = object.metadata;
    if (deletionTimestamp !== undefined) {
      queue(cluster, 'garbage', uid, () => collectGarbage(cluster, uid));
      if (object.kind === 'Namespace') queueNamespace(cluster, object.metadata.name);
    }
    if (ownerReferences.length > 0) queue(cluster, 'owners', uid, () => checkOwners(cluster, uid));
  }
}

const isLeaving = ({ type, stored }: Change) =>
  type !== 'DELETED' && stored.object.metadata.deletionTimestamp !== undefined;

function followDeletion(cluster: Cluster, { stored }: Change): void {
  if (cluster.objects.dependentsOf(stored.uid).length > 0)
    queue(cluster, 'dependents', stored.uid, () => queueDependents(cluster, stored.uid));
  for (const { uid } of stored.object.metadata.ownerReferences ?? []) {
    // An owner that waits for its dependents may be free now.
    if (cluster.objects.byUid(uid)?.object.metadata.deletionTimestamp !== undefined)
      queue(cluster, 'garbage', uid, () => collectGarbage(cluster, uid));
  }
  if (stored.namespace !== '') queueIfTerminating(cluster, stored.namespace);
  queueDefinitionOf(cluster, stored.storageKey);
}

function queueIfTerminating(cluster: Cluster, namespace: string): void {
  const home = cluster.objects.find(NAMESPACES, '', namespace);
  if (home?.object.metadata.deletionTimestamp !== undefined) queueNamespace(cluster, namespace);
}

function queueNamespace(cluster: Cluster, name: string): void {
  queue(cluster, 'namespace', name, () => emptyNamespace(cluster, name));
}

function queueDefinitionOf(cluster: Cluster, storageKey: string): void {
  const [group, plural] = storageKey.split('/');
  const name = `${plural}.${group}`;
  const definition = cluster.objects.find(DEFINITIONS, '', name);
  if (definition?.object.metadata.deletionTimestamp === undefined) return;
  queue(cluster, 'definition', name, () => cleanUpDefinition(cluster, name));
}

function queue(cluster: Cluster, what: string, name: string, task: () => void): void {
  cluster.work.add(`${what} ${cluster.name} ${name}`, task);
}
