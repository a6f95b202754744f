import { DELETION_STAGE, type UpdateRunSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import { mergeReleases } from './decideRelease';
import { mergeReports } from './mergeReports';
import { currentStage, moveTo, withStage } from './progress';
import type { RunContext, StageOutcome } from './runContext';
import type { RunProgress, StageProgress } from './state';

export interface StopOutcome {
  readonly progress: RunProgress;
  readonly failure?: { readonly stage: string; readonly message: string };
}

interface Settled extends StageOutcome {
  readonly writingCount: number;
}

/**
 * Brings a run to rest (C/1.16, RUL 7): nothing is started, nothing is taken back, no approval is asked for. It has
 * stopped when nothing is being written any more: a cluster that has everything but is not available, that fails, or
 * that has been stuck for 5 minutes does not hold the stop. Once stopped it stays so until it is resumed.
 */
export function decideStop(ctx: RunContext, progress: RunProgress): StopOutcome {
  const { ledger } = ctx;
  const stage = currentStage(progress) ?? progress.deletion;
  const { stage: settled, failure, writingCount } = settleStage(ctx, stage);
  if (failure !== undefined) {
    return { progress: withStage(progress, settled), failure: { stage: stage.name, message: failure } };
  }
  const isStopped = writingCount === 0 || progress.phase?.kind === 'Stopped';
  const kind = isStopped ? 'Stopped' : 'Stopping';
  if (progress.phase?.kind !== kind)
    ledger.tell({ event: isStopped ? 'stopped' : 'stopping', stage: stage.name });
  const phase = moveTo(progress.phase, kind, ledger.now);
  const message = isStopped
    ? explainRest('stopped', 'go on', ctx.state.run.spec)
    : `the run stops when ${writingCount} cluster(s) that are being written are done`;
  ledger.wait({ cause: kind, message, since: phase.since });
  const marked = { ...settled, phase: moveTo(stage.phase, kind, ledger.now) };
  return { progress: withStage({ ...progress, phase }, marked) };
}

/** Also where a write has dropped the state that keeps the run at rest (RUL 51). */
export const explainRest = (
  standing: 'planned' | 'stopped',
  purpose: 'start it' | 'go on',
  { state }: Pick<UpdateRunSpec, 'state'>,
) =>
  state === undefined
    ? `the run is still ${standing} although a write dropped spec.state; set spec.state to Run to ${purpose}`
    : `the run is ${standing}; set spec.state to Run to ${purpose}`;

function settleStage(ctx: RunContext, stage: StageProgress): Settled {
  if (stage.name === DELETION_STAGE) {
    const next = mergeReleases(ctx, stage);
    const writing = ctx.ledger.blockers.filter(({ cause }) => cause === 'ReleasePending');
    return { stage: next, writingCount: writing.length };
  }
  const merged = mergeReports(ctx, stage);
  const isUpdated =
    stage.startedAt !== undefined &&
    stage.updatedAt === undefined &&
    merged.stage.clusters.every(c => c.succeededAt !== undefined);
  if (!isUpdated) return merged;
  ctx.ledger.tell({ event: 'stageUpdated', stage: stage.name });
  // The wait clock of a TimedWait runs from here, stopped or not.
  return { ...merged, stage: { ...merged.stage, updatedAt: ctx.ledger.now } };
}
