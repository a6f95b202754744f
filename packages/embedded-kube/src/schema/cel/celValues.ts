import { Duration } from '@marcbachmann/cel-js/evaluator';
import type { OpenApiSchema } from '../../contracts';
import { normalizeFormat } from '../formats';
import { hasField, isObject, type JsonObject } from '../jsonValues';

type Convert = () => unknown;

/**
 * An object with the fields that its schema names; an own class, so that it is not a map of one value type.
 * A field is converted when a rule first reads it: most rules read few fields of large objects.
 */
export class CelObject extends Map<string, unknown> {
  readonly #pending: Map<string, Convert>;

  constructor(fields: Iterable<readonly [string, Convert]>) {
    super();
    this.#pending = new Map(fields);
  }

  override get(field: string): unknown {
    const convert = this.#pending.get(field);
    if (convert) {
      this.#pending.delete(field);
      super.set(field, convert());
    }
    return super.get(field);
  }

  isEqual(other: CelObject): boolean {
    const fields = this.fieldNames();
    return (
      fields.length === other.fieldNames().length &&
      fields.every(field => isSameValue(this.get(field), other.get(field)))
    );
  }

  private fieldNames(): readonly string[] {
    return [...this.#pending.keys(), ...this.keys()];
  }
}

/** Equality as the language has it, through objects, maps and lists. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a instanceof CelObject) return b instanceof CelObject && a.isEqual(b);
  if (a instanceof Map) {
    if (!(b instanceof Map) || a.size !== b.size) return false;
    return [...a].every(([key, value]) => b.has(key) && isSameValue(value, b.get(key)));
  }
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => isSameValue(item, b[i]));
  if (a instanceof Date || a instanceof Duration)
    return a.constructor === b?.constructor && Number(a) === Number(b);
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0;
  const isMixed =
    (typeof a === 'bigint' && typeof b === 'number') || (typeof a === 'number' && typeof b === 'bigint');
  return isMixed && Number(a) === Number(b);
}

const KEYWORDS = new Set(
  (
    'true false null in as break const continue else for function if import let loop package namespace return ' +
    'var void while'
  ).split(' '),
);
const ESCAPES: Readonly<Record<string, string>> = {
  '__': '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};

/** The name by which a rule asks for a field; `undefined` when no rule can name it. */
export function escapeFieldName(name: string): string | undefined {
  if (KEYWORDS.has(name)) return `__${name}__`;
  if (!/^[a-zA-Z_.\-/][a-zA-Z0-9_.\-/]*$/.test(name)) return undefined;
  return name.replace(/__|[.\-/]/g, part => ESCAPES[part]);
}

const DURATION_PART = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g;
const NANOS: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
};

function toDuration(text: string): Duration | undefined {
  const parts = [...text.matchAll(DURATION_PART)];
  if (parts.length === 0) return undefined;
  const nanos = parts.reduce((sum, [, count, unit]) => sum + Math.round(Number(count) * NANOS[unit]), 0);
  const signed = text.startsWith('-') ? -nanos : nanos;
  return new Duration(BigInt(Math.trunc(signed / 1e9)), signed % 1e9);
}

function toText(schema: OpenApiSchema, text: string): unknown {
  switch (normalizeFormat(schema.format ?? '')) {
    case 'datetime':
    case 'date':
      return new Date(text);
    case 'duration':
      return toDuration(text) ?? text;
    case 'byte':
      return new Uint8Array(Buffer.from(text, 'base64'));
    default:
      return text;
  }
}

/**
 * JSON values as CEL sees them: integers are int, other numbers double, formatted text is what its format says. Each value
 * is converted once, however many rules read it.
 */
export class CelValues {
  readonly #converted = new Map<object, unknown>();

  of(schema: OpenApiSchema | undefined, value: unknown): unknown {
    if (typeof value === 'string') return schema ? toText(schema, value) : value;
    if (typeof value === 'number') {
      return Number.isInteger(value) && schema?.type !== 'number' ? BigInt(value) : value;
    }
    if (typeof value !== 'object' || value === null) return value ?? null;
    let converted = this.#converted.get(value);
    if (converted === undefined) {
      converted = this.compound(schema, value);
      this.#converted.set(value, converted);
    }
    return converted;
  }

  /** Of the metadata of an object, rules may read its name only. */
  resource(schema: OpenApiSchema, object: JsonObject): unknown {
    const { metadata, apiVersion, kind, ...fields } = object;
    const entries = this.entries(schema, fields);
    if (apiVersion !== undefined) entries.push(['apiVersion', () => apiVersion]);
    if (kind !== undefined) entries.push(['kind', () => kind]);
    if (isObject(metadata)) {
      const named = ['name', 'generateName'].filter(field => hasField(metadata, field));
      const visible = new CelObject(named.map(field => [field, () => metadata[field]]));
      entries.push(['metadata', () => visible]);
    }
    return new CelObject(entries);
  }

  private compound(schema: OpenApiSchema | undefined, value: object): unknown {
    if (Array.isArray(value)) return value.map(item => this.of(schema?.items, item));
    const object = value as JsonObject;
    if (schema?.['x-kubernetes-embedded-resource'] === true) return this.resource(schema, object);
    if (schema?.properties) return new CelObject(this.entries(schema, object));
    const items = typeof schema?.additionalProperties === 'object' ? schema.additionalProperties : undefined;
    return new Map(Object.entries(object).map(([key, field]) => [key, this.of(items, field)]));
  }

  private entries(schema: OpenApiSchema, object: JsonObject): [string, Convert][] {
    const { properties = {} } = schema;
    const entries: [string, Convert][] = [];
    for (const key of Object.keys(object)) {
      const name = hasField(properties, key) ? escapeFieldName(key) : undefined;
      // To a rule, a field that is null is not there.
      if (name !== undefined && object[key] !== null)
        entries.push([name, () => this.of(properties[key], object[key])]);
    }
    return entries;
  }
}
