import {
  defaultPlugins,
  gatePluginsOf,
  type GatePlugins,
  type SchedulePlugins,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { passSpec, type LoopDeps } from '../loop/runWorkers';
import type { QueueSpec } from '../loop/QueueWorker';
import { placementReconcilerWith } from './placement';
import type { SequencesSettings } from '../database/sequences/sequencesSettings';
import { rolloutSequenceReconciler } from './rolloutSequence';
import { updateRunReconcilerWith } from './updateRun';

/** Absent: our own, and no more. */
interface DecidedBy {
  readonly schedule?: SchedulePlugins;
  readonly gates?: GatePlugins;
}

interface PassSettings {
  readonly concurrency: { readonly passes: number };
  readonly sequences: SequencesSettings;
}

/** The passes as queues to work on. A member is probed by an effect: asking it is I/O. */
export const allReconcilers = (
  deps: LoopDeps,
  { concurrency, sequences }: PassSettings,
  { schedule = defaultPlugins, gates = gatePluginsOf([]) }: DecidedBy = {},
): QueueSpec[] => {
  const limits = { concurrency: concurrency.passes };
  const { log } = deps;
  const { holdWorkloads } = sequences;
  return [
    passSpec(deps, placementReconcilerWith(schedule, { log, holdWorkloads }), limits),
    passSpec(deps, updateRunReconcilerWith({ gatePlugins: gates, log, holdWorkloads }), limits),
    passSpec(deps, rolloutSequenceReconciler(sequences, { now: () => deps.ports.clock.now(), log }), limits),
  ];
};
