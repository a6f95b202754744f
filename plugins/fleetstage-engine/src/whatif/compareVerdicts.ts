import { compareText } from '../decision';
import type { ClusterFacts } from '../cluster/facts';
import type { ScheduleVerdict } from '../state/placement';
import { decideSchedule } from '../schedule/decideSchedule';
import { sentence } from '../words';
import { explainEffect, type EffectSeen } from './explainEffect';
import { isPolicyChanged, type Outlooks } from './outlooks';
import { rankVerdicts, type Ranked } from './rankVerdicts';
import type { WhatIfClusterView, WhatIfEffect, WhatIfVerdictView } from './views';

const ORDER: Readonly<Record<WhatIfEffect, number>> = { loses: 0, gains: 1, stays: 2, without: 3 };

/** Every cluster of either side once: what happens to it and why. */
export function compareVerdicts(outlooks: Outlooks): WhatIfClusterView[] {
  const today = sideOf(outlooks.today);
  const then = sideOf(outlooks.then);
  const asked = askAgain(outlooks);
  const edited = new Set(
    (outlooks.change.clusters ?? []).filter(({ change }) => change === 'edit').map(({ cluster }) => cluster),
  );
  const context = {
    isPolicyChanged: isPolicyChanged(outlooks),
    wantedToday: outlooks.today.plan?.policy.latest.numberOfClusters,
    wantedThen: outlooks.then.plan.policy.latest.numberOfClusters,
    tolerations: outlooks.then.plan.policy.latest.policy?.tolerations ?? [],
    tolerationsToday: outlooks.today.plan?.policy.latest.policy?.tolerations ?? [],
  };
  const names = [...new Set([...today.verdicts.keys(), ...then.verdicts.keys(), ...today.facts.keys()])];
  return names
    .sort(compareText)
    .map(cluster => {
      const seen: EffectSeen = {
        cluster,
        today: today.verdicts.get(cluster),
        then: then.verdicts.get(cluster),
        factsToday: today.facts.get(cluster),
        factsThen: then.facts.get(cluster),
        rankToday: today.ranks.get(cluster),
        rankThen: then.ranks.get(cluster),
        refusedIfAsked: edited.has(cluster) ? asked?.get(cluster) : undefined,
      };
      return viewCluster(seen, explainEffect(seen, context));
    })
    .sort((a, b) => ORDER[a.effect] - ORDER[b.effect] || compareText(a.cluster, b.cluster));
}

interface Side {
  readonly verdicts: ReadonlyMap<string, ScheduleVerdict>;
  /** Clusters that are in the fleet. */
  readonly facts: ReadonlyMap<string, ClusterFacts>;
  readonly ranks: ReadonlyMap<string, Ranked>;
}

function sideOf({ state, plan }: Outlooks['today']): Side {
  return {
    verdicts: new Map((plan?.schedule.verdicts ?? []).map(verdict => [verdict.cluster, verdict])),
    facts: new Map(state.clusters.filter(({ isLeaving }) => !isLeaving).map(one => [one.name, one])),
    ranks: plan ? rankVerdicts(plan) : new Map(),
  };
}

/** The verdict on a placed cluster if it were scheduled anew: it is not, and people wonder why. */
function askAgain({ then, change, now, plugins }: Outlooks): Map<string, ScheduleVerdict> | undefined {
  const placed = new Set(then.state.bindings.map(({ cluster }) => cluster));
  if (!change.clusters?.some(one => one.change === 'edit' && placed.has(one.cluster))) return undefined;
  const { verdicts } = decideSchedule(
    {
      placement: then.state.placement,
      policy: then.plan.policy.latest,
      clusters: then.state.clusters,
      bindings: [],
    },
    now,
    plugins,
  );
  const refused = verdicts.filter(({ selected, score, code }) => !selected && !score && code !== 'NotNeeded');
  return new Map(refused.map(verdict => [verdict.cluster, verdict]));
}

function viewCluster(seen: EffectSeen, why: string): WhatIfClusterView {
  const { cluster, today, then, factsToday, factsThen } = seen;
  const [before, after] = [today?.selected ?? false, then?.selected ?? false];
  const effect = before ? (after ? 'stays' : 'loses') : after ? 'gains' : 'without';
  const fleet =
    factsToday === undefined && factsThen !== undefined
      ? 'added'
      : factsToday !== undefined && factsThen === undefined
        ? 'removed'
        : undefined;
  const viewToday = viewVerdict(today, seen.rankToday);
  const viewThen = viewVerdict(then, seen.rankThen);
  const isChanged = tellingPartOf(today) !== tellingPartOf(then);
  return {
    cluster,
    effect,
    ...(viewToday && { today: viewToday }),
    ...(viewThen && { then: viewThen }),
    why,
    ...(fleet && { fleet }),
    ...(isChanged && today !== undefined && { isChanged }),
  };
}

/** Two codes say that a cluster passed and has no place; to people they are the same. */
function tellingPartOf(verdict: ScheduleVerdict | undefined): string {
  if (verdict === undefined) return '';
  const { code, score } = verdict;
  return code === 'ScoredTooLow' || code === 'NotNeeded' ? 'spare' : JSON.stringify([code, score]);
}

function viewVerdict(verdict: ScheduleVerdict | undefined, ranked: Ranked | undefined) {
  if (verdict === undefined) return undefined;
  const view: WhatIfVerdictView = {
    isPicked: verdict.selected,
    cause: verdict.code,
    reason: sentence(verdict.reason),
    ...(verdict.score && { score: { ...verdict.score } }),
    ...ranked,
  };
  return view;
}
