import { EvaluationError, Optional } from '@marcbachmann/cel-js';
import type { FieldError, OpenApiSchema } from '../../contracts';
import { Correlation } from '../correlation';
import {
  duplicateError,
  duplicateWithoutValue,
  forbiddenError,
  invalidError,
  invalidWithoutValue,
  requiredError,
} from '../fieldErrors';
import { hasField, isObject, type JsonObject } from '../jsonValues';
import { CelValues } from './celValues';
import { compileRule, rulesOf, type CompiledRule } from './compileRule';

/** A schema with the rules that are at it and below it; parts without rules are left out. */
interface RuleNode {
  readonly schema: OpenApiSchema;
  readonly rules: readonly CompiledRule[];
  readonly properties: ReadonlyMap<string, RuleNode>;
  readonly additionalProperties?: RuleNode;
  readonly items?: RuleNode;
  /** An object of its own, of which rules may read the name. */
  readonly isResource: boolean;
  readonly hasTransitions: boolean;
}

/** Reads the rules of a schema once; `undefined` when it has none. */
export function compileRules(schema: OpenApiSchema, isResource = true): RuleNode | undefined {
  const below = (part: OpenApiSchema | boolean | undefined) =>
    typeof part === 'object'
      ? compileRules(part, part['x-kubernetes-embedded-resource'] === true)
      : undefined;
  const properties = new Map<string, RuleNode>();
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const node = below(property);
    if (node) properties.set(name, node);
  }
  const items = below(schema.items);
  const additionalProperties = below(schema.additionalProperties);
  const rules = rulesOf(schema)
    .filter(({ rule }) => rule.trim() !== '')
    .map(compileRule);
  const children = [...properties.values(), items, additionalProperties].filter(node => node !== undefined);
  if (rules.length === 0 && children.length === 0) return undefined;
  const hasTransitions =
    rules.some(({ usesOldSelf }) => usesOldSelf) || children.some(child => child.hasTransitions);
  return { schema, rules, properties, items, additionalProperties, isResource, hasTransitions };
}

/** Where the walk is: the value, its path, and what stood there before. */
interface Place {
  readonly path: string;
  readonly value: unknown;
  readonly old: unknown;
  readonly before: Correlation | undefined;
}

const OVERLOAD_CODES = new Set(['no_such_overload', 'no_matching_overload']);

/** Why an expression could not be evaluated, in the words of the server. */
function explainFailure(error: unknown, text: string): string {
  if (!(error instanceof EvaluationError)) return `${(error as Error).message} evaluating rule: ${text}`;
  if (OVERLOAD_CODES.has(error.code)) {
    return `'no such overload': call arguments did not match a supported operator, function or macro signature for rule: ${text}`;
  }
  const index = /index (-?\d+)/.exec(error.summary);
  const why =
    error.code === 'index_out_of_bounds' && index
      ? `index out of bounds: ${index[1]}`
      : error.summary.replace(/^No such key/, 'no such key');
  return `${why} evaluating rule: ${text}`;
}

function refuse(rule: CompiledRule, place: Place, path: string, detail: string): FieldError {
  const isCompound = typeof place.value === 'object';
  switch (rule.reason) {
    case 'FieldValueForbidden':
      return forbiddenError(path, detail);
    case 'FieldValueRequired':
      return requiredError(path, detail);
    case 'FieldValueDuplicate':
      return isCompound ? duplicateWithoutValue(path) : duplicateError(path, place.value);
    default:
      return isCompound ? invalidWithoutValue(path, detail) : invalidError(path, place.value, detail);
  }
}

class RuleWalk {
  readonly errors: FieldError[] = [];
  private readonly values = new CelValues();
  private readonly oldValues = new CelValues();

  visit(node: RuleNode, place: Place): void {
    if (place.value === null || place.value === undefined) return;
    const isUnchanged = place.before?.isUnchanged() === true;
    if (isUnchanged && !node.hasTransitions) return;
    this.ownRules(node, place, isUnchanged);
    if (Array.isArray(place.value)) this.list(node, place, place.value);
    else if (isObject(place.value)) this.object(node, place, place.value);
  }

  private list(node: RuleNode, place: Place, list: readonly unknown[]): void {
    if (!node.items) return;
    for (let i = 0; i < list.length; i++) {
      const before = place.before?.item(i);
      this.visit(node.items, { path: `${place.path}[${i}]`, value: list[i], old: before?.old, before });
    }
  }

  private object(node: RuleNode, place: Place, object: JsonObject): void {
    const { properties, additionalProperties } = node;
    for (const key of Object.keys(object)) {
      const property = properties.get(key);
      const child =
        property ?? (hasField(node.schema.properties ?? {}, key) ? undefined : additionalProperties);
      if (!child) continue;
      const before = place.before?.field(key, child.schema);
      const named = place.path === '' ? key : `${place.path}.${key}`;
      const path = property ? named : `${place.path}[${key}]`;
      this.visit(child, { path, value: object[key], old: before?.old, before });
    }
  }

  private ownRules(node: RuleNode, place: Place, isUnchanged: boolean): void {
    const hasOld = place.old !== undefined && place.old !== null;
    for (const rule of node.rules) {
      if (isUnchanged && !rule.usesOldSelf) continue;
      if (rule.usesOldSelf && !hasOld && !rule.optionalOldSelf) continue;
      const error = this.judge(node, rule, place);
      if (error) this.errors.push(error);
    }
  }

  private judge(node: RuleNode, rule: CompiledRule, place: Place): FieldError | undefined {
    const context = this.context(node, rule, place);
    const text = (rule.message || rule.rule).trim();
    let result: unknown;
    try {
      result = rule.evaluate(context);
    } catch (error) {
      return invalidError(place.path, node.schema.type ?? '', explainFailure(error, text));
    }
    if (result === true) return undefined;
    const detail = explainByExpression(rule, context) ?? (rule.message ? text : `failed rule: ${text}`);
    return refuse(rule, place, `${place.path}${rule.fieldPath ?? ''}`.replace(/^\./, ''), detail);
  }

  private context(node: RuleNode, rule: CompiledRule, { value, old }: Place): Record<string, unknown> {
    const self = toCel(this.values, node, value);
    if (!rule.usesOldSelf) return { self };
    const isThere = old !== undefined && old !== null;
    const oldSelf = isThere ? toCel(this.oldValues, node, old) : undefined;
    if (!rule.optionalOldSelf) return { self, oldSelf };
    return { self, oldSelf: isThere ? Optional.of(oldSelf) : Optional.none() };
  }
}

const toCel = (values: CelValues, node: RuleNode, value: unknown): unknown =>
  node.isResource && isObject(value) ? values.resource(node.schema, value) : values.of(node.schema, value);

/** A message that cannot be computed, or is none, gives way to the fixed one. */
function explainByExpression(rule: CompiledRule, context: Record<string, unknown>): string | undefined {
  if (!rule.explain) return undefined;
  try {
    const text = rule.explain(context);
    const trimmed = typeof text === 'string' ? text.trim() : '';
    return trimmed === '' || trimmed.includes('\n') ? undefined : trimmed;
  } catch {
    return undefined;
  }
}

/**
 * Judges an object by its rules. A rule that does not look at the old value is not applied to what an update
 * leaves as it was; one that does is applied only where there is an old value, unless it takes an optional one.
 */
export function validateRules(
  node: RuleNode,
  object: JsonObject,
  previous: JsonObject | undefined,
): readonly FieldError[] {
  const walk = new RuleWalk();
  const before = previous && new Correlation(object, previous, node.schema);
  walk.visit(node, { path: '', value: object, old: previous, before });
  return walk.errors;
}
