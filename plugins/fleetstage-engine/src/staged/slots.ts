import {
  parseIntOrPercent,
  resolveIntOrPercent,
  type IntOrString,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/**
 * How many items of a stage may be in the middle of their update at once (C/UR-091).
 *
 *   (unset), 3 items → 1     70% of 3 → 2     10% of 5 → 1     150 of 2 → 150
 */
export function concurrencyLimit(maxConcurrency: IntOrString | undefined, itemCount: number): number {
  const parsed = parseIntOrPercent(maxConcurrency ?? 1);
  return parsed.ok ? Math.max(1, resolveIntOrPercent(parsed.value, itemCount, 'down')) : 1;
}

/** As many of the limit as the stage has items for: what is said of it. 4 at a time of 3 items → 3. */
export const usableSlots = (maxConcurrency: IntOrString | undefined, itemCount: number): number =>
  Math.min(concurrencyLimit(maxConcurrency, itemCount), Math.max(1, itemCount));
