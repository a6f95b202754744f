import type { Binding, PlacementState } from '../state/placement';

/** Bindings of a placement, parted by whether there is still something to wait for on their clusters. */
export interface SettledBindings {
  readonly kept: readonly Binding[];
  readonly forgotten: readonly Binding[];
}

/**
 * Parts the bindings that can be forgotten from the rest: asked to leave, and the cluster confirmed it, never held
 * anything, or is leaving the fleet. A cluster that leaves keeps its workload (C/MC-060, UR-134).
 */
export function settleBindings(state: PlacementState, bindings: readonly Binding[]): SettledBindings {
  const isForgotten = (binding: Binding) => binding.releasedAt !== undefined && isGoneFrom(state, binding);
  return { kept: bindings.filter(b => !isForgotten(b)), forgotten: bindings.filter(isForgotten) };
}

/** Nothing can or need be removed from the cluster any more. */
function isGoneFrom(state: PlacementState, binding: Binding): boolean {
  return binding.revision === undefined || isConfirmed(state, binding) || !isInFleet(state, binding.cluster);
}

/** The confirmation names the revision that was removed: one of an earlier life of the binding is none. */
const isConfirmed = (state: PlacementState, binding: Binding) =>
  state.reports.some(
    report => report.cluster === binding.cluster && report.isReleased && report.revision === binding.revision,
  );

export const isInFleet = (state: PlacementState, cluster: string) =>
  state.clusters.some(facts => facts.name === cluster && !facts.isLeaving);
