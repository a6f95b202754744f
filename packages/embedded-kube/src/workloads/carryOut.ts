import { randomUUID } from 'node:crypto';
import { ApiError, type KubeObject, type ResourceType } from '../contracts';
import { createObject } from '../api/create';
import { deleteObject } from '../api/delete';
import { checkNamespaceTakes } from '../api/namespaceGate';
import { trackUpdate } from '../api/patch/managedFields';
import type { ObjectPlace } from '../api/request';
import { storeUpdate } from '../api/update';
import type { Cluster } from '../cluster/Cluster';
import type { EventText, Write } from './decision';
import type { StoredObject } from '../storage/StoredObject';
import { hash32 } from './hash';
import type { SimulatedKind } from './kinds';
import { toTime } from './objects';

/** Does what a controller wants, through the same admission as a client's request. @throws ApiError */
export function carryOut(
  cluster: Cluster,
  write: Write,
  { kinds, manager }: { kinds: ReadonlyMap<string, SimulatedKind>; manager: string },
): void {
  const options = { isDryRun: false, manager, fieldValidation: 'Ignore' } as const;
  const object = write.kind === 'event' ? renderEvent(write.about, write.event, cluster) : write.object;
  const place = placeOf(cluster, object, kinds);
  const stored = cluster.objects.find(place.type.storageKey, place.namespace, place.name);
  switch (write.kind) {
    case 'create':
      createObject(place, object, options);
      return;
    case 'event':
      if (!stored) keepEvent(place, object);
      return;
    case 'delete':
      if (stored) deleteObject(place, { isDryRun: false, ...graceOf(stored.object) });
      return;
    case 'bind':
      // Only the scheduler may give a running pod a node, so no admission would let this pass.
      if (stored) {
        const spec = { ...(stored.object.spec as object), nodeName: write.nodeName };
        cluster.commit('MODIFIED', place.type.storageKey, { ...stored.object, spec }, stored);
      }
      return;
    case 'updateStatus':
      if (stored) keepStatus(place, stored, { desired: object, manager });
      return;
    default:
      if (stored) storeUpdate(place, stored, { next: object, options });
  }
}

/**
 * A status of ours is complete and well formed, so it skips the admission of what comes from outside: with a thousand
 * members that is half of the simulation's work.
 */
function keepStatus(
  { cluster, type }: ObjectPlace,
  stored: StoredObject,
  { desired, manager }: { desired: KubeObject; manager: string },
): void {
  const live = stored.object;
  const { annotations } = desired.metadata;
  const metadata = { ...live.metadata, ...(annotations && { annotations }) };
  const next = { ...live, metadata, status: desired.status };
  const now = toTime(cluster.now().getTime());
  const tracked = trackUpdate({ live, next, manager, type, subresource: 'status', now });
  cluster.commit('MODIFIED', type.storageKey, tracked, stored);
}

/** Events are as complete, there are many of them, and nobody asks who manages their fields. */
function keepEvent(place: ObjectPlace, event: KubeObject): void {
  checkNamespaceTakes(place, place.name);
  const creationTimestamp = toTime(place.cluster.now().getTime());
  const metadata = { ...event.metadata, uid: randomUUID(), creationTimestamp };
  place.cluster.commit('ADDED', place.type.storageKey, { ...event, metadata });
}

/** The first deletion gives a pod its time to end, the second is the node's word that it has. */
const graceOf = ({ metadata }: KubeObject) =>
  metadata.deletionTimestamp === undefined ? {} : { gracePeriodSeconds: 0 };

function placeOf(
  cluster: Cluster,
  { kind, metadata }: KubeObject,
  kinds: ReadonlyMap<string, SimulatedKind>,
): ObjectPlace {
  const type = typeOf(cluster, kind, kinds);
  return { cluster, type, namespace: metadata.namespace ?? '', name: metadata.name };
}

function typeOf(cluster: Cluster, kind: string, kinds: ReadonlyMap<string, SimulatedKind>): ResourceType {
  const known = kinds.get(kind);
  if (!known) throw new ApiError(404, 'NotFound', `the simulation knows no kind ${kind}`);
  return cluster.catalog.builtin(known.group, known.version, known.plural);
}

function renderEvent(about: KubeObject, event: EventText, cluster: Cluster): KubeObject {
  const { name, namespace = 'default', uid, resourceVersion } = about.metadata;
  const now = toTime(cluster.now().getTime());
  const mark = `${uid}/${event.reason}/${event.message}/${cluster.revision}`;
  const source = { component: event.component };
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${name}.${hash32(mark).toString(16).padStart(16, '18ea2e7d')}`, namespace },
    involvedObject: { apiVersion: about.apiVersion, kind: about.kind, name, namespace, uid, resourceVersion },
    type: event.type,
    reason: event.reason,
    message: event.message,
    source,
    reportingComponent: event.component,
    reportingInstance: '',
    count: 1,
    firstTimestamp: now,
    lastTimestamp: now,
    eventTime: null,
  };
}
