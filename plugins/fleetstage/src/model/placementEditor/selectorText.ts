import {
  parseLabelSelector,
  parsePropertySelector,
  type LabelSelector,
  type PropertySelector,
  type Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { parseLabelQuery } from '@fleetstage/backstage-plugin-fleetstage-engine';

/**
 * A label selector in one line, as kubectl takes it.
 *
 *     { matchLabels: { env: 'prod' }, matchExpressions: [{ key: 'tier', operator: 'In', values: ['a', 'b'] }] }
 *       → env = prod, tier in (a, b)
 */
export function labelText({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string {
  const exact = Object.entries(matchLabels).map(([key, value]) => `${key} = ${value}`.trim());
  const rules = matchExpressions.map(({ key, operator, values = [] }) => {
    if (operator === 'Exists') return key;
    if (operator === 'DoesNotExist') return `!${key}`;
    if (values.length === 1) return `${key} ${operator === 'In' ? '=' : '!='} ${values[0]}`.trim();
    return `${key} ${operator === 'In' ? 'in' : 'notin'} (${values.join(', ')})`;
  });
  return [...exact, ...rules].join(', ');
}

/** The way back; nothing for an empty line. Plain equalities become `matchLabels`. */
export function parseLabelText(text: string): Result<LabelSelector | undefined> {
  if (text.trim() === '') return { ok: true, value: undefined };
  const parsed = parseLabelQuery(text);
  if (!parsed.ok) return parsed;
  const rules = parsed.value.matchExpressions ?? [];
  const isPlain = rules.every(({ operator, values }) => operator === 'In' && values?.length === 1);
  const keys = new Set(rules.map(({ key }) => key));
  const selector: LabelSelector =
    isPlain && keys.size === rules.length
      ? { matchLabels: Object.fromEntries(rules.map(({ key, values = [] }) => [key, values[0]])) }
      : { matchExpressions: rules };
  const checked = parseLabelSelector(selector);
  return checked.ok ? { ok: true, value: selector } : checked;
}

/** Whether a rule asks for nothing. */
export const isEmptyRule = (rule: {
  readonly labelSelector?: LabelSelector;
  readonly propertySelector?: Partial<PropertySelector>;
}): boolean => labelText(rule.labelSelector ?? {}) === '' && propertyText(rule.propertySelector ?? {}) === '';

const SIGNS = { Gt: '>', Ge: '>=', Eq: '=', Ne: '!=', Lt: '<', Le: '<=' } as const;
const OPERATORS: Readonly<Record<string, keyof typeof SIGNS>> = {
  '>': 'Gt',
  '>=': 'Ge',
  '≥': 'Ge',
  '=': 'Eq',
  '==': 'Eq',
  '!=': 'Ne',
  '≠': 'Ne',
  '<': 'Lt',
  '<=': 'Le',
  '≤': 'Le',
};
const RULE = /^([^\s<>=!≥≤≠]+)\s*(>=|<=|==|!=|[<>=≥≤≠])\s*(\S+)$/;

/** Rules on properties in one line: `resources.kubernetes-fleet.io/available-cpu >= 4, kubernetes-fleet.io/node-count > 2`. */
export const propertyText = ({ matchExpressions = [] }: Partial<PropertySelector>): string =>
  matchExpressions
    .map(({ name, operator, values }) => `${name} ${SIGNS[operator]} ${values.join(' ')}`)
    .join(', ');

/** The way back; nothing for an empty line. */
export function parsePropertyText(text: string): Result<PropertySelector | undefined> {
  if (text.trim() === '') return { ok: true, value: undefined };
  const matchExpressions: PropertySelector['matchExpressions'][number][] = [];
  for (const part of text.split(',').map(one => one.trim())) {
    const [, name, sign, value] = RULE.exec(part) ?? [];
    if (name === undefined)
      return {
        ok: false,
        error: `"${part}" is no rule on a property; write name >= value, with one of > >= = != < <=`,
      };
    matchExpressions.push({ name, operator: OPERATORS[sign], values: [value] });
  }
  const selector = { matchExpressions };
  const checked = parsePropertySelector(selector);
  return checked.ok ? { ok: true, value: selector } : checked;
}
