import { compareText } from '../decision';
import type { Binding, PlacementAction, PlacementState } from '../state/placement';

/**
 * The state after the actions of one pass were stored, in their order; what the backend's commit does to its rows. Finalizers
 * are asked of the hub: the state knows of them when the mirror does.
 */
export const commitPlacement = (state: PlacementState, actions: readonly PlacementAction[]): PlacementState =>
  actions.reduce(commitOne, state);

function commitOne(state: PlacementState, action: PlacementAction): PlacementState {
  switch (action.kind) {
    case 'ensureFinalizers':
    case 'removeFinalizers':
    case 'requestRemoval':
    case 'confirmRemoval':
    case 'releaseObject':
      return state;
    case 'savePolicySnapshot': {
      const { snapshot, prune } = action;
      const others = state.policySnapshots.filter(
        s => s.index !== snapshot.index && !prune.includes(s.index),
      );
      return { ...state, policySnapshots: [...others, snapshot] };
    }
    case 'saveSchedule':
      return { ...state, schedule: action.outcome, verdicts: action.verdicts };
    case 'saveBinding':
      return { ...state, bindings: replaceBinding(state.bindings, action.binding) };
    case 'releaseBinding': {
      const release = (b: Binding) => (b.cluster === action.cluster ? { ...b, releasedAt: action.at } : b);
      return { ...state, bindings: state.bindings.map(release) };
    }
    case 'forgetBinding':
      return {
        ...state,
        bindings: state.bindings.filter(b => b.cluster !== action.cluster),
        reports: state.reports.filter(r => r.cluster !== action.cluster),
      };
    case 'pruneResourceSnapshots':
      return {
        ...state,
        resourceSnapshots: state.resourceSnapshots.filter(s => !action.indexes.includes(s.index)),
      };
    default:
      return unknownAction(action);
  }
}

const replaceBinding = (bindings: readonly Binding[], binding: Binding) =>
  [...bindings.filter(b => b.cluster !== binding.cluster), binding].sort((a, b) =>
    compareText(a.cluster, b.cluster),
  );

function unknownAction(action: never): never {
  throw new Error(`unhandled action ${JSON.stringify(action)}`);
}
