import {
  DELETION_STAGE,
  type UpdateRunSpec,
  type UpdateRunState,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { RunFacts, RunProgress } from './state';

/** The progress of a run before its first pass. */
export const newProgress: RunProgress = {
  stages: [],
  deletion: { name: DELETION_STAGE, clusters: [], before: [], after: [] },
};

/** Finished, failed, ended or never initialized: nothing will ever happen to this run again (C/RL-015, RL-017). */
export const isRunOver = (progress: RunProgress) =>
  progress.succeededAt !== undefined ||
  progress.failed !== undefined ||
  progress.ended !== undefined ||
  progress.initializationFailed !== undefined;

/** What people want of a run: what its spec names, else what it named last, else Run (RUL 1, 51). */
export const wantedState = (
  { state }: Pick<UpdateRunSpec, 'state'>,
  progress: Pick<RunProgress, 'heldState'> | undefined,
): UpdateRunState => state ?? progress?.heldState ?? 'Run';

/** The progress that remembers which state its spec names; without one it remembers the one before (RUL 51). */
export function withHeldState(progress: RunProgress, { state }: Pick<UpdateRunSpec, 'state'>): RunProgress {
  if (state === undefined) return progress;
  const { heldState: _, ...rest } = progress;
  return state === 'Run' ? rest : { ...rest, heldState: state };
}

/**
 * The hub reports an end that the progress does not know. A status is published after the progress it shows was
 * committed, so a database that is behind it has lost something.
 */
export const isBehindHub = (run: Pick<RunFacts, 'hasEnded'>, progress: RunProgress | undefined) =>
  run.hasEnded === true && (progress === undefined || !isRunOver(progress));
