import type { StagedContext } from './context';
import { waitForItem } from './observeItems';
import { moveTo } from './progress';
import type { StagedItem, StagedStage } from './state';

/**
 * The removal (C/1.13): all of it is asked for at once, and each item is done when it is gone, whoever made it go. It is
 * entered even when there is nothing to remove.
 */
export function removeItems<A>(ctx: StagedContext<A>, entered: StagedStage): StagedStage {
  const { ledger } = ctx;
  if (entered.startedAt === undefined) ledger.record({ event: 'stageStarted', stage: entered.name });
  const items = entered.items.map(item => removeItem(ctx, entered.name, item));
  const stage = {
    ...entered,
    items,
    startedAt: entered.startedAt ?? ledger.now,
    phase: moveTo(entered.phase, 'Running', ledger.now),
  };
  if (items.some(({ succeededAt }) => succeededAt === undefined)) return stage;
  ledger.record({ event: 'stageSucceeded', stage: stage.name });
  return { ...stage, succeededAt: ledger.now };
}

/** The removal with those items marked done that are gone; asks for nothing (stop, C/UR-149). */
export const observeRemovals = <A>(ctx: StagedContext<A>, stage: StagedStage): StagedStage => ({
  ...stage,
  items: stage.items.map(item => observeRemoval(ctx, stage.name, item)),
});

function removeItem<A>(ctx: StagedContext<A>, stage: string, item: StagedItem): StagedItem {
  const { ledger, removals, hold } = ctx;
  if (item.succeededAt !== undefined) return item;
  const isAsked = removals.isAsked(item.key);
  if (!isAsked && hold !== undefined) {
    ledger.wait(hold);
    return item;
  }
  if (!isAsked) {
    for (const action of removals.ask(item.key)) ledger.act(action);
    ledger.record({ event: 'itemRemoved', stage, item: item.key });
  }
  return observeRemoval(ctx, stage, { ...item, startedAt: item.startedAt ?? ledger.now });
}

function observeRemoval<A>(
  { ledger, removals }: StagedContext<A>,
  stage: string,
  item: StagedItem,
): StagedItem {
  const { key, startedAt } = item;
  if (item.succeededAt !== undefined || startedAt === undefined) return item;
  const seen = removals.observe(key);
  if (seen.kind === 'done') {
    ledger.record({ event: 'itemSucceeded', stage, item: key });
    return { ...item, succeededAt: ledger.now };
  }
  waitForItem(ledger, { key, startedAt }, { cause: 'RemovalPending', message: seen.message });
  return item;
}
