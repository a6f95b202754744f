export { composeEngine } from './compose';
export type { Engine, EngineOptions, Readiness } from './compose';
export { ConfigProblem } from './configNode';
export { systemPorts } from './loop/systemPorts';
export type { Clock, Ids, Jitter, Ports, Timers } from './ports';
export type { Log, LogFields } from './observe/log';
export {
  createFleetNewRunConditionalDecision,
  createFleetPlacementConditionalDecision,
  createFleetRunConditionalDecision,
  createFleetSequenceConditionalDecision,
  createFleetStrategyConditionalDecision,
  fleetNewRunConditions,
  fleetPlacementConditions,
  fleetRunConditions,
  fleetSequenceConditions,
  fleetStrategyConditions,
} from './permissions/rules';
export { fleetstagePlugin as default } from './plugin';
export {
  ClusterApiProvider,
  type ClusterApiProviderOptions,
} from './providers/clusterApi/ClusterApiProvider';
export { SimulatedProvider, type SimulatedProviderOptions } from './providers/simulated/SimulatedProvider';
export { parseSettings } from './settings';
export type {
  NewRunResource,
  PlacementResource,
  RunResource,
  SequenceResource,
  StrategyResource,
} from './permissions/resources';
export type { Settings } from './settings';
