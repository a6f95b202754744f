import type { RunAssessment } from './runInputs';
import { stoppedState, type StageModel } from './runStages';
import type { RunStateCode } from './stateCodes';

/**
 * One state per run; the first that holds (ui §2, *Run*).
 *
 *   over                                → couldNotPrepare, failed, ended, succeeded
 *   not planned                         → preparing, also in line behind another run
 *   planned, never started, Initialize  → readyToStart
 *   asked to stop                       → stopping, stopped: beats failing
 *   a cluster fails                     → failing: beats stuck
 *   a cluster is stuck                  → stuck: beats both waits
 *   an approval holds it                → waitingForApproval, also beside a clock
 *   a clock or an earlier run holds it  → waiting
 */
export function runState(assessment: RunAssessment, stages: readonly StageModel[]): RunStateCode {
  const { progress, wanted } = assessment;
  if (progress?.initializationFailed !== undefined) return 'couldNotPrepare';
  if (progress?.failed !== undefined) return 'failed';
  if (progress?.ended !== undefined) return 'ended';
  if (progress?.succeededAt !== undefined) return 'succeeded';
  if (progress?.plan === undefined) return 'preparing';
  if (wanted === 'Initialize' && progress.startedAt === undefined) return 'readyToStart';
  const stopped = stoppedState(assessment);
  if (stopped !== undefined) return stopped;
  if (stages.some(({ counts }) => counts.failing)) return 'failing';
  if (stages.some(({ counts }) => counts.stuck)) return 'stuck';
  if (assessment.isMoving && assessment.blockers.some(({ cause }) => cause === 'ApprovalRevoked'))
    return 'waitingForApproval';
  const current = stages.find(({ index }) => index === assessment.at?.index)?.state;
  return current === 'waitingForApproval' || current === 'waiting' ? current : 'updating';
}
