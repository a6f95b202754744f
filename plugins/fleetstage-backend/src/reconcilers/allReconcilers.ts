import { passSpec, type LoopDeps } from '../loop/runWorkers';
import type { QueueSpec } from '../loop/QueueWorker';
import { placementReconciler } from './placement';
import { updateRunReconciler } from './updateRun';

/** The passes as queues to work on. A member is probed by an effect: asking it is I/O. */
export const allReconcilers = (deps: LoopDeps, limits: { readonly concurrency: number }): QueueSpec[] => [
  passSpec(deps, placementReconciler, limits),
  passSpec(deps, updateRunReconciler, limits),
];
