import type { FieldError, OpenApiSchema } from '../../contracts';
import { rulesOf } from '../cel/compileRule';
import { forbiddenError, invalidError, notSupportedError } from '../fieldErrors';
import { validateListDefinition } from '../validateListDefinition';
import { below as mostOften, CostTotal } from './ruleCosts';
import { celErrors, ruleShapeErrors } from './ruleErrors';

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const UNSUPPORTED = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref'];
const META = ['metadata', 'kind', 'apiVersion'];

/** What the parts above say of a schema. */
interface Surroundings {
  readonly isRoot: boolean;
  /** Why a default may not be here. */
  readonly noDefaults?: string;
  readonly isInsideMeta: boolean;
  /** The nearest part above in which old and new values cannot be correlated. */
  readonly uncorrelated?: string;
  /** Whether rules may be compiled: not inside of conditions, which have no types. */
  readonly hasTypes: boolean;
  /** How often the part can be there in one object; absent: any number of times. */
  readonly cardinality?: number;
}

interface Found {
  readonly shape: FieldError[];
  readonly rules: FieldError[];
}

function standardErrors(schema: OpenApiSchema, path: string, around: Surroundings): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (schema.type && !TYPES.includes(schema.type))
    errors.push(notSupportedError(`${path}.type`, schema.type, TYPES));
  if (schema.default !== undefined && around.noDefaults)
    errors.push(forbiddenError(`${path}.default`, `must not be set ${around.noDefaults}`));
  for (const keyword of UNSUPPORTED) {
    if (schema[keyword] !== undefined && schema[keyword] !== '')
      errors.push(forbiddenError(`${path}.${keyword}`, `${keyword} is not supported`));
  }
  if (schema.type === 'null')
    errors.push(forbiddenError(`${path}.type`, 'type cannot be set to null, use nullable as an alternative'));
  if (around.isInsideMeta && schema['x-kubernetes-embedded-resource'] === true)
    errors.push(
      forbiddenError(`${path}.x-kubernetes-embedded-resource`, 'must not be used inside of resource meta'),
    );
  if (schema.uniqueItems)
    errors.push(
      forbiddenError(
        `${path}.uniqueItems`,
        'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
      ),
    );
  return errors;
}

/** One schema and all below it: first the errors of shape, then those of rules. */
class OpenApiWalk {
  readonly total = new CostTotal();

  visit(schema: OpenApiSchema, path: string, around: Surroundings): Found {
    const found: Found = { shape: [...standardErrors(schema, path, around)], rules: [] };
    const add = (part: OpenApiSchema, at: string, below: Surroundings) => {
      const inner = this.visit(part, at, below);
      found.shape.push(...inner.shape);
      found.rules.push(...inner.rules);
    };
    this.parts(schema, path, around, { add, found });
    if (schema['x-kubernetes-preserve-unknown-fields'] === false)
      found.shape.push(
        invalidError(`${path}.x-kubernetes-preserve-unknown-fields`, false, 'must be true or undefined'),
      );
    found.shape.push(...validateListDefinition(schema, path));
    const rules = rulesOf(schema);
    const at = (i: number) => `${path}.x-kubernetes-validations[${i}]`;
    rules.forEach((rule, i) => found.shape.push(...ruleShapeErrors(schema, rule, at(i))));
    if (found.shape.length === 0 && around.hasTypes)
      rules.forEach((rule, i) =>
        found.rules.push(...celErrors(schema, rule, at(i), { ...around, total: this.total })),
      );
    return found;
  }

  private parts(
    schema: OpenApiSchema,
    path: string,
    around: Surroundings,
    { add, found }: { add: (part: OpenApiSchema, at: string, below: Surroundings) => void; found: Found },
  ): void {
    const { properties = {}, additionalProperties, items } = schema;
    const below = { ...around, isRoot: false, cardinality: mostOften(around.cardinality, schema) };
    if (additionalProperties && Object.keys(properties).length > 0 && additionalProperties !== true)
      found.shape.push(
        forbiddenError(
          `${path}.additionalProperties`,
          'additionalProperties and properties are mutual exclusive',
        ),
      );
    if (typeof additionalProperties === 'object') {
      const reason = 'inside additionalProperties applying to object metadata';
      add(additionalProperties, `${path}.additionalProperties`, {
        ...below,
        ...(around.isInsideMeta ? { noDefaults: reason } : {}),
      });
    }
    for (const [name, property] of Object.entries(properties))
      add(property, `${path}.properties[${name}]`, aroundProperty(schema, name, around));
    for (const { part, at } of conditionsOf(schema, path)) add(part, at, { ...below, hasTypes: false });
    if (items) {
      const isCorrelated = schema['x-kubernetes-list-type'] === 'map';
      add(items, `${path}.items`, {
        ...below,
        uncorrelated: around.uncorrelated ?? (isCorrelated ? undefined : path),
      });
    }
  }
}

function aroundProperty(schema: OpenApiSchema, name: string, around: Surroundings): Surroundings {
  const isMeta = META.includes(name) && (around.isRoot || schema['x-kubernetes-embedded-resource'] === true);
  return {
    ...around,
    isRoot: false,
    cardinality: mostOften(around.cardinality, schema),
    isInsideMeta: around.isInsideMeta || isMeta,
    ...(isMeta && around.isRoot ? { noDefaults: `in top-level ${name}` } : {}),
  };
}

function conditionsOf(schema: OpenApiSchema, path: string) {
  const lists = (['allOf', 'oneOf', 'anyOf'] as const).flatMap(kind =>
    (schema[kind] ?? []).map((part, i) => ({ part, at: `${path}.${kind}[${i}]` })),
  );
  return schema.not ? [{ part: schema.not, at: `${path}.not` }, ...lists] : lists;
}

/** @param hasTypes the schema is structural and its defaults hold, so that rules can be compiled */
export function openApiErrors(schema: OpenApiSchema, path: string, hasTypes: boolean): readonly FieldError[] {
  const walk = new OpenApiWalk();
  const { shape, rules } = walk.visit(schema, path, {
    isRoot: true,
    isInsideMeta: false,
    hasTypes,
    cardinality: 1,
  });
  return [...shape, ...rules, ...walk.total.errors(path)];
}
