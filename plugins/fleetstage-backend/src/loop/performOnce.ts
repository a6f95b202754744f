import type { Database } from '../database/db';
import type { Claim } from '../database/queue/claim';
import { hold } from '../database/queue/hold';
import { settle } from '../database/queue/settle';
import { fieldsOfKey } from '../database/queue/fieldsOfKey';
import { withFields, type Log } from '../observe/log';
import { Later, type Effect } from './effect';
import { TransientError } from './errors';
import { PartlyDone } from './PartlyDone';
import type { Timers } from '../ports';
import type { Ended } from './reconciler';
import { whereFenced } from './reconcileOnce';

export interface EffectDeps {
  readonly database: Database;
  readonly timers: Timers;
  readonly log: Log;
}

export interface EffectLimits {
  /** Ends when the lease is lost or the process stops. */
  readonly signal: AbortSignal;
  /** A key that takes longer is given up for now, so that it holds no slot that others need. */
  readonly deadlineMs: number;
}

/**
 * One run of an effect: read, act outside of any transaction, record under the still-held lease. An `act` that is given
 * up may still finish later; what it wrote to a cluster is an older truth under a derived name, and nothing of it is recorded.
 *
 * Whether the lease is still ours is not asked before: the signal ends soon after it is lost, and settling, the last
 * statement, finds out in any case.
 */
export async function performOnce<I, O>(
  deps: EffectDeps & EffectLimits,
  effect: Effect<I, O>,
  claim: Claim,
): Promise<Ended> {
  return whereFenced(async () => {
    const { database } = deps;
    const loaded = await loadInput(database, effect, claim);
    if ('outcome' in loaded) return loaded;
    const { input } = loaded;
    const log = withFields(deps.log, fieldsOfKey(claim.queue, claim.key));
    const output = await withinLimits(deps, signal => effect.run(input, { signal, log })).catch(error =>
      failWith(error, done =>
        database.transactBatched(async tx => {
          if (await hold(tx, claim)) await effect.record(tx, claim.key, input, done as O);
        }),
      ),
    );
    return recordOutput(database, effect, claim, { input, output });
  });
}

async function loadInput<I, O>(
  database: Database,
  effect: Effect<I, O>,
  claim: Claim,
): Promise<Ended | { readonly input: I }> {
  const { peek } = effect;
  if (database.dialect === 'postgres' && peek) {
    const input = await database.ask(reader => peek(reader, claim.key));
    if (input !== undefined) return { input };
  }
  return database.transactBatched(async tx => {
    const input = await effect.load(tx, claim.key);
    if (input instanceof Later) {
      settle(tx, claim, { kind: 'done', afterMs: input.afterMs });
      return { outcome: 'settled' as const, afterMs: input.afterMs };
    }
    if (input !== undefined) return { input };
    settle(tx, claim);
    return { outcome: 'gone' as const };
  });
}

async function recordOutput<I, O>(
  database: Database,
  effect: Effect<I, O>,
  claim: Claim,
  { input, output }: { readonly input: I; readonly output: O },
): Promise<Ended> {
  const { recordSame } = effect;
  if (database.dialect === 'postgres' && recordSame) {
    const same = await database.execute(executor => recordSame(executor, claim, input, output));
    if (same) return { outcome: 'settled', afterMs: same.afterMs };
  }
  return database.transactBatched(async tx => {
    const again = await effect.record(tx, claim.key, input, output);
    settle(tx, claim, { kind: 'done', ...(again && { afterMs: again.afterMs }) });
    return { outcome: 'settled' as const, ...(again && { afterMs: again.afterMs }) };
  });
}

async function failWith(error: unknown, record: (done: unknown) => Promise<void>): Promise<never> {
  if (!(error instanceof PartlyDone)) throw error;
  await record(error.output);
  throw error.why;
}

/** Settles with whatever comes first: the work, the deadline or the end of the lease. */
function withinLimits<T>(
  { timers, signal, deadlineMs }: EffectDeps & EffectLimits,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const giveUp = (why: string) => {
      own.abort(why);
      reject(new TransientError(why));
    };
    const onAbort = () => giveUp(`stopped: ${String(signal.reason)}`);
    if (signal.aborted) {
      onAbort();
      return;
    }
    const timer = timers.after(deadlineMs, () => giveUp(`no result within ${deadlineMs} ms`));
    signal.addEventListener('abort', onAbort, { once: true });
    run(own.signal)
      .then(resolve, reject)
      .finally(() => {
        timer.cancel();
        signal.removeEventListener('abort', onAbort);
      });
  });
}
