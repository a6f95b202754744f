import {
  defaultPlugins,
  gatePluginsOf,
  type GatePlugins,
  type SchedulePlugins,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { passSpec, type LoopDeps } from '../loop/runWorkers';
import type { QueueSpec } from '../loop/QueueWorker';
import { placementReconcilerWith } from './placement';
import type { Settings } from '../settings';
import { rolloutSequenceReconciler } from './rolloutSequence';
import { updateRunReconcilerWith } from './updateRun';

/** Absent: our own, and no more. */
interface DecidedBy {
  readonly schedule?: SchedulePlugins;
  readonly gates?: GatePlugins;
}

/** The passes as queues to work on. A member is probed by an effect: asking it is I/O. */
export const allReconcilers = (
  deps: LoopDeps,
  { concurrency, sequences }: Pick<Settings, 'concurrency' | 'sequences'>,
  { schedule = defaultPlugins, gates = gatePluginsOf([]) }: DecidedBy = {},
): QueueSpec[] => {
  const limits = { concurrency: concurrency.passes };
  return [
    passSpec(deps, placementReconcilerWith(schedule, deps.log), limits),
    passSpec(deps, updateRunReconcilerWith({ gatePlugins: gates, log: deps.log }), limits),
    passSpec(deps, rolloutSequenceReconciler(sequences, deps.log), limits),
  ];
};
