import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Decision } from '../decision';
import { decideRollout } from '../rollout/decideRollout';
import { decideSchedule, type ScheduleDecision, type ScheduleInput } from '../schedule/decideSchedule';
import { defaultPlugins } from '../schedule/defaultPlugins';
import { planBindings, type BindingChange } from '../schedule/planBindings';
import { planPolicySnapshot, type PolicySnapshotPlan } from '../schedule/planPolicySnapshot';
import type { SchedulePlugins } from '../schedule/plugin';
import { mergeChanges } from './bindingChanges';
import { explainExternal } from './explainExternal';
import { isInFleet, settleBindings } from './settleBindings';
import type { Binding, PlacementAction, PlacementState } from './state';

/** Each step of one pass over one placement. */
export interface PlacementPlan {
  readonly policy: PolicySnapshotPlan;
  readonly schedule: ScheduleDecision;
  /** Nothing is left to wait for on their clusters. */
  readonly forgotten: readonly Binding[];
  /** The scheduler's changes of bindings. */
  readonly planned: readonly BindingChange[];
  /** The bindings after them. */
  readonly bindings: readonly Binding[];
  /** What moves at once, by itself. */
  readonly rollout: Decision<PlacementAction>;
}

/** Policy snapshot → schedule → bindings → rollout; the pass stores it, a what-if only looks at it. */
export function planPlacement(
  state: PlacementState,
  now: Instant,
  plugins: SchedulePlugins = defaultPlugins,
): PlacementPlan {
  const policy = planPolicySnapshot(state.placement, state.policySnapshots, now);
  const { kept, forgotten } = settleBindings(state, state.bindings);
  const schedule = decideSchedule(
    { ...state, policy: policy.latest, bindings: kept, previous: state.schedule },
    now,
    plugins,
  );
  const planned = planBindings(
    { ...state, policy: policy.latest, verdicts: schedule.verdicts, bindings: kept },
    now,
  );
  const bindings = mergeChanges(kept, planned);
  const rollout = decideBindings({ ...state, bindings }, now);
  return { policy, schedule, forgotten, planned, bindings, rollout };
}

/** What the scheduler of this pass looks at, to be told all that it reads. */
export function scheduleInputOf(state: PlacementState, now: Instant): ScheduleInput {
  const { latest } = planPolicySnapshot(state.placement, state.policySnapshots, now);
  const { kept } = settleBindings(state, state.bindings);
  return { ...state, policy: latest, bindings: kept, previous: state.schedule, verdicts: undefined };
}

function decideBindings(state: PlacementState, now: Instant): Decision<PlacementAction> {
  if (state.placement.spec.strategy?.type === 'External') {
    return { actions: [], blockers: explainExternal(state) };
  }
  const isLost = (b: Binding) => b.phase === 'Unscheduled' && !isInFleet(state, b.cluster);
  const rollout = decideRollout({ ...state, bindings: state.bindings.filter(b => !isLost(b)) }, now);
  return { ...rollout, actions: [...state.bindings.filter(isLost).map(forget), ...rollout.actions] };
}

export const forget = ({ cluster }: Binding): PlacementAction => ({ kind: 'forgetBinding', cluster });
