import type { Binding } from '../state/placement';
import type { ClusterProgress } from '../updaterun/state';
import type { WorkReport } from '../work/report';

/** What is read of a run: its own memory, or what the hub shows of it. */
export interface RunMemory {
  readonly plan?: { readonly resourceIndex: number };
  readonly stages: readonly {
    readonly clusters: readonly Pick<ClusterProgress, 'cluster' | 'startedAt' | 'succeededAt'>[];
  }[];
}

/** What is known of earlier verifications of a placement's clusters. */
export interface RollBackFacts {
  /** Of the run that is rolled back. */
  readonly progress: RunMemory | undefined;
  /** Of other runs of the placement, whatever came of them. */
  readonly others: readonly RunMemory[];
  readonly bindings: readonly Binding[];
  readonly reports: readonly WorkReport[];
  /** Indexes that are kept. */
  readonly kept: readonly number[];
}

/** One snapshot for all: what most of the clusters that the run has touched were last verified on. Indexes as text. */
export interface RollBackView {
  from: string;
  /** Absent: no earlier snapshot that is kept was verified. */
  to?: string;
  /** Clusters that the run has started. */
  touched: number;
  /** Of those, how many were verified on `to` last. */
  verified: number;
  /** Where clusters were last verified on another snapshot, or on none; sorted by name. */
  others: { cluster: string; snapshot?: string }[];
}

/**
 *   2 of 2 touched clusters were available on 13            → 13
 *   one on 13, one on 12                                    → 13: of as many the newest
 *   nothing is recorded of the touched ones, others run 13  → 13, verified on none of the touched
 *   13 was verified, but is not kept any more               → the newest verified one that is kept, else none
 *   the run was of 14, and a later run has brought 15       → 13 all the same: back is never forward
 *
 * `undefined`: the run has no plan, or has touched nothing.
 */
export function chooseRollBack(facts: RollBackFacts): RollBackView | undefined {
  const { progress } = facts;
  const from = progress?.plan?.resourceIndex;
  if (progress === undefined || from === undefined) return undefined;
  const touched = progress.stages
    .flatMap(({ clusters }) => clusters)
    .filter(({ startedAt }) => startedAt !== undefined)
    .map(({ cluster }) => cluster)
    .sort();
  if (touched.length === 0) return undefined;
  const verifiedOn = lastVerified(facts, from);
  const own = touched.flatMap(cluster => verifiedOn.get(cluster) ?? []);
  const to = mostCommon(own) ?? mostCommon([...verifiedOn.values()]);
  const others = touched
    .filter(cluster => to === undefined || verifiedOn.get(cluster) !== to)
    .map(cluster => {
      const snapshot = verifiedOn.get(cluster);
      return { cluster, ...(snapshot !== undefined && { snapshot: String(snapshot) }) };
    });
  return {
    from: String(from),
    ...(to !== undefined && { to: String(to) }),
    touched: touched.length,
    verified: to === undefined ? 0 : touched.length - others.length,
    others,
  };
}

/** Per cluster the kept snapshot that was available on it last, older than the snapshot that is rolled back. */
function lastVerified(
  { others, bindings, reports, kept }: RollBackFacts,
  from: number,
): ReadonlyMap<string, number> {
  const best = new Map<string, { readonly at: number; readonly index: number }>();
  const note = (cluster: string, index: number, at: number) => {
    if (index >= from || !kept.includes(index)) return;
    const before = best.get(cluster);
    if (before === undefined || at > before.at) best.set(cluster, { at, index });
  };
  for (const { plan, stages } of others)
    for (const { cluster, succeededAt } of stages.flatMap(stage => stage.clusters))
      if (plan !== undefined && succeededAt !== undefined) note(cluster, plan.resourceIndex, succeededAt);
  const reportOf = new Map(reports.map(report => [report.cluster, report]));
  for (const { cluster, revision, resourceIndex } of bindings) {
    const report = reportOf.get(cluster);
    if (resourceIndex === undefined || report === undefined || report.revision !== revision) continue;
    if (report.available?.status === 'True') note(cluster, resourceIndex, report.available.at);
  }
  return new Map([...best].map(([cluster, { index }]) => [cluster, index]));
}

function mostCommon(indexes: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const index of indexes) counts.set(index, (counts.get(index) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || b - a)[0]?.[0];
}
