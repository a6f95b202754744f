/**
 * Sets of fields as FieldsV1 writes them: `{"f:spec":{".":{},"f:replicas":{}}}` holds `.spec` and `.spec.replicas`.
 * A node is a member when it is empty or has the `.`; a set is never changed once it is made.
 */
import { RecentlyUsed } from '../../RecentlyUsed';

export interface FieldSet {
  readonly isMember: boolean;
  /** By element: `f:<name>`, `k:<keys as JSON>`, `v:<value as JSON>`, `i:<index>`. */
  readonly children: ReadonlyMap<string, FieldSet>;
}

export type FieldsV1 = { readonly [element: string]: FieldsV1 };

const noChildren: ReadonlyMap<string, FieldSet> = new Map();
export const emptySet: FieldSet = { isMember: false, children: noChildren };
const member: FieldSet = { isMember: true, children: noChildren };

export const isEmpty = (set: FieldSet): boolean => !set.isMember && set.children.size === 0;

export function toSet(isMember: boolean, children = noChildren): FieldSet {
  if (children.size > 0) return { isMember, children };
  return isMember ? member : emptySet;
}

/** Most writes leave most entries alone: what was read once is not read again. */
const parsed = new WeakMap<object, FieldSet>();
const rendered = new WeakMap<FieldSet, FieldsV1>();

export function parseFields(fields: unknown): FieldSet {
  if (typeof fields !== 'object' || fields === null) return emptySet;
  let set = parsed.get(fields);
  if (!set) parsed.set(fields, (set = parseLevel(fields, true)));
  return set;
}

const ELEMENT = /^(\.$|f:|[kv]:|i:-?\d+$)/;

function isElement(element: string): boolean {
  if (!ELEMENT.test(element)) return false;
  if (element[0] !== 'k' && element[0] !== 'v') return true;
  try {
    const value: unknown = JSON.parse(element.slice(2));
    return element[0] === 'v' || (typeof value === 'object' && value !== null && !Array.isArray(value));
  } catch {
    return false;
  }
}

/** Whether it can be read; nothing at all is an empty set. */
export function isFieldSet(fields: unknown): boolean {
  if (fields === undefined || fields === null) return true;
  if (typeof fields !== 'object' || Array.isArray(fields)) return false;
  if (parsed.has(fields)) return true;
  return Object.entries(fields).every(([element, below]) => isElement(element) && isFieldSet(below));
}

function parseLevel(fields: object, isRoot: boolean): FieldSet {
  const children = new Map<string, FieldSet>();
  let isMember = false;
  for (const [element, child] of Object.entries(fields)) {
    if (element === '.') isMember = true;
    else children.set(element, parseLevel(child ?? {}, false));
  }
  return toSet(isMember || (!isRoot && children.size === 0), children);
}

/** The order a real server writes and lists them in: fields, then keys, values and indexes. */
const ranks = ['f', 'k', 'v', 'i'];

function compareElements(a: string, b: string): number {
  if (a[0] !== b[0]) return ranks.indexOf(a[0]) - ranks.indexOf(b[0]);
  if (a[0] === 'i') return Number(a.slice(2)) - Number(b.slice(2));
  return a < b ? -1 : Number(a > b);
}

const sorted = (set: FieldSet) => [...set.children].sort(([a], [b]) => compareElements(a, b));

export function renderFields(set: FieldSet): FieldsV1 {
  let fields = rendered.get(set);
  if (!fields) rendered.set(set, (fields = share(renderLevel(set), set)));
  return fields;
}

/** By their text, the last ones used. A thousand members hold the same sets: one copy spares the memory and the reading. */
const MOST_SHARED = 5_000;
const shared = new RecentlyUsed<string, FieldsV1>(MOST_SHARED);

function share(fields: FieldsV1, set: FieldSet): FieldsV1 {
  const text = JSON.stringify(fields);
  const known = shared.get(text);
  if (known) return known;
  shared.set(text, fields);
  parsed.set(fields, set);
  return fields;
}

const leaf: FieldsV1 = {};

function renderLevel(set: FieldSet): FieldsV1 {
  if (set.children.size === 0) return leaf;
  const fields: Record<string, FieldsV1> = {};
  if (set.isMember) fields['.'] = leaf;
  for (const [element, child] of sorted(set)) fields[element] = renderLevel(child);
  return fields;
}

/** The same object when nothing changes, so that what was rendered of it stays good. */
function withChildren(set: FieldSet, isMember: boolean, changed: ReadonlyMap<string, FieldSet>): FieldSet {
  if (changed.size === 0) return isMember === set.isMember ? set : toSet(isMember, set.children);
  const children = new Map(set.children);
  for (const [element, child] of changed) {
    if (isEmpty(child)) children.delete(element);
    else children.set(element, child);
  }
  return toSet(isMember, children);
}

export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmpty(a) || a === b) return b;
  const changed = new Map<string, FieldSet>();
  for (const [element, child] of b.children) {
    const own = a.children.get(element);
    const both = own ? union(own, child) : child;
    if (both !== own) changed.set(element, both);
  }
  return withChildren(a, a.isMember || b.isMember, changed);
}

/** Members of `a` that are no members of `b`; what lies below a member of `b` stays. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  const changed = new Map<string, FieldSet>();
  for (const [element, child] of b.children) {
    const own = a.children.get(element);
    const left = own && difference(own, child);
    if (left !== own) changed.set(element, left ?? emptySet);
  }
  return withChildren(a, a.isMember && !b.isMember, changed);
}

export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  const children = new Map<string, FieldSet>();
  for (const [element, child] of b.children) {
    const own = a.children.get(element);
    const both = own ? intersection(own, child) : emptySet;
    if (!isEmpty(both)) children.set(element, both);
  }
  return toSet(a.isMember && b.isMember, children);
}

/** Whether a path is a member. */
export function has(set: FieldSet, path: readonly string[]): boolean {
  let at: FieldSet | undefined = set;
  for (const element of path) at = at?.children.get(element);
  return at?.isMember === true;
}

/** Without a path and all below it. */
export function withoutBranch(set: FieldSet, [element, ...rest]: readonly string[]): FieldSet {
  const child = set.children.get(element);
  if (!child) return set;
  const children = new Map(set.children);
  const left = rest.length === 0 ? emptySet : withoutBranch(child, rest);
  if (isEmpty(left)) children.delete(element);
  else children.set(element, left);
  return toSet(set.isMember, children);
}

/** One member, at the end of a path. */
export const branchOf = (path: readonly string[]): FieldSet =>
  path.reduceRight((below, element) => toSet(false, new Map([[element, below]])), toSet(true));

/** Only what is at or below a path. */
export function onlyBranch(set: FieldSet, element: string): FieldSet {
  const child = set.children.get(element);
  return child ? toSet(false, new Map([[element, child]])) : emptySet;
}

/** All members as the texts of refusals name them, those of a level before those below: `.spec.parts[name="x"].weight`. */
export function listPaths(set: FieldSet, prefix = ''): readonly string[] {
  const children = sorted(set);
  const own = children
    .filter(([, child]) => child.isMember)
    .map(([element]) => prefix + showElement(element));
  return [...own, ...children.flatMap(([element, child]) => listPaths(child, prefix + showElement(element)))];
}

export function showElement(element: string): string {
  const text = element.slice(2);
  if (element.startsWith('f:')) return `.${text}`;
  if (element.startsWith('i:')) return `[${text}]`;
  if (element.startsWith('v:')) return `[=${text}]`;
  const keys = Object.entries(JSON.parse(text) as Record<string, unknown>);
  return `[${keys.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(',')}]`;
}
