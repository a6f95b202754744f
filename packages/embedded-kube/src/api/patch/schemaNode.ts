/** Reads a schema the way patches do: what is under this field, and how do lists and maps merge there. */
import type { OpenApiSchema, ResourceType, SchemaSource } from '../../contracts';
import { builtinSchemas } from '../../schema/builtin';

export type Struct = Readonly<Record<string, unknown>>;

export const isStruct = (value: unknown): value is Struct =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What may be anything is owned as one value. */
const ATOMIC = { 'x-kubernetes-map-type': 'atomic' };

/** Keyed by the node itself: a node belongs to one source. */
const resolved = new WeakMap<OpenApiSchema, OpenApiSchema>();

function resolveNode(node: OpenApiSchema, source: SchemaSource): OpenApiSchema {
  const known = resolved.get(node);
  if (known) return known;
  const lone = node.allOf?.length === 1 && node.allOf[0].$ref !== undefined ? node.allOf[0].$ref : undefined;
  const ref = node.$ref ?? lone;
  const target = ref === undefined ? undefined : source.resolve(ref);
  const { $ref: _ref, ...siblings } = node;
  const isRaw = ref?.endsWith('.runtime.RawExtension') === true;
  const merged = target ? { ...target, ...siblings, ...(isRaw ? ATOMIC : {}) } : node;
  resolved.set(node, merged);
  return merged;
}

const objectMeta = (): OpenApiSchema => builtinSchemas()['io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'];

/** The schema of a whole object; metadata is the same for all kinds, whatever a definition says about it. */
export function rootOf(type: ResourceType): { readonly root: OpenApiSchema; readonly source: SchemaSource } {
  const known = roots.get(type);
  if (known) return known;
  const { schema } = type;
  const own = resolveNode(schema.root, schema);
  const text = { type: 'string' };
  const properties = { ...own.properties, apiVersion: text, kind: text, metadata: objectMeta() };
  const builtins = builtinSchemas();
  const source: SchemaSource = {
    root: { ...own, properties },
    resolve: ref => schema.resolve(ref) ?? builtins[ref.slice(ref.lastIndexOf('/') + 1)],
  };
  const answer = { root: source.root, source };
  roots.set(type, answer);
  return answer;
}

const roots = new WeakMap<ResourceType, { readonly root: OpenApiSchema; readonly source: SchemaSource }>();

/** The schema of a field; undefined where anything goes or nothing is known. */
export function fieldNode(
  node: OpenApiSchema | undefined,
  field: string,
  source: SchemaSource,
): OpenApiSchema | undefined {
  const child =
    node?.properties && Object.hasOwn(node.properties, field) ? node.properties[field] : undefined;
  if (child) return resolveNode(child, source);
  const additional = node?.additionalProperties;
  return typeof additional === 'object' ? resolveNode(additional, source) : undefined;
}

export const itemNode = (node: OpenApiSchema | undefined, source: SchemaSource): OpenApiSchema | undefined =>
  node?.items && resolveNode(node.items, source);
