import {
  compareQuantities,
  parseQuantity,
  type PropertySelectorRequirement,
} from '@fleetstage/backstage-plugin-fleetstage-common';

type Operator = PropertySelectorRequirement['operator'];

const LOWER: readonly Operator[] = ['Gt', 'Ge'];
const UPPER: readonly Operator[] = ['Lt', 'Le'];

/**
 * Requirements on one property that no value meets (A/WH-040); their forms were checked before.
 *
 *   Eq 5, Eq 10 → contradict      Ge 10, Le 10 → one value is left      Gt 10, Le 10 → contradict
 */
export function explainContradiction(rules: readonly PropertySelectorRequirement[]): string | undefined {
  for (const one of rules) {
    const other = rules.find(rule => rule.name === one.name && excludes(one, rule));
    if (other !== undefined)
      return `"${one.name}" ${inWords(one)} and ${inWords(other)} contradict each other; correct or remove one of them`;
  }
  return undefined;
}

const inWords = ({ operator, values }: PropertySelectorRequirement) => `${operator} ${values[0]}`;

function excludes(one: PropertySelectorRequirement, other: PropertySelectorRequirement): boolean {
  const [a, b] = [parseQuantity(one.values[0]), parseQuantity(other.values[0])];
  if (!a.ok || !b.ok) return false;
  const order = compareQuantities(a.value, b.value);
  if (one.operator === 'Eq') return !isMet(order, other.operator);
  if (!LOWER.includes(one.operator) || !UPPER.includes(other.operator)) return false;
  return order > 0 || (order === 0 && (one.operator === 'Gt' || other.operator === 'Lt'));
}

function isMet(order: number, operator: Operator): boolean {
  const met: Readonly<Record<Operator, boolean>> = {
    Eq: order === 0,
    Ne: order !== 0,
    Gt: order > 0,
    Ge: order >= 0,
    Lt: order < 0,
    Le: order <= 0,
  };
  return met[operator];
}
