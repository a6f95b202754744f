/**
 * Strategic merge: a merge patch that knows from the schema which lists merge, and by which key. A patch may carry
 * directives: `$patch`, `$retainKeys`, `$setElementOrder/<list>` and `$deleteFromPrimitiveList/<list>`.
 */
import { ApiError, type OpenApiSchema, type ResourceType, type SchemaSource } from '../../contracts';
import { ownField, setField } from '../../schema/jsonValues';
import { goFormat } from './goFormat';
import { mergeOrdered } from './listOrder';
import { fieldNode, isStruct, itemNode, rootOf, type Struct } from './schemaNode';

const PATCH = '$patch';
const RETAIN = '$retainKeys';
const ORDER = '$setElementOrder/';
const DELETE = '$deleteFromPrimitiveList/';

type Fields = Record<string, unknown>;

/** A patch that makes no sense is the server's own error in a real server, too. */
const refuse = (message: string) => new ApiError(500, '', message);

interface ListHow {
  readonly merges: boolean;
  readonly mergeKey?: string;
  readonly items?: OpenApiSchema;
}

function strategiesOf(node: OpenApiSchema | undefined): readonly string[] {
  const strategies = node?.['x-kubernetes-patch-strategy'];
  return typeof strategies === 'string' ? strategies.split(',') : [];
}

function listHow(node: OpenApiSchema | undefined, source: SchemaSource): ListHow {
  const mergeKey = node?.['x-kubernetes-patch-merge-key'];
  return {
    merges: strategiesOf(node).includes('merge'),
    mergeKey: typeof mergeKey === 'string' ? mergeKey : undefined,
    items: itemNode(node, source),
  };
}

const isDirective = (key: string) =>
  key === PATCH || key === RETAIN || key.startsWith(ORDER) || key.startsWith(DELETE);

/** What a patch writes where the live object has nothing: its values without nulls and directives. */
function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.filter(item => !(isStruct(item) && item[PATCH] !== undefined)).map(plainValue);
  }
  if (!isStruct(value)) return value;
  const kept = Object.entries(value).filter(([key, child]) => child !== null && !isDirective(key));
  return Object.fromEntries(kept.map(([key, child]) => [key, plainValue(child)]));
}

class StrategicMerge {
  constructor(private readonly source: SchemaSource) {}

  mergeStruct(live: Struct, patch: Struct, node: OpenApiSchema | undefined): Struct {
    const directive = patch[PATCH];
    if (directive === 'replace') return plainValue(patch) as Struct;
    if (directive === 'delete') return {};
    if (directive !== undefined)
      throw refuse(`unknown patch type: ${goFormat(directive)} in map: ${goFormat(patch)}`);
    const merged = retainKeys(live, patch);
    const ordered = this.mergeOrderedLists(merged, patch, node);
    for (const [key, value] of Object.entries(patch)) {
      if (key === RETAIN || key.startsWith(ORDER) || ordered.has(key)) continue;
      if (key.startsWith(DELETE)) this.removePrimitives(merged, key.slice(DELETE.length), value);
      else this.mergeField(merged, key, value, fieldNode(node, key, this.source));
    }
    return merged;
  }

  private mergeField(merged: Fields, key: string, value: unknown, node: OpenApiSchema | undefined): void {
    const live = ownField(merged, key);
    if (value === null) delete merged[key];
    else if (isStruct(value) && isStruct(live) && !strategiesOf(node).includes('replace')) {
      setField(merged, key, this.mergeStruct(live, value, node));
    } else if (Array.isArray(value) && Array.isArray(live))
      setField(merged, key, this.mergeList(live, value, listHow(node, this.source)));
    else setField(merged, key, plainValue(value));
  }

  private removePrimitives(merged: Fields, key: string, values: unknown): void {
    const live = ownField(merged, key);
    const gone = new Set(Array.isArray(values) ? values : []);
    if (Array.isArray(live))
      setField(
        merged,
        key,
        live.filter(item => !gone.has(item)),
      );
  }

  /** Lists that a `$setElementOrder` orders; they are merged here, once. */
  private mergeOrderedLists(
    merged: Fields,
    patch: Struct,
    node: OpenApiSchema | undefined,
  ): ReadonlySet<string> {
    const done = new Set<string>();
    for (const [directive, order] of Object.entries(patch)) {
      if (!directive.startsWith(ORDER) || !Array.isArray(order)) continue;
      const key = directive.slice(ORDER.length);
      const how = listHow(fieldNode(node, key, this.source), this.source);
      const [live, patched] = [ownField(merged, key), ownField(patch, key)];
      if (Array.isArray(patched)) checkOrder(patched, order, how.mergeKey);
      done.add(key);
      if (patched === null) delete merged[key];
      else if (Array.isArray(live)) {
        const list = Array.isArray(patched) ? this.mergeList(live, patched, how) : live;
        const seen = Array.isArray(patched) ? shiftedByDeletes(live, list, how.mergeKey) : live;
        setField(merged, key, mergeOrdered({ list, order, live: seen, mergeKey: how.mergeKey }));
      } else if (Array.isArray(patched))
        setField(
          merged,
          key,
          mergeOrdered({ list: plainValue(patched) as unknown[], order, live: [], mergeKey: how.mergeKey }),
        );
    }
    return done;
  }

  private mergeList(live: readonly unknown[], patch: readonly unknown[], how: ListHow): readonly unknown[] {
    if (!how.merges) return plainValue(patch) as unknown[];
    const all = [...live, ...patch];
    const structs = all.filter(isStruct).length;
    if (structs > 0 && structs < all.length)
      throw refuse(`list element types are not identical: [${goFormat(live)} ${goFormat(patch)}]`);
    const { mergeKey } = how;
    if (structs === 0) return mergeOrdered({ list: [...new Set(all)], order: patch, live });
    if (mergeKey === undefined) throw refuse('cannot merge lists without merge key for type');
    return this.mergeStructs(live as Struct[], patch as Struct[], { ...how, mergeKey });
  }

  private mergeStructs(
    live: readonly Struct[],
    patch: readonly Struct[],
    how: ListHow & { mergeKey: string },
  ): readonly unknown[] {
    const { mergeKey } = how;
    const directed = patch.filter(item => item[PATCH] !== undefined);
    const plain = patch.filter(item => item[PATCH] === undefined);
    for (const item of directed) checkListDirective(item, mergeKey);
    if (directed.some(item => item[PATCH] === 'replace')) return plainValue(plain) as unknown[];
    const gone = new Set(directed.map(item => item[mergeKey]));
    const merged: Struct[] = live.filter(item => !gone.has(item[mergeKey]));
    const places = new Map<unknown, number>();
    merged.forEach((item, at) => places.has(item[mergeKey]) || places.set(item[mergeKey], at));
    for (const item of plain) {
      if (item[mergeKey] === undefined)
        throw refuse(`map: ${goFormat(item)} does not contain declared merge key: ${mergeKey}`);
      const at = places.get(item[mergeKey]);
      if (at === undefined) {
        places.set(item[mergeKey], merged.length);
        merged.push(plainValue(item) as Struct);
      } else merged[at] = this.mergeStruct(merged[at], item, how.items);
    }
    return mergeOrdered({ list: merged, order: plain, live, mergeKey });
  }
}

/**
 * The order of the live list as a real server sees it after the merge: its merge deletes and appends in place, so that what
 * is new takes the place of the deleted, and no longer counts as new:
 *
 *   live [a b c], without c, with x → [a b x]
 */
function shiftedByDeletes(
  live: readonly unknown[],
  merged: readonly unknown[],
  mergeKey?: string,
): readonly unknown[] {
  const keyOf = (item: unknown) => (mergeKey !== undefined && isStruct(item) ? item[mergeKey] : item);
  const [before, after] = [new Set(live.map(keyOf)), new Set(merged.map(keyOf))];
  const kept = live.filter(item => after.has(keyOf(item)));
  const added = merged.filter(item => !before.has(keyOf(item)));
  return [...kept, ...added, ...live.slice(kept.length + added.length)].slice(0, live.length);
}

/** Copies `live`, without the fields that a `$retainKeys` does not name. */
function retainKeys(live: Struct, patch: Struct): Fields {
  const retained = patch[RETAIN];
  if (retained === undefined) return { ...live };
  const isWellFormed = Array.isArray(retained);
  if (
    !isWellFormed ||
    Object.entries(patch).some(
      ([key, value]) => value !== null && !isDirective(key) && !retained.includes(key),
    )
  ) {
    throw new ApiError(400, 'BadRequest', 'invalid patch format of retainKeys');
  }
  return Object.fromEntries(Object.entries(live).filter(([key]) => retained.includes(key)));
}

function checkListDirective(item: Struct, mergeKey: string): void {
  const directive = item[PATCH];
  if (directive === 'replace') return;
  if (directive === 'merge') throw refuse('merging lists cannot yet be specified in the patch');
  if (directive !== 'delete')
    throw refuse(`unknown patch type: ${goFormat(directive)} in map: ${goFormat(item)}`);
  if (item[mergeKey] === undefined)
    throw refuse(`map: ${goFormat(item)} does not contain declared merge key: ${mergeKey}`);
}

/** What a patch writes into a list must be in the order it asks for. */
function checkOrder(
  patched: readonly unknown[],
  order: readonly unknown[],
  mergeKey: string | undefined,
): void {
  const keyOf = (item: unknown) => (mergeKey !== undefined && isStruct(item) ? item[mergeKey] : item);
  const wanted = order.map(keyOf);
  const written = patched.filter(item => !(isStruct(item) && item[PATCH] !== undefined)).map(keyOf);
  let from = 0;
  for (const key of written) {
    const at = wanted.indexOf(key, from);
    if (at === -1) {
      throw refuse(
        `The order in patch list:\n${goFormat(patched)}\n doesn't match $setElementOrder list:\n${goFormat(order)}\n`,
      );
    }
    from = at + 1;
  }
}

export function applyStrategicMergePatch(live: Struct, patch: Struct, type: ResourceType): unknown {
  const { root, source } = rootOf(type);
  return new StrategicMerge(source).mergeStruct(live, patch, root);
}
