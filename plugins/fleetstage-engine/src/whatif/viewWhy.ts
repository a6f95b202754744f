import { toRfc3339, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { scheduleInputOf } from '../placement/planPlacement';
import type { PlacementState, ScorePart } from '../state/placement';
import { defaultPlugins } from '../schedule/defaultPlugins';
import { explainCluster } from '../schedule/explainCluster';
import type { FilterResult } from '../schedule/filterResult';
import type { SchedulePlugins } from '../schedule/plugin';
import { sentence } from '../words';

export interface FilterLineView {
  filter: string;
  outcome: FilterResult['outcome'];
  seen?: string;
  wanted?: string;
  message?: string;
}

export interface ScoreLineView {
  plugin: string;
  subject: string;
  kind: 'topology' | 'affinity' | 'incumbency';
  value: number;
}

/** Why a cluster is or is not picked: the decision as it was stored, and what filters and scores see now. */
export interface ClusterWhyView {
  cluster: string;
  isPicked: boolean;
  cause: string;
  reason: string;
  decidedAt?: string;
  policyIndex?: string;
  inputs?: string;
  inputsNow?: string;
  isStale: boolean;
  isKept: boolean;
  filters: FilterLineView[];
  parts: ScoreLineView[];
  score?: Record<string, number>;
  rank?: number;
  of?: number;
  wanted?: number;
}

/**
 * `undefined`: the fleet has no such cluster, and no policy or binding names it. Stale: the policy, or what it reads of the
 * cluster, has changed since the stored decision.
 */
export function viewWhy(
  state: PlacementState,
  cluster: string,
  now: Instant,
  plugins: SchedulePlugins = defaultPlugins,
): ClusterWhyView | undefined {
  const input = scheduleInputOf(state, now);
  const {
    verdict: fresh,
    isKept,
    filters,
    parts,
    score,
    rank,
    wanted,
    inputs,
  } = explainCluster(input, cluster, now, plugins);
  const stored = state.verdicts.find(verdict => verdict.cluster === cluster);
  const verdict = stored ?? fresh;
  if (verdict === undefined) return undefined;
  const { schedule } = state;
  const isStale =
    schedule?.policyIndex !== input.policy.index ||
    stored === undefined ||
    stored.selected !== fresh?.selected ||
    (!isKept && stored.inputs !== undefined && inputs !== undefined && stored.inputs !== inputs);
  return {
    cluster,
    isPicked: verdict.selected,
    cause: verdict.code,
    reason: sentence(verdict.reason),
    ...(schedule && { decidedAt: toRfc3339(schedule.at), policyIndex: String(schedule.policyIndex) }),
    ...(stored?.inputs !== undefined && { inputs: stored.inputs }),
    ...(inputs !== undefined && { inputsNow: inputs }),
    isStale,
    isKept,
    filters: filters.map(({ code: _, ...line }) => ({ ...line })),
    parts: parts.flatMap(toLines),
    ...(score && { score: { affinity: score.affinity, topology: score.topology } }),
    ...(rank && { rank: rank.place, of: rank.of }),
    ...(wanted !== undefined && { wanted }),
  };
}

const KINDS = ['topology', 'affinity', 'incumbency'] as const;

/** A part that adds nothing is shown once, so that people see that it was evaluated. */
export function toLines({ plugin, subject, ...values }: ScorePart): ScoreLineView[] {
  const lines = KINDS.flatMap(kind => {
    const value = values[kind];
    return value === undefined || value === 0 ? [] : [{ plugin, subject, kind, value }];
  });
  return lines.length > 0 ? lines : [{ plugin, subject, kind: 'affinity', value: 0 }];
}
