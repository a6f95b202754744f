import type { OpenApiSchema } from '../../contracts';
import { RecentlyUsed } from '../../RecentlyUsed';
import { findField } from '../definition/fieldPath';
import { ruleEnvironment, type OldSelf } from './environment';

/** One entry of `x-kubernetes-validations`, as it is written. */
export interface RuleText {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

export interface CompiledRule extends RuleText {
  /** Below the node that has the rule: which field is blamed. */
  readonly path: string;
  readonly usesOldSelf: boolean;
  /** Takes longer than it is long: loops, patterns, and what else goes over values again and again. */
  readonly isCostly: boolean;
  readonly evaluate: (context: Readonly<Record<string, unknown>>) => unknown;
  readonly explain?: (context: Readonly<Record<string, unknown>>) => unknown;
}

export const rulesOf = (schema: OpenApiSchema): readonly RuleText[] =>
  (schema['x-kubernetes-validations'] ?? []) as readonly RuleText[];

type Expression = CompiledRule['evaluate'];
const MOST_KNOWN = 5_000;
const compiled = new RecentlyUsed<string, Expression>(MOST_KNOWN);

/** Throws what the language says of it; the same text is compiled once for the whole process. */
export function compileExpression(text: string, oldSelf: OldSelf = 'value'): Expression {
  const key = `${oldSelf} ${text}`;
  let expression = compiled.get(key);
  if (!expression) {
    const parsed = ruleEnvironment(oldSelf).parse(text);
    const { valid, error } = parsed.check();
    if (!valid) throw error ?? new Error('the expression is not valid');
    expression = context => parsed({ ...context });
    compiled.set(key, expression);
  }
  return expression;
}

/** Macros, and functions whose time is not that of reading each value once. */
const COSTLY =
  /\.\s*(all|exists|exists_one|existsOne|map|filter|transform\w*|matches|find|findAll|replace|split|join|distinct|sort\w*|flatten|format|\w*[iI]ndexOf|sets|contains\w*|intersects|equivalent)\s*\(/;

/** Text in quotes may say anything. */
const withoutLiterals = (text: string) => text.replace(/'(\\.|[^'\\])*'|"(\\.|[^"\\])*"/g, "''");

export const oldSelfOf = ({ optionalOldSelf }: RuleText): OldSelf => (optionalOldSelf ? 'optional' : 'value');

export const usesOldSelf = ({ rule }: RuleText): boolean => /\boldSelf\b/.test(withoutLiterals(rule));

export function compileRule(rule: RuleText, schema: OpenApiSchema): CompiledRule {
  const oldSelf = oldSelfOf(rule);
  const found = rule.fieldPath ? findField(schema, rule.fieldPath) : undefined;
  return {
    ...rule,
    path: found && 'path' in found ? found.path : '',
    usesOldSelf: usesOldSelf(rule),
    isCostly: [rule.rule, rule.messageExpression ?? ''].some(text => COSTLY.test(text)),
    evaluate: compileExpression(rule.rule, oldSelf),
    ...(rule.messageExpression ? { explain: compileExpression(rule.messageExpression, oldSelf) } : {}),
  };
}
