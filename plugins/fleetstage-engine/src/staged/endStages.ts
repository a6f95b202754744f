import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { currentStage, moveTo, withStage } from './progress';
import type { StagedProgress } from './state';

/** Ends the run for good; the stage it was in fails with it, so that no stage appears active in a run that ended (C/RV-030). */
export function failStages(progress: StagedProgress, message: string, now: Instant): StagedProgress {
  const failed = { at: now, message };
  return { ...close(progress, 'Failed', now, { failed }), failed };
}

/** Ends the run because somebody wants it to: nothing is started, nothing is taken back. */
export const endStages = (progress: StagedProgress, now: Instant): StagedProgress =>
  close(progress, 'Ended', now, {});

function close(
  progress: StagedProgress,
  kind: 'Failed' | 'Ended',
  now: Instant,
  mark: Pick<StagedProgress, 'failed'>,
): StagedProgress {
  const stage = currentStage(progress) ?? progress.removal;
  const isBusy = stage.enteredAt !== undefined && stage.succeededAt === undefined;
  const closed = isBusy ? { ...stage, ...mark, phase: moveTo(stage.phase, kind, now) } : stage;
  return { ...withStage(progress, closed), phase: moveTo(progress.phase, kind, now) };
}
