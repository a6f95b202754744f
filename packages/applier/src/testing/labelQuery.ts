import { parseLabelSelector, type LabelSelector } from '@fleetstage/backstage-plugin-fleetstage-common';

type Requirement = NonNullable<LabelSelector['matchExpressions']>[number];

/** Whether labels match `app=web,tier in (a,b),!old`, the `labelSelector` of a request; an empty one matches all. */
export function isSelected(labels: Readonly<Record<string, string>>, query: string): boolean {
  const terms = query === '' ? [] : query.split(/,(?![^(]*\))/);
  const parsed = parseLabelSelector({ matchExpressions: terms.map(parseTerm) });
  if (!parsed.ok) throw new Error(`labelSelector ${query}: ${parsed.error}`);
  return parsed.value(labels);
}

function parseTerm(term: string): Requirement {
  const [, listed, operator, list] = /^(\S+) (in|notin) \((.*)\)$/.exec(term) ?? [];
  if (listed) return { key: listed, operator: operator === 'in' ? 'In' : 'NotIn', values: list.split(',') };
  if (term.startsWith('!')) return { key: term.slice(1), operator: 'DoesNotExist' };
  const [key, value] = term.split('=');
  return value === undefined ? { key, operator: 'Exists' } : { key, operator: 'In', values: [value] };
}
