import { ApiError, type KubeObject } from '../contracts';
import { explainTime } from './goTime';
import { isObject, lookUp } from './jsonValues';

type Shape = 'string' | 'int64' | 'bool' | 'map' | 'strings' | 'objects';

const SHAPES: Readonly<Record<string, Shape>> = {
  name: 'string',
  generateName: 'string',
  namespace: 'string',
  selfLink: 'string',
  uid: 'string',
  resourceVersion: 'string',
  generation: 'int64',
  creationTimestamp: 'string',
  deletionTimestamp: 'string',
  deletionGracePeriodSeconds: 'int64',
  labels: 'map',
  annotations: 'map',
  ownerReferences: 'objects',
  finalizers: 'strings',
  managedFields: 'objects',
};

const GO_TYPES: Readonly<Record<Shape, string>> = {
  string: 'string',
  int64: 'int64',
  bool: 'bool',
  map: 'map[string]string',
  strings: '[]string',
  objects: '[]v1.OwnerReference',
};

/** What Go's decoder calls what it found. */
export function jsonName(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value;
}

function hasShape(shape: Shape, value: unknown): boolean {
  switch (shape) {
    case 'string':
      return typeof value === 'string';
    case 'int64':
      return typeof value === 'number';
    case 'bool':
      return typeof value === 'boolean';
    case 'map':
      return isObject(value);
    default:
      return Array.isArray(value);
  }
}

const TIMES = new Set(['creationTimestamp', 'deletionTimestamp']);

/** What Go's decoder says of the first field of another shape. */
export function explainMetadata(metadata: object): string | undefined {
  for (const [field, value] of Object.entries(metadata)) {
    const shape = lookUp(SHAPES, field);
    if (shape === undefined || value === null || value === undefined) continue;
    const refuse = (found: unknown, type: string) =>
      `json: cannot unmarshal ${jsonName(found)} into Go struct field ObjectMeta.${field} of type ${type}`;
    if (!hasShape(shape, value)) return refuse(value, GO_TYPES[shape]);
    const untimely = TIMES.has(field) ? explainTime(value as string, 'second') : undefined;
    if (untimely !== undefined) return untimely;
    const parts: readonly unknown[] = shape === 'map' || shape === 'strings' ? Object.values(value) : [];
    const odd = parts.find(part => part !== null && typeof part !== 'string');
    if (odd !== undefined) return refuse(odd, 'string');
  }
  return undefined;
}

const hasNullText = ({ labels, annotations }: KubeObject['metadata']) =>
  [labels, annotations].some(map => map && Object.values<unknown>(map).includes(null));

/** A null in a map of texts is read as an empty one. */
const withTexts = (map: object) =>
  Object.fromEntries(Object.entries(map).map(([key, text]) => [key, text ?? '']));

/** Metadata with the fields that metadata has. */
export function withoutUnknown(metadata: object): {
  readonly metadata: object;
  readonly unknown: readonly string[];
} {
  const unknown = Object.keys(metadata).filter(field => !Object.hasOwn(SHAPES, field));
  if (unknown.length === 0) return { metadata, unknown };
  const known = Object.entries(metadata).filter(([field]) => Object.hasOwn(SHAPES, field));
  return { metadata: Object.fromEntries(known), unknown };
}

/** Refuses metadata of another shape with code 400, and drops the fields that metadata does not have. */
export function coerceMetadata(object: KubeObject): {
  readonly object: KubeObject;
  readonly unknown: readonly string[];
} {
  const [, version = object.apiVersion] = object.apiVersion.split('/');
  const refuse = (why: string) =>
    new ApiError(
      400,
      'BadRequest',
      `${object.kind} in version ${JSON.stringify(version)} cannot be handled as a ${object.kind}: ${why}`,
    );
  const { metadata = {} as KubeObject['metadata'] } = object;
  if (!isObject(metadata)) {
    const found = jsonName(metadata);
    throw refuse(
      `json: cannot unmarshal ${found} into Go struct field ObjectMeta.metadata of type v1.ObjectMeta`,
    );
  }
  const wrong = explainMetadata(metadata);
  if (wrong) throw refuse(wrong);
  const unknown = Object.keys(metadata).filter(field => !Object.hasOwn(SHAPES, field));
  if (unknown.length === 0 && !hasNullText(metadata)) return { object, unknown };
  const known = Object.fromEntries(
    Object.entries(metadata)
      .filter(([field]) => Object.hasOwn(SHAPES, field))
      .map(([field, value]) => [
        field,
        SHAPES[field] === 'map' && isObject(value) ? withTexts(value) : value,
      ]),
  );
  return {
    object: { ...object, metadata: known as unknown as KubeObject['metadata'] },
    unknown: unknown.map(field => `metadata.${field}`),
  };
}
