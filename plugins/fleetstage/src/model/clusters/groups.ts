interface Labelled {
  readonly labels: Readonly<Record<string, string>>;
  readonly state: string;
}

/** Clusters with one value of a label. */
export interface ClusterGroup<Row> {
  /** Absent: the clusters without the label. */
  readonly value?: string;
  readonly rows: readonly Row[];
  readonly healthy: number;
}

/** Written by the engine: each cluster has another value. */
const OWN = 'kubernetes-fleet.io/';

/** Keys of labels that clusters have, the preferred ones first. */
export function groupKeys(rows: readonly Labelled[], preferred: readonly string[]): readonly string[] {
  const found = new Set(rows.flatMap(({ labels }) => Object.keys(labels)));
  const others = [...found].filter(key => !preferred.includes(key) && !key.startsWith(OWN));
  return [...preferred, ...others.sort()];
}

/** The rows by a label, values in their order, numbers as numbers; clusters without it come last. */
export function groupByLabel<Row extends Labelled>(
  rows: readonly Row[],
  key: string,
): readonly ClusterGroup<Row>[] {
  const groups = new Map<string | undefined, Row[]>();
  for (const row of rows) {
    const value = row.labels[key];
    const group = groups.get(value);
    if (group) group.push(row);
    else groups.set(value, [row]);
  }
  const { compare } = new Intl.Collator('en', { numeric: true });
  return [...groups.entries()]
    .sort(([a], [b]) => Number(a === undefined) - Number(b === undefined) || compare(a ?? '', b ?? ''))
    .map(([value, some]) => ({
      ...(value !== undefined && { value }),
      rows: some,
      healthy: some.filter(({ state }) => state === 'healthy').length,
    }));
}
