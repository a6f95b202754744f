import { readFileSync } from 'node:fs';
import { repoPath } from '../crds/repoPath';

/**
 * The three-way merge said in another way, as an oracle: no patch, no directives, no server. It reads the OpenAPI document
 * itself; of lists that merge it says which elements there are, and no order.
 */
interface Node {
  readonly '$ref'?: string;
  readonly 'allOf'?: readonly { readonly $ref: string }[];
  readonly 'properties'?: Readonly<Record<string, Node>>;
  readonly 'items'?: Node;
  readonly 'x-kubernetes-patch-strategy'?: string;
  readonly 'x-kubernetes-patch-merge-key'?: string;
}

interface Document {
  readonly types: readonly {
    readonly group: string;
    readonly version: string;
    readonly kind: string;
    readonly schema: string;
  }[];
  readonly schemas: Readonly<Record<string, Node>>;
}

let read: Document | undefined;
const document = (): Document =>
  (read ??= JSON.parse(
    readFileSync(repoPath('packages/embedded-kube/src/schema/builtinData.json'), 'utf8'),
  ) as Document);

function resolve(node: Node | undefined): Node {
  const ref = node?.$ref ?? node?.allOf?.[0]?.$ref;
  return ref === undefined ? (node ?? {}) : { ...document().schemas[ref.split('/').pop() ?? ''], ...node };
}

type Fields = Readonly<Record<string, unknown>>;
const isMap = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Three {
  readonly last: unknown;
  readonly wanted: unknown;
  readonly live: unknown;
}

function mergeValue({ last, wanted, live }: Three, given: Node | undefined): unknown {
  const node = resolve(given);
  const strategy = node['x-kubernetes-patch-strategy'] ?? '';
  if (isMap(wanted) && isMap(live) && strategy !== 'replace')
    return mergeMap({ last, wanted, live }, node, strategy.includes('retainKeys'));
  if (Array.isArray(wanted) && Array.isArray(live) && strategy.includes('merge'))
    return mergeList(
      { last: Array.isArray(last) ? last : [], wanted, live },
      node,
      strategy.includes('retainKeys'),
    );
  return wanted;
}

function mergeMap(
  { last, wanted, live }: { last: unknown; wanted: Fields; live: Fields },
  node: Node,
  isUnion: boolean,
): Fields {
  const before = isMap(last) ? last : {};
  const merged: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(live), ...Object.keys(wanted)])) {
    if (key in wanted)
      merged[key] = mergeValue(
        { last: before[key], wanted: wanted[key], live: live[key] },
        node.properties?.[key],
      );
    else if (!(key in before) && !isUnion) merged[key] = live[key];
  }
  return merged;
}

function mergeList(
  { last, wanted, live }: { last: readonly unknown[]; wanted: readonly unknown[]; live: readonly unknown[] },
  node: Node,
  isUnion: boolean,
): readonly unknown[] {
  const by = node['x-kubernetes-patch-merge-key'];
  const keyOf = (item: unknown) => (by !== undefined && isMap(item) ? item[by] : item);
  const find = (list: readonly unknown[], item: unknown) => list.find(other => keyOf(other) === keyOf(item));
  const foreign = live.filter(item => find(wanted, item) === undefined && find(last, item) === undefined);
  const merged = wanted.map(item => {
    const found = find(live, item);
    if (!isMap(item) || !isMap(found)) return item;
    return mergeMap({ last: find(last, item), wanted: item, live: found }, resolve(node.items), isUnion);
  });
  return [...merged, ...foreign];
}

/** @param kind as `apps/v1/Deployment`; of one that the document lacks all lists are one piece */
export function modelMerge(three: { last?: unknown; wanted: Fields; live: Fields }, kind: string): Fields {
  const type = document().types.find(one => `${one.group}/${one.version}/${one.kind}` === kind);
  return mergeMap({ last: undefined, ...three }, type ? resolve(document().schemas[type.schema]) : {}, false);
}

/** Lists of maps with names in one order, as the model says none; all other lists as they are. */
export function unordered(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(unordered);
    return items.map(item => JSON.stringify(item)).sort();
  }
  if (!isMap(value)) return value;
  const entries = Object.entries(value).map(([key, child]) => [key, unordered(child)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
