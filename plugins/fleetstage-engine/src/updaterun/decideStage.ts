import type { StageConfig } from '@fleetstage/backstage-plugin-fleetstage-common';
import { advanceClusters } from './advanceClusters';
import { areOpen, decideGates, useGates } from '../staged/gates/decideGates';
import { isBegun } from '../staged/gates/isGateUsed';
import { mergeReports } from './mergeReports';
import { moveTo } from './progress';
import type { RunContext, StageOutcome } from './runContext';
import type { StageProgress } from './state';

/**
 * Takes a stage that was entered as far as it goes in this pass (C/1.11, 1.12): tasks before it, its clusters within
 * the limit, tasks after it. A stage without clusters goes through its tasks all the same (RUL 28).
 *
 *   before-task open                 → Waiting, no cluster is touched
 *   c1 done, c2 waiting, limit 1     → c2 starts in the same pass
 *   all done, TimedWait 1m           → Waiting from now; a minute later it has succeeded
 */
export function decideStage(ctx: RunContext, entered: StageProgress, config: StageConfig): StageOutcome {
  const gated = openGate(ctx, entered);
  if (gated.failure !== undefined || !mayBegin(gated.stage)) return gated;
  const moved = moveClusters(ctx, gated.stage, config);
  if (moved.failure !== undefined || moved.stage.updatedAt === undefined) return moved;
  return finishStage(ctx, moved.stage);
}

/** Clusters may be touched: the tasks before the stage were done, and are not asked again. */
const mayBegin = (stage: StageProgress) => isBegun(stage) || areOpen(stage.before);

function openGate(ctx: RunContext, stage: StageProgress): StageOutcome {
  if (isBegun(stage) || stage.before.length === 0) return { stage };
  const { gates, failure } = decideGates(ctx, stage, 'beforeStage');
  const next = { ...stage, before: gates };
  if (failure !== undefined) return { stage: next, failure };
  return areOpen(gates)
    ? { stage: next }
    : { stage: { ...next, phase: moveTo(stage.phase, 'Waiting', ctx.ledger.now) } };
}

function moveClusters(ctx: RunContext, stage: StageProgress, config: StageConfig): StageOutcome {
  const { ledger } = ctx;
  if (stage.updatedAt !== undefined) return { stage };
  const merged = mergeReports(ctx, stage);
  if (merged.failure !== undefined) return merged;
  const { stage: next } = advanceClusters(ctx, merged.stage, { config, inFlightCount: merged.inFlightCount });
  const isUpdated = next.clusters.every(c => c.succeededAt !== undefined);
  if (!isUpdated) {
    const kind = next.startedAt === undefined ? 'Waiting' : 'Running';
    return { stage: { ...next, phase: moveTo(next.phase, kind, ledger.now) } };
  }
  if (next.clusters.length === 0) useGates(ctx, stage.before);
  ledger.tell({ event: 'stageUpdated', stage: stage.name });
  return { stage: { ...next, updatedAt: ledger.now } };
}

function finishStage(ctx: RunContext, stage: StageProgress): StageOutcome {
  const { ledger } = ctx;
  const waiting = { ...stage, phase: moveTo(stage.phase, 'Waiting', ledger.now) };
  const { gates, failure } = decideGates(ctx, waiting, 'afterStage');
  const next = { ...waiting, after: gates };
  if (failure !== undefined || !areOpen(gates)) return { stage: next, failure };
  ledger.tell({ event: 'stageSucceeded', stage: stage.name });
  return { stage: { ...next, succeededAt: ledger.now } };
}
