import { compareText } from '../decision';
import type { PlacementPlan } from '../placement/planPlacement';
import type { ScheduleVerdict } from '../state/placement';

export interface Ranked {
  /** From 1. */
  readonly rank: number;
  readonly of: number;
}

/**
 * Who comes first among those that passed every filter of a PickN policy: who has a place under this policy, then the higher
 * topology score, then the higher affinity score, then the larger name (A/SCH-080, SCH-081). Other policies rank nobody.
 */
export function rankVerdicts({
  schedule,
  policy,
  bindings,
  planned,
}: PlacementPlan): ReadonlyMap<string, Ranked> {
  if (policy.latest.policy?.placementType !== 'PickN') return new Map();
  const isChanged = new Set(planned.map(({ binding }) => binding.cluster));
  const holders = new Set(bindings.map(({ cluster }) => cluster).filter(cluster => !isChanged.has(cluster)));
  const holds = ({ cluster, selected }: ScheduleVerdict) => Number(selected && holders.has(cluster));
  const scored = schedule.verdicts
    .filter(({ score }) => score !== undefined)
    .sort(
      (a, b) =>
        holds(b) - holds(a) ||
        Number(b.selected) - Number(a.selected) ||
        topologyOf(b) - topologyOf(a) ||
        affinityOf(b) - affinityOf(a) ||
        compareText(b.cluster, a.cluster),
    );
  return new Map(scored.map(({ cluster }, i) => [cluster, { rank: i + 1, of: scored.length }]));
}

const topologyOf = ({ score }: ScheduleVerdict) => score?.priorityScore ?? 0;
const affinityOf = ({ score }: ScheduleVerdict) => score?.affinityScore ?? 0;
