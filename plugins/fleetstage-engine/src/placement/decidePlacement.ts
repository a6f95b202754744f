import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { foundBefore } from '../blocker/keptBlocker';
import { earliest, type Blocker, type Decision } from '../decision';
import type { ScheduleDecision } from '../schedule/decideSchedule';
import { defaultPlugins } from '../schedule/defaultPlugins';
import { isSameSchedule } from '../schedule/isSameSchedule';
import type { PolicySnapshotPlan } from '../schedule/planPolicySnapshot';
import type { SchedulePlugins } from '../schedule/plugin';
import { bindingsAfter, changesOf } from './bindingChanges';
import { decideDeletion } from './decideDeletion';
import { holdPolicy, isSelectionRefused } from './holdPolicy';
import { planHistory } from './planHistory';
import { forget, planPlacement } from './planPlacement';
import type { PlacementAction, PlacementState } from '../state/placement';

const SELECTORS_REFUSED = 'no cluster is picked until the resource selectors are valid; what is placed stays';

/**
 * One pass over one placement: policy snapshot → schedule → bindings → rollout. The actions are meant in their order;
 * deciding again on the committed state yields none.
 *
 *   no finalizers       → ensureFinalizers, and nothing else: no row without a way to clean up. What held it
 *                         before holds it on: a tool that strips finalizers must not let its `since` begin anew
 *   selectors refused   → nobody is picked, what is placed stays (A/SEL-024)
 *   RollingUpdate       → bindings advance within the limits; an unpicked one is released, then forgotten
 *   External            → bindings follow the schedule, update runs move them (RUL 27, C/PL-009)
 *   being deleted       → every cluster is cleaned, then the finalizers go
 */
export function decidePlacement(
  state: PlacementState,
  now: Instant,
  plugins: SchedulePlugins = defaultPlugins,
): Decision<PlacementAction> {
  if (state.placement.deletedAt !== undefined) return decideDeletion(state, now);
  if (!state.placement.hasFinalizers)
    return { actions: [{ kind: 'ensureFinalizers' }], blockers: foundBefore(state.blockers) };
  const { followed, blockers } = holdPolicy(state);
  const refusal = isSelectionRefused(state) ? SELECTORS_REFUSED : undefined;
  const plan = planPlacement(followed, now, plugins, refusal);
  const { policy, schedule, forgotten, planned, bindings, rollout } = plan;
  const wakeAt = earliest(schedule.wakeAt, rollout.wakeAt);
  return {
    actions: [
      ...policyActions(policy),
      ...scheduleActions(state, schedule),
      ...forgotten.map(forget),
      ...changesOf(planned, rollout.actions),
      ...planHistory({ ...state, bindings: bindingsAfter(bindings, rollout.actions) }),
    ],
    blockers: [...explainCapture(state), ...blockers, ...schedule.blockers, ...rollout.blockers],
    ...(wakeAt === undefined ? {} : { wakeAt }),
  };
}

const policyActions = ({ isChanged, latest, prune }: PolicySnapshotPlan): PlacementAction[] =>
  isChanged ? [{ kind: 'savePolicySnapshot', snapshot: latest, prune }] : [];

function scheduleActions(state: PlacementState, next: ScheduleDecision): PlacementAction[] {
  const previous = { outcome: state.schedule, verdicts: state.verdicts };
  if (next.outcome === undefined || isSameSchedule(previous, next)) return [];
  return [{ kind: 'saveSchedule', outcome: next.outcome, verdicts: next.verdicts }];
}

const explainCapture = ({ captureFailure }: PlacementState): Blocker[] =>
  captureFailure === undefined
    ? []
    : [{ cause: 'InvalidResourceSelectors', message: captureFailure.message, since: captureFailure.at }];
