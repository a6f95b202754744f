import { plus, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  isAtRest,
  lastMoveOf,
  type Binding,
  type PlacementAction,
  type PlacementState,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { RECHECK_AFTER_MS } from '../database/wakes';
import type { Decided } from '../loop/reconciler';

/** Longer than a pass and a report that waits for it take, with replicas whose clocks differ. */
const RECHECK_AFTER_MOVE_MS = 5_000;

interface Looked {
  /** As they are after the decision. */
  readonly bindings: readonly Binding[];
  readonly now: Instant;
}

/**
 * Has a placement looked at once more, a moment after its first schedule for a version, and after each move that leaves it
 * waiting for reports. A transaction that was open during that pass may have made a member eligible, or brought the report
 * that is waited for: it asked who wants to know before that was there to be found, and committed after the pass had read.
 *
 * A wish for a moment, not a mark: a pass that comes in between, as the one after the first capture does, would take the
 * mark with it; so every pass within that moment wishes again, and the look after it wishes nothing.
 */
export function withRecheck(
  decision: Decided<PlacementAction>,
  state: PlacementState,
  { bindings, now }: Looked,
): Decided<PlacementAction> {
  const looks = [
    momentAfter(firstScheduleOf(decision, state, now), RECHECK_AFTER_MS, now),
    lookAfterMove(decision, state, { bindings, now }),
  ].filter(at => at !== undefined);
  if (looks.length === 0) return decision;
  const wakeAt = Math.min(...looks, decision.wakeAt ?? Infinity) as Instant;
  return { ...decision, wakeAt };
}

/** Unless it has passed. The clock of the replica that was there may be ahead of ours. */
function momentAfter(since: Instant | undefined, ms: number, now: Instant): Instant | undefined {
  if (since === undefined || Math.abs(now - since) >= ms) return undefined;
  return plus(since < now ? since : now, ms);
}

/** While reports are waited for. Whether they are is asked last: of a thousand bindings that takes a while. */
function lookAfterMove(
  { actions }: Decided<PlacementAction>,
  state: PlacementState,
  { bindings, now }: Looked,
): Instant | undefined {
  const since = actions.some(isOnBinding) ? now : lastMoveOf(bindings);
  const at = momentAfter(since, RECHECK_AFTER_MOVE_MS, now);
  return at === undefined || isAtRest(state, bindings) ? undefined : at;
}

/** Of this version of the placement, in this pass or before. */
function firstScheduleOf(
  { actions }: Decided<PlacementAction>,
  { schedule }: PlacementState,
  now: Instant,
): Instant | undefined {
  const saved = actions.find(isSaveSchedule)?.outcome;
  const isFirst = saved !== undefined && saved.placementGeneration !== schedule?.placementGeneration;
  return isFirst ? now : schedule?.at;
}

const isSaveSchedule = (action: PlacementAction) => action.kind === 'saveSchedule';
const isOnBinding = ({ kind }: PlacementAction) =>
  kind === 'saveBinding' || kind === 'releaseBinding' || kind === 'forgetBinding';
