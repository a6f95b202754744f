import { bindingsAfter } from '../placement/bindingChanges';
import { NOON } from '../testing/builders';
import type { RolloutState } from './bindingState';
import { decideRollout } from './decideRollout';

/** The state with what a round decided. */
export const applyActions = (state: RolloutState, now = NOON): RolloutState => ({
  ...state,
  bindings: bindingsAfter(state.bindings, decideRollout(state, now).actions),
});
