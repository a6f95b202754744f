import { plus, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { isMoving, partsOf, type Pace, type SimulatedPart, type SimulatedState } from './simulatedCluster';

/**
 * The state at `now`: as many nodes are done as the pace of the last write allows, and from now on `pace` counts. A function
 * of the stored state and the clock, so a backend that was away finds what happened meanwhile, and two replicas find the same.
 */
export function advance(state: SimulatedState, pace: Pace, now: Instant): SimulatedState {
  const move = (part: SimulatedPart) =>
    release(moveOn(part, state.pace, now), { before: state.pace, pace, now });
  return { ...state, controlPlane: move(state.controlPlane), pools: state.pools.map(move), pace };
}

/** When the next node of any part is done; `undefined` while nothing moves. */
export function nextChange(state: SimulatedState): Instant | undefined {
  if (state.pace.stuck !== undefined) return undefined;
  const moving = partsOf(state).filter(isMoving);
  if (moving.length === 0) return undefined;
  return plus(Math.min(...moving.map(({ since }) => since)) as Instant, state.pace.nodeMs);
}

function moveOn(part: SimulatedPart, { nodeMs, stuck, fail }: Pace, now: Instant): SimulatedPart {
  if (!isMoving(part) || stuck !== undefined) return part;
  const passed = Math.floor((now - part.since) / Math.max(1, nodeMs));
  if (passed < 1) return part;
  if (fail !== undefined) return { ...part, failed: fail, since: plus(part.since, nodeMs) };
  const steps = Math.min(passed, part.nodes - part.done);
  return { ...part, done: part.done + steps, since: plus(part.since, steps * nodeMs) };
}

/** Time in which a part was stuck does not count. */
function release(
  part: SimulatedPart,
  { before, pace, now }: { readonly before: Pace; readonly pace: Pace; readonly now: Instant },
): SimulatedPart {
  const isReleased = before.stuck !== undefined && pace.stuck === undefined;
  return isReleased && isMoving(part) ? { ...part, since: now } : part;
}
