import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

type Clusters = Schemas['OverviewClusters'];
type Cell = Clusters['cells'][number];

/** Environments are read in the order in which changes pass them; other words follow by name, "without" last. */
const ROW_ORDER = [
  'dev',
  'development',
  'test',
  'qa',
  'staging',
  'stage',
  'preprod',
  'canary',
  'prod',
  'production',
];

export interface Matrix {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly (Cell | undefined)[] }[];
  /** One mark per cluster; above that, numbers. */
  readonly hasMarks: boolean;
}

const rank = (name: string): number => {
  if (name === '') return ROW_ORDER.length + 1;
  const index = ROW_ORDER.indexOf(name);
  return index === -1 ? ROW_ORDER.length : index;
};

const byRank = (a: string, b: string): number => rank(a) - rank(b) || a.localeCompare(b);

/** The clusters of the fleet by two labels. */
export function arrangeClusters({ cells }: Pick<Clusters, 'cells'>): Matrix {
  const rows = [...new Set(cells.map(({ row }) => row))].sort(byRank);
  const columns = [...new Set(cells.map(({ column }) => column))].sort(byRank);
  const at = new Map(cells.map(cell => [JSON.stringify([cell.row, cell.column]), cell]));
  return {
    columns,
    rows: rows.map(name => ({ name, cells: columns.map(column => at.get(JSON.stringify([name, column]))) })),
    hasMarks: cells.some(({ clusters }) => clusters.length > 0),
  };
}
