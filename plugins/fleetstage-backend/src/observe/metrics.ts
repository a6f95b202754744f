import { toPlainText } from './plainText';

/**
 * Every metric of the plugin: one table. Names are prefixed with `fleetstage_` where they leave the process.
 */
export const METRICS = {
  passes: { type: 'counter', labels: ['pass', 'outcome'], help: 'Passes, by how they ended' },
  pass_seconds: { type: 'histogram', labels: ['pass'], help: 'Time of one pass: load, decide, commit' },
  effects: {
    type: 'counter',
    labels: ['effect', 'outcome'],
    help: 'Effects outside of the database, by how they ended',
  },
  effect_seconds: { type: 'histogram', labels: ['effect'], help: 'Time of one effect: read, act, record' },
  renderings: {
    type: 'counter',
    labels: [],
    help: 'Renderings of a snapshot: one for all clusters whose overrides make the same of it',
  },
  claim_failures: {
    type: 'counter',
    labels: ['queue'],
    help: 'Claims that failed: the database was out of reach',
  },
  queue_depth: { type: 'gauge', labels: ['queue'], help: 'Keys that are due or in work' },
  queue_oldest_seconds: { type: 'gauge', labels: ['queue'], help: 'How long the oldest key has been due' },
  queue_parked: {
    type: 'gauge',
    labels: ['queue'],
    help: 'Keys that wait for a change after a terminal error',
  },
  cluster_requests: {
    type: 'counter',
    labels: ['cluster', 'outcome'],
    help: 'Requests to the hub and the members: ok, silent (no answer), or the status of the refusal',
  },
  member_reachable: {
    type: 'gauge',
    labels: ['cluster'],
    help: '1: the last use of the member succeeded, 0: it failed',
  },
  member_watches: {
    type: 'gauge',
    labels: ['cluster'],
    help: 'Watches that this replica has open on the member',
  },
  members_owned: {
    type: 'gauge',
    labels: ['hub'],
    help: 'Members that this replica owns and is connected to: over all replicas each counts once',
  },
  member_shards_owned: {
    type: 'gauge',
    labels: ['hub'],
    help: 'Shards of members that this replica owns; over all replicas 128',
  },
  // A gauge, because a histogram per member of a thousand would be fifteen thousand series.
  member_probe_seconds: { type: 'gauge', labels: ['cluster'], help: 'Time of the last probe of the member' },
  member_joins: {
    type: 'counter',
    labels: ['outcome'],
    help: 'Changes of whether a member with an agent has joined: joined, left, unknown',
  },
  placement_status_timestamp_seconds: {
    type: 'gauge',
    labels: ['placement', 'condition', 'status', 'reason'],
    help: 'When the status of a placement was last published, in seconds since 1970, by its first condition that is not True; Completed where all are',
    namesPlacements: true,
  },
  eviction_complete_timestamp_seconds: {
    type: 'gauge',
    labels: ['name', 'isCompleted', 'isValid'],
    help: 'When an eviction was decided, in seconds since 1970; isCompleted false while it cannot be',
    namesPlacements: true,
  },
  drain_placements: {
    type: 'gauge',
    labels: ['hub', 'cluster', 'state'],
    help: 'Placements of a cluster that is drained: evicted, blocked, waiting, or stays where no eviction takes it away',
  },
  blockers: {
    type: 'gauge',
    labels: ['hub', 'cause'],
    help: 'Placements and update runs that something holds, by its cause',
  },
  removals_held: {
    type: 'gauge',
    labels: ['hub'],
    help: 'Placements whose removal from their clusters waits for a confirmation',
  },
  hub_reachable: {
    type: 'gauge',
    labels: ['hub'],
    help: '0: the hub does not answer this replica, or the one that watches it',
  },
  hub_watching: { type: 'gauge', labels: ['hub'], help: '1: this replica watches the hub' },
  hub_foreign_writer: {
    type: 'gauge',
    labels: ['hub'],
    help: "1: KubeFleet's hub agent writes on the hub, too, and each undoes what the other decides",
  },
  version_provider_reachable: {
    type: 'gauge',
    labels: ['hub', 'provider'],
    help: '0: the provider of versions does not answer the replica that follows it',
  },
  hub_kind_unwatched: {
    type: 'gauge',
    labels: ['hub', 'kind'],
    help: '1: the kind cannot be watched on the hub, and what changes of it is not seen; 0: it can again',
  },
} as const satisfies Record<string, MetricDefinition>;

export interface MetricDefinition {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly string[];
  readonly help: string;
  /** Names what is placed: for the platform's metrics service alone. */
  readonly namesPlacements?: true;
}

type NamesOf<T extends MetricDefinition['type']> = {
  [N in keyof typeof METRICS]: (typeof METRICS)[N]['type'] extends T ? N : never;
}[keyof typeof METRICS];

export type MetricName = keyof typeof METRICS;
export type LabelsOf<N extends MetricName> = Readonly<Record<(typeof METRICS)[N]['labels'][number], string>>;

/** Where numbers go: the metrics service of the platform, or the text below. */
export interface Metrics {
  count<N extends NamesOf<'counter'>>(name: N, labels: LabelsOf<N>, by?: number): void;
  gauge<N extends NamesOf<'gauge'>>(name: N, value: number, labels: LabelsOf<N>): void;
  observe<N extends NamesOf<'histogram'>>(name: N, value: number, labels: LabelsOf<N>): void;
  /** A series that is reported no more; removed where that can be done. */
  forget<N extends NamesOf<'gauge'>>(name: N, labels: LabelsOf<N>): void;
  /** A cluster has left: its numbers go where that can be done. */
  forgetCluster(cluster: string): void;
}

/** Reports to every one of them. */
export function reportToAll(listeners: readonly Metrics[]): Metrics {
  return {
    count: (...args) => listeners.forEach(listener => listener.count(...args)),
    gauge: (...args) => listeners.forEach(listener => listener.gauge(...args)),
    observe: (...args) => listeners.forEach(listener => listener.observe(...args)),
    forget: (...args) => listeners.forEach(listener => listener.forget(...args)),
    forgetCluster: cluster => listeners.forEach(listener => listener.forgetCluster(cluster)),
  };
}

/** Upper bounds in seconds. */
export const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Histogram {
  readonly buckets: number[];
  sum: number;
  count: number;
}

/** A series per placement and condition is too many for one text: these go to the platform's metrics service alone. */
export const namesPlacements = (name: MetricName) => {
  const definition: MetricDefinition = METRICS[name];
  return definition.namesPlacements === true;
};

/** Labels whose values are names of the fleet; what has one is only for whoever may see the fleet. */
const NAMING: ReadonlySet<string> = new Set(['hub', 'cluster', 'placement', 'kind']);

const namesTheFleet = (name: MetricName) => METRICS[name].labels.some(label => NAMING.has(label));

/** Keeps numbers in memory, and prints them in the text format of Prometheus. */
export class MemoryMetrics implements Metrics {
  private readonly numbers = new Map<MetricName, Map<string, number>>();
  private readonly histograms = new Map<MetricName, Map<string, Histogram>>();

  count<N extends NamesOf<'counter'>>(name: N, labels: LabelsOf<N>, by = 1): void {
    const series = seriesOf(this.numbers, name);
    const label = toLabelText(labels);
    series.set(label, (series.get(label) ?? 0) + by);
  }

  gauge<N extends NamesOf<'gauge'>>(name: N, value: number, labels: LabelsOf<N>): void {
    if (namesPlacements(name)) return;
    seriesOf(this.numbers, name).set(toLabelText(labels), value);
  }

  observe<N extends NamesOf<'histogram'>>(name: N, value: number, labels: LabelsOf<N>): void {
    const series = seriesOf(this.histograms, name);
    const label = toLabelText(labels);
    const histogram = series.get(label) ?? { buckets: BUCKETS.map(() => 0), sum: 0, count: 0 };
    BUCKETS.forEach((bound, i) => {
      if (value <= bound) histogram.buckets[i] += 1;
    });
    histogram.sum += value;
    histogram.count += 1;
    series.set(label, histogram);
  }

  forget<N extends NamesOf<'gauge'>>(name: N, labels: LabelsOf<N>): void {
    this.numbers.get(name)?.delete(toLabelText(labels));
  }

  forgetCluster(cluster: string): void {
    const label = toLabelText({ cluster });
    for (const series of [...this.numbers.values(), ...this.histograms.values()])
      for (const key of series.keys()) if (key.split(',').includes(label)) series.delete(key);
  }

  /** The value of a counter or gauge; 0 where it was never recorded. */
  read<N extends NamesOf<'counter' | 'gauge'>>(name: N, labels: LabelsOf<N>): number {
    return this.numbers.get(name)?.get(toLabelText(labels)) ?? 0;
  }

  /** Text exposition format 0.0.4. Without names: only metrics that have none of the hub, of members or placements. */
  render({ withNames }: { readonly withNames: boolean }): string {
    const shown = metricNames().filter(name => withNames || !namesTheFleet(name));
    const lines = shown.flatMap(name => this.renderOne(name));
    return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
  }

  private renderOne(name: MetricName): string[] {
    const { type, help } = METRICS[name];
    const full = `fleetstage_${name}${type === 'counter' ? '_total' : ''}`;
    const numbers = [...(this.numbers.get(name) ?? [])].map(([label, value]) => `${full}{${label}} ${value}`);
    const histograms = [...(this.histograms.get(name) ?? [])].flatMap(([label, h]) =>
      renderHistogram(full, label, h),
    );
    const lines = [...numbers, ...histograms];
    return lines.length === 0 ? [] : [`# HELP ${full} ${help}`, `# TYPE ${full} ${type}`, ...lines];
  }
}

function renderHistogram(name: string, label: string, { buckets, sum, count }: Histogram): string[] {
  return [
    ...BUCKETS.map((bound, i) => `${name}_bucket{${label},le="${bound}"} ${buckets[i]}`),
    `${name}_bucket{${label},le="+Inf"} ${count}`,
    `${name}_sum{${label}} ${sum}`,
    `${name}_count{${label}} ${count}`,
  ];
}

function seriesOf<T>(map: Map<MetricName, Map<string, T>>, name: MetricName): Map<string, T> {
  const known = map.get(name);
  if (known !== undefined) return known;
  const series = new Map<string, T>();
  map.set(name, series);
  return series;
}

const metricNames = () => Object.keys(METRICS).sort() as MetricName[];

const toLabelText = (labels: Readonly<Record<string, string>>) =>
  Object.keys(labels)
    .sort()
    .map(name => `${name}="${toPlainText(labels[name]).replace(/[\\"]/g, '\\$&')}"`)
    .join(',');
