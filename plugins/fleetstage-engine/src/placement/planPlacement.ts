import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Decision } from '../decision';
import { decideRollout } from '../rollout/decideRollout';
import {
  decideSchedule,
  holdSchedule,
  type ScheduleDecision,
  type ScheduleInput,
} from '../schedule/decideSchedule';
import { defaultPlugins } from '../schedule/defaultPlugins';
import { planBindings, type BindingChange } from '../schedule/planBindings';
import { planPolicySnapshot, type PolicySnapshotPlan } from '../schedule/planPolicySnapshot';
import type { SchedulePlugins } from '../schedule/plugin';
import { mergeChanges } from './bindingChanges';
import { explainExternal } from './explainExternal';
import { isInFleet, settleBindings } from './settleBindings';
import type { Binding, PlacementAction, PlacementState } from '../state/placement';

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

/**
 * Policy snapshot → schedule → bindings → rollout; the pass stores it, a what-if only shows it.
 *
 * `refusal`: why nobody new is picked, because the selectors are refused (A/SEL-024). What is placed stays.
 */
export function planPlacement(
  state: PlacementState,
  now: Instant,
  plugins: SchedulePlugins = defaultPlugins,
  refusal?: string,
): PlacementPlan {
  const policy = planPolicySnapshot(state.placement, state.policySnapshots, now);
  const { kept, forgotten } = settle(state, refusal);
  const input = { ...state, policy: policy.latest, bindings: kept, previous: state.schedule };
  const schedule =
    refusal === undefined
      ? decideSchedule(input, now, plugins)
      : holdFor(refusal, { ...state, ...input }, now);
  const planned = planBindings(
    { ...state, policy: policy.latest, verdicts: schedule.verdicts, bindings: kept },
    now,
  );
  const bindings = mergeChanges(kept, planned);
  const rollout = decideBindings({ ...state, bindings }, now);
  return { policy, schedule, forgotten, planned, bindings, rollout };
}

/** Where nothing was ever selected, who was picked before the selectors were read is let go: nothing is there. */
function settle(state: PlacementState, refusal: string | undefined) {
  const { kept, forgotten } = settleBindings(state, state.bindings);
  if (refusal === undefined || state.resourceSnapshots.length > 0) return { kept, forgotten };
  const isPlaced = ({ revision }: Binding) => revision !== undefined;
  return {
    kept: kept.filter(isPlaced),
    forgotten: [...forgotten, ...kept.filter(binding => !isPlaced(binding))],
  };
}

/** A schedule that was of good selectors stays the last one. */
function holdFor(refusal: string, input: ScheduleInput & PlacementState, now: Instant): ScheduleDecision {
  // The capture says itself what is wrong.
  const held = { ...holdSchedule(input, now, refusal), blockers: [] };
  return input.resourceSnapshots.length > 0 ? { ...held, outcome: undefined } : held;
}

/** The input of the scheduler in this pass, to list all that it reads. */
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
