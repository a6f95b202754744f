import type { StageOutcome, StagedContext } from './context';
import { observeLateItems } from './moveLateItems';
import { observeItems } from './observeItems';
import { currentStage, moveTo, withStage } from './progress';
import { observeRemovals } from './removeItems';
import type { StagedProgress, StagedStage } from './state';

export interface StagedOutcome {
  readonly progress: StagedProgress;
  /** Ends the run. */
  readonly failure?: string;
}

/**
 * Brings a run to rest (C/1.16, RUL 7): nothing is started, nothing is taken back, no approval is asked for. It has
 * stopped when nothing is being written any more: an item that has everything but is not done, that fails, or
 * that has been stuck for 5 minutes does not hold the stop. Once stopped it stays so until it is resumed.
 */
export function stopStages<A>(ctx: StagedContext<A>, before: StagedProgress): StagedOutcome {
  const { ledger, words } = ctx;
  const progress = observeLateItems(ctx, before);
  const stage = currentStage(progress) ?? progress.removal;
  const { stage: settled, failure, writingCount } = settleStage(ctx, progress, stage);
  if (failure !== undefined) return { progress: withStage(progress, settled), failure };
  const isStopped = writingCount === 0 || progress.phase?.kind === 'Stopped';
  const kind = isStopped ? 'Stopped' : 'Stopping';
  if (progress.phase?.kind !== kind)
    ledger.record({ event: isStopped ? 'stopped' : 'stopping', stage: stage.name });
  const phase = moveTo(progress.phase, kind, ledger.now);
  const message = isStopped
    ? words.stopped
    : `the run stops when ${writingCount} ${words.item}(s) that are being written are done`;
  ledger.wait({ cause: kind, message, since: phase.since });
  const marked = { ...settled, phase: moveTo(stage.phase, kind, ledger.now) };
  return { progress: withStage({ ...progress, phase }, marked) };
}

interface Settled extends StageOutcome {
  readonly writingCount: number;
}

function settleStage<A>(ctx: StagedContext<A>, { removal }: StagedProgress, stage: StagedStage): Settled {
  if (stage === removal) {
    const next = observeRemovals(ctx, stage);
    const writing = ctx.ledger.blockers.filter(({ cause }) => cause === 'RemovalPending');
    return { stage: next, writingCount: writing.length };
  }
  const observed = observeItems(ctx, stage);
  const isUpdated =
    stage.startedAt !== undefined &&
    stage.updatedAt === undefined &&
    observed.stage.items.every(({ succeededAt }) => succeededAt !== undefined);
  if (!isUpdated) return observed;
  ctx.ledger.record({ event: 'stageUpdated', stage: stage.name });
  // The clock of a wait runs from here, stopped or not.
  return { ...observed, stage: { ...observed.stage, updatedAt: ctx.ledger.now } };
}
