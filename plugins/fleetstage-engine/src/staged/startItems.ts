import type { StagedCause, StagedContext } from './context';
import { useGates } from './gates/decideGates';
import { explainInFlight } from './observeItems';
import { concurrencyLimit } from './slots';
import type { StagedItem, StagedStage } from './state';
import type { IntOrString } from '@fleetstage/backstage-plugin-fleetstage-common';

/**
 * Starts as many of the waiting items as the limit lets, in their order (C/UR-095…098). An item that already has the version and
 * is done succeeds at once and takes no place, so the next may start in the same pass (TR-061).
 */
export function startItems<A>(
  ctx: StagedContext<A>,
  stage: StagedStage,
  from: { readonly maxConcurrency: IntOrString | undefined; readonly inFlightCount: number },
): StagedStage {
  const { ledger, hold, words } = ctx;
  if (stage.items.every(({ startedAt }) => startedAt !== undefined)) return stage;
  if (hold !== undefined) {
    ledger.wait(hold);
    return stage;
  }
  if (stage.startedAt === undefined) {
    ledger.record({ event: 'stageStarted', stage: stage.name });
    useGates(ctx, stage.before);
  }
  const limit = concurrencyLimit(from.maxConcurrency, stage.items.length);
  let busyCount = from.inFlightCount;
  let turnedAway = 0;
  const items = stage.items.map(item => {
    if (item.startedAt !== undefined) return item;
    if (busyCount >= limit) {
      turnedAway += 1;
      return item;
    }
    const started = startItem(ctx, stage.name, item);
    if (started.startedAt !== undefined && started.succeededAt === undefined) busyCount += 1;
    return started;
  });
  if (turnedAway > 0) {
    const message = `${turnedAway} more ${words.item}(s) of stage "${stage.name}" wait for their turn, ${limit} at a time`;
    ledger.wait({ cause: 'ConcurrencyLimit', message, ...holdersOf(ledger) });
  }
  return { ...stage, items, startedAt: stage.startedAt ?? ledger.now };
}

/** Items that hold a place and do not get on; none: the turn of the others comes by itself. */
function holdersOf<A>({ blockers }: StagedContext<A>['ledger']): { readonly items?: readonly string[] } {
  const items = blockers.flatMap(one => (TROUBLE.has(one.cause) ? (one.items ?? []) : []));
  return items.length === 0 ? {} : { items };
}

const TROUBLE: ReadonlySet<string> = new Set(['ItemFailing', 'ItemStuck'] satisfies StagedCause[]);

function startItem<A>({ ledger, items }: StagedContext<A>, stage: string, item: StagedItem): StagedItem {
  const { key } = item;
  const { now } = ledger;
  const given = items.start(key);
  if (given === undefined) return item;
  const { actions, observed, from } = given;
  for (const action of actions) ledger.act(action);
  ledger.record({ event: 'itemStarted', stage, item: key });
  const started = { ...item, startedAt: now, ...(from !== undefined && { from }) };
  if (observed.kind === 'done') {
    ledger.record({ event: 'itemSucceeded', stage, item: key });
    return { ...started, succeededAt: now };
  }
  if (observed.kind !== 'failed') explainInFlight(ledger, started, observed);
  return started;
}
