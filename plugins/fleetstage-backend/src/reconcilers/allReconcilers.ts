import { defaultPlugins, type SchedulePlugins } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { passSpec, type LoopDeps } from '../loop/runWorkers';
import type { QueueSpec } from '../loop/QueueWorker';
import { placementReconcilerWith } from './placement';
import { updateRunReconcilerWith } from './updateRun';

/** The passes as queues to work on. A member is probed by an effect: asking it is I/O. */
export const allReconcilers = (
  deps: LoopDeps,
  limits: { readonly concurrency: number },
  plugins: SchedulePlugins = defaultPlugins,
): QueueSpec[] => [
  passSpec(deps, placementReconcilerWith(plugins, deps.log), limits),
  passSpec(deps, updateRunReconcilerWith(deps.log), limits),
];
