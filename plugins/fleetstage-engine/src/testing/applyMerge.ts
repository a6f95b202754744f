import { isJsonObject, isSameJson, type JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { MergeType } from '../work/merge/mergeField';
import { fieldOf, mergeTypeOf, typeOf } from '../work/merge/mergeTypes';

interface Kind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** What an API server makes of an object and a strategic merge patch, as far as `strategicPatch` writes such: no checks. */
export const applyStrategic = (live: JsonObject, patch: JsonObject, kind: Kind): JsonObject =>
  merge(live, patch, mergeTypeOf(kind));

function merge(live: JsonObject, patch: JsonObject, type: MergeType | undefined): JsonObject {
  const { $retainKeys: kept } = patch;
  const merged = new Map(
    Object.entries(live).filter(([field]) => !Array.isArray(kept) || kept.includes(field)),
  );
  for (const [field, value] of Object.entries(patch)) {
    if (field.startsWith('$')) continue;
    const found = merged.get(field);
    const how = fieldOf(type, field);
    if (value === null) merged.delete(field);
    else if (isJsonObject(value) && isJsonObject(found) && !how.isReplaced)
      merged.set(field, merge(found, value, typeOf(how)));
    else if (Array.isArray(value) && Array.isArray(found) && how.by !== undefined)
      merged.set(field, mergeLists(found, value, { by: how.by, type: typeOf(how) }));
    else merged.set(field, Array.isArray(value) ? value.filter(isPlain) : value);
  }
  for (const [directive, values] of Object.entries(patch)) {
    const [name, field] = directive.split(/\/(.*)/s);
    const found = merged.get(field);
    if (!Array.isArray(values) || !Array.isArray(found)) continue;
    if (name === '$deleteFromPrimitiveList')
      merged.set(
        field,
        found.filter(value => !values.includes(value)),
      );
  }
  for (const [directive, order] of Object.entries(patch)) {
    const [name, field] = directive.split(/\/(.*)/s);
    const found = merged.get(field);
    const before = live[field];
    if (name === '$setElementOrder' && Array.isArray(order) && Array.isArray(found))
      merged.set(
        field,
        inOrder(found, { order, before: Array.isArray(before) ? before : [], by: fieldOf(type, field).by }),
      );
  }
  return Object.fromEntries(merged);
}

const isPlain = (item: unknown) => !isJsonObject(item) || item.$patch === undefined;

function mergeLists(
  live: readonly unknown[],
  patch: readonly unknown[],
  { by, type }: { readonly by: string; readonly type: MergeType | undefined },
): readonly unknown[] {
  if (patch.some(item => isJsonObject(item) && item.$patch === 'replace')) return patch.filter(isPlain);
  const keyOf = (item: unknown) => (isJsonObject(item) ? item[by] : item);
  const gone = patch.filter(item => !isPlain(item)).map(keyOf);
  const merged = live.filter(item => !gone.includes(keyOf(item)));
  for (const item of patch.filter(isPlain)) {
    const at = merged.findIndex(other => keyOf(other) === keyOf(item));
    const found = merged[at];
    if (at < 0) merged.push(item);
    else if (isJsonObject(found) && isJsonObject(item)) merged[at] = merge(found, item, type);
  }
  return merged;
}

/** What is ordered comes in that order, the others in theirs; between the two, what was first stays first. */
function inOrder(
  list: readonly unknown[],
  { order, before, by }: { order: readonly unknown[]; before: readonly unknown[]; by: string | undefined },
): readonly unknown[] {
  const keyOf = (item: unknown) => (by && isJsonObject(item) ? item[by] : item);
  const placeIn = (items: readonly unknown[], item: unknown) =>
    items.findIndex(other => isSameJson(keyOf(other), keyOf(item)));
  const named = list
    .filter(item => placeIn(order, item) >= 0)
    .sort((a, b) => placeIn(order, a) - placeIn(order, b));
  const others = list.filter(item => placeIn(order, item) < 0);
  const merged: unknown[] = [];
  while (named.length + others.length > 0) {
    const [left, right] = [placeIn(before, others[0]), placeIn(before, named[0])];
    const takesOther = named.length === 0 || (others.length > 0 && left >= 0 && right >= 0 && left < right);
    merged.push(takesOther ? others.shift() : named.shift());
  }
  return merged;
}
