import type { FieldError, OpenApiSchema } from '../contracts';
import { Correlation } from './correlation';
import {
  invalidError,
  notSupportedError,
  requiredError,
  tooManyError,
  typeInvalidError,
} from './fieldErrors';
import { normalizeFormat, stringFormat } from './formats';
import { hasField, isDeepEqual, isObject, type JsonObject } from './jsonValues';
import { validateNumber, validateString } from './validateScalars';

/**
 * Errors in the order of the server; `matches` counts what fitted, by which it chooses whose errors of an anyOf to report.
 */
export interface Findings {
  readonly errors: FieldError[];
  matches: number;
}

const noFindings = (): Findings => ({ errors: [], matches: 0 });

export function typesOf(schema: OpenApiSchema): readonly string[] {
  if (schema['x-kubernetes-int-or-string'] === true) return ['integer', 'string'];
  return schema.type === undefined || schema.type === '' ? [] : [schema.type];
}

function jsonType(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'number':
      return Number.isInteger(value) ? 'integer' : 'number';
    default:
      return 'object';
  }
}

/** Formats that the server does not know for a type are as good as absent. */
function formatOf(schema: OpenApiSchema, types: readonly string[]): string | undefined {
  const { format } = schema;
  if (!format) return undefined;
  const [type] = types.length === 1 ? types : [''];
  if (type === '' || type === 'string') return stringFormat(format) && format;
  if (type === 'integer') return ['int32', 'int64'].includes(format) ? format : undefined;
  if (type === 'number') return ['float', 'double'].includes(format) ? format : undefined;
  return undefined;
}

const typeError = (path: string, expected: string, found: string) =>
  typeInvalidError(path, found, `${path} in body must be of type ${expected}: ${JSON.stringify(found)}`);

const GO_FORMATS: Readonly<Record<string, string>> = { integer: 'int64', number: 'float64' };

function validateType(schema: OpenApiSchema, value: unknown, path: string): FieldError | undefined {
  const types = typesOf(schema);
  const format = formatOf(schema, types);
  if (types.length === 0 && !format) return undefined;
  const found = jsonType(value);
  const isWithoutShape = found === 'string' || found === 'array';
  const fits = types.includes(found) || (found === 'integer' && types.includes('number'));
  const isFormatted = format !== undefined && !types.includes('number') && !types.includes('integer');
  if (format && !isWithoutShape && !fits) return typeError(path, format, GO_FORMATS[found] ?? '');
  if (fits || (isFormatted && isWithoutShape)) return undefined;
  return typeError(path, types.join(','), found);
}

function validateFormat(schema: OpenApiSchema, value: unknown, path: string): FieldError | undefined {
  if (typeof value !== 'string' || !schema.format) return undefined;
  const types = typesOf(schema);
  if (types.length === 1 && types[0] !== 'string') return undefined;
  if (stringFormat(schema.format)?.(value) ?? true) return undefined;
  const shown = normalizeFormat(schema.format) === 'datetime' ? 'date-time' : schema.format;
  return typeInvalidError(path, value, `${path} in body must be of type ${shown}: ${JSON.stringify(value)}`);
}

function validateEnum(schema: OpenApiSchema, value: unknown, path: string): FieldError | undefined {
  if (!schema.enum || schema.enum.some(allowed => isDeepEqual(allowed, value))) return undefined;
  // The server compares a fraction with a whole number after cutting it off.
  if (typeof value === 'number' && schema.enum.includes(Math.trunc(value))) return undefined;
  const supported = schema.enum.map(allowed =>
    typeof allowed === 'string' ? allowed : JSON.stringify(allowed),
  );
  return notSupportedError(path, value, supported);
}

const number = (schema: OpenApiSchema, keyword: string): number | undefined =>
  typeof schema[keyword] === 'number' ? (schema[keyword] as number) : undefined;

/** Adds everything wrong with a value; what an update leaves as it was is not judged again. */
export class StructureValidator {
  constructor(readonly found: Findings = noFindings()) {}

  value(schema: OpenApiSchema, value: unknown, path: string, before: Correlation | undefined): void {
    if (before?.isUnchanged()) return;
    if (value === null || value === undefined) {
      this.nothing(schema, path);
      return;
    }
    this.add(validateType(schema, value, path));
    this.combinations(schema, value, path);
    if (typeof value === 'string') {
      this.add(validateString(schema, value, path));
      this.add(validateFormat(schema, value, path));
    }
    if (typeof value === 'number') this.found.errors.push(...validateNumber(schema, value, path));
    if (Array.isArray(value)) this.list(schema, value, path, before);
    this.add(validateEnum(schema, value, path));
    if (isObject(value)) this.object(schema, value, path, before);
  }

  private add(error: FieldError | undefined): void {
    if (error) this.found.errors.push(error);
    else this.found.matches++;
  }

  private nothing(schema: OpenApiSchema, path: string): void {
    const types = typesOf(schema);
    if (types.length > 0 && schema.nullable !== true) this.add(typeError(path, types.join(','), 'null'));
    this.add(validateEnum(schema, null, path));
  }

  private list(schema: OpenApiSchema, value: readonly unknown[], path: string, before?: Correlation): void {
    if (schema.items) {
      for (let i = 0; i < value.length; i++)
        this.value(schema.items, value[i], `${path}[${i}]`, before?.item(i));
    }
    const min = number(schema, 'minItems');
    const max = number(schema, 'maxItems');
    if (min !== undefined && value.length < min)
      this.add(invalidError(path, value.length, `${path} in body should have at least ${min} items`));
    if (max !== undefined && value.length > max) this.add(tooManyError(path, value.length, max));
    if (schema.uniqueItems === true && value.some((a, i) => value.slice(0, i).some(b => isDeepEqual(a, b))))
      this.add(invalidError(path, '', `${path} in body shouldn't contain duplicates`));
    this.found.matches++;
  }

  private object(schema: OpenApiSchema, value: JsonObject, path: string, before?: Correlation): void {
    const { properties = {}, additionalProperties, required = [] } = schema;
    this.countFields(schema, Object.keys(value).length, path);
    if (typeof additionalProperties === 'object') {
      for (const key of Object.keys(value)) {
        if (!hasField(properties, key))
          this.value(
            additionalProperties,
            value[key],
            `${path}.${key}`,
            before?.field(key, additionalProperties),
          );
      }
    }
    for (const key of Object.keys(properties)) {
      if (!hasField(value, key)) continue;
      const field = path === '' ? key : `${path}.${key}`;
      this.value(properties[key], value[key], field, before?.field(key, properties[key]));
    }
    for (const key of required) {
      const isThere = hasField(value, key) && value[key] !== undefined;
      this.add(isThere ? undefined : requiredError(path === '' ? key : `${path}.${key}`));
    }
  }

  private countFields(schema: OpenApiSchema, count: number, path: string): void {
    const min = number(schema, 'minProperties');
    const max = number(schema, 'maxProperties');
    if (min !== undefined && count < min)
      this.add(invalidError(path, count, `${path} in body should have at least ${min} properties`));
    if (max !== undefined && count > max) this.add(tooManyError(path, count, max));
  }

  private combinations(schema: OpenApiSchema, value: unknown, path: string): void {
    const quoted = JSON.stringify(path);
    const refuse = (text: string) => this.found.errors.push(invalidError('', '', `${quoted} ${text}`));
    if (schema.anyOf?.length) {
      const results = this.alternatives(schema.anyOf, value, path);
      if (results.every(({ errors }) => errors.length > 0)) {
        refuse('must validate at least one schema (anyOf)');
        this.found.errors.push(...bestOf(results).errors);
      }
    }
    if (schema.oneOf?.length) {
      const results = this.alternatives(schema.oneOf, value, path);
      const valid = results.filter(({ errors }) => errors.length === 0).length;
      if (valid !== 1) {
        const found = valid === 0 ? 'Found none valid' : `Found ${valid} valid alternatives`;
        refuse(`must validate one and only one schema (oneOf). ${found}`);
      }
      if (valid === 0) this.found.errors.push(...bestOf(results).errors);
    }
    if (schema.allOf?.length) {
      const results = this.alternatives(schema.allOf, value, path);
      for (const { errors } of results) this.found.errors.push(...errors);
      const valid = results.filter(({ errors }) => errors.length === 0).length;
      if (valid < results.length)
        refuse(`must validate all the schemas (allOf)${valid === 0 ? '. None validated' : ''}`);
    }
    if (schema.not && this.alternatives([schema.not], value, path)[0].errors.length === 0)
      refuse('must not validate the schema (not)');
  }

  private alternatives(schemas: readonly OpenApiSchema[], value: unknown, path: string): readonly Findings[] {
    return schemas.map(schema => {
      const validator = new StructureValidator();
      validator.value(schema, value, path, undefined);
      return validator.found;
    });
  }
}

/** The best fit; the first of equals. */
const bestOf = (results: readonly Findings[]): Findings =>
  results.reduce((best, next) => (next.matches > best.matches ? next : best));

/** Types, required fields, bounds, patterns, formats and combinations of a whole object. */
export function validateStructure(
  schema: OpenApiSchema,
  value: JsonObject,
  previous: JsonObject | undefined,
): readonly FieldError[] {
  const validator = new StructureValidator();
  validator.value(schema, value, '', previous && new Correlation(value, previous, schema));
  return validator.found.errors;
}
