import type { FieldError, OpenApiSchema } from '../../contracts';
import { compileRules, validateRulesAt } from '../cel/validateRules';
import { invalidError } from '../fieldErrors';
import { fillDefaults } from '../fillDefaults';
import { isDeepEqual } from '../jsonValues';
import { pruneUnknown } from '../prune';
import { validateStructure } from '../validateStructure';

/** A default is judged as an object by itself, whose root has no name. */
function shapeErrors(schema: OpenApiSchema, path: string): readonly FieldError[] {
  const holder: OpenApiSchema = { type: 'object', properties: { default: schema } };
  const value = { default: schema.default };
  return validateStructure(holder, fillDefaults(holder, value), undefined).map(error => ({
    ...error,
    field: error.field.replace(/^default/, `${path}.default`),
    message: error.message.replace(/default(?:\.?)(\S*) in body/, '$1 in body'),
  }));
}

/** A rule that does not compile is reported as such. */
function ruleErrors(schema: OpenApiSchema, path: string, isResource: boolean): readonly FieldError[] {
  try {
    const rules = compileRules(schema, isResource);
    return rules ? validateRulesAt(rules, schema.default, `${path}.default`) : [];
  } catch {
    return [];
  }
}

function ownErrors(schema: OpenApiSchema, path: string, isResource: boolean): readonly FieldError[] {
  if (schema.default === undefined) return [];
  const value = { default: schema.default };
  const holder: OpenApiSchema = { type: 'object', properties: { default: schema } };
  const isPruned = isDeepEqual(pruneUnknown(holder, value).object, value);
  const unknown = isPruned
    ? []
    : [invalidError(`${path}.default`, schema.default, 'must not have unknown fields')];
  const wrong = shapeErrors(schema, path);
  return [...unknown, ...(wrong.length > 0 ? wrong : ruleErrors(schema, path, isResource))];
}

/** A default must be a value that the schema takes as it is. */
export function defaultErrors(schema: OpenApiSchema, path: string, isRoot = true): readonly FieldError[] {
  const isResource = isRoot || schema['x-kubernetes-embedded-resource'] === true;
  const properties = Object.entries(schema.properties ?? {}).filter(
    // What may be in metadata is checked elsewhere.
    ([name]) => !(isResource && ['metadata', 'apiVersion', 'kind'].includes(name)),
  );
  return [
    ...ownErrors(schema, path, isResource),
    ...(schema.items ? defaultErrors(schema.items, `${path}.items`, false) : []),
    ...properties.flatMap(([name, property]) =>
      defaultErrors(property, `${path}.properties[${name}]`, false),
    ),
  ];
}
