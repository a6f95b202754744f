import type { StagedContext, StagedLedger } from './context';
import { decideStage } from './decideStage';
import { findRevoked, restoreGates, useGates } from './gates/decideGates';
import { isBegun } from './gates/isGateUsed';
import { moveLateItems } from './moveLateItems';
import { moveTo, withStage } from './progress';
import { removeItems } from './removeItems';
import type { Phase, StagedProgress, StagedStage } from './state';
import type { StagedOutcome } from './stopStages';

/**
 * Executes the stages in their order as far as it goes in this pass, then takes away what is to go. Whatever cannot happen now
 * is reported by a blocker.
 *
 *   three stages without gates, items done at once   → the run succeeds in one pass
 *   canary succeeded, production held by another run → Waiting, outside production
 *   an approval after canary taken back meanwhile    → Waiting, outside production (RUL 7)
 */
export function runStages<A>(ctx: StagedContext<A>, before: StagedProgress): StagedOutcome {
  let progress = begin(ctx.ledger, before);
  for (const [index, settings] of ctx.settings.entries()) {
    const stage = progress.stages[index];
    if (stage.succeededAt !== undefined) {
      const { stage: late, failure } = moveLateItems(ctx, stage, settings);
      progress = withStage(progress, late);
      if (failure !== undefined) return { progress, failure };
      continue;
    }
    const entered = enterStage(ctx, { progress, stage, index });
    if (entered === undefined) return { progress: waitOutside(ctx.ledger, progress, stage) };
    const { stage: next, failure } = decideStage(ctx, entered, settings);
    progress = withStage(progress, next);
    if (failure !== undefined) return { progress, failure };
    // Before its first item, what the run waits for is not progress. Gates after the stage are (requirement 000).
    if (next.succeededAt === undefined)
      return { progress: withPhase(ctx.ledger, progress, isBegun(next) ? 'Running' : 'Waiting') };
  }
  return { progress: removeAtEnd(ctx, progress) };
}

function removeAtEnd<A>(ctx: StagedContext<A>, progress: StagedProgress): StagedProgress {
  const { ledger } = ctx;
  const entered = enterStage(ctx, { progress, stage: progress.removal, index: progress.stages.length });
  if (entered === undefined) return waitOutside(ledger, progress, progress.removal);
  const removal = removeItems(ctx, entered);
  const next = withPhase(ledger, { ...progress, removal }, 'Running');
  if (removal.succeededAt === undefined) return next;
  ledger.record({ event: 'succeeded' });
  return { ...next, succeededAt: ledger.now };
}

/** The event of a run that starts is not that of a resumed run. */
function begin<A>(ledger: StagedLedger<A>, progress: StagedProgress): StagedProgress {
  const kind = progress.phase?.kind;
  const isResumed = progress.startedAt !== undefined && (kind === 'Stopped' || kind === 'Stopping');
  if (progress.startedAt === undefined) ledger.record({ event: 'started' });
  else if (isResumed) ledger.record({ event: 'resumed' });
  return {
    ...progress,
    ...(isResumed && { resumedAt: ledger.now }),
    startedAt: progress.startedAt ?? ledger.now,
  };
}

interface Entry {
  readonly progress: StagedProgress;
  readonly stage: StagedStage;
  readonly index: number;
}

/** The stage once nothing keeps the run out of it; entering uses up the gates after the stage before. */
function enterStage<A>(ctx: StagedContext<A>, { progress, stage, index }: Entry): StagedStage | undefined {
  if (stage.enteredAt !== undefined) return stage;
  const previous: StagedStage | undefined = progress.stages[index - 1];
  if (previous !== undefined) restoreGates(ctx, previous);
  const since = previous?.succeededAt ?? progress.startedAt;
  const blocker =
    ctx.hold ?? ctx.findEntryHold(index, since) ?? findRevoked(ctx, previous?.after ?? [], stage.name);
  if (blocker !== undefined) {
    ctx.ledger.wait({ ...blocker, since: blocker.since ?? since });
    return undefined;
  }
  useGates(ctx, previous?.after ?? []);
  return { ...stage, enteredAt: ctx.ledger.now };
}

function waitOutside<A>(
  ledger: StagedLedger<A>,
  progress: StagedProgress,
  stage: StagedStage,
): StagedProgress {
  // Only a stop has given a phase to a stage that was never entered; resumed, it waits again.
  const outside =
    stage.phase === undefined ? stage : { ...stage, phase: moveTo(stage.phase, 'Waiting', ledger.now) };
  return withPhase(ledger, withStage(progress, outside), 'Waiting');
}

function withPhase<A>(
  ledger: StagedLedger<A>,
  progress: StagedProgress,
  wanted: 'Waiting' | 'Running',
): StagedProgress {
  const isStuck = ledger.blockers.some(({ isOverdue }) => isOverdue);
  const kind = isStuck ? 'Stuck' : wanted;
  if (isNewPhase(progress.phase?.kind, kind))
    ledger.record({ event: eventOf[kind], ...firstMessage(ledger) });
  return { ...progress, phase: moveTo(progress.phase, kind, ledger.now) };
}

/** Beginning and resuming have events of their own. */
const isNewPhase = (before: Phase['kind'] | undefined, after: Phase['kind']) =>
  before !== after && (after !== 'Running' || before === 'Waiting' || before === 'Stuck');

const eventOf = { Stuck: 'stuck', Waiting: 'waiting', Running: 'running' } as const;

function firstMessage<A>({ blockers }: StagedLedger<A>): { readonly message?: string } {
  const first = blockers.find(({ isOverdue }) => isOverdue) ?? blockers.at(0);
  return first === undefined ? {} : { message: first.message };
}
