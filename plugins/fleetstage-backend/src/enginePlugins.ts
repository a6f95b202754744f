import {
  defaultPlugins,
  gatePluginsOf,
  type GatePlugin,
  type GatePlugins,
  type SchedulePlugins,
} from '@fleetstage/backstage-plugin-fleetstage-engine';

/** The plugins that modules add to the decisions of the engine. */
export interface AddedPlugins {
  /** Filters and scores of the scheduler; absent: our own. */
  readonly schedulePlugins?: SchedulePlugins;
  /** Gate kinds beside approvals and waits. */
  readonly gatePlugins?: readonly GatePlugin[];
}

/** By what the engine decides. */
export interface EnginePlugins {
  readonly schedule: SchedulePlugins;
  readonly gates: GatePlugins;
}

export const enginePlugins = ({
  schedulePlugins: schedule = defaultPlugins,
  gatePlugins = [],
}: AddedPlugins): EnginePlugins => ({ schedule, gates: gatePluginsOf(gatePlugins) });
