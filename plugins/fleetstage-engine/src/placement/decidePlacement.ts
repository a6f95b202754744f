import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Blocker, Decision } from '../decision';
import { decideRollout } from '../rollout/decideRollout';
import { decideSchedule, isSameSchedule, type ScheduleDecision } from '../schedule/decideSchedule';
import { planBindings } from '../schedule/planBindings';
import { planPolicySnapshot, type PolicySnapshotPlan } from '../schedule/planPolicySnapshot';
import { bindingsAfter, changesOf, mergeChanges } from './bindingChanges';
import { decideDeletion } from './decideDeletion';
import { explainExternal } from './explainExternal';
import { planHistory } from './planHistory';
import { isInFleet, settleBindings } from './settleBindings';
import type { Binding, PlacementAction, PlacementState } from './state';

/**
 * One pass over one placement: policy snapshot → schedule → bindings → rollout. The actions are meant in their order;
 * deciding again on the committed state yields none.
 *
 *   no finalizers yet   → ensureFinalizers, and nothing else: no row without a way to clean up
 *   RollingUpdate       → bindings advance within the limits; an unpicked one is released, then forgotten
 *   External            → bindings follow the schedule, update runs move them (RUL 27, C/PL-009)
 *   being deleted       → every cluster is cleaned, then the finalizers go
 */
export function decidePlacement(state: PlacementState, now: Instant): Decision<PlacementAction> {
  if (state.placement.deletedAt !== undefined) return decideDeletion(state, now);
  if (!state.placement.hasFinalizers) return { actions: [{ kind: 'ensureFinalizers' }], blockers: [] };
  const policy = planPolicySnapshot(state.placement, state.policySnapshots, now);
  const { kept, forgotten } = settleBindings(state, state.bindings);
  const schedule = decideSchedule(
    { placement: state.placement, policy: policy.latest, clusters: state.clusters, bindings: kept },
    now,
  );
  const planned = planBindings(
    { ...state, policy: policy.latest, verdicts: schedule.verdicts, bindings: kept },
    now,
  );
  const bindings = mergeChanges(kept, planned);
  const rollout = decideBindings({ ...state, bindings }, now);
  return {
    actions: [
      ...policyActions(policy),
      ...scheduleActions(state, schedule),
      ...forgotten.map(forget),
      ...changesOf(planned, rollout.actions),
      ...planHistory({ ...state, bindings: bindingsAfter(bindings, rollout.actions) }),
    ],
    blockers: [...explainCapture(state), ...schedule.blockers, ...rollout.blockers],
    ...(rollout.wakeAt === undefined ? {} : { wakeAt: rollout.wakeAt }),
  };
}

function decideBindings(state: PlacementState, now: Instant): Decision<PlacementAction> {
  if (state.placement.spec.strategy?.type === 'External') {
    return { actions: [], blockers: explainExternal(state) };
  }
  const isLost = (b: Binding) => b.phase === 'Unscheduled' && !isInFleet(state, b.cluster);
  const rollout = decideRollout({ ...state, bindings: state.bindings.filter(b => !isLost(b)) }, now);
  return { ...rollout, actions: [...state.bindings.filter(isLost).map(forget), ...rollout.actions] };
}

const policyActions = ({ isChanged, latest, prune }: PolicySnapshotPlan): PlacementAction[] =>
  isChanged ? [{ kind: 'savePolicySnapshot', snapshot: latest, prune }] : [];

function scheduleActions(state: PlacementState, next: ScheduleDecision): PlacementAction[] {
  const previous = { outcome: state.schedule, verdicts: state.verdicts, blockers: [] };
  if (next.outcome === undefined || isSameSchedule(previous, next)) return [];
  return [{ kind: 'saveSchedule', outcome: next.outcome, verdicts: next.verdicts }];
}

const forget = ({ cluster }: Binding): PlacementAction => ({ kind: 'forgetBinding', cluster });

const explainCapture = ({ captureFailure }: PlacementState): Blocker[] =>
  captureFailure === undefined
    ? []
    : [{ cause: 'InvalidResourceSelectors', message: captureFailure.message, since: captureFailure.at }];
