import { plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { StageOutcome, StageSettings, StagedContext } from './context';
import { areOpen, decideGates, useGates } from './gates/decideGates';
import { isBegun } from './gates/isGateUsed';
import { moveLateItems } from './moveLateItems';
import { observeItems } from './observeItems';
import { moveTo } from './progress';
import { startItems } from './startItems';
import type { StagedStage } from './state';

/**
 * Takes a stage that was entered as far as it goes in this pass (C/1.11, 1.12): gates before it, its items within
 * the limit, gates after it. A stage without items goes through its gates all the same (RUL 28).
 *
 *   gate before it shut              → Waiting, no item is touched
 *   c1 done, c2 waiting, limit 1     → c2 starts in the same pass
 *   all done, TimedWait 1m           → Waiting from now; a minute later it has succeeded
 *   its time is over, c3 is not done → the gates after it count from now, and c3 goes on (D/ST-103)
 */
export function decideStage<A>(
  ctx: StagedContext<A>,
  entered: StagedStage,
  settings: StageSettings,
): StageOutcome {
  const gated = openGates(ctx, entered);
  if (gated.failure !== undefined || !mayBegin(gated.stage)) return gated;
  const moved = moveItems(ctx, gated.stage, settings);
  if (moved.failure !== undefined || moved.stage.updatedAt === undefined) return moved;
  return finishStage(ctx, moved.stage);
}

/** Items may be touched: the gates before the stage were open, and are not asked again. */
const mayBegin = (stage: StagedStage) => isBegun(stage) || areOpen(stage.before);

function openGates<A>(ctx: StagedContext<A>, stage: StagedStage): StageOutcome {
  if (isBegun(stage) || stage.before.length === 0) return { stage };
  const { gates, failure } = decideGates(ctx, stage, 'beforeStage');
  const next = { ...stage, before: gates };
  if (failure !== undefined) return { stage: next, failure };
  return areOpen(gates)
    ? { stage: next }
    : { stage: { ...next, phase: moveTo(stage.phase, 'Waiting', ctx.ledger.now) } };
}

function moveItems<A>(ctx: StagedContext<A>, stage: StagedStage, settings: StageSettings): StageOutcome {
  const { ledger } = ctx;
  const { maxConcurrency } = settings;
  if (stage.updatedAt !== undefined) return moveLateItems(ctx, stage, settings);
  const observed = observeItems(ctx, stage);
  if (observed.failure !== undefined) return observed;
  const { inFlightCount } = observed;
  const next = startItems(ctx, observed.stage, { maxConcurrency, inFlightCount });
  const isUpdated = next.items.every(({ succeededAt }) => succeededAt !== undefined);
  if (!isUpdated && !isTimeOver(ledger, next, settings)) {
    const kind = next.startedAt === undefined ? 'Waiting' : 'Running';
    return { stage: { ...next, phase: moveTo(next.phase, kind, ledger.now) } };
  }
  if (next.items.length === 0) useGates(ctx, stage.before);
  ledger.record({ event: 'stageUpdated', stage: stage.name });
  return { stage: { ...next, updatedAt: ledger.now, ...(!isUpdated && { isClosedEarly: true }) } };
}

function isTimeOver<A>(
  ledger: StagedContext<A>['ledger'],
  { startedAt }: StagedStage,
  { closeAfterMs }: StageSettings,
): boolean {
  if (closeAfterMs === undefined || startedAt === undefined) return false;
  const closesAt = plus(startedAt, closeAfterMs);
  if (ledger.now >= closesAt) return true;
  ledger.remind(closesAt);
  return false;
}

function finishStage<A>(ctx: StagedContext<A>, stage: StagedStage): StageOutcome {
  const { ledger } = ctx;
  const waiting = { ...stage, phase: moveTo(stage.phase, 'Waiting', ledger.now) };
  const { gates, failure } = decideGates(ctx, waiting, 'afterStage');
  const next = { ...waiting, after: gates };
  if (failure !== undefined || !areOpen(gates)) return { stage: next, failure };
  ledger.record({ event: 'stageSucceeded', stage: stage.name });
  return { stage: { ...next, succeededAt: ledger.now } };
}
