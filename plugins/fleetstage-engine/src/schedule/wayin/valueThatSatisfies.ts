import {
  addQuantities,
  formatQuantity,
  parseQuantity,
  subtractQuantities,
  type PropertySelectorRequirement,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/**
 * A value that one property requirement accepts, as near to its own value as people would say it: a strict bound is
 * passed by one of its unit.
 *
 *     Ge 4 → 4     Gt 4Gi → 5Gi     Lt 100m → 99m     Ne 3 → 4
 */
export function valueThatSatisfies({ operator, values }: PropertySelectorRequirement): string | undefined {
  const [value] = values;
  const bound = parseQuantity(value ?? '');
  const unit = parseQuantity(`1${/[A-Za-z]*$/.exec(value ?? '')?.[0] ?? ''}`);
  if (!bound.ok || !unit.ok) return undefined;
  switch (operator) {
    case 'Gt':
    case 'Ne':
      return formatQuantity(addQuantities(bound.value, unit.value));
    case 'Lt':
      return formatQuantity(subtractQuantities(bound.value, unit.value));
    default:
      return value;
  }
}
