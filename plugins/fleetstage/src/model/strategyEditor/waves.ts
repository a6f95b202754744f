/** The labels of a cluster, by its name. */
type LabelsOf = (cluster: string) => Readonly<Record<string, string>> | undefined;

/** `4 to 6`: positions of a wave within its stage, from 1. */
export function wavePositions(waves: readonly (readonly string[])[], index: number) {
  const before = waves.slice(0, index).reduce((sum, wave) => sum + wave.length, 0);
  return { from: before + 1, to: before + waves[index].length };
}

/**
 * How many clusters of a wave have each value of the label, most first; those without it are left out.
 *
 *     weu 20, neu 30  →  [['neu', 30], ['weu', 20]]
 */
export function countsBy(
  wave: readonly string[],
  axis: string | undefined,
  labelsOf: LabelsOf,
): readonly (readonly [value: string, count: number])[] {
  if (axis === undefined) return [];
  const counts = new Map<string, number>();
  for (const cluster of wave) {
    const value = labelsOf(cluster)?.[axis];
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}
