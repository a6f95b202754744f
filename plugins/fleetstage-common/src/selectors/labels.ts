import type { LabelSelector, LabelSelectorRequirement } from '../api/meta';
import { failure, ok, type Result } from '../values/result';

export type Labels = Readonly<Record<string, string>>;
export type LabelPredicate = (labels: Labels) => boolean;

/**
 * A label selector as a predicate, with the semantics of Kubernetes: all parts must hold, an empty selector matches
 * everything, `NotIn` also matches where the key is absent (A/SCH-042). A selector that Kubernetes would refuse is an
 * error with a sentence. What an *absent* selector means differs from field to field; the caller decides.
 */
export function parseLabelSelector(selector: LabelSelector): Result<LabelPredicate> {
  const exact = Object.entries(selector.matchLabels ?? {}).map(([key, value]) =>
    parseExpression({ key, operator: 'In', values: [value] }),
  );
  const parsed = [...exact, ...(selector.matchExpressions ?? []).map(parseExpression)];
  const predicates: LabelPredicate[] = [];
  for (const part of parsed) {
    if (!part.ok) return part;
    predicates.push(part.value);
  }
  return ok(labels => predicates.every(matches => matches(labels)));
}

/**
 * The selector as the `labelSelector` parameter of a list or watch request; empty for a selector that matches all.
 *
 *     { matchLabels: { env: 'prod' }, matchExpressions: [{ key: 'tier', operator: 'NotIn', values: ['a', 'b'] }] }
 *       → env=prod,tier notin (a,b)
 */
export function toLabelQuery({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string {
  const exact = Object.entries(matchLabels).map(([key, value]) => `${key}=${value}`);
  return [...exact, ...matchExpressions.map(toTerm)].join(',');
}

function toTerm({ key, operator, values = [] }: LabelSelectorRequirement): string {
  switch (operator) {
    case 'In':
      return `${key} in (${values.join(',')})`;
    case 'NotIn':
      return `${key} notin (${values.join(',')})`;
    case 'Exists':
      return key;
    default:
      return `!${key}`;
  }
}

/** A prefix of 253 letters, the slash, a name of 63. */
const LONGEST_KEY = 317;

/** Prefix (a DNS-1123 subdomain) and name of at most 63 characters, as Kubernetes requires of label keys. */
export const isQualifiedName = (key: string) =>
  key.length <= LONGEST_KEY &&
  /^([a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/.test(
    key,
  );

export const isLabelValue = (value: string) =>
  /^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/.test(value);

function parseExpression({ key, operator, values = [] }: LabelSelectorRequirement): Result<LabelPredicate> {
  if (!isQualifiedName(key)) return failure(`"${key}" is not a label key`);
  const bad = values.find(value => !isLabelValue(value));
  if (bad !== undefined) return failure(`"${bad}" is not a label value (key "${key}")`);
  const has = (labels: Labels) => Object.hasOwn(labels, key);
  switch (operator) {
    case 'In':
    case 'NotIn': {
      if (values.length === 0)
        return failure(`operator ${operator} of label "${key}" needs at least one value`);
      const isListed = (labels: Labels) => has(labels) && values.includes(labels[key]);
      return ok(operator === 'In' ? isListed : labels => !isListed(labels));
    }
    case 'Exists':
    case 'DoesNotExist':
      if (values.length > 0) return failure(`operator ${operator} of label "${key}" takes no values`);
      return ok(operator === 'Exists' ? has : labels => !has(labels));
    default:
      return failure(`"${String(operator)}" is not an operator of a label selector`);
  }
}
