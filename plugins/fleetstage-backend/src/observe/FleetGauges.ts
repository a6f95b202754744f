import type { Metrics } from './metrics';

interface Measured {
  readonly hub: string;
  readonly ingest: {
    readonly isStandby: boolean;
    readonly unsynced: readonly string[];
    readonly unwatched: readonly { readonly kind: string }[];
    readonly foreignWriter?: object;
    readonly problem?: string;
  };
  /** Those that this replica owns and is connected to. */
  readonly members: readonly (readonly [name: string, isReachable: boolean])[];
  readonly shards: { readonly owned: number };
  readonly watches: readonly (readonly [name: string, count: number])[];
}

/** What is measured at each scrape: whether hub and members answer, and what of the hub is watched. */
export class FleetGauges {
  /** Kinds that were reported as unwatched; their recovery is reported once. */
  private readonly unwatched = new Set<string>();

  private readonly causes = new Set<string>();

  constructor(private readonly metrics: Metrics) {}

  record({ hub, ingest, members, shards, watches }: Measured): void {
    const { metrics } = this;
    for (const [cluster, isReachable] of members)
      metrics.gauge('member_reachable', isReachable ? 1 : 0, { cluster });
    for (const [cluster, count] of watches) metrics.gauge('member_watches', count, { cluster });
    metrics.gauge('members_owned', members.length, { hub });
    metrics.gauge('member_shards_owned', shards.owned, { hub });
    const { isStandby, unsynced, foreignWriter, problem } = ingest;
    const isReachable = problem === undefined;
    metrics.gauge('hub_reachable', isReachable ? 1 : 0, { hub });
    metrics.gauge('hub_watching', isReachable && !isStandby && unsynced.length === 0 ? 1 : 0, { hub });
    metrics.gauge('hub_foreign_writer', foreignWriter === undefined ? 0 : 1, { hub });
    this.reportKinds(hub, new Set(ingest.unwatched.map(({ kind }) => kind)));
  }

  /** What holds placements and runs, by cause; a cause that holds none any more stays, as 0. */
  reportBlockers(hub: string, counts: readonly { readonly cause: string; readonly count: number }[]): void {
    const reported = new Set(counts.map(({ cause }) => cause));
    for (const { cause, count } of counts) this.metrics.gauge('blockers', count, { hub, cause });
    for (const cause of this.causes)
      if (!reported.has(cause)) this.metrics.gauge('blockers', 0, { hub, cause });
    reported.forEach(cause => this.causes.add(cause));
  }

  /** Another replica reports them. */
  forgetBlockers(hub: string): void {
    for (const cause of this.causes) this.metrics.forget('blockers', { hub, cause });
    this.causes.clear();
  }

  private reportKinds(hub: string, kinds: ReadonlySet<string>): void {
    for (const kind of kinds) this.metrics.gauge('hub_kind_unwatched', 1, { hub, kind });
    for (const kind of this.unwatched)
      if (!kinds.has(kind)) this.metrics.gauge('hub_kind_unwatched', 0, { hub, kind });
    this.unwatched.clear();
    kinds.forEach(kind => this.unwatched.add(kind));
  }
}
