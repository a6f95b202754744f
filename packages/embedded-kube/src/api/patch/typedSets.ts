/** Which fields a value sets, and in which fields two values differ. */
import { isDeepStrictEqual } from 'node:util';

import { emptySet, isEmpty, toSet, type FieldSet } from './fieldSet';
import { isStruct } from './schemaNode';
import {
  childrenOf,
  doubledItems,
  fieldShape,
  isLeaf,
  itemsByElement,
  itemShape,
  type Child,
  type Shape,
} from './shape';

type Container = Parameters<typeof childrenOf>[0];

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

const isEmptyStruct = (value: unknown) => isStruct(value) && Object.keys(value).length === 0;

/** What somebody who applies `value` wants to own. */
export function fieldsOf(value: unknown, shape: Shape): FieldSet {
  if (isLeaf(value, shape)) return toSet(true);
  const children = new Map<string, FieldSet>();
  for (const child of childrenOf(value as Container, shape)) {
    const set = fieldsOf(child.value, child.shape);
    // Keys of maps and items of lists are owned themselves; a declared field only through what is in it.
    const isOwned = !child.isDeclared || child.value === null || isEmptyStruct(child.value);
    if (isOwned || !isEmpty(set)) children.set(child.element, toSet(isOwned || set.isMember, set.children));
  }
  return toSet(false, children);
}

export interface Comparison {
  /** Added or changed. */
  readonly written: FieldSet;
  readonly removed: FieldSet;
}

const same: Comparison = { written: emptySet, removed: emptySet };
const changed: Comparison = { written: toSet(true), removed: emptySet };

/** Everything in a value that is only on one side: containers count, too. */
function allOf(value: unknown, shape: Shape): FieldSet {
  if (!isContainer(value) || isLeaf(value, shape)) return toSet(true);
  const children = childrenOf(value, shape);
  const doubled =
    Array.isArray(value) && children.length < value.length ? doubledItems(value, shape) : undefined;
  const setOf = ({ element, ...child }: Child) =>
    doubled?.has(element) ? toSet(true) : allOf(child.value, child.shape);
  return toSet(true, new Map(children.map(child => [child.element, setOf(child)] as const)));
}

const isBare = (value: unknown) => value === null || (isContainer(value) && Object.keys(value).length === 0);

export function compareValues(before: unknown, after: unknown, shape: Shape): Comparison {
  if (before === after) return same;
  const isPiece = (value: unknown) => value !== null && (!isContainer(value) || isLeaf(value, shape));
  if (isPiece(before) && isContainer(after) && !isLeaf(after, shape)) return onlyAfter(after, shape);
  if (isPiece(after) && isContainer(before) && !isLeaf(before, shape))
    return { written: toSet(true), removed: toSet(false, allOf(before, shape).children) };
  if (isPiece(before) || isPiece(after) || (isBare(before) && isBare(after))) {
    return isDeepStrictEqual(before, after) ? same : changed;
  }
  if (Array.isArray(before) || Array.isArray(after)) return compareLists(before, after, shape);
  return compareStructs(before, after, shape);
}

/** Collects what differs; where nothing does, nothing is allocated. */
class Differences {
  private written?: Map<string, FieldSet>;
  private removed?: Map<string, FieldSet>;

  add(element: string, { written, removed }: Comparison): void {
    if (!isEmpty(written)) (this.written ??= new Map()).set(element, written);
    if (!isEmpty(removed)) (this.removed ??= new Map()).set(element, removed);
  }

  toComparison(): Comparison {
    if (!this.written && !this.removed) return same;
    return { written: toSet(false, this.written), removed: toSet(false, this.removed) };
  }
}

const onlyAfter = (value: unknown, shape: Shape): Comparison => ({
  written: allOf(value, shape),
  removed: emptySet,
});
const onlyBefore = (value: unknown, shape: Shape): Comparison => ({
  written: emptySet,
  removed: allOf(value, shape),
});

function compareStructs(before: unknown, after: unknown, shape: Shape): Comparison {
  const [old, next] = [isStruct(before) ? before : {}, isStruct(after) ? after : {}];
  const differences = new Differences();
  for (const field of Object.keys(next)) {
    const [was, is] = [old[field], next[field]];
    if (was === is) continue;
    const at = fieldShape(shape, field);
    if (is === undefined) differences.add(`f:${field}`, onlyBefore(was, at));
    else differences.add(`f:${field}`, was === undefined ? onlyAfter(is, at) : compareValues(was, is, at));
  }
  for (const field of Object.keys(old)) {
    if (field in next || old[field] === undefined) continue;
    differences.add(`f:${field}`, onlyBefore(old[field], fieldShape(shape, field)));
  }
  return differences.toComparison();
}

/** Lists in which elements occur more than once. */
function compareDoubled(before: unknown, after: unknown, shape: Shape): Comparison {
  const items = itemShape(shape);
  const read = (list: unknown) => {
    const all = Array.isArray(list) ? list : [];
    return { first: itemsByElement(all, shape), doubled: doubledItems(all, shape) };
  };
  const [old, next] = [read(before), read(after)];
  const differences = new Differences();
  const setOf = (side: typeof old, element: string) =>
    side.doubled.has(element) ? toSet(true) : allOf(side.first.get(element), items);
  for (const element of new Set([...next.first.keys(), ...old.first.keys()])) {
    const isOne = !next.doubled.has(element) && !old.doubled.has(element);
    if (!old.first.has(element))
      differences.add(element, { written: setOf(next, element), removed: emptySet });
    else if (!next.first.has(element))
      differences.add(element, { written: emptySet, removed: setOf(old, element) });
    else if (isOne)
      differences.add(element, compareValues(old.first.get(element), next.first.get(element), items));
    else if (!isDeepStrictEqual(old.doubled.get(element), next.doubled.get(element)))
      differences.add(element, changed);
  }
  return differences.toComparison();
}

function compareLists(before: unknown, after: unknown, shape: Shape): Comparison {
  const old = itemsByElement(Array.isArray(before) ? before : [], shape);
  const next = itemsByElement(Array.isArray(after) ? after : [], shape);
  const items = itemShape(shape);
  const differences = new Differences();
  const isDoubled = [before, after].some(
    (list, index) => Array.isArray(list) && list.length > [old, next][index].size,
  );
  if (isDoubled) return compareDoubled(before, after, shape);
  for (const [element, item] of next) {
    differences.add(
      element,
      old.has(element) ? compareValues(old.get(element), item, items) : onlyAfter(item, items),
    );
  }
  for (const [element, item] of old) {
    if (!next.has(element)) differences.add(element, onlyBefore(item, items));
  }
  return differences.toComparison();
}
