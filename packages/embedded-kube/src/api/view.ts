import type { KubeObject, ResourceType } from '../contracts';
import { StoredObject } from '../storage/StoredObject';
import { apiVersionOf } from './request';

const views = new WeakMap<StoredObject, WeakMap<ResourceType, StoredObject>>();

/**
 * What clients of a version see of an object: what its schema does not know is left out, and its defaults are filled in,
 * also where the schema became so after the object was written. That is found out once for an object and a version.
 */
export function viewOf(type: ResourceType, stored: StoredObject): StoredObject {
  const { keeping } = type.admission;
  if (!keeping || stored.shapedFor === type) return stored;
  const known = views.get(stored)?.get(type);
  if (known) return known;
  const kept = stored.in(apiVersionOf(type));
  const seen = keeping.fromStorage(kept);
  if (seen === kept && type.version === type.storageVersion) {
    stored.shapedFor = type;
    return stored;
  }
  const view = seen === kept ? stored : new StoredObject(stored.storageKey, stored.revision, seen).letCool();
  const ofObject = views.get(stored) ?? new WeakMap<ResourceType, StoredObject>();
  views.set(stored, ofObject.set(type, view));
  return view;
}

/** The same as JSON. */
export const objectSeen = (type: ResourceType, stored: StoredObject): KubeObject =>
  viewOf(type, stored).in(apiVersionOf(type));

/** As it is kept: in the storage version of its kind. */
export const toStorage = (type: ResourceType, object: KubeObject): KubeObject =>
  type.admission.keeping?.toStorage(object) ?? object;

/** Call with what was just written through a type: readers of its version see it as it is. */
export function markSeen(type: ResourceType, stored: StoredObject): StoredObject {
  if (type.admission.keeping && type.version === type.storageVersion) stored.shapedFor = type;
  return stored;
}
