import type { KubeObject } from '../contracts';
import { trackUpdate } from '../api/patch/managedFields';
import { compileCrd } from '../schema/crd';
import { isDeepEqual } from '../schema/jsonValues';
import type { Change } from '../storage/Change';
import type { StoredObject } from '../storage/StoredObject';
import { toTime } from '../text';
import type { Cluster } from './Cluster';
import { deleteStored, storeChanged, withoutFinalizer } from './controllerWrites';
import { acceptedNamesOf, claimNames, isEstablished, specOf, withAcceptance } from './definitionNames';
import { conditionsOf, DEFINITION_CLEANUP, statusOf, withCondition } from './terminating';

const DEFINITIONS = 'apiextensions.k8s.io/customresourcedefinitions';

/** Serves a definition as it is now, and says in its status that it does. */
export function serveDefinition(cluster: Cluster, change: Change): void {
  const { stored } = change;
  if (change.type === 'DELETED') {
    cluster.catalog.withdraw(stored.name);
    reconsider(cluster, inGroupOf(cluster, stored));
    const end = () => cluster.endWatches(storageKeyOf(stored.name));
    // Watches must send the last objects first, which happens when they are stored.
    cluster.settled().then(end, end);
    return;
  }
  const { object, name } = stored;
  const others = inGroupOf(cluster, stored);
  const now = toTime(cluster.now());
  const next = withAcceptance(
    object,
    claimNames(
      object,
      others.map(other => other.object),
    ),
    now,
  );
  if (isEstablished(next)) cluster.catalog.serve(compileCrd(asNamed(next)));
  if (object.metadata.deletionTimestamp !== undefined)
    cluster.work.add(`definition ${cluster.name} ${name}`, () => cleanUpDefinition(cluster, name));
  if (isDeepEqual(next, object)) return;
  storeStatus(cluster, stored, next);
  if (!isDeepEqual(acceptedNamesOf(next), acceptedNamesOf(object))) reconsider(cluster, others);
}

function storeStatus(cluster: Cluster, stored: StoredObject, next: KubeObject): void {
  const type = cluster.catalog.builtin('apiextensions.k8s.io', 'v1', 'customresourcedefinitions');
  const { object: live } = stored;
  const how = { manager: 'kube-apiserver', type, subresource: 'status', now: toTime(cluster.now()) };
  storeChanged(cluster, stored, trackUpdate({ live, next, ...how }));
}

/** It is served by the names that it has, which are not those that it wants while another one has them. */
function asNamed(definition: KubeObject): KubeObject {
  const spec = specOf(definition);
  const accepted = acceptedNamesOf(definition);
  return isDeepEqual(accepted, spec.names)
    ? definition
    : { ...definition, spec: { ...spec, names: accepted } };
}

function inGroupOf(cluster: Cluster, { name, object }: StoredObject): readonly StoredObject[] {
  const { group } = specOf(object);
  return cluster.objects
    .list(DEFINITIONS)
    .filter(other => other.name !== name && specOf(other.object).group === group);
}

/** Names came or went: who waits for one may have it now. */
function reconsider(cluster: Cluster, others: readonly StoredObject[]): void {
  for (const { name } of others) {
    cluster.work.add(`names ${cluster.name} ${name}`, () => {
      const stored = cluster.objects.find(DEFINITIONS, '', name);
      if (stored) serveDefinition(cluster, { type: 'MODIFIED', stored, previous: stored, at: 0 });
    });
  }
}

/** Deletes the objects of a definition that is to go; when none is left, lets it go. */
export function cleanUpDefinition(cluster: Cluster, name: string): void {
  const definition = cluster.objects.find(DEFINITIONS, '', name);
  if (definition?.object.metadata.deletionTimestamp === undefined) return;
  const storageKey = storageKeyOf(name);
  for (const stored of cluster.objects.list(storageKey)) deleteStored(cluster, stored, 'Background');
  if (cluster.objects.list(storageKey).length > 0) {
    const conditions = withCondition(conditionsOf(definition.object), {
      ...DELETING,
      lastTransitionTime: terminatingSince(definition.object) ?? toTime(cluster.now()),
    });
    storeStatus(cluster, definition, {
      ...definition.object,
      status: { ...statusOf(definition.object), conditions },
    });
    return;
  }
  storeChanged(cluster, definition, withoutFinalizer(definition.object, DEFINITION_CLEANUP));
}

const DELETING = {
  type: 'Terminating',
  status: 'True',
  reason: 'InstanceDeletionInProgress',
  message: 'CustomResource deletion is in progress',
};

const terminatingSince = (definition: KubeObject) =>
  conditionsOf(definition).find(({ type }) => type === 'Terminating')?.lastTransitionTime;

/** `widgets.example.io` is stored under `example.io/widgets`. */
function storageKeyOf(name: string): string {
  const dot = name.indexOf('.');
  return `${name.slice(dot + 1)}/${name.slice(0, dot)}`;
}
