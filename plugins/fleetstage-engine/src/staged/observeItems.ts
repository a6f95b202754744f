import { plus, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { StageOutcome, StagedCause, StagedContext, StagedLedger } from './context';
import type { Observation, Unfinished } from './items';
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
 * that has succeeded is never checked again (C/TR-066), so a later run may move it on.
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

interface Waiting extends Pick<Unfinished<unknown>, 'message' | 'brief' | 'since' | 'isFinal'> {
  readonly cause: Extract<StagedCause, 'ItemUpdating' | 'ItemFailing' | 'RemovalPending'>;
}

/**
 * What keeps a started item from being done; answers whether it is overdue.
 *
 *   it fails, however long          → ItemFailing, since the error
 *   for a cause that is final       → ItemStuck, since that was seen
 *   started 5 minutes ago           → ItemStuck, since then
 *   anything else                   → the given cause, since the start
 */
export function waitForItem<A>(
  ledger: StagedLedger<A>,
  { key, startedAt }: { readonly key: string; readonly startedAt: Instant },
  waiting: Waiting,
): boolean {
  const { now, stuckAfterMs = STUCK_AFTER_MS } = ledger;
  const stuckAt = stuckAfterMs === 'never' ? undefined : plus(startedAt, stuckAfterMs);
  const overdueSince = stuckAt !== undefined && now >= stuckAt ? stuckAt : undefined;
  const isOverdue = overdueSince !== undefined;
  const { cause, since } = causeOf(waiting, { startedAt, overdueSince });
  const { message, brief } = waiting;
  const isLate = isOverdue && cause === 'ItemStuck' && waiting.isFinal !== true;
  const late = isLate ? ` Updating for more than ${sayMinutes(stuckAfterMs)}.` : '';
  ledger.wait(
    {
      items: [key],
      cause,
      since,
      message: `${key}: ${message}${isOverdue ? `, for more than ${sayMinutes(stuckAfterMs)}` : ''}`,
      ...(brief !== undefined && { brief: `${brief}${late}` }),
      ...(isOverdue && { isOverdue }),
    },
    isOverdue ? undefined : stuckAt,
  );
  return isOverdue;
}

const sayMinutes = (ms: number | 'never') => `${Math.round(Number(ms) / 60_000)} minutes`;

function causeOf(
  { cause, since, isFinal }: Waiting,
  { startedAt, overdueSince }: { startedAt: Instant; overdueSince: Instant | undefined },
): { readonly cause: StagedCause; readonly since: Instant } {
  if (cause === 'ItemFailing') return { cause, since: since ?? startedAt };
  if (isFinal) return { cause: 'ItemStuck', since: Math.max(startedAt, since ?? startedAt) as Instant };
  return overdueSince === undefined
    ? { cause, since: startedAt }
    : { cause: 'ItemStuck', since: overdueSince };
}

/** The same of an item that is being moved. */
export const explainInFlight = <A>(
  ledger: StagedLedger<A>,
  item: { readonly key: string; readonly startedAt: Instant },
  { kind, ...seen }: Extract<Observation, { readonly causes?: unknown }>,
): boolean =>
  waitForItem(ledger, item, { ...seen, cause: kind === 'failing' ? 'ItemFailing' : 'ItemUpdating' });

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
      const isOverdue = explainInFlight(ledger, item, seen);
      return {
        next: reportCauses(ledger, stage, item, seen),
        isWriting: !isOverdue && seen.kind === 'pending',
      };
    }
  }
}

/** Lines of the timeline that one item may fill: who needs more reads the item itself. */
const CAUSES_AT_MOST = 5;

/** Reports each cause once per item: it may come and go with every try. */
function reportCauses<A>(
  ledger: StagedLedger<A>,
  stage: string,
  item: StagedItem,
  { causes = [] }: Extract<Observation, { readonly causes?: unknown }>,
): StagedItem {
  const { key, causes: reported = [] } = item;
  const fresh = causes
    .filter(({ sign }) => !reported.includes(sign))
    .slice(0, CAUSES_AT_MOST - reported.length);
  if (fresh.length === 0) return item;
  for (const { message } of fresh) ledger.record({ event: 'itemTroubled', stage, item: key, message });
  return { ...item, causes: [...reported, ...fresh.map(({ sign }) => sign)] };
}
