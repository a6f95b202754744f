import type { StageOutcome, StageSettings, StagedContext } from './context';
import { observeItems } from './observeItems';
import { startItems } from './startItems';
import type { StagedProgress, StagedStage } from './state';

/**
 * Items that were open when their stage was closed, or came to it later, go on within its limit, during its gates and after it
 * has succeeded (D/ST-103, ST-105, ST-111, SG-006).
 */
export function moveLateItems<A>(
  ctx: StagedContext<A>,
  stage: StagedStage,
  { maxConcurrency }: StageSettings,
): StageOutcome {
  if (!hasOpenItems(stage)) return { stage };
  const observed = observeItems(ctx, stage);
  if (observed.failure !== undefined) return observed;
  const { inFlightCount } = observed;
  return { stage: startItems(ctx, observed.stage, { maxConcurrency, inFlightCount }) };
}

/** The same of all stages that have succeeded, where nothing may start: what was started is observed. */
export const observeLateItems = <A>(ctx: StagedContext<A>, progress: StagedProgress): StagedProgress => ({
  ...progress,
  stages: progress.stages.map(stage =>
    stage.succeededAt !== undefined && hasOpenItems(stage) ? observeItems(ctx, stage).stage : stage,
  ),
});

const hasOpenItems = ({ items }: StagedStage) => items.some(({ succeededAt }) => succeededAt === undefined);
