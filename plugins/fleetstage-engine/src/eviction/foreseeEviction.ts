import type {
  DisruptionBudgetSpec,
  Instant,
  MemberClusterTaint,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../decision';
import { planPlacement, type PlacementPlan } from '../placement/planPlacement';
import { defaultPlugins } from '../schedule/defaultPlugins';
import type { SchedulePlugins } from '../schedule/plugin';
import { wantedCount } from '../schedule/wantedCount';
import type { PlacementState } from '../state/placement';
import { judgeEviction, release } from './decideEvictions';
import { explainEviction } from './evictionConditions';
import type { EvictableCluster } from './viewEvictions';

/** Keeps what is evicted off its cluster; whoever takes it away lets placements come back. */
export const EVICTED_TAINT: MemberClusterTaint = { key: 'fleetstage.io/evicted', effect: 'NoSchedule' };

/** What the next pass makes of it after an eviction. */
export interface EvictionSequel {
  /** The scheduler picks the cluster again as soon as it is cleaned (C/EV-032). */
  returns: boolean;
  /** Clusters that are picked in its place, by name. */
  instead: string[];
  /** Clusters that would be picked; `wanted`: how many the policy asks for, where it gives a number. */
  found: number;
  wanted?: number;
}

export interface EvictionForesight extends EvictableCluster {
  /** How new clusters get the resources: by the rolling update, or by an update run. */
  moves: 'rolling' | 'runs';
  /** Unfinished runs of the placement, which fail as soon as its clusters are others (C/EV-034). */
  runs: string[];
  /** As the cluster is. */
  after: EvictionSequel;
  /** Where {@link EVICTED_TAINT} is put on the cluster first. */
  afterTaint: EvictionSequel;
}

/**
 * What an eviction from a cluster would come to now, and what the pass after it would do; nothing is stored.
 *
 *   PickN 3 of c1…c4, from c1 → c4 instead, as good as c1;   with the taint: c4 instead
 *   PickN 3 of c1…c3, from c1 → c1 returns;                  with the taint: nobody, 2 of 3
 *   PickAll, from c1          → c1 returns;                  with the taint: nobody
 */
export function foreseeEviction(
  state: PlacementState & { readonly budget?: DisruptionBudgetSpec },
  cluster: string,
  now: Instant,
  plugins: SchedulePlugins = defaultPlugins,
): EvictionForesight {
  const outcome = judgeEviction(state, cluster, now);
  const today = planPlacement(state, now, plugins);
  const foresee = (taints: TaintsThen) =>
    comparePicks(today, planAfterRelease(state, { cluster, taints }, now, plugins), cluster);
  return {
    cluster,
    verdict: outcome.verdict,
    isAllowed: outcome.verdict === 'executed',
    reason: explainEviction(outcome),
    moves: state.placement.spec.strategy?.type === 'External' ? 'runs' : 'rolling',
    runs: [...state.activeRuns],
    after: foresee(taints => taints),
    afterTaint: foresee(taints => [...taints, EVICTED_TAINT]),
  };
}

/** The taints of the cluster by then, of those that it has now. */
type TaintsThen = (now: readonly MemberClusterTaint[]) => readonly MemberClusterTaint[];

/** The pass after an eviction from the cluster. */
export const planAfterRelease = (
  state: PlacementState,
  { cluster, taints }: { readonly cluster: string; readonly taints: TaintsThen },
  now: Instant,
  plugins: SchedulePlugins,
): PlacementPlan =>
  planPlacement(
    {
      ...state,
      clusters: state.clusters.map(one =>
        one.name === cluster ? { ...one, taints: taints(one.taints) } : one,
      ),
      bindings: state.bindings.map(one => (one.cluster === cluster ? release(one, now) : one)),
    },
    now,
    plugins,
  );

/** Who is picked then and was not before. */
export function comparePicks(today: PlacementPlan, then: PlacementPlan, cluster: string): EvictionSequel {
  const before = new Set(pickedOf(today));
  const picked = pickedOf(then);
  const { policy, numberOfClusters } = then.policy.latest;
  const wanted = wantedCount(policy, numberOfClusters);
  return {
    returns: picked.includes(cluster),
    instead: picked.filter(name => name !== cluster && !before.has(name)).sort(compareText),
    found: picked.length,
    ...(wanted !== undefined && { wanted }),
  };
}

const pickedOf = ({ schedule }: PlacementPlan) =>
  schedule.verdicts.filter(({ selected }) => selected).map(({ cluster }) => cluster);
