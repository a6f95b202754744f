import { byTrouble, tookMs, type Run, type RunCluster, type Stage } from './pipeline';
import { runClusterStates } from '../status/runCluster';

export interface ClusterRowModel {
  readonly cluster: RunCluster;
  readonly stage: Stage;
  /** Place in the stage's plan, from 1. */
  readonly position: number;
}

export interface ClusterFilter {
  readonly q: string;
  readonly state: string;
  readonly stage: string;
  readonly names: string;
  readonly sort: string;
}

const asSet = (text: string) => (text === '' ? undefined : new Set(text.split(',')));

/** All clusters of a run as rows, filtered and sorted; trouble first where nothing else is asked. */
export function clusterRows(
  { pipeline }: Pick<Run, 'pipeline'>,
  filter: ClusterFilter,
): readonly ClusterRowModel[] {
  const states = asSet(filter.state);
  const names = asSet(filter.names);
  const part = filter.q.toLowerCase();
  const rows = pipeline
    .filter(stage => filter.stage === '' || stage.name === filter.stage)
    .flatMap(stage => stage.clusters.map((cluster, index) => ({ cluster, stage, position: index + 1 })))
    .filter(
      ({ cluster }) =>
        (states === undefined || states.has(cluster.state)) &&
        (names === undefined || names.has(cluster.name)) &&
        cluster.name.toLowerCase().includes(part),
    );
  return sortRows(rows, filter.sort);
}

type Row = ClusterRowModel;

const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const started = ({ cluster }: Row) =>
  cluster.startedAt === undefined ? Infinity : Date.parse(cluster.startedAt);

const orders: Record<string, (a: Row, b: Row) => number> = {
  cluster: (a, b) => text(a.cluster.name, b.cluster.name),
  stage: (a, b) => a.stage.index - b.stage.index || a.position - b.position,
  state: (a, b) => runClusterStates.indexOf(a.cluster.state) - runClusterStates.indexOf(b.cluster.state),
  started: (a, b) => started(a) - started(b) || 0,
  took: (a, b) => (tookMs(b.cluster) ?? -1) - (tookMs(a.cluster) ?? -1),
};

function sortRows(rows: readonly Row[], sort: string): readonly Row[] {
  const order = orders[sort.replace(/^-/, '')];
  if (order === undefined) return troubleFirst(rows);
  const sign = sort.startsWith('-') ? -1 : 1;
  return [...rows].sort(
    (a, b) => sign * order(a, b) || a.stage.index - b.stage.index || a.position - b.position,
  );
}

function troubleFirst(rows: readonly Row[]): readonly Row[] {
  const byName = new Map(rows.map(row => [row.cluster, row]));
  return byTrouble(rows.map(row => row.cluster)).flatMap(cluster => byName.get(cluster) ?? []);
}
