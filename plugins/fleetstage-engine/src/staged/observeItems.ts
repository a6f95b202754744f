import { plus, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { StageOutcome, StagedCause, StagedContext, StagedLedger } from './context';
import type { Observation } from './items';
import { STUCK_AFTER_MS } from './progress';
import type { StagedItem, StagedStage } from './state';

export interface ObservedStage extends StageOutcome {
  /** Started and not done. */
  readonly inFlightCount: number;
  /** Of those, how many are being written to at this moment; a stop waits for them (RUL 7). */
  readonly writingCount: number;
}

/**
 * The stage with what its started items have shown since the last pass (C/UR-099, UR-100, UR-110, UR-112, UR-114). An item
 * that has succeeded is never looked at again (C/TR-066), so a later run may move it on.
 */
export function observeItems<A>(ctx: StagedContext<A>, stage: StagedStage): ObservedStage {
  let failure: string | undefined;
  let inFlightCount = 0;
  let writingCount = 0;
  const items = stage.items.map(item => {
    if (item.startedAt === undefined || item.succeededAt !== undefined) return item;
    const seen = ctx.items.observe(item.key, stage.name);
    const { next, isWriting } = mergeObservation(
      ctx.ledger,
      stage.name,
      { ...item, startedAt: item.startedAt },
      seen,
    );
    if (seen.kind === 'failed') failure ??= seen.message;
    else if (seen.kind !== 'done') inFlightCount += 1;
    if (isWriting) writingCount += 1;
    return next;
  });
  return { stage: { ...stage, items }, failure, inFlightCount, writingCount };
}

/** What keeps a started item from being done, and when that becomes "stuck"; answers whether it is. */
export function waitForItem<A>(
  ledger: StagedLedger<A>,
  { key, startedAt }: { readonly key: string; readonly startedAt: Instant },
  { cause, message }: { readonly cause: StagedCause; readonly message: string },
): boolean {
  const stuckAt = plus(startedAt, STUCK_AFTER_MS);
  const why = `${key}: ${message}`;
  const blocker = { items: [key], since: startedAt };
  const isStuck = ledger.now >= stuckAt;
  if (isStuck) ledger.wait({ ...blocker, cause: 'ItemStuck', message: `${why}, for more than 5 minutes` });
  else ledger.wait({ ...blocker, cause, message: why }, stuckAt);
  return isStuck;
}

/** The same of an item that is being moved. */
export const explainInFlight = <A>(
  ledger: StagedLedger<A>,
  item: { readonly key: string; readonly startedAt: Instant },
  { kind, message }: Extract<Observation, { readonly causes?: unknown }>,
): boolean =>
  waitForItem(ledger, item, { cause: kind === 'failing' ? 'ItemFailing' : 'ItemUpdating', message });

function mergeObservation<A>(
  ledger: StagedLedger<A>,
  stage: string,
  item: StagedItem & { readonly startedAt: Instant },
  seen: Observation,
): { readonly next: StagedItem; readonly isWriting: boolean } {
  const { now } = ledger;
  switch (seen.kind) {
    case 'done':
      ledger.record({ event: 'itemSucceeded', stage, item: item.key });
      return { next: { ...item, succeededAt: now }, isWriting: false };
    case 'failed': {
      const { message } = seen;
      ledger.record({ event: 'itemFailed', stage, item: item.key, message });
      return { next: { ...item, failed: { at: now, message } }, isWriting: false };
    }
    default: {
      const isStuck = explainInFlight(ledger, item, seen);
      return {
        next: reportCauses(ledger, stage, item, seen),
        isWriting: !isStuck && seen.kind === 'pending',
      };
    }
  }
}

/** Lines of the timeline that one item may fill: who needs more reads the item itself. */
const CAUSES_AT_MOST = 5;

/** Tells each cause once per item: it may come and go with every try. */
function reportCauses<A>(
  ledger: StagedLedger<A>,
  stage: string,
  item: StagedItem,
  { causes = [] }: Extract<Observation, { readonly causes?: unknown }>,
): StagedItem {
  const { key, causes: told = [] } = item;
  const fresh = causes.filter(({ sign }) => !told.includes(sign)).slice(0, CAUSES_AT_MOST - told.length);
  if (fresh.length === 0) return item;
  for (const { message } of fresh) ledger.record({ event: 'itemTroubled', stage, item: key, message });
  return { ...item, causes: [...told, ...fresh.map(({ sign }) => sign)] };
}
