import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { earliest, type Blocker, type Decision } from '../decision';
import type { Desired } from '../desired/desired';
import type { Binding, PlacementAction, RolloutMark } from '../state/placement';
import { explainRollout, type RolloutObservation } from './explainRollout';
import { budgetOf, isReady } from './budget';
import { pickMoves, type Moves } from './pickMoves';
import { advanceBinding, startedMessage } from './revision';
import {
  bindingStatesOf,
  desiredNow,
  type BindingState,
  type DesiredNow,
  type RolloutState,
} from './bindingState';

/** Of the mark that a binding keeps; what holds it changes with every report, and is kept in the rows of blockers. */
export const BLOCKED_MESSAGE = 'The rollout is being blocked by the rollout strategy';

/**
 * One round of a rolling update: who may bind, advance or leave now (B §1).
 *
 *   target 5, maxUnavailable 1, 5 ready      → one advances, four get RolloutNotStartedYet
 *   target 5, maxUnavailable 1, 4 ready      → none of the ready ones, but a failed one still advances
 *   2 old ones ready, 2 new, maxSurge 2      → both new ones are bound, then one old one is released (RUL 31, B/RO-X2)
 *   one of them is being upgraded             → it waits for that, and the others go on
 *
 * A report counts only for the revision that is assigned to the binding: a cluster in the middle of an update is not
 * ready, whatever it was before. Deciding again on the committed result yields no action.
 */
export function decideRollout(state: RolloutState, now: Instant): Decision<PlacementAction> {
  const desired = desiredNow(state);
  if (!desired)
    return { actions: [], blockers: state.bindings.length === 0 ? [] : [nothingCaptured(state.bindings)] };
  const states = bindingStatesOf(state, desired, now);
  const { policy, strategy } = state.placement.spec;
  const moves = pickMoves(states, budgetOf(states, { policy, config: strategy?.rollingUpdate }));
  const wakeAt = isAnyoneWaiting(moves) ? nextSettling(states) : undefined;
  return {
    actions: toActions(moves, desired, now),
    blockers: explainAfter(moves, states, { desired, clusters: state.clusters, now }),
    ...(wakeAt === undefined ? {} : { wakeAt }),
  };
}

/** New content and new clusters before removals (RUL 31); blocked ones last, they only learn why they wait. */
function toActions(moves: Moves, desired: DesiredNow, now: Instant): PlacementAction[] {
  const advance = (binding: Binding): PlacementAction => {
    const to = desired(binding.cluster);
    const advanced = advanceBinding(binding, { ...to, rollout: startedMark(to, now) });
    return { kind: 'saveBinding', binding: advanced, event: 'advanced' };
  };
  return [
    ...moves.advance.map(advance),
    ...moves.bind.map(advance),
    ...moves.release.map(b => releaseAction(b, now, 'no longer picked by the scheduling policy')),
    ...moves.forget.map((b): PlacementAction => ({ kind: 'forgetBinding', cluster: b.cluster })),
    ...moves.current.filter(isMarkedOtherwise).map((b): PlacementAction => ({
      kind: 'saveBinding',
      binding: { ...b, rollout: startedMark(desired(b.cluster), now) },
      event: 'confirmed',
    })),
    ...[...moves.blockedUpdates, ...moves.blockedBinds, ...moves.upgrading.map(s => s.binding)].flatMap(b =>
      blockAction(b, now),
    ),
  ];
}

const startedMark = (to: Desired, at: Instant): RolloutMark => ({
  status: 'True',
  reason: 'RolloutStarted',
  message: startedMessage(to.snapshot.index),
  at,
});

const releaseAction = ({ cluster }: Binding, at: Instant, why: string): PlacementAction => ({
  kind: 'releaseBinding',
  cluster,
  at,
  why,
});

/** What holds those that wait once the moves of this round are made: a cluster that moves now is not ready any more. */
function explainAfter(
  moves: Moves,
  states: readonly BindingState[],
  observation: RolloutObservation,
): Blocker[] {
  const clustersOf = (bindings: readonly Binding[]) => new Set(bindings.map(b => b.cluster));
  const moved = clustersOf([...moves.advance, ...moves.bind]);
  const released = clustersOf(moves.release);
  const forgotten = clustersOf(moves.forget);
  const after = states.flatMap(state => {
    const { binding } = state;
    if (forgotten.has(binding.cluster)) return [];
    if (released.has(binding.cluster))
      return [{ ...state, binding: { ...binding, releasedAt: observation.now } }];
    return [moved.has(binding.cluster) ? movedState(state, observation) : state];
  });
  return explainRollout({ ...moves, ready: after.filter(isReady).length }, after, observation);
}

function movedState(state: BindingState, { desired, now }: RolloutObservation): BindingState {
  const to = desired(state.binding.cluster);
  const binding = advanceBinding(state.binding, { ...to, rollout: startedMark(to, now) });
  const isSame = binding.revision === state.binding.revision;
  return { ...state, binding, relation: 'current', ...(!isSame && { readiness: { kind: 'progressing' } }) };
}

/** The mark keeps the moment at which the wait began. */
function blockAction(binding: Binding, now: Instant): PlacementAction[] {
  if (binding.rollout?.status === 'False') return [];
  const rollout: RolloutMark = {
    status: 'False',
    reason: 'RolloutNotStartedYet',
    message: BLOCKED_MESSAGE,
    at: now,
  };
  return [{ kind: 'saveBinding', binding: { ...binding, rollout }, event: 'blocked' }];
}

/** B/RO-034: blocked once, and then the change that it waited for was taken back. */
const isMarkedOtherwise = (binding: Binding) => binding.rollout?.status !== 'True';

const isAnyoneWaiting = (moves: Moves) =>
  moves.blockedUpdates.length + moves.blockedBinds.length + moves.blockedReleases.length > 0;

const nextSettling = (states: readonly BindingState[]) =>
  earliest(...states.map(s => (s.readiness.kind === 'settling' ? s.readiness.until : undefined)));

const nothingCaptured = (bindings: readonly Binding[]): Blocker => ({
  cause: 'ResourcesNotCaptured',
  message: 'the selected resources were not captured yet',
  clusters: bindings.map(b => b.cluster),
});
