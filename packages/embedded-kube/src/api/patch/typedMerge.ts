/** Lays a configuration over a live value, and takes fields out of a value. */
import { isEmpty, type FieldSet } from './fieldSet';
import { isStruct, type Struct } from './schemaNode';
import { childrenOf, fieldShape, isLeaf, itemsByElement, itemShape, type Shape } from './shape';

export function mergeValues(live: unknown, config: unknown, shape: Shape): unknown {
  if (config === undefined) return live;
  if (live === undefined || live === null || isLeaf(config, shape)) return config;
  if (Array.isArray(config) && Array.isArray(live)) return mergeLists(live, config, shape);
  if (!isStruct(config) || !isStruct(live)) return config;
  const merged: Record<string, unknown> = { ...live };
  for (const [field, value] of Object.entries(config)) {
    merged[field] = mergeValues(live[field], value, fieldShape(shape, field));
  }
  return merged;
}

/**
 * Items of both are merged in the order of the configuration; those of the live list alone keep their place before the
 * items that they stood before:
 *
 *   live [a b c], config [c a] → [b c a]
 *   live [a b],   config [x b] → [a x b]
 */
function mergeLists(live: readonly unknown[], config: readonly unknown[], shape: Shape): readonly unknown[] {
  const [left, right] = [itemsByElement(live, shape), itemsByElement(config, shape)];
  const items = itemShape(shape);
  const [lefts, rights] = [[...left.keys()], [...right.keys()]];
  const shared = rights.filter(element => left.has(element));
  const merged: unknown[] = [];
  const done = new Set<string>();
  const take = (element: string) => {
    merged.push(mergeValues(left.get(element), right.get(element), items));
    done.add(element);
    if (shared[0] === element) shared.shift();
  };
  let [l, r] = [0, 0];
  while (l < lefts.length || r < rights.length) {
    const [fromLeft, fromRight] = [lefts[l], rights[r]];
    if (l < lefts.length && fromLeft === fromRight) {
      take(fromLeft);
      l += 1;
      r += 1;
    } else if (l < lefts.length && !right.has(fromLeft)) {
      merged.push(left.get(fromLeft));
      l += 1;
    } else if (
      l < lefts.length &&
      (done.has(fromLeft) || (r < rights.length && shared.length > 0 && shared[0] !== fromLeft))
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
export interface Doomed {
  /** What its manager has given up. */
  readonly given: FieldSet;
  /** What anybody manages now. */
  readonly managed: FieldSet;
}

const gone = Symbol('gone');

function isHeld(set: FieldSet | undefined, isNamed: boolean): boolean {
  return set !== undefined && (set.isMember || (isNamed && !isEmpty(set)));
}

function pruneValue(value: unknown, shape: Shape, { given, managed }: Doomed): unknown {
  if (isLeaf(value, shape) || given.children.size === 0) return value;
  const fates = new Map<string, unknown>();
  for (const child of childrenOf(value as Struct, shape)) {
    const own = given.children.get(child.element);
    if (!own) continue;
    const others = managed.children.get(child.element);
    const isDoomed = isHeld(own, child.isDeclared) && !isHeld(others, child.isDeclared);
    const rest = { given: own, managed: others ?? { isMember: false, children: new Map() } };
    fates.set(child.element, isDoomed ? gone : pruneValue(child.value, child.shape, rest));
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
  const items = [...itemsByElement(value, shape)];
  return orNull(
    items
      .map(([element, item]) => (fates.has(element) ? fates.get(element) : item))
      .filter(item => item !== gone),
  );
}

/** Takes out what a manager no longer applies and nobody else manages. */
export const pruneGivenUp = (value: unknown, shape: Shape, doomed: Doomed): unknown =>
  pruneValue(value, shape, doomed);
