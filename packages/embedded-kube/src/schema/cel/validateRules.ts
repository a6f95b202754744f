import { EvaluationError, Optional } from '@marcbachmann/cel-js';
import type { FieldError, OpenApiSchema } from '../../contracts';
import { DeadlineError, runWithin } from '../../deadline';
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
  /** An embedded object, of which rules may read the name. */
  readonly isResource: boolean;
  /** Its rules may take any time, as loops in loops do. */
  readonly isCostly: boolean;
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
    .map(rule => compileRule(rule, schema));
  const children = [...properties.values(), items, additionalProperties].filter(node => node !== undefined);
  if (rules.length === 0 && children.length === 0) return undefined;
  const isCostly = rules.some(rule => rule.isCostly) || children.some(child => child.isCostly);
  return { schema, rules, properties, items, additionalProperties, isResource, isCostly };
}

/** Where the walk is: the value, its path, and what was there before. */
interface Place {
  readonly path: string;
  readonly value: unknown;
  readonly old: unknown;
  readonly before: Correlation | undefined;
  /** The nearest around it whose former value is known. */
  readonly above?: Correlation;
}

interface Verdict {
  /** False: the rule could not be judged. */
  readonly isFailed: boolean;
  readonly error: FieldError;
}

const nearest = ({ before, above }: Place) => ({ above: before ?? above });

/** Where nothing shows which value was here, what is around it decides. */
const isUnchanged = ({ before, above }: Place): boolean => (before ?? above)?.isUnchanged() === true;

const OVERLOAD_CODES = new Set(['no_such_overload', 'no_matching_overload']);

/** By the library's codes, what a real server says. */
const FAILURES: Readonly<Record<string, string>> = {
  modulo_by_zero: 'modulus by zero',
  numeric_overflow: 'integer overflow',
  int_conversion_error: "type conversion error from 'string' to 'int'",
  uint_conversion_error: "type conversion error from 'string' to 'uint'",
  double_conversion_error: "type conversion error from 'string' to 'double'",
  bool_conversion_error: "type conversion error from 'string' to 'bool'",
  invalid_duration: "type conversion error from 'string' to 'google.protobuf.Duration'",
  optional_value_missing: 'optional.none() dereference',
};

/** Why an expression could not be evaluated, in the words of the server. */
function explainFailure(error: unknown, text: string): string {
  if (!(error instanceof EvaluationError)) return `${(error as Error).message} evaluating rule: ${text}`;
  const known = Object.hasOwn(FAILURES, error.code) ? FAILURES[error.code] : undefined;
  if (known !== undefined) return `${known} evaluating rule: ${text}`;
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
  /** What fails where an update leaves things as they were. */
  readonly tolerated: FieldError[] = [];
  private readonly values = new CelValues();
  private readonly oldValues = new CelValues();

  visit(node: RuleNode, place: Place): void {
    if (place.value === null || place.value === undefined) return;
    this.ownRules(node, place);
    if (Array.isArray(place.value)) this.list(node, place, place.value);
    else if (isObject(place.value)) this.object(node, place, place.value);
  }

  private list(node: RuleNode, place: Place, list: readonly unknown[]): void {
    if (!node.items) return;
    for (let i = 0; i < list.length; i++) {
      const before = place.before?.item(i);
      const path = `${place.path}[${i}]`;
      this.visit(node.items, { path, value: list[i], old: before?.old, before, ...nearest(place) });
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
      this.visit(child, { path, value: object[key], old: before?.old, before, ...nearest(place) });
    }
  }

  private ownRules(node: RuleNode, place: Place): void {
    const hasOld = place.old !== undefined && place.old !== null;
    for (const rule of node.rules) {
      if (rule.usesOldSelf && !hasOld && !rule.optionalOldSelf) continue;
      const verdict = this.judge(node, rule, place);
      if (!verdict) continue;
      if (verdict.isFailed && !rule.usesOldSelf && isUnchanged(place)) this.tolerated.push(verdict.error);
      else this.errors.push(verdict.error);
    }
  }

  private judge(node: RuleNode, rule: CompiledRule, place: Place): Verdict | undefined {
    const context = this.context(node, rule, place);
    const text = (rule.message || rule.rule).trim();
    let result: unknown;
    try {
      result = rule.evaluate(context);
    } catch (error) {
      const why = explainFailure(error, text);
      return { isFailed: false, error: invalidError(place.path, node.schema.type ?? '', why) };
    }
    if (result === true) return undefined;
    const detail = explainByExpression(rule, context) ?? (rule.message ? text : `failed rule: ${text}`);
    const path = [place.path, rule.path].filter(Boolean).join('.');
    return { isFailed: true, error: refuse(rule, place, path, detail) };
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

/** Judges a value by itself, such as a default; it is compared with itself where rules read the old value. */
export function validateRulesAt(node: RuleNode, value: unknown, path: string): readonly FieldError[] {
  const walk = new RuleWalk();
  walk.visit(node, { path, value, old: value, before: undefined });
  return walk.errors;
}

/** For all rules of one object; a real server counts steps instead. */
const RULES_MS = 1_000;
const OUT_OF_BUDGET =
  'validation failed due to running out of cost budget, no further validation rules will be run';

export interface Judged {
  readonly errors: readonly FieldError[];
  /** What fails in parts that an update leaves as they were; clients are warned of it. */
  readonly tolerated: readonly FieldError[];
}

/**
 * Judges an object by its rules. A rule that reads the old value is applied only where there is one, or it may be missing.
 */
export function validateRules(node: RuleNode, object: JsonObject, previous: JsonObject | undefined): Judged {
  let walk = new RuleWalk();
  const before = previous && new Correlation(object, previous, node.schema);
  const judge = () => {
    // Work that was broken off may be begun anew.
    walk = new RuleWalk();
    walk.visit(node, { path: '', value: object, old: previous, before });
    return walk;
  };
  if (!node.isCostly) return judge();
  try {
    return runWithin(RULES_MS, judge);
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error;
    return { ...walk, errors: [...walk.errors, invalidError('', 'object', OUT_OF_BUDGET)] };
  }
}
