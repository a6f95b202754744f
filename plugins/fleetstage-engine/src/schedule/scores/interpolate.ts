import type { PropertySorter } from '@fleetstage/backstage-plugin-fleetstage-common';

export interface Extremes {
  readonly least: number;
  readonly most: number;
}

/**
 * The share of a weight that a value earns between the extremes; nothing where all are alike (A/SCH-052).
 *
 *     4 in [2, 7], Descending, weight 7 → 2.8 → 3     Ascending → 4.2 → 4     4 in [2, 6], weight −100 → −50
 */
export function interpolate(
  value: number,
  { least, most }: Extremes,
  { weight, order }: { readonly weight: number; readonly order: PropertySorter['sortOrder'] },
): number {
  if (least === most) return 0;
  const share = (value - least) / (most - least);
  return roundHalfAway((order === 'Ascending' ? 1 - share : share) * weight);
}

/** As Go rounds; `Math.round` takes −2.5 to −2. The sum keeps a zero without sign. */
const roundHalfAway = (value: number) => Math.sign(value) * Math.round(Math.abs(value)) + 0;
