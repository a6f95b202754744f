/**
 * Reads an object as a real server reads it into its Go types and writes it back: unknown fields go, scalars become
 * canonical, what Go leaves out when it is empty goes, what it always writes (`status: {}`, `name: ""`) comes.
 */
import {
  ApiError,
  type FieldValidation,
  type KubeObject,
  type OpenApiSchema,
  type RepeatedFields,
} from '../contracts';
import { RecentlyUsed } from '../RecentlyUsed';
import { builtinDocument, type BuiltinTypeRow } from './builtinDocument';
import { isWrittenWhenAbsent, isWrittenWhenZero } from './builtinPointers';
import { explainTime } from './goTime';
import { base64Problem, canonicalQuantity, canonicalTime } from './builtinScalars';

type Row = Pick<BuiltinTypeRow, 'kind' | 'version' | 'schema'>;

/** A linked path: it becomes text only when something is wrong there. */
interface Place {
  /** E.g. `PodSpec`: the Go struct that has the field. */
  readonly owner: string;
  readonly parent?: Place;
  /** A field, or an element: an index or a key of a map. */
  readonly field?: string;
  readonly index?: number;
  readonly key?: string;
}

/** E.g. `spec.template.spec.containers[0]`. */
function pathOf({ parent, field, index, key }: Place): string {
  const before = parent ? pathOf(parent) : '';
  if (index !== undefined) return `${before}[${index}]`;
  const name = field ?? key ?? '';
  return before === '' ? name : `${before}.${name}`;
}

/** E.g. `spec.template.spec.containers`, without indexes and keys of maps. */
function jsonPathOf({ parent, field }: Place): string {
  const before = parent ? jsonPathOf(parent) : '';
  if (field === undefined) return before;
  return before === '' ? field : `${before}.${field}`;
}

interface Node {
  readonly schema: OpenApiSchema;
  /** Schema name without the prefix when the node is a reference. */
  readonly name?: string;
}

class DecodeProblem extends Error {}

const refPrefix = '#/components/schemas/';
const nodes = new WeakMap<OpenApiSchema, Node>();

function toNode(schema: OpenApiSchema): Node {
  const known = nodes.get(schema);
  if (known) return known;
  const name = schema.$ref?.slice(refPrefix.length);
  const node = name === undefined ? { schema } : { schema: builtinDocument().schemas[name], name };
  nodes.set(schema, node);
  return node;
}

const shortName = (name: string) => name.slice(name.lastIndexOf('.') + 1);

function goType(schema: OpenApiSchema): string {
  const { schema: resolved, name } = toNode(schema);
  if (name !== undefined) return name.split('.').slice(-2).join('.');
  if (resolved.type === 'array') return `[]${goType(resolved.items ?? {})}`;
  if (resolved.type === 'object')
    return `map[string]${goType((resolved.additionalProperties ?? {}) as OpenApiSchema)}`;
  if (resolved.type === 'integer') return resolved.format ?? 'int64';
  if (resolved.type === 'boolean') return 'bool';
  if (resolved.type === 'number') return 'float64';
  return resolved.format === 'byte' ? '[]uint8' : 'string';
}

function jsonType(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value;
}

function misfit(value: unknown, type: string, place: Place): DecodeProblem {
  const isBadNumber = typeof value === 'number' && /^u?int/.test(type);
  const what = isBadNumber ? `number ${value}` : jsonType(value);
  const path = jsonPathOf(place);
  const where = path === '' ? 'value' : `struct field ${place.owner}.${path}`;
  return new DecodeProblem(`json: cannot unmarshal ${what} into Go ${where} of type ${type}`);
}

/** Values with their own Go type that the schema describes only loosely. */
const specials: Readonly<Record<string, (value: unknown, place: Place) => unknown>> = {
  Quantity(value) {
    const canonical =
      typeof value === 'string' || typeof value === 'number' ? canonicalQuantity(String(value)) : undefined;
    if (canonical !== undefined) return canonical;
    const pattern = '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$';
    throw new DecodeProblem(`quantities must match the regular expression '${pattern}'`);
  },
  IntOrString(value, place) {
    if (typeof value === 'string' || Number.isInteger(value)) return value;
    throw misfit(value, 'int32', place);
  },
  Time: (value, place) => decodeTime(value, 'second', place),
  MicroTime: (value, place) => decodeTime(value, 'microsecond', place),
};

/** Every write reads the times of before again: when the object was created, when each manager wrote. */
const MOST_MOMENTS = 10_000;
const moments = new RecentlyUsed<string, string>(MOST_MOMENTS);

function decodeTime(value: unknown, unit: 'second' | 'microsecond', place: Place): string {
  if (typeof value !== 'string') throw misfit(value, 'string', place);
  const known = unit === 'second' ? moments.get(value) : undefined;
  if (known !== undefined) return known;
  const problem = explainTime(value, unit);
  if (problem !== undefined) throw new DecodeProblem(problem);
  const canonical = canonicalTime(value, unit) ?? value;
  if (unit === 'second') moments.set(value, canonical);
  return canonical;
}

function decodeScalar(value: unknown, schema: OpenApiSchema, place: Place): unknown {
  switch (schema.type) {
    case 'string': {
      if (schema.format === 'byte' && isBytes(value)) return Buffer.from(value).toString('base64');
      if (typeof value !== 'string') throw misfit(value, goType(schema), place);
      const bad = schema.format === 'byte' ? base64Problem(value) : undefined;
      if (bad !== undefined) throw new DecodeProblem(`illegal base64 data at input byte ${bad}`);
      return value;
    }
    case 'integer':
      if (!fitsInteger(value, schema.format)) throw misfit(value, goType(schema), place);
      return value;
    case 'number':
      if (typeof value !== 'number') throw misfit(value, 'float64', place);
      return value;
    case 'boolean':
      if (typeof value !== 'boolean') throw misfit(value, 'bool', place);
      return value;
    default:
      return value;
  }
}

/** Go reads a list of small numbers as bytes, too. */
const isBytes = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every(each => Number.isInteger(each) && each >= 0 && each < 256);

function fitsInteger(value: unknown, format: string | undefined): boolean {
  if (typeof value !== 'number' || !Number.isInteger(value)) return false;
  return format !== 'int32' || (value >= -(2 ** 31) && value < 2 ** 31);
}

function zeroOf({ schema, name }: Node): unknown {
  if (name !== undefined && schema.properties) return {};
  if (name !== undefined && shortName(name) === 'Quantity') return '0';
  if (schema.type === 'string') return '';
  if (schema.type === 'integer' || schema.type === 'number') return 0;
  if (schema.type === 'boolean') return false;
  return null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface FieldPlan {
  readonly key: string;
  readonly schema: OpenApiSchema;
  readonly isRequired: boolean;
  /** What Go writes while nobody set the field; undefined: nothing. */
  readonly filled: unknown;
  readonly isWrittenWhenZero: boolean;
}

interface StructPlan {
  readonly owner: string;
  readonly fields: ReadonlyMap<string, FieldPlan>;
  readonly filled: readonly FieldPlan[];
}

const plans = new WeakMap<OpenApiSchema, StructPlan>();

function planField(owner: string, [key, schema]: [string, OpenApiSchema], struct: OpenApiSchema): FieldPlan {
  const name = `${owner}.${key}`;
  const isAlwaysWritten = isWrittenWhenAbsent(name);
  const isRequired = isAlwaysWritten || (struct.required?.includes(key) ?? false);
  const filled = isAlwaysWritten ? null : defaultOf(key, schema, isRequired);
  return { key, schema, isRequired, filled, isWrittenWhenZero: isWrittenWhenZero(name) };
}

function planOf({ schema, name = '' }: Node): StructPlan {
  const known = plans.get(schema);
  if (known) return known;
  const owner = shortName(name);
  const fields = Object.entries(schema.properties ?? {}).map(entry => planField(owner, entry, schema));
  const plan = {
    owner,
    fields: new Map(fields.map(field => [field.key, field])),
    filled: fields.filter(({ filled }) => filled !== undefined),
  };
  plans.set(schema, plan);
  return plan;
}

class Decoder {
  readonly unknownFields: string[] = [];

  decode(raw: unknown, schema: OpenApiSchema, place: Place): unknown {
    const node = toNode(schema);
    const value = raw ?? zeroOf(node);
    if (value === null) return value;
    const special = node.name !== undefined ? specials[shortName(node.name)] : undefined;
    if (special) return special(value, place);
    if (node.schema.properties) return this.decodeStruct(value, node, place);
    if (node.schema.additionalProperties) return this.decodeMap(value, schema, place);
    if (node.schema.type === 'array') return this.decodeArray(value, schema, place);
    return decodeScalar(value, node.schema, place);
  }

  private decodeStruct(value: unknown, node: Node, parent: Place): unknown {
    if (!isRecord(value)) throw misfit(value, goType({ $ref: `${refPrefix}${node.name}` }), parent);
    const { owner, fields, filled } = planOf(node);
    const decoded: Record<string, unknown> = {};
    for (const field of Object.keys(value)) {
      const plan = fields.get(field);
      const child = value[field];
      if (!plan) this.unknownFields.push(pathOf({ owner, parent, field }));
      else if (child !== null && child !== undefined) {
        const read = this.decode(child, plan.schema, { owner, parent, field });
        if (plan.isRequired || !isOmitted(read, plan)) decoded[field] = read;
      }
    }
    for (const plan of filled) {
      if (!(plan.key in value) || value[plan.key] === null || value[plan.key] === undefined) {
        decoded[plan.key] = isRecord(plan.filled)
          ? this.decode(plan.filled, plan.schema, nowhere)
          : plan.filled;
      }
    }
    return decoded;
  }

  private decodeMap(value: unknown, schema: OpenApiSchema, parent: Place): unknown {
    if (!isRecord(value)) throw misfit(value, goType(schema), parent);
    const values = toNode(schema).schema.additionalProperties as OpenApiSchema;
    const { owner } = parent;
    return Object.fromEntries(
      Object.entries(value).map(([key, child]) => [key, this.decode(child, values, { owner, parent, key })]),
    );
  }

  private decodeArray(value: unknown, schema: OpenApiSchema, parent: Place): unknown {
    if (!Array.isArray(value)) throw misfit(value, goType(schema), parent);
    const items = toNode(schema).schema.items ?? {};
    const { owner } = parent;
    return value.map((child, index) => this.decode(child, items, { owner, parent, index }));
  }
}

const nowhere: Place = { owner: '' };

function defaultOf(key: string, schema: OpenApiSchema, isRequired: boolean): unknown {
  const { default: value } = schema;
  // A Go slice that is always written is null while it is empty.
  if (value === undefined && isRequired && schema.type === 'array') return null;
  if (value === undefined || toNode(schema).schema.format === 'date-time') return undefined;
  // The name of a reference (`secretRef: {}`) has a default but is left out while empty.
  if (key === 'name' && value === '' && !isRequired) return undefined;
  const special = toNode(schema).name;
  return special !== undefined && shortName(special) in specials ? undefined : value;
}

function isOmitted(value: unknown, plan: FieldPlan): boolean {
  if (value === null) return true;
  if (plan.isWrittenWhenZero) return false;
  if (Array.isArray(value)) return value.length === 0;
  const { schema } = toNode(plan.schema);
  if (isRecord(value)) return schema.additionalProperties !== undefined && Object.keys(value).length === 0;
  if (value !== '' && value !== 0 && value !== false) return false;
  if (schema.format === 'int-or-string') return false;
  return plan.schema.default === undefined;
}

const alwaysLists = new WeakMap<OpenApiSchema, readonly string[]>();

/**
 * What is stored: the server keeps no empty lists, so one that is always written becomes null. Only the top level is
 * checked.
 */
export function toStored(row: Row, object: KubeObject): KubeObject {
  const node = toNode(rootOf(row));
  let lists = alwaysLists.get(node.schema);
  if (!lists) {
    const fields = [...planOf(node).fields.values()];
    lists = fields
      .filter(({ isRequired, schema }) => isRequired && toNode(schema).schema.type === 'array')
      .map(({ key }) => key);
    alwaysLists.set(node.schema, lists);
  }
  const empty = lists.filter(field => Array.isArray(object[field]) && object[field].length === 0);
  if (empty.length === 0) return object;
  return { ...object, ...Object.fromEntries(empty.map(field => [field, null])) };
}

const roots = new Map<string, OpenApiSchema>();

/** One object for each kind: what is known of a schema is kept by its identity. */
function rootOf({ schema }: Row): OpenApiSchema {
  const known = roots.get(schema) ?? { $ref: `${refPrefix}${schema}` };
  roots.set(schema, known);
  return known;
}

const NOTHING_REPEATED: RepeatedFields = { warnings: [], refusals: [] };

export interface DecodeMode {
  readonly repeated?: RepeatedFields;
  /** Not read from a text, but merged: what is unknown is reported by name. */
  readonly isConverted?: boolean;
}

export function decodeBuiltin(
  row: Row,
  object: unknown,
  how: FieldValidation,
  { repeated = NOTHING_REPEATED, isConverted = false }: DecodeMode = {},
): { readonly value: unknown; readonly warnings: readonly string[] } {
  const decoder = new Decoder();
  const refuse = (problem: string) =>
    new ApiError(
      400,
      'BadRequest',
      `${row.kind} in version "${row.version}" cannot be handled as a ${row.kind}: ${problem}`,
    );
  let value: unknown;
  try {
    value = decoder.decode(object, rootOf(row), nowhere);
  } catch (error) {
    if (error instanceof DecodeProblem) throw refuse(error.message);
    throw error;
  }
  const fields = isConverted ? [...decoder.unknownFields].sort() : decoder.unknownFields;
  const unknown = fields.map(field => `unknown field "${field}"`);
  const { warnings, refusals } = repeated;
  if (how === 'Strict' && unknown.length + refusals.length > 0)
    throw refuse(`strict decoding error: ${[...refusals, ...unknown].join(', ')}`);
  return { value, warnings: how === 'Warn' ? [...warnings, ...unknown] : [] };
}
