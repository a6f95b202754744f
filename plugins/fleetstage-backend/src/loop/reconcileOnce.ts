import type { Database } from '../database/db';
import type { Claim } from '../database/queue/claim';
import { hold } from '../database/queue/hold';
import { settle } from '../database/queue/settle';
import { FencedError } from '../database/queue/writeSettlement';
import type { Clock } from '../ports';
import type { Ended, Reconciler } from './reconciler';

export interface PassDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * One pass, one transaction: a crash at any line leaves the whole decision or none of it; then the lease runs out and
 * any replica repeats the pass from the level. Settling is the last statement and the fence: when somebody else has
 * claimed the key meanwhile, nothing of this pass is kept.
 */
export async function reconcileOnce<S, A>(deps: PassDeps, r: Reconciler<S, A>, claim: Claim): Promise<Ended> {
  return whereFenced(() =>
    deps.database.transact(async tx => {
      if (!(await hold(tx, claim))) return FENCED;
      const state = await r.load(tx, claim.key);
      if (state === undefined) {
        await r.forget(tx, claim.key);
        settle(tx, claim);
        return { outcome: 'gone' };
      }
      const now = deps.clock.now();
      const decision = r.decide(state, now);
      await r.commit(tx, claim.key, state, decision);
      // A duration, not a time: `wakeAt` is process time, `due_at` is database time.
      const again = decision.wakeAt === undefined ? {} : { afterMs: decision.wakeAt - now };
      settle(tx, claim, { kind: 'done', ...again });
      return { outcome: 'settled', ...again };
    }),
  );
}

const FENCED: Ended = { outcome: 'fenced' };

/** The fence of a transaction, as an outcome. */
export async function whereFenced(work: () => Promise<Ended>): Promise<Ended> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FencedError) return FENCED;
    throw error;
  }
}
