import type { OpenApiSchema } from '../../../contracts';
import { escapeFieldName } from '../celValues';
import { normalizeFormat } from '../../formats';
import { mostElements } from './sizes';

/** A type of the expression language. `list`, `map`, `optional` and `type` have arguments; `object` has fields. */
export interface CelType {
  readonly name: string;
  readonly args: readonly CelType[];
  /** Letters, items or fields at most, where a schema bounds them. */
  readonly most?: number;
  /** Of an object: made when first asked for, as most are not. */
  readonly fields?: () => ReadonlyMap<string, CelType>;
}

const simple = (name: string): CelType => ({ name, args: [] });

export const BOOL = simple('bool');
export const INT = simple('int');
export const UINT = simple('uint');
export const DOUBLE = simple('double');
export const STRING = simple('string');
export const BYTES = simple('bytes');
export const NULL = simple('null');
export const DYN = simple('dyn');
/** Of what is wrong already: fits everywhere, so that one mistake is reported once. */
export const ERROR = simple('!error!');
export const TIMESTAMP = simple('timestamp');
export const DURATION = simple('duration');

export const listOf = (item: CelType): CelType => ({ name: 'list', args: [item] });
export const mapOf = (key: CelType, value: CelType): CelType => ({ name: 'map', args: [key, value] });
export const optionalOf = (type: CelType): CelType => ({ name: 'optional_type', args: [type] });
export const typeOf = (type: CelType): CelType => ({ name: 'type', args: [type] });

/** As errors write it, e.g. `map(string, int)`. */
export function showType({ name, args }: CelType): string {
  return args.length === 0 ? name : `${name}(${args.map(showType).join(', ')})`;
}

const STRING_TYPES: Readonly<Record<string, CelType>> = {
  byte: BYTES,
  duration: DURATION,
  date: TIMESTAMP,
  datetime: TIMESTAMP,
};

const known = new WeakMap<OpenApiSchema, CelType | null>();

/** The type of a value of a schema; `undefined` where a rule may not read. */
export function typeOfSchema(schema: OpenApiSchema): CelType | undefined {
  let type = known.get(schema);
  if (type === undefined) {
    const made = toType(schema);
    type = made ? { ...made, most: mostElements(schema) ?? 0 } : null;
    known.set(schema, type);
  }
  return type ?? undefined;
}

function toType(schema: OpenApiSchema): CelType | undefined {
  if (schema['x-kubernetes-int-or-string'] === true) return DYN;
  if (schema['x-kubernetes-embedded-resource'] === true) return resourceType(schema);
  switch (schema.type) {
    case 'array': {
      const item = schema.items && typeOfSchema(schema.items);
      return item && listOf(item);
    }
    case 'object':
      return objectType(schema);
    case 'string':
      return STRING_TYPES[normalizeFormat(schema.format ?? '')] ?? STRING;
    case 'boolean':
      return BOOL;
    case 'number':
      return DOUBLE;
    case 'integer':
      return INT;
    default:
      return undefined;
  }
}

/** To a real server's estimate the keys of a map have no letters: rules on them cost what the loop does. */
const MAP_KEY: CelType = { ...STRING, most: 0 };

function objectType(
  schema: OpenApiSchema,
  more: readonly (readonly [string, CelType])[] = [],
): CelType | undefined {
  const { properties = {}, additionalProperties } = schema;
  if (typeof additionalProperties === 'object') {
    const value = typeOfSchema(additionalProperties);
    return value && mapOf(MAP_KEY, value);
  }
  let fields: ReadonlyMap<string, CelType> | undefined;
  const make = () => {
    const entries = Object.entries(properties).flatMap(([name, property]): [string, CelType][] => {
      const type = typeOfSchema(property);
      const escaped = escapeFieldName(name);
      return type && escaped !== undefined ? [[escaped, type]] : [];
    });
    return new Map([...entries, ...more]);
  };
  return { name: 'object', args: [], fields: () => (fields ??= make()) };
}

const TEXT: OpenApiSchema = { type: 'string' };
/** As long as a request can hold. */
const anyText = () => typeOfSchema(TEXT) ?? STRING;

const META: CelType = {
  name: 'object',
  args: [],
  fields: () =>
    new Map([
      ['name', anyText()],
      ['generateName', anyText()],
    ]),
};

/** Of an embedded object: rules may read its kind and its name. */
export const resourceType = (schema: OpenApiSchema): CelType | undefined =>
  objectType(schema, [
    ['apiVersion', anyText()],
    ['kind', anyText()],
    ['metadata', META],
  ]);
