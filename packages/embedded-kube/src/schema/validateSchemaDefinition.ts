import type { FieldError, OpenApiSchema } from '../contracts';
import { oldSelfOf, rulesOf, type RuleText } from './cel/compileRule';
import { explainCompilation } from './cel/explainCompilation';
import { forbiddenError, invalidError, notSupportedError, requiredError } from './fieldErrors';
import { fillDefaults } from './fillDefaults';
import { explainPattern, toRegExp } from './goRegExp';
import { isDeepEqual } from './jsonValues';
import { pruneUnknown } from './prune';
import { validateListDefinition } from './validateListDefinition';
import { validateStructure } from './validateStructure';

type Level = 'root' | 'item' | 'field';

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];
const UNTYPED: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

function typeErrors(schema: OpenApiSchema, level: Level, path: string): readonly FieldError[] {
  const field = `${path}.type`;
  const isFree =
    schema['x-kubernetes-int-or-string'] === true || schema['x-kubernetes-preserve-unknown-fields'] === true;
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  const embedded = 'must be object if x-kubernetes-embedded-resource is true';
  if (isEmbedded && schema.type !== 'object')
    return [schema.type ? invalidError(field, schema.type, embedded) : requiredError(field, embedded)];
  if (!schema.type) return isFree || schema.$ref ? [] : [requiredError(field, UNTYPED[level])];
  if (!TYPES.includes(schema.type)) return [notSupportedError(field, schema.type, TYPES)];
  return level === 'root' && schema.type !== 'object'
    ? [invalidError(field, schema.type, 'must be object at the root')]
    : [];
}

function metadataErrors(schema: OpenApiSchema, path: string): readonly FieldError[] {
  const metadata = schema.properties?.metadata;
  if (!metadata) return [];
  const { type, description, properties = {}, ...others } = metadata;
  const at = `${path}.properties[metadata]`;
  const isFree =
    Object.keys(others).length === 0 &&
    Object.keys(properties).every(name => ['name', 'generateName'].includes(name));
  return [
    ...(type === 'object' ? [] : [invalidError(`${at}.type`, type ?? '', 'must be object')]),
    ...(isFree
      ? []
      : [
          forbiddenError(
            at,
            'must not specify anything other than name and generateName, but metadata is implicitly specified',
          ),
        ]),
  ];
}

function shapeErrors(schema: OpenApiSchema, level: Level, path: string): readonly FieldError[] {
  const errors = [...typeErrors(schema, level, path)];
  if (schema.type === 'array' && !schema.items)
    errors.push(requiredError(`${path}.items`, 'must be specified'));
  if (level === 'root') {
    if (schema.additionalProperties !== undefined)
      errors.push(forbiddenError(`${path}.additionalProperties`, 'must not be used at the root'));
    if (schema.nullable)
      errors.push(forbiddenError(`${path}.nullable`, 'nullable cannot be true at the root'));
    errors.push(...metadataErrors(schema, path));
  }
  if (schema.additionalProperties && Object.keys(schema.properties ?? {}).length > 0)
    errors.push(
      forbiddenError(
        `${path}.additionalProperties`,
        'additionalProperties and properties are mutual exclusive',
      ),
    );
  if (schema.uniqueItems)
    errors.push(
      forbiddenError(
        `${path}.uniqueItems`,
        'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
      ),
    );
  if (typeof schema.pattern === 'string' && !toRegExp(schema.pattern))
    errors.push(
      invalidError(
        `${path}.pattern`,
        schema.pattern,
        `must be a valid regular expression, but isn't: ${explainPattern(schema.pattern)}`,
      ),
    );
  if (schema.$ref) errors.push(forbiddenError(`${path}.$ref`, '$ref is not supported'));
  const isEmpty = Object.keys(schema.properties ?? {}).length === 0;
  if (
    schema['x-kubernetes-embedded-resource'] === true &&
    isEmpty &&
    schema['x-kubernetes-preserve-unknown-fields'] !== true
  )
    errors.push(
      requiredError(
        `${path}.properties`,
        'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
      ),
    );
  errors.push(...alternativeErrors(schema, path));
  if (schema['x-kubernetes-preserve-unknown-fields'] === false)
    errors.push(
      invalidError(`${path}.x-kubernetes-preserve-unknown-fields`, false, 'must be true or undefined'),
    );
  return errors;
}

const INT_OR_STRING = [{ type: 'integer' }, { type: 'string' }];

/** Alternatives restrict values; what type a field has is said outside of them. */
function alternativeErrors(schema: OpenApiSchema, path: string): readonly FieldError[] {
  const isIntOrString =
    schema['x-kubernetes-int-or-string'] === true && isDeepEqual(schema.anyOf, INT_OR_STRING);
  const kinds = [
    ['anyOf', isIntOrString ? [] : (schema.anyOf ?? [])],
    ['allOf', schema.allOf ?? []],
    ['oneOf', schema.oneOf ?? []],
  ] as const;
  const parts = kinds.flatMap(([kind, list]) =>
    list.map((part, i) => ({ part, at: `${path}.${kind}[${i}]` })),
  );
  if (schema.not) parts.push({ part: schema.not, at: `${path}.not` });
  return parts
    .filter(({ part }) => part.type && !isDeepEqual(part.anyOf, INT_OR_STRING))
    .map(({ at }) => forbiddenError(`${at}.type`, 'must be empty to be structural'));
}

/** A default must be a value that the schema takes as it is. */
function defaultErrors(schema: OpenApiSchema, path: string): readonly FieldError[] {
  if (schema.default === undefined) return [];
  const holder: OpenApiSchema = { type: 'object', properties: { default: schema } };
  const value = { default: schema.default };
  if (!isDeepEqual(pruneUnknown(holder, value).object, value))
    return [invalidError(`${path}.default`, schema.default, 'must not have unknown fields')];
  return validateStructure(holder, fillDefaults(holder, value), undefined).map(error => ({
    ...error,
    field: error.field.replace(/^default/, `${path}.default`),
    // The server judges a default as an object of its own, whose root has no name.
    message: error.message.replace(/default(?:\.?)(\S*) in body/, '$1 in body'),
  }));
}

function ruleErrors(
  schema: OpenApiSchema,
  rule: RuleText,
  path: string,
  uncorrelated: string | undefined,
): readonly FieldError[] {
  if (!rule.rule?.trim()) return [requiredError(`${path}.rule`, 'rule is not specified')];
  const errors: FieldError[] = [];
  if (rule.message !== undefined && rule.message !== '' && rule.message.trim() === '')
    errors.push(invalidError(`${path}.message`, rule.message, 'must be non-empty if specified'));
  else if (rule.message?.trim().includes('\n'))
    errors.push(invalidError(`${path}.message`, rule.message, 'must not contain line breaks'));
  else if (rule.rule.trim().includes('\n') && !rule.message)
    errors.push(requiredError(`${path}.message`, 'message must be specified if rule contains line breaks'));
  if (rule.reason && !REASONS.includes(rule.reason))
    errors.push(notSupportedError(`${path}.reason`, rule.reason, REASONS));
  if (rule.fieldPath && !isFieldPath(schema, rule.fieldPath))
    errors.push(invalidError(`${path}.fieldPath`, rule.fieldPath, 'must be a valid path'));
  errors.push(...expressionErrors(schema, rule, path));
  const usesOldSelf = /\boldSelf\b/.test(rule.rule);
  if (usesOldSelf && uncorrelated)
    errors.push(
      invalidError(
        `${path}.rule`,
        rule.rule,
        `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelated}`,
      ),
    );
  if (!usesOldSelf && rule.optionalOldSelf !== undefined)
    errors.push(
      invalidError(
        `${path}.optionalOldSelf`,
        rule.optionalOldSelf,
        'may not be set if oldSelf is not used in rule',
      ),
    );
  return errors;
}

/** `.a.b` and `['a']`, through fields that the schema has. */
function isFieldPath(schema: OpenApiSchema, fieldPath: string): boolean {
  const parts = [...fieldPath.matchAll(/\.([^.[\]]+)|\['((?:\\.|[^'\\])*)'\]/g)];
  if (parts.map(([text]) => text).join('') !== fieldPath) return false;
  let at: OpenApiSchema | boolean | undefined = schema;
  for (const [, plain, quoted] of parts) {
    if (typeof at !== 'object') return false;
    at = at.properties ? at.properties[plain ?? quoted] : at.additionalProperties;
  }
  return typeof at === 'object';
}

/** A rule as the server holds it. */
const shownRule = (rule: RuleText) =>
  JSON.stringify({
    Rule: rule.rule,
    Message: rule.message ?? '',
    MessageExpression: rule.messageExpression ?? '',
    Reason: rule.reason ?? null,
    FieldPath: rule.fieldPath ?? '',
    OptionalOldSelf: rule.optionalOldSelf ?? null,
  });

function expressionErrors(schema: OpenApiSchema, rule: RuleText, path: string): readonly FieldError[] {
  return (['rule', 'messageExpression'] as const).flatMap(part => {
    const text = rule[part];
    if (!text?.trim()) return [];
    const why = explainCompilation(text, schema, part, oldSelfOf(rule));
    if (!why) return [];
    const message = `Invalid value: ${shownRule(rule)}: ${why}`;
    return [{ reason: 'FieldValueInvalid', field: `${path}.${part}`, message }];
  });
}

class DefinitionWalk {
  readonly errors: FieldError[] = [];

  /** `uncorrelated`: the nearest part above in which old and new values cannot be told to belong together. */
  visit(schema: OpenApiSchema, level: Level, path: string, uncorrelated?: string): void {
    this.errors.push(
      ...shapeErrors(schema, level, path),
      ...validateListDefinition(schema, path),
      ...defaultErrors(schema, path),
    );
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (level === 'root' && name === 'metadata') continue;
      this.visit(property, 'field', `${path}.properties[${name}]`, uncorrelated);
    }
    if (typeof schema.additionalProperties === 'object')
      this.visit(schema.additionalProperties, 'field', `${path}.additionalProperties`, uncorrelated);
    if (schema.items) {
      const isCorrelated = schema['x-kubernetes-list-type'] === 'map';
      this.visit(schema.items, 'item', `${path}.items`, uncorrelated ?? (isCorrelated ? undefined : path));
    }
    rulesOf(schema).forEach((rule, i) =>
      this.errors.push(...ruleErrors(schema, rule, `${path}.x-kubernetes-validations[${i}]`, uncorrelated)),
    );
  }
}

/** A schema must be structural: each field typed, each list with items, defaults that hold, rules that compile. */
export function validateSchemaDefinition(schema: OpenApiSchema, path: string): readonly FieldError[] {
  const walk = new DefinitionWalk();
  walk.visit(schema, 'root', path);
  return walk.errors;
}
