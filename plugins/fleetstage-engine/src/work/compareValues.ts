import {
  compareQuantities,
  isJsonObject,
  parseQuantity,
  type JsonObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { own } from './merge/jsonFields';

/** One place where hub and member differ; an absent side is undefined. */
export interface Difference {
  /** JSON pointer. */
  readonly path: string;
  readonly hub?: unknown;
  readonly member?: unknown;
}

/** Partial: what the hub sets must be there. Full: and nothing else (B/WA-091, WA-092). */
export type Comparison = 'PartialComparison' | 'FullComparison';

interface Place {
  readonly comparison: Comparison;
  readonly path: string;
  /** Name of the field that holds the value, for quantities. */
  readonly field: string;
  readonly parent?: string;
}

/** Where two JSON values differ. */
export const compareValues = (hub: unknown, member: unknown, comparison: Comparison): readonly Difference[] =>
  compare(hub, member, { comparison, path: '', field: '' });

function compare(hub: unknown, member: unknown, place: Place): Difference[] {
  if (isJsonObject(hub) && isJsonObject(member)) return compareObjects(hub, member, place);
  if (Array.isArray(hub) && Array.isArray(member)) return compareArrays(hub, member, place);
  if (isVoid(hub) && isVoid(member)) return [];
  if (isEqualScalar(hub, member, place)) return [];
  return [{ path: place.path, hub, member }];
}

function compareObjects(hub: JsonObject, member: JsonObject, place: Place): Difference[] {
  const fields = Object.keys(hub);
  if (place.comparison === 'FullComparison')
    fields.push(...Object.keys(member).filter(field => !Object.hasOwn(hub, field)));
  return fields.sort().flatMap(field =>
    compare(own(hub, field), own(member, field), {
      comparison: place.comparison,
      path: `${place.path}/${escapePointer(field)}`,
      field,
      parent: place.field,
    }),
  );
}

/** Lists whose elements have an identity are compared by it, as the API server merges them; others index by index. */
function compareArrays(hub: readonly unknown[], member: readonly unknown[], place: Place): Difference[] {
  const key = findMergeKey(hub, member);
  const at = (index: number | '-'): Place => ({ ...place, path: `${place.path}/${index}` });
  if (key === undefined) return compareByIndex(hub, member, at);
  const partnerOf = findPartners(hub, member, key);
  const kept = hub.flatMap((element, index) => compare(element, partnerOf.get(index), at(index)));
  if (place.comparison === 'PartialComparison') return kept;
  const partners = new Set(partnerOf.values());
  const extra = member.filter(element => !partners.has(element));
  return [...kept, ...extra.map(element => ({ path: at('-').path, member: element }))];
}

/** Index on the hub → element on the member: of the same key, or failing that of the same place if it has no other. */
function findPartners(
  hub: readonly unknown[],
  member: readonly unknown[],
  key: readonly string[],
): ReadonlyMap<number, unknown> {
  const byKey = new Map(member.map(element => [keyValue(element, key), element]));
  const wanted = new Set(hub.map(element => keyValue(element, key)));
  const pairs = hub.map((element, index): [number, unknown] => {
    const sameKey = byKey.get(keyValue(element, key));
    if (sameKey !== undefined) return [index, sameKey];
    const isFree = index < member.length && !wanted.has(keyValue(member[index], key));
    return [index, isFree ? member[index] : undefined];
  });
  return new Map(pairs);
}

function compareByIndex(
  hub: readonly unknown[],
  member: readonly unknown[],
  at: (index: number | '-') => Place,
) {
  const shared = Math.min(hub.length, member.length);
  return [
    ...hub.slice(0, shared).flatMap((element, index) => compare(element, member[index], at(index))),
    // A missing tail repeats the index of its first element, as applying the differences one by one would (B/WA-095).
    ...hub.slice(shared).map(element => ({ path: at(shared).path, hub: element })),
    ...member.slice(shared).map(element => ({ path: at('-').path, member: element })),
  ];
}

/** Fields by which Kubernetes merges lists, the commonest first. */
const MERGE_KEYS: readonly (readonly string[])[] = [
  ['name'],
  ['mountPath'],
  ['containerPort', 'protocol'],
  ['port', 'protocol'],
  ['topologyKey', 'whenUnsatisfiable'],
  ['devicePath'],
  ['ip'],
  ['type'],
  ['uid'],
];

function findMergeKey(hub: readonly unknown[], member: readonly unknown[]): readonly string[] | undefined {
  if (hub.length === 0) return undefined;
  return MERGE_KEYS.find(key => isKeyOf(key, hub) && isKeyOf(key, member));
}

function isKeyOf(key: readonly string[], elements: readonly unknown[]): boolean {
  if (!elements.every(element => isJsonObject(element) && key[0] in element)) return false;
  return new Set(elements.map(element => keyValue(element, key))).size === elements.length;
}

// The protocol of a port is defaulted by the server, so its absence means TCP.
const keyValue = (element: unknown, key: readonly string[]) =>
  isJsonObject(element)
    ? key.map(field => element[field] ?? (field === 'protocol' ? 'TCP' : '')).join('/')
    : '';

/** Nothing, or an empty list or map: API servers drop and add them at will. */
export const isVoid = (value: unknown) =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (isJsonObject(value) && Object.keys(value).length === 0);

const QUANTITY_MAPS =
  /^(limits|requests|hard|used|capacity|allocatable|overhead|default|defaultRequest|max|min)$/;
const QUANTITY_FIELDS = /^(storage|sizeLimit|divisor)$/;

function isEqualScalar(hub: unknown, member: unknown, { field, parent }: Place): boolean {
  if (hub === member) return true;
  if (!QUANTITY_MAPS.test(parent ?? '') && !QUANTITY_FIELDS.test(field)) return false;
  if (!isPrintable(hub) || !isPrintable(member)) return false;
  const [left, right] = [parseQuantity(String(hub)), parseQuantity(String(member))];
  return left.ok && right.ok && compareQuantities(left.value, right.value) === 0;
}

const isPrintable = (value: unknown) => typeof value === 'string' || typeof value === 'number';

const escapePointer = (field: string) => field.replace(/~/g, '~0').replace(/\//g, '~1');
