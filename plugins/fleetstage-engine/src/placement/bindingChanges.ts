import type { BindingChange } from '../schedule/planBindings';
import type { Binding, PlacementAction } from '../state/placement';

/** The bindings as they are after the scheduler's changes. */
export function mergeChanges(bindings: readonly Binding[], changes: readonly BindingChange[]): Binding[] {
  const changed = new Map(changes.map(change => [change.binding.cluster, change.binding]));
  const known = new Set(bindings.map(b => b.cluster));
  const created = changes.filter(change => !known.has(change.binding.cluster)).map(change => change.binding);
  return [...bindings.map(b => changed.get(b.cluster) ?? b), ...created];
}

/**
 * The scheduler's and the rollout's changes as one list with at most one save per binding: the row is the rollout's,
 * and of two events the one that says more.
 *
 *   scheduled, then advanced → one save, advanced       scheduled, then blocked   → one save, scheduled
 *   unscheduled, then released → save and release       unscheduled, then forgotten → forget only
 */
export function changesOf(
  planned: readonly BindingChange[],
  rollout: readonly PlacementAction[],
): PlacementAction[] {
  const events = new Map(planned.map(change => [change.binding.cluster, change.event]));
  const isOverruled = new Set(
    rollout.flatMap(a => {
      if (a.kind === 'saveBinding') return [a.binding.cluster];
      return a.kind === 'forgetBinding' ? [a.cluster] : [];
    }),
  );
  return [
    ...planned
      .filter(change => !isOverruled.has(change.binding.cluster))
      .map((change): PlacementAction => ({ kind: 'saveBinding', ...change })),
    ...rollout.map(action => {
      if (action.kind !== 'saveBinding' || action.event === 'advanced') return action;
      return { ...action, event: events.get(action.binding.cluster) ?? action.event };
    }),
  ];
}

/** The bindings as they are after the actions: those that were there in their order, then new ones. */
export function bindingsAfter(bindings: readonly Binding[], actions: readonly PlacementAction[]): Binding[] {
  const after = new Map(bindings.map(binding => [binding.cluster, binding]));
  for (const action of actions) {
    if (action.kind === 'saveBinding') after.set(action.binding.cluster, action.binding);
    if (action.kind === 'forgetBinding') after.delete(action.cluster);
    if (action.kind !== 'releaseBinding') continue;
    const binding = after.get(action.cluster);
    if (binding !== undefined) after.set(action.cluster, { ...binding, releasedAt: action.at });
  }
  return [...after.values()];
}
