/** How values merge, which the schema decides field by field. */
import type { OpenApiSchema, ResourceType, SchemaSource } from '../../contracts';
import { fieldNode, isStruct, itemNode, rootOf, type Struct } from './schemaNode';

/** A place in a value; without a schema anything goes: maps merge key by key, lists are one piece. */
export interface Shape {
  readonly node: OpenApiSchema | undefined;
  readonly source: SchemaSource;
}

/** Shapes are made once per place of a schema, so that walks over values allocate nothing for them. */
class KnownShape implements Shape {
  private readonly fields = new Map<string, KnownShape>();
  private items?: KnownShape;
  private values?: KnownShape;

  constructor(
    readonly node: OpenApiSchema | undefined,
    readonly source: SchemaSource,
  ) {}

  field(name: string): KnownShape {
    if (!isDeclared(this, name))
      return (this.values ??= new KnownShape(fieldNode(this.node, name, this.source), this.source));
    let known = this.fields.get(name);
    if (!known)
      this.fields.set(name, (known = new KnownShape(fieldNode(this.node, name, this.source), this.source)));
    return known;
  }

  item(): KnownShape {
    return (this.items ??= new KnownShape(itemNode(this.node, this.source), this.source));
  }
}

const rootShapes = new WeakMap<ResourceType, KnownShape>();

export function rootShape(type: ResourceType): Shape {
  let shape = rootShapes.get(type);
  if (!shape) {
    const { root, source } = rootOf(type);
    rootShapes.set(type, (shape = new KnownShape(root, source)));
  }
  return shape;
}

export type ListKind =
  | { readonly kind: 'atomic' }
  | { readonly kind: 'set' }
  | { readonly kind: 'map'; readonly keys: readonly string[] };

const ATOMIC = { kind: 'atomic' } as const;
const SET = { kind: 'set' } as const;
const listKinds = new WeakMap<OpenApiSchema, ListKind>();

function readListKind(node: OpenApiSchema): ListKind {
  const type = node['x-kubernetes-list-type'];
  if (type === 'set') return SET;
  if (type === 'map')
    return { kind: 'map', keys: (node['x-kubernetes-list-map-keys'] as readonly string[]) ?? [] };
  if (type !== undefined) return ATOMIC;
  const strategies = node['x-kubernetes-patch-strategy'];
  if (typeof strategies !== 'string' || !strategies.split(',').includes('merge')) return ATOMIC;
  const key = node['x-kubernetes-patch-merge-key'];
  return typeof key === 'string' ? { kind: 'map', keys: [key] } : SET;
}

export function listKindOf({ node }: Shape): ListKind {
  if (!node) return ATOMIC;
  let kind = listKinds.get(node);
  if (!kind) listKinds.set(node, (kind = readListKind(node)));
  return kind;
}

const isAtomicMap = ({ node }: Shape): boolean => node?.['x-kubernetes-map-type'] === 'atomic';

/** A field that the schema names, as opposed to a key of a map. */
export const isDeclared = ({ node }: Shape, field: string): boolean =>
  node?.properties !== undefined && Object.hasOwn(node.properties, field);

export const fieldShape = (shape: Shape, field: string): Shape => toKnown(shape).field(field);

export const itemShape = (shape: Shape): Shape => toKnown(shape).item();

const toKnown = (shape: Shape): KnownShape =>
  shape instanceof KnownShape ? shape : new KnownShape(shape.node, shape.source);

/** A value that is owned, merged and compared as one piece. */
export function isLeaf(value: unknown, shape: Shape): boolean {
  if (Array.isArray(value)) return listKindOf(shape).kind === 'atomic';
  return !isStruct(value) || isAtomicMap(shape);
}

/** `k:{"name":"x"}` or `v:"x"`; undefined when an item has none of the keys. */
export function elementOf(item: unknown, kind: ListKind, shape: Shape): string | undefined {
  if (kind.kind !== 'map') return `v:${JSON.stringify(item)}`;
  if (!isStruct(item)) return undefined;
  const items = itemShape(shape);
  const keys: [string, unknown][] = [];
  for (const key of [...kind.keys].sort()) {
    const value = item[key] ?? fieldShape(items, key).node?.default;
    if (value !== undefined && value !== null) keys.push([key, value]);
  }
  return keys.length === 0 ? undefined : `k:${JSON.stringify(Object.fromEntries(keys))}`;
}

/** The element of each item. */
export function elementsOf(list: readonly unknown[], shape: Shape): readonly string[] {
  const kind = listKindOf(shape);
  return list.map((item, index) => elementOf(item, kind, shape) ?? `i:${index}`);
}

/** Items by element, in their order; the first of doubled ones counts. */
export function itemsByElement(list: readonly unknown[], shape: Shape): ReadonlyMap<string, unknown> {
  const kind = listKindOf(shape);
  const items = new Map<string, unknown>();
  list.forEach((item, index) => {
    const element = elementOf(item, kind, shape) ?? `i:${index}`;
    if (!items.has(element)) items.set(element, item);
  });
  return items;
}

/** All items of those elements that a list has more than once; they are owned, and compared, as one. */
export function doubledItems(
  list: readonly unknown[],
  shape: Shape,
): ReadonlyMap<string, readonly unknown[]> {
  const kind = listKindOf(shape);
  const items = new Map<string, unknown[]>();
  list.forEach((item, index) => {
    const element = elementOf(item, kind, shape) ?? `i:${index}`;
    items.set(element, [...(items.get(element) ?? []), item]);
  });
  return new Map([...items].filter(([, same]) => same.length > 1));
}

export interface Child {
  readonly element: string;
  readonly value: unknown;
  readonly shape: Shape;
  readonly isDeclared: boolean;
}

/** Fields or items of a value that is no leaf. */
export function childrenOf(value: Struct | readonly unknown[], shape: Shape): readonly Child[] {
  if (Array.isArray(value)) {
    const items = itemShape(shape);
    return [...itemsByElement(value, shape)].map(([element, item]) => ({
      element,
      value: item,
      shape: items,
      isDeclared: false,
    }));
  }
  return Object.entries(value)
    .filter(([, child]) => child !== undefined)
    .map(([field, child]) => ({
      element: `f:${field}`,
      value: child,
      shape: fieldShape(shape, field),
      isDeclared: isDeclared(shape, field),
    }));
}
