import type { OpenApiSchema } from '../../contracts';
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
  readonly usesOldSelf: boolean;
  readonly evaluate: (context: Readonly<Record<string, unknown>>) => unknown;
  readonly explain?: (context: Readonly<Record<string, unknown>>) => unknown;
}

export const rulesOf = (schema: OpenApiSchema): readonly RuleText[] =>
  (schema['x-kubernetes-validations'] ?? []) as readonly RuleText[];

type Expression = CompiledRule['evaluate'];
const compiled = new Map<string, Expression>();

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

/** Text in quotes may say anything. */
const withoutLiterals = (text: string) => text.replace(/'(\\.|[^'\\])*'|"(\\.|[^"\\])*"/g, "''");

export const oldSelfOf = ({ optionalOldSelf }: RuleText): OldSelf => (optionalOldSelf ? 'optional' : 'value');

export function compileRule(rule: RuleText): CompiledRule {
  const oldSelf = oldSelfOf(rule);
  return {
    ...rule,
    usesOldSelf: /\boldSelf\b/.test(withoutLiterals(rule.rule)),
    evaluate: compileExpression(rule.rule, oldSelf),
    ...(rule.messageExpression ? { explain: compileExpression(rule.messageExpression, oldSelf) } : {}),
  };
}
