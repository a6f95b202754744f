/* Exports of the package about what people ask of runs, for whoever has a pass's memory of them and whoever has their objects. */
export { describeGate, refuseDecision, type GateForPeople } from './updaterun/refuseDecision';
export { chooseShownRollBack, type RollBackObjects } from './shown/rollBackObjects';
export { placementStateOf, type PlacementObjects } from './shown/placementObjects';
export { suggestRunName } from './view/suggestRunName';
export { findShownGate, type ShownGate } from './updaterun/shownGate';
export {
  explainOutcome,
  refuseRunState,
  runOutcome,
  shownOutcome,
  type RunOutcome,
} from './updaterun/runOutcome';
