import type { Schemas } from './contract';
import type { OwnersByCluster } from './viewer';

type Row = Schemas['PlacementCluster'];

export interface Arrangement {
  readonly sort?: string;
  /** Key of the label by whose values clusters are counted, or {@link BY_OWNER}. */
  readonly group?: string;
  /** Only clusters with this value of it; empty: those without. */
  readonly of?: string;
}

/** Not the key of any label. */
export const BY_OWNER = '~owner';

/** Clusters of one value of a label, or of the same owners; the empty value means those without. */
export interface ClusterGroup {
  value: string;
  clusters: number;
  picked: number;
  available: number;
}

const isAvailable = ({ state }: Row) => state === 'available' || state === 'diffReported';

/** What a row has of what the list is grouped by. */
type ValueOf = (row: Row) => string;

const valueBy = (key: string, owners: OwnersByCluster): ValueOf =>
  key === BY_OWNER
    ? ({ cluster }) => owners.get(cluster)?.join(',') ?? ''
    : ({ labels = {} }) => (Object.hasOwn(labels, key) ? labels[key] : '');

/** The rows as they were asked for, and how many there are of each value. */
export function arrangeClusters(
  rows: readonly Row[],
  { sort = 'default', group, of }: Arrangement,
  owners: OwnersByCluster = new Map(),
): { readonly rows: readonly Row[]; readonly groups?: ClusterGroup[] } {
  const sorted = sort === 'default' ? rows : [...rows].sort(orderOf(sort));
  if (group === undefined || group === '') return { rows: sorted };
  const valueOf = valueBy(group, owners);
  return {
    rows: of === undefined ? sorted : sorted.filter(row => valueOf(row) === of),
    groups: countGroups(rows, valueOf),
  };
}

function countGroups(rows: readonly Row[], valueOf: ValueOf): ClusterGroup[] {
  const groups = new Map<string, ClusterGroup>();
  for (const row of rows) {
    const value = valueOf(row);
    const group = groups.get(value) ?? { value, clusters: 0, picked: 0, available: 0 };
    groups.set(value, group);
    group.clusters += 1;
    if (row.isPicked) group.picked += 1;
    if (row.isPicked && isAvailable(row)) group.available += 1;
  }
  return [...groups.values()].sort((a, b) => b.clusters - a.clusters || (a.value < b.value ? -1 : 1));
}

/** What a row has not comes last, whichever way the order goes. */
function orderOf(sort: string): (a: Row, b: Row) => number {
  const way = sort.startsWith('-') ? -1 : 1;
  const keyOf = KEYS[sort.replace(/^-/, '') as keyof typeof KEYS];
  return (a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)];
    if (one === other) return a.cluster < b.cluster ? -1 : 1;
    if (one === undefined || other === undefined) return one === undefined ? 1 : -1;
    return (one < other ? -1 : 1) * way;
  };
}

const KEYS = {
  cluster: ({ cluster }: Row) => cluster,
  since: ({ since }: Row) => since,
  snapshot: ({ snapshot }: Row) => (snapshot === undefined ? undefined : Number(snapshot)),
};
