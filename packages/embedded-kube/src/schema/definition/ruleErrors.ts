import type { FieldError, OpenApiSchema } from '../../contracts';
import { oldSelfOf, usesOldSelf, type RuleText } from '../cel/compileRule';
import { explainCompilation } from '../cel/explainCompilation';
import { invalidError, notSupportedError, requiredError } from '../fieldErrors';
import { costEverywhere, type CostTotal } from './ruleCosts';
import { findField } from './fieldPath';

const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];
const hasBreaks = (text: string) => /[\n\r]/.test(text);

function messageError({ rule, message = '' }: RuleText, path: string): FieldError | undefined {
  const [trimmedRule, trimmedMessage] = [rule?.trim() ?? '', message.trim()];
  if (trimmedRule === '') return requiredError(`${path}.rule`, 'rule is not specified');
  if (message !== '' && trimmedMessage === '')
    return invalidError(`${path}.message`, message, 'must be non-empty if specified');
  if (hasBreaks(trimmedMessage))
    return invalidError(`${path}.message`, message, 'must not contain line breaks');
  if (hasBreaks(trimmedRule) && trimmedMessage === '')
    return requiredError(`${path}.message`, 'message must be specified if rule contains line breaks');
  return undefined;
}

/** What is wrong with a rule before it is compiled. */
export function ruleShapeErrors(schema: OpenApiSchema, rule: RuleText, path: string): readonly FieldError[] {
  const { messageExpression, reason, fieldPath = '' } = rule;
  const errors: FieldError[] = [];
  const wrong = messageError(rule, path);
  if (wrong) errors.push(wrong);
  if (messageExpression && messageExpression.trim() === '')
    errors.push(
      requiredError(`${path}.messageExpression`, 'messageExpression must be non-empty if specified'),
    );
  if (reason && !REASONS.includes(reason)) errors.push(notSupportedError(`${path}.reason`, reason, REASONS));
  const refuse = (why: string) => errors.push(invalidError(`${path}.fieldPath`, fieldPath, why));
  if (fieldPath !== '' && fieldPath.trim() === '') refuse('must be non-empty if specified');
  if (hasBreaks(fieldPath)) refuse('must not contain line breaks');
  if (fieldPath !== '' && 'why' in findField(schema, fieldPath)) refuse('must be a valid path');
  return errors;
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
  }).replace(/[<>&]/g, char => `\\u00${char.charCodeAt(0).toString(16)}`);

type Part = 'rule' | 'messageExpression';

/** What is around a rule. */
export interface RuleSurroundings {
  readonly isRoot: boolean;
  /** The nearest part above in which old and new values cannot be correlated. */
  readonly uncorrelated?: string;
  /** How often the part can be there in one object; absent: any number of times. */
  readonly cardinality?: number;
}

/** Why a rule does not compile against its schema, or cannot read the old value where it is. */
export function celErrors(
  schema: OpenApiSchema,
  rule: RuleText,
  path: string,
  { isRoot, uncorrelated, cardinality, total }: RuleSurroundings & { readonly total: CostTotal },
): readonly FieldError[] {
  const isResource = isRoot || schema['x-kubernetes-embedded-resource'] === true;
  const place = { schema, isResource, oldSelf: oldSelfOf(rule) };
  const explain = (part: Part): readonly FieldError[] => {
    const text = rule[part];
    if (!text?.trim()) return [];
    const { why, cost } = explainCompilation(text, part, place);
    const at = `${path}.${part}`;
    const whole = part === 'rule' ? costEverywhere(cost, cardinality, schema) : cost;
    const tooMuch = total.observe(part, at, whole);
    if (!why) return tooMuch;
    const message = `Invalid value: ${shownRule(rule)}: ${why}`;
    return [...tooMuch, { reason: 'FieldValueInvalid', field: at, message }];
  };
  const errors: FieldError[] = [...explain('rule')];
  const isWrong = errors.some(({ reason }) => reason === 'FieldValueInvalid');
  if (!isWrong) errors.push(...explain('messageExpression'));
  const readsOldValue = !isWrong && usesOldSelf(rule);
  if (readsOldValue && uncorrelated) {
    const why = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelated}`;
    errors.push(invalidError(`${path}.rule`, rule.rule, why));
  }
  if (!readsOldValue && rule.optionalOldSelf !== undefined) {
    const why = 'may not be set if oldSelf is not used in rule';
    errors.push(invalidError(`${path}.optionalOldSelf`, rule.optionalOldSelf, why));
  }
  return errors;
}
