import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parsePropertySelector,
  parseQuantity,
  subtractQuantities,
  type PropertySelectorRequirement,
  type Quantity,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/**
 * A value that all these requirements of one property accept, as people would say it: a bound, or one of its unit beside
 * it. The nearest to the value that the cluster has, else the first.
 *
 *     Ge 4 → 4     Gt 4Gi → 5Gi     Lt 100m → 99m     Ne 3 → 4     Gt 4, Ne 5 → 6     Ge 2, Le 6, now 9 → 6
 */
export function valueThatSatisfies(
  requirements: readonly PropertySelectorRequirement[],
  from?: string,
): string | undefined {
  // Where on a cluster the property is found makes no difference to its value.
  const selector = parsePropertySelector({
    matchExpressions: requirements.map(one => ({ ...one, name: 'value' })),
  });
  if (!selector.ok) return undefined;
  const accepted = requirements
    .flatMap(({ values }) => around(values[0]))
    .filter(value => selector.value({ properties: { value } }));
  const now = parseQuantity(from ?? '');
  return now.ok ? nearest(accepted, now.value) : accepted[0];
}

/** A bound, as it is written, and its neighbours. */
function around(text: string): string[] {
  const bound = parseQuantity(text);
  const unit = parseQuantity(`1${/[A-Za-z]*$/.exec(text)?.[0] ?? ''}`);
  if (!bound.ok || !unit.ok) return [];
  const above = addQuantities(bound.value, unit.value);
  const below = subtractQuantities(bound.value, unit.value);
  return [text, formatQuantity(above), formatQuantity(below)];
}

function nearest(values: readonly string[], to: Quantity): string | undefined {
  let best: { readonly text: string; readonly distance: Quantity } | undefined;
  for (const text of values) {
    const value = parseQuantity(text);
    if (!value.ok) continue;
    const distance = distanceBetween(value.value, to);
    if (best === undefined || compareQuantities(distance, best.distance) < 0) best = { text, distance };
  }
  return best?.text;
}

const distanceBetween = (a: Quantity, b: Quantity) =>
  compareQuantities(a, b) < 0 ? subtractQuantities(b, a) : subtractQuantities(a, b);
