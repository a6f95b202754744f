import { plus, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PlacementAction, PlacementState } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Decided } from '../loop/reconciler';

/** Longer than a transaction of a member takes. */
export const SECOND_LOOK_MS = 1_000;

/**
 * Has a new version of a placement looked at once more, a moment after its first schedule. A transaction that was open
 * during that pass may have made a member eligible: it asked who reads the member before this version was there to be
 * found, and committed after the pass had read the members.
 *
 * A wish for a moment, not a mark: a pass that comes in between, as the one after the first capture does, would take the
 * mark with it; so every pass within that moment wishes again, and the look after it wishes nothing.
 */
export function withSecondLook(
  decision: Decided<PlacementAction>,
  { schedule }: PlacementState,
  now: Instant,
): Decided<PlacementAction> {
  const saved = decision.actions.find(isSaveSchedule)?.outcome;
  const isFirst = saved !== undefined && saved.placementGeneration !== schedule?.placementGeneration;
  const since = isFirst ? now : schedule?.at;
  if (since === undefined) return decision;
  const secondLook = plus(since, SECOND_LOOK_MS);
  if (secondLook <= now || now < since) return decision;
  const { wakeAt = secondLook } = decision;
  return { ...decision, wakeAt: wakeAt < secondLook ? wakeAt : secondLook };
}

const isSaveSchedule = (action: PlacementAction) => action.kind === 'saveSchedule';
