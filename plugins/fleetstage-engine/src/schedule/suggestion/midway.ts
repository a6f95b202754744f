import { formatQuantity, parseQuantity } from '@fleetstage/backstage-plugin-fleetstage-common';

const NANOS_PER_UNIT = 1_000_000_000n;

/**
 * A quantity between two others, a whole number where there is one; `undefined` where nothing lies between them that
 * people would write.
 *
 *     2, 9 → 5     1Gi, 2Gi → 1536Mi     100m, 200m → 150m     4, 5 → undefined
 */
export function midway(from: string, to: string): string | undefined {
  const [a, b] = [parseQuantity(from), parseQuantity(to)];
  if (!a.ok || !b.ok) return undefined;
  const step = stepOf(a.value.nanos) < stepOf(b.value.nanos) ? stepOf(a.value.nanos) : stepOf(b.value.nanos);
  const nanos = ((a.value.nanos + b.value.nanos) / 2n / step) * step;
  if (nanos === a.value.nanos || nanos === b.value.nanos) return undefined;
  return formatQuantity({ ...b.value, nanos });
}

/** Whole units where the quantity is one, else thousandths. */
const stepOf = (nanos: bigint) => (nanos % NANOS_PER_UNIT === 0n ? NANOS_PER_UNIT : NANOS_PER_UNIT / 1000n);
