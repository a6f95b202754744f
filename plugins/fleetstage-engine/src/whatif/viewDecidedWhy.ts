import { toRfc3339, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ScheduleOutcome, ScheduleVerdict } from '../state/placement';
import { defaultPlugins } from '../schedule/defaultPlugins';
import type { SchedulePlugins } from '../schedule/plugin';
import { viewDecided } from '../view/decidedView';
import { sentence } from '../words';
import { toLines, type ClusterWhyView, type FilterLineView } from './viewWhy';

interface DecidedThen {
  readonly outcome: ScheduleOutcome;
  readonly at: Instant;
}

/** Why a cluster was or was not picked in an earlier decision: only what was kept of it, nothing is asked again. */
export function viewDecidedWhy(
  verdict: ScheduleVerdict,
  { outcome, at }: DecidedThen,
  plugins: SchedulePlugins = defaultPlugins,
): ClusterWhyView {
  const { inputs, parts = [], score } = verdict;
  return {
    ...viewDecided(verdict),
    decidedAt: toRfc3339(at),
    policyIndex: String(outcome.policyIndex),
    ...(inputs !== undefined && { inputs }),
    isStale: false,
    isKept: false,
    filters: filtersOf(verdict, plugins),
    parts: parts.flatMap(toLines),
    ...(score && { score: { affinity: score.affinityScore ?? 0, topology: score.priorityScore ?? 0 } }),
  };
}

/** Who was rated, or refused by a later filter, has passed the ones before; of others nothing was kept. */
function filtersOf(
  { filter, score, reason }: ScheduleVerdict,
  { filters }: SchedulePlugins,
): FilterLineView[] {
  const refusing = filters.findIndex(({ name }) => name === filter);
  return filters.map(({ name }, i): FilterLineView => {
    if (i === refusing) return { filter: name, outcome: 'refused', message: sentence(reason) };
    if (refusing >= 0) return { filter: name, outcome: i < refusing ? 'passed' : 'notLookedAt' };
    return { filter: name, outcome: score ? 'passed' : 'notLookedAt' };
  });
}
