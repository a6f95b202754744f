import { condition, type ConditionClaim } from '@fleetstage/backstage-plugin-fleetstage-common';
import { kindOfPlacement } from '../placement/kindOfPlacement';
import { isSelectionUnread } from '../placement/isSelectionUnread';
import type { PlacementFacts, PlacementStatusInput } from '../state/placement';
import { explainNoNames } from '../schedule/decideSchedule';

/** `undefined` where the last capture does not speak of the placement as it is now (A/SEL-024). */
export function selectorsClaim({
  captureFailure,
  placement,
}: PlacementStatusInput): ConditionClaim | undefined {
  if (captureFailure?.placementGeneration !== placement.generation) return undefined;
  const message = `The resource selectors are invalid: ${captureFailure.message}`;
  return condition(typeOf(placement), 'False', 'InvalidResourceSelectors', message, captureFailure.at);
}

const PENDING = 'Scheduling has not completed';
const UNREAD = `${PENDING}: what this generation selects has not been read from the hub yet. If this lasts, the hub does not answer for one of the selected kinds; the log of the backend names it`;

/** `undefined` where the selectors of this very generation were read (A/ST-002). */
export function unreadClaim(state: PlacementStatusInput): ConditionClaim | undefined {
  if (!isSelectionUnread(state)) return undefined;
  return condition(typeOf(state.placement), 'Unknown', 'SchedulePending', UNREAD);
}

/** Whether the schedule is of this very generation and policy (A/ST-010). */
export function isScheduleCurrent({ schedule, placement, policySnapshots }: PlacementStatusInput): boolean {
  const policy = policySnapshots.at(-1);
  return (
    schedule !== undefined &&
    schedule.placementGeneration === placement.generation &&
    schedule.policyIndex === policy?.index &&
    policy.placementGeneration === placement.generation
  );
}

/** A/ST-010; a policy that could not be evaluated is not unfulfilled: nobody knows yet (A/SCH-001, RUL 20). */
export function scheduledClaim(state: PlacementStatusInput): ConditionClaim {
  const { schedule, placement } = state;
  const type = typeOf(placement);
  if (schedule === undefined || !isScheduleCurrent(state)) {
    return condition(type, 'Unknown', 'SchedulePending', explainPending(placement));
  }
  const { fulfilled, isHeld, message, at } = schedule;
  if (isHeld) return condition(type, 'Unknown', 'SchedulePending', message, at);
  return fulfilled
    ? condition(type, 'True', 'SchedulingPolicyFulfilled', message, at)
    : condition(type, 'False', 'SchedulingPolicyUnfulfilled', message, at);
}

/** Most wait for the next pass of the scheduler; a list without names waits for its author (A/SCH-091). */
function explainPending({ spec }: PlacementFacts): string {
  const why = explainNoNames(spec.policy);
  return why === undefined ? PENDING : `${PENDING}. ${why}`;
}

const typeOf = (placement: PlacementFacts) => `${kindOfPlacement(placement)}Scheduled` as const;
