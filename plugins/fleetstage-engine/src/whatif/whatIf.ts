import { failure, ok, type Instant, type Result } from '@fleetstage/backstage-plugin-fleetstage-common';
import { planPlacement } from '../placement/planPlacement';
import type { PlacementState } from '../state/placement';
import { countSelected } from '../schedule/explainSchedule';
import { defaultPlugins } from '../schedule/defaultPlugins';
import type { SchedulePlugins } from '../schedule/plugin';
import { wantedCount } from '../schedule/wantedCount';
import type { RunState } from '../updaterun/state';
import { causesOf } from '../schedule/countCauses';
import { sentence } from '../words';
import { applyChange } from './applyChange';
import type { WhatIfChange } from './change';
import { compareRollouts } from './compareRollouts';
import { compareStages } from './compareStages';
import { compareVerdicts } from './compareVerdicts';
import { explainNothing } from './explainNothing';
import type { Outlook } from './outlooks';
import type { WhatIfSideView, WhatIfView } from './views';

export interface WhatIfOptions {
  readonly plugins?: SchedulePlugins;
  /** Nobody has created the placement: today it is nowhere, and a snapshot of its resources is assumed. */
  readonly isNew?: boolean;
  /** Selects the clusters to return: those on which something changes, or every one. */
  readonly show?: 'changes' | 'all';
  /** A run that nobody has created, to show the stages. */
  readonly run?: RunState;
}

/**
 * What a change would do, by the same pass that would carry it out; nothing is stored. Both sides are decided at `now`, so
 * that what time alone changes is no effect of the change. An error names the field of the change.
 *
 *   {}                                        → nobody gains, nobody loses
 *   PickN 2 → 3, c3 ranks next                → c3 gains, the others stay
 *   label env of a placed cluster taken away  → it stays: IgnoredDuringExecution (A/SCH-013)
 */
export function whatIf(
  state: PlacementState,
  change: WhatIfChange,
  now: Instant,
  options: WhatIfOptions = {},
): Result<WhatIfView> {
  const { plugins = defaultPlugins, isNew = false, show = 'changes' } = options;
  if (state.placement.deletedAt !== undefined)
    return failure(`placement "${state.placement.name}" is being deleted; there is nothing to try on it`);
  const changed = applyChange(state, change, now, { isNew });
  if (!changed.ok) return changed;
  const after = isNew ? withResources(changed.value, now) : changed.value;
  const today: Outlook = isNew ? { state } : { state, plan: planPlacement(state, now, plugins) };
  const then: Required<Outlook> = { state: after, plan: planPlacement(after, now, plugins) };
  const outlooks = { today, then, change, now, plugins };
  const items = compareVerdicts(outlooks);
  const counts = countEffects(items);
  return ok({
    today: viewSide(today),
    then: viewSide(then),
    counts,
    items: show === 'all' ? items : items.filter(isNotable),
    total: items.length,
    ...(counts.gains + counts.loses === 0 && { nothingChanges: explainNothing(outlooks) }),
    rollout: compareRollouts(outlooks),
    ...(options.run && { run: compareStages(options.run, outlooks) }),
  });
}

/** So that the limits of the rollout can be shown before anything was captured. */
const withResources = (state: PlacementState, now: Instant): PlacementState => ({
  ...state,
  resourceSnapshots: [{ index: 0, hash: '', identifiers: [], createdAt: now }],
});

const isNotable = ({ effect, isChanged, fleet }: WhatIfView['items'][number]) =>
  effect === 'gains' || effect === 'loses' || isChanged === true || fleet !== undefined;

function countEffects(items: WhatIfView['items']): WhatIfView['counts'] {
  const counts = { stays: 0, gains: 0, loses: 0, without: 0 };
  for (const { effect } of items) counts[effect] += 1;
  return counts;
}

function viewSide({ state, plan }: Outlook): WhatIfSideView {
  const total = state.clusters.filter(({ isLeaving }) => !isLeaving).length;
  if (plan === undefined)
    return { found: 0, isFulfilled: false, message: 'The placement does not exist yet.', total, causes: [] };
  const { policy, schedule } = plan;
  const wanted = wantedCount(policy.latest.policy, policy.latest.numberOfClusters);
  const held = schedule.blockers[0]?.message ?? '';
  return {
    found: countSelected(schedule.verdicts),
    ...(wanted !== undefined && { wanted }),
    isFulfilled: schedule.outcome?.fulfilled ?? false,
    message: sentence(schedule.outcome?.message ?? held),
    total,
    causes: causesOf(schedule.verdicts),
  };
}
