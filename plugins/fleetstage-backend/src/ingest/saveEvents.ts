import { toPlacementKey, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { KubeObject as RawObject, WatchEvent } from '@fleetstage/kube-client';
import type { Tx } from '../database/db';
import { deleteObject, listObjectNames, saveObjects } from '../database/mirrorStore';
import { fromObjectKey, keyOfObject } from '../database/placementObject';
import { cutDepth } from './cutDepth';
import type { AuthoredKind, ObjectChange } from './keysFor';

export type AuthoredEvent = {
  readonly kind: AuthoredKind;
  /** `UNSERVED`: the hub has no such kind, so that there is nothing to wait for; what was known of it stays. */
  readonly event: WatchEvent | { readonly type: 'UNSERVED' };
};

/** Mirrors events in their order, and returns what changes with each. */
export async function saveEvents(
  tx: Tx,
  hub: string,
  batch: readonly AuthoredEvent[],
): Promise<ObjectChange[]> {
  const changes: ObjectChange[] = [];
  const tooDeep = new Set<KubeObject>();
  let objects = new Map<string, KubeObject>();
  let kindOfObjects: AuthoredKind | undefined;
  const saveGathered = async () => {
    if (kindOfObjects === undefined) return;
    const kind = kindOfObjects;
    const saved = await saveObjects(tx, hub, { kind, objects: [...objects.values()] });
    for (const change of saved) {
      const name = keyOfObject(change.after);
      const isKnown = change.before?.metadata.resourceVersion === change.after.metadata.resourceVersion;
      const wasCut = !isKnown && tooDeep.has(objects.get(name)!);
      changes.push({ kind, name, ...change, ...(wasCut && { wasCut }) });
    }
    objects = new Map();
    kindOfObjects = undefined;
  };
  for (const { kind, event } of batch) {
    if (event.type === 'UNSERVED') continue;
    if (event.type === 'SYNCED' || event.type === 'DELETED') {
      await saveGathered();
      changes.push(...(await saveEnd(tx, hub, { kind, event })));
      continue;
    }
    const whole = parseObject(event.object);
    const object = cutDepth(whole);
    if (object !== whole) tooDeep.add(object);
    // Twice the same object is two changes, one after the other.
    if (kind !== kindOfObjects || objects.has(keyOfObject(object))) await saveGathered();
    kindOfObjects = kind;
    objects.set(keyOfObject(object), object);
  }
  await saveGathered();
  return changes;
}

type SeenEvent = { readonly kind: AuthoredKind; readonly event: WatchEvent };

/** One object is gone, or all that a new list does not name. */
async function saveEnd(tx: Tx, hub: string, { kind, event }: SeenEvent): Promise<ObjectChange[]> {
  const changes: ObjectChange[] = [];
  for (const name of await namesOfGone(tx, hub, { kind, event }))
    changes.push({ kind, name, before: await deleteObject(tx, { hub, kind, ...fromObjectKey(name) }) });
  return changes;
}

async function namesOfGone(tx: Tx, hub: string, { kind, event }: SeenEvent): Promise<string[]> {
  if (event.type !== 'SYNCED') return [keyOfObject(parseObject(event.object))];
  const known = await listObjectNames(tx, hub, kind);
  return known.map(toPlacementKey).filter(key => !event.keys.has(key));
}

/** Where an object of the hub becomes one of ours: the API server has checked its schema. */
function parseObject(object: RawObject): KubeObject {
  const { name } = object.metadata;
  if (name === undefined) throw new Error('an object of the hub came without a name');
  return { ...object, metadata: { ...object.metadata, name } };
}
