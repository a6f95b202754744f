/** Lays a configuration over a live value, and takes fields out of a value. */
import { ownField, setField } from '../../schema/jsonValues';
import { isEmpty, type FieldSet } from './fieldSet';
import { isStruct, type Struct } from './schemaNode';
import {
  childrenOf,
  doubledItems,
  elementsOf,
  fieldShape,
  isLeaf,
  itemsByElement,
  itemShape,
  type Shape,
} from './shape';

const isFilled = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

export function mergeValues(live: unknown, config: unknown, shape: Shape): unknown {
  if (config === undefined) return live;
  // Nothing at all is laid over a container as an empty one would be, which takes nothing away.
  if (config === null && isFilled(live) && !isLeaf(live, shape)) return live;
  if (live === undefined || live === null || isLeaf(config, shape)) return config;
  if (Array.isArray(config) && Array.isArray(live)) return mergeLists(live, config, shape);
  if (!isStruct(config) || !isStruct(live)) return config;
  const merged: Record<string, unknown> = { ...live };
  for (const [field, value] of Object.entries(config)) {
    setField(merged, field, mergeValues(ownField(live, field), value, fieldShape(shape, field)));
  }
  return merged;
}

/**
 * Items of both are merged in the order of the configuration; those of the live list alone keep their place before the same
 * items:
 *
 *   live [a b c], config [c a] → [b c a]
 *   live [a b],   config [x b] → [a x b]
 */
function mergeLists(live: readonly unknown[], config: readonly unknown[], shape: Shape): readonly unknown[] {
  const [left, right] = [itemsByElement(live, shape), itemsByElement(config, shape)];
  const items = itemShape(shape);
  const [lefts, rights] = [elementsOf(live, shape), [...right.keys()]];
  // What occurs more than once is not merged with: the configuration takes the place of all of it.
  const doubled = left.size < live.length ? doubledItems(live, shape) : undefined;
  const shared = rights.filter(element => left.has(element));
  const merged: unknown[] = [];
  const done = new Set<string>();
  let nextShared = 0;
  const take = (element: string) => {
    const before = doubled?.has(element) ? undefined : left.get(element);
    merged.push(mergeValues(before, right.get(element), items));
    done.add(element);
    if (shared[nextShared] === element) nextShared += 1;
  };
  let [l, r] = [0, 0];
  while (l < lefts.length || r < rights.length) {
    const [fromLeft, fromRight] = [lefts[l], rights[r]];
    if (l < lefts.length && fromLeft === fromRight) {
      take(fromLeft);
      l += 1;
      r += 1;
    } else if (l < lefts.length && !right.has(fromLeft)) {
      merged.push(live[l]);
      l += 1;
    } else if (
      l < lefts.length &&
      (done.has(fromLeft) ||
        (r < rights.length && nextShared < shared.length && shared[nextShared] !== fromLeft))
    )
      l += 1;
    else if (r < rights.length) {
      take(fromRight);
      r += 1;
    } else l += 1;
  }
  return merged;
}

/** A set in which declared fields with members below are members, too: they go with what is in them. */
export interface RemovedFields {
  /** What its manager has given up. */
  readonly given: FieldSet;
  /** What anybody manages now. */
  readonly managed: FieldSet;
}

const gone = Symbol('gone');

function isHeld(set: FieldSet | undefined, isNamed: boolean): boolean {
  return set !== undefined && (set.isMember || (isNamed && !isEmpty(set)));
}

const isEmptyList = (value: unknown, shape: Shape) =>
  Array.isArray(value) && value.length === 0 && !isLeaf(value, shape);

/** Whether nothing is left of a struct, but for lists of nothing, when all goes that nobody manages. */
function isHollow(value: unknown, shape: Shape, managed: FieldSet | undefined): boolean {
  if (!isStruct(value) || isLeaf(value, shape)) return false;
  let isKept = false;
  for (const child of childrenOf(value, shape)) {
    const below = managed?.children.get(child.element);
    const isNothing = isEmptyList(child.value, child.shape);
    if (!isNothing && !isHeld(below, child.isDeclared)) continue;
    if (!isNothing && !isHollow(child.value, child.shape, below)) return false;
    isKept = true;
  }
  return isKept;
}

function pruneValue(value: unknown, shape: Shape, { given, managed }: RemovedFields): unknown {
  if (isLeaf(value, shape) || given.children.size === 0) return value;
  const fates = new Map<string, unknown>();
  for (const child of childrenOf(value as Struct, shape)) {
    const own = given.children.get(child.element);
    if (!own) continue;
    const others = managed.children.get(child.element);
    const isLost = !isHeld(others, child.isDeclared) || isHollow(child.value, child.shape, others);
    const isRemoved = isHeld(own, child.isDeclared) && isLost;
    const rest = { given: own, managed: others ?? { isMember: false, children: new Map() } };
    fates.set(child.element, isRemoved ? gone : pruneValue(child.value, child.shape, rest));
  }
  if (fates.size === 0) return value;
  return Array.isArray(value) ? pruneList(value, shape, fates) : pruneStruct(value as Struct, fates);
}

/** A real server leaves null where it took everything out. */
const orNull = <T extends object>(rest: T): T | null => (Object.keys(rest).length === 0 ? null : rest);

function pruneStruct(value: Struct, fates: ReadonlyMap<string, unknown>): Struct | null {
  const kept = Object.entries(value).map(([field, child]) => {
    const element = `f:${field}`;
    return [field, fates.has(element) ? fates.get(element) : child] as const;
  });
  return orNull(Object.fromEntries(kept.filter(([, child]) => child !== gone)));
}

function pruneList(
  value: readonly unknown[],
  shape: Shape,
  fates: ReadonlyMap<string, unknown>,
): readonly unknown[] | null {
  const elements = elementsOf(value, shape);
  const isOne = new Set(elements).size === elements.length;
  const fateOf = (item: unknown, element: string) => {
    const fate = fates.has(element) ? fates.get(element) : item;
    return isOne || fate === gone ? fate : item;
  };
  return orNull(value.map((item, index) => fateOf(item, elements[index])).filter(item => item !== gone));
}

/** Takes out what a manager no longer applies and nobody else manages. */
export const pruneGivenUp = (value: unknown, shape: Shape, doomed: RemovedFields): unknown =>
  pruneValue(value, shape, doomed);
