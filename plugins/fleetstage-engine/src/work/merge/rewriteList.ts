import { isJsonObject, type JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { jsonMergePatch } from './jsonMergePatch';
import { isSet, own } from './jsonFields';

interface Lists {
  readonly last: readonly unknown[];
  readonly wanted: readonly unknown[];
  readonly live: readonly unknown[];
}

/**
 * What a list shall be whose elements its merge key does not distinguish, such as the ports 53/TCP and 53/UDP of a Service: by
 * the merge key and what else makes such elements different. Where not even that does, it is what is wanted.
 */
export function rewriteList({ last, wanted, live }: Lists, by: string): readonly unknown[] {
  const [before, next, now] = [last, wanted, live].map(list => byIdentity(list, by));
  if (next === undefined || now === undefined) return wanted;
  const merged = [...next].map(([key, element]) =>
    mergeJson({ last: before?.get(key), wanted: element, live: now.get(key) ?? {} }),
  );
  const foreign = [...now]
    .filter(([key]) => !next.has(key) && !before?.has(key))
    .map(([, element]) => element);
  return [...merged, ...foreign];
}

function byIdentity(list: readonly unknown[], by: string): ReadonlyMap<string, JsonObject> | undefined {
  const found = new Map<string, JsonObject>();
  for (const element of list) {
    if (!isJsonObject(element)) return undefined;
    const key = JSON.stringify([own(element, by), element.protocol ?? 'TCP', element.whenUnsatisfiable]);
    if (found.has(key)) return undefined;
    found.set(key, element);
  }
  return found;
}

const mergeJson = (three: { last?: unknown; wanted: JsonObject; live: JsonObject }): JsonObject =>
  overlay(three.live, jsonMergePatch(three));

function overlay(live: JsonObject, patch: JsonObject): JsonObject {
  const merged = new Map(Object.entries(live));
  for (const [field, value] of Object.entries(patch)) {
    const found = merged.get(field);
    if (!isSet(value)) merged.delete(field);
    else merged.set(field, isJsonObject(value) && isJsonObject(found) ? overlay(found, value) : value);
  }
  return Object.fromEntries(merged);
}
