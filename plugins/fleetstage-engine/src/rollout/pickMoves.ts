import type { Binding } from '../state/placement';
import { costOf, type Budget, type Limits } from './budget';
import type { BindingState } from './bindingState';

/** What one round does with each binding, and the numbers that decided it. */
export interface Moves {
  readonly limits: Limits;
  readonly ready: number;
  /** Bound for the first time. */
  readonly bind: readonly Binding[];
  /** Already bound, moved to what the cluster shall run now. */
  readonly advance: readonly Binding[];
  /** Asked to leave. */
  readonly release: readonly Binding[];
  /** Nothing was ever sent to the cluster: no trace to remove. */
  readonly forget: readonly Binding[];
  /** They have that revision already; their mark may still say otherwise. */
  readonly current: readonly Binding[];
  readonly blockedUpdates: readonly Binding[];
  readonly blockedBinds: readonly Binding[];
  readonly blockedReleases: readonly Binding[];
  /** They wait for the upgrade of their clusters, and for no limit. */
  readonly upgrading: readonly BindingState[];
}

/**
 * Picks the moves of one round (B/RO-044…047, RO-060…065 under RUL 8, 9, 10).
 *
 *   a failed, outdated binding always moves: taking it down loses nothing
 *   an unavailable, outdated one moves too, but no more of them at once than maxUnavailable allows, so that bad content
 *   never spreads further than promised and a fix still gets through when nothing is available
 *   then ready ones leave, then ready ones are updated in place, both out of one room
 *   new clusters are bound as far as the surge goes, whatever the others do
 *   a cluster that is being upgraded is neither bound nor updated, and takes no room: what it has is finished, or taken down
 */
export function pickMoves(states: readonly BindingState[], budget: Budget): Moves {
  const { limits, ready } = budget;
  return { limits, ready, ...pickWithin(sortOut(states), budget) };
}

type Sets = ReturnType<typeof sortOut>;

function sortOut(states: readonly BindingState[]) {
  const open = states.filter(s => s.binding.releasedAt === undefined);
  const bound = open.filter(s => s.binding.phase === 'Bound');
  const behind = bound.filter(s => s.relation === 'outdated' || s.relation === 'unbound');
  const outdated = behind.filter(s => s.upgrade === undefined);
  const scheduled = open.filter(s => s.binding.phase === 'Scheduled');
  return {
    forgettable: open.filter(s => s.binding.phase === 'Unscheduled' && s.relation === 'unbound'),
    leavers: open.filter(s => s.binding.phase === 'Unscheduled' && s.relation !== 'unbound'),
    newcomers: scheduled.filter(s => s.upgrade === undefined),
    upgrading: [...behind, ...scheduled].filter(s => s.upgrade !== undefined),
    failed: outdated.filter(s => s.readiness.kind === 'failed'),
    unavailable: outdated.filter(s => s.readiness.kind === 'unavailable'),
    updatable: outdated.filter(s => s.readiness.kind !== 'failed' && s.readiness.kind !== 'unavailable'),
    sameContent: bound.filter(s => s.relation === 'sameContent'),
    current: bound.filter(s => s.relation === 'current'),
  };
}

function pickWithin(sets: Sets, { room, toRecover }: Budget) {
  const recovering = splitAt(sets.unavailable, toRecover);
  const leaving = takeWithin(sets.leavers, room.toLose);
  const updating = takeWithin(sets.updatable, leaving.room);
  const binding = splitAt(sets.newcomers, room.toGain);
  return {
    bind: binding.picked,
    advance: [
      ...bindingsOf(sets.failed),
      ...bindingsOf(sets.sameContent),
      ...recovering.picked,
      ...updating.picked,
    ],
    release: leaving.picked,
    forget: bindingsOf(sets.forgettable),
    current: bindingsOf(sets.current),
    blockedUpdates: [...recovering.rest, ...updating.rest],
    blockedBinds: binding.rest,
    blockedReleases: leaving.rest,
    upgrading: sets.upgrading,
  };
}

const bindingsOf = (states: readonly BindingState[]) => states.map(s => s.binding);

/** In their order while there is room. */
function takeWithin(states: readonly BindingState[], room: number) {
  let left = room;
  const picked: Binding[] = [];
  for (const state of states) {
    if (left <= 0) break;
    picked.push(state.binding);
    left -= costOf(state);
  }
  return { picked, rest: bindingsOf(states.slice(picked.length)), room: left };
}

function splitAt(states: readonly BindingState[], room: number) {
  const bindings = bindingsOf(states);
  const count = Math.max(0, room);
  return { picked: bindings.slice(0, count), rest: bindings.slice(count) };
}
