import { isJsonObject, isSameJson, type JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { isSet, own, type Three } from './jsonFields';
import type { MergeField, MergeType } from './mergeField';
import { fieldOf, typeOf } from './mergeTypes';
import { rewriteList } from './rewriteList';

type Change = readonly [field: string, value: unknown];

/**
 * The strategic merge patch that brings the live object to what is wanted (B/WA-052): fields that are wanted get their value,
 * those that were applied and are wanted no more go, and what others have set stays. Empty: there is nothing to do.
 */
export const strategicPatch = (three: Three, type: MergeType | undefined): JsonObject =>
  Object.fromEntries(changesOf(three, type));

function changesOf(
  { last, wanted, live }: Three,
  type: MergeType | undefined,
  isRetaining = false,
): Change[] {
  const before = isJsonObject(last) ? last : {};
  const set = Object.entries(wanted).flatMap(([field, value]) =>
    changeField(
      field,
      { last: own(before, field), wanted: value, live: own(live, field) },
      fieldOf(type, field),
    ),
  );
  const gone = Object.keys(before)
    .filter(field => !Object.hasOwn(wanted, field) && isSet(own(live, field)))
    .map((field): Change => [field, null]);
  const changes = [...set, ...gone];
  if (!isRetaining) return changes;
  const kept = Object.keys(wanted).filter(field => isSet(wanted[field]));
  const hasMore = Object.keys(live).some(field => isSet(live[field]) && !kept.includes(field));
  return changes.length > 0 || hasMore ? [...changes, ['$retainKeys', kept.sort()]] : [];
}

interface Place {
  readonly last: unknown;
  readonly wanted: unknown;
  readonly live: unknown;
}

function changeField(field: string, { last, wanted, live }: Place, how: MergeField): readonly Change[] {
  if (!isSet(wanted)) return isSet(live) ? [[field, null]] : [];
  if (isSameJson(wanted, live)) return [];
  if (isJsonObject(wanted) && isJsonObject(live) && !how.isReplaced) {
    const changes = changesOf({ last, wanted, live }, typeOf(how), how.isRetaining);
    return changes.length === 0 ? [] : [[field, Object.fromEntries(changes)]];
  }
  if (how.by === undefined || !Array.isArray(wanted) || !Array.isArray(live)) return [[field, wanted]];
  const lists = { last: Array.isArray(last) ? last : [], wanted, live };
  return how.by === '' ? changeSet(field, lists) : changeList(field, lists, { ...how, by: how.by });
}

interface Lists {
  readonly last: readonly unknown[];
  readonly wanted: readonly unknown[];
  readonly live: readonly unknown[];
}

/** A list of plain values, such as finalizers. */
function changeSet(field: string, { last, wanted, live }: Lists): readonly Change[] {
  const added = wanted.filter(value => !live.includes(value));
  const gone = last.filter(value => !wanted.includes(value) && live.includes(value));
  if (added.length === 0 && gone.length === 0 && isInOrder(wanted, live)) return [];
  const changes: Change[] = [[`$setElementOrder/${field}`, wanted]];
  if (added.length > 0) changes.push([field, added]);
  if (gone.length > 0) changes.push([`$deleteFromPrimitiveList/${field}`, gone]);
  return changes;
}

function changeList(
  field: string,
  { last, wanted, live }: Lists,
  how: MergeField & { readonly by: string },
): readonly Change[] {
  const [before, next, now] = [last, wanted, live].map(list => byKey(list, how.by));
  // A server would mix up elements of one key, so the list is written whole.
  if (next === undefined || now === undefined) {
    const list = rewriteList({ last, wanted, live }, how.by);
    return isSameJson(list, live) ? [] : [[field, [{ $patch: 'replace' }, ...list]]];
  }
  const type = typeOf(how);
  const set = [...next].flatMap(([key, element]) => {
    const found = now.get(key);
    if (found === undefined) return [element];
    const changes = changesOf(
      { last: before?.get(key), wanted: element, live: found },
      type,
      how.isRetaining,
    );
    return changes.length === 0 ? [] : [{ ...Object.fromEntries(changes), [how.by]: key }];
  });
  const gone = [...(before?.keys() ?? [])]
    .filter(key => !next.has(key) && now.has(key))
    .map(key => ({ [how.by]: key, $patch: 'delete' }));
  if (set.length === 0 && gone.length === 0 && isInOrder([...next.keys()], [...now.keys()])) return [];
  const order: Change = [`$setElementOrder/${field}`, [...next.keys()].map(key => ({ [how.by]: key }))];
  return set.length + gone.length === 0 ? [order] : [order, [field, [...set, ...gone]]];
}

/** Elements by their key; undefined: one has none, or that of another. */
function byKey(list: readonly unknown[], key: string): ReadonlyMap<unknown, JsonObject> | undefined {
  const found = new Map<unknown, JsonObject>();
  for (const element of list) {
    if (!isJsonObject(element) || !isSet(own(element, key)) || found.has(element[key])) return undefined;
    found.set(element[key], element);
  }
  return found;
}

/** The desired items, which are all there, are in their order already, whatever items of others are between them. */
function isInOrder(wanted: readonly unknown[], live: readonly unknown[]): boolean {
  const places = wanted.map(value => live.indexOf(value));
  return places.every((place, index) => index === 0 || places[index - 1] < place);
}
