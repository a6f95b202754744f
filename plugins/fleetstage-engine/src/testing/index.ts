export { applyStrategic } from './applyMerge';
export {
  NOON,
  PICK_ALL,
  aBoundBinding,
  aCluster,
  aFailedReport,
  aHealthyMember,
  aPick,
  aPlacement,
  aPlacementSpec,
  aPlacementState,
  aPolicySnapshot,
  aReleasedReport,
  aResourceSnapshot,
  aRun,
  aRunState,
  aScheduledBinding,
  aStage,
  anAvailableReport,
  anIdentifier,
  anOutcome,
  anUnavailableReport,
  anUnscheduledBinding,
  clusters,
  minutesBefore,
  pickFixed,
  pickN,
  secondsAfter,
} from './builders';
export { commitPlacement } from './commitPlacement';
export { nextMemberSteps } from './littleFleet';
export type { MemberStep } from './littleFleet';
export { aPromiseWatcher } from './promises';
export { startSimulation } from './simulate';
export type { Simulation, SimulationOptions, Watcher } from './simulate';
