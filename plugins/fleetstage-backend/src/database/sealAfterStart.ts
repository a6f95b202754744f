import { pause, type Timers } from '../ports';
import { resealAll, reportSealed, type SealDeps, type SweepOptions, type SweepPosition } from './keepSealed';

/** After a failure. */
const RETRY_MS = 60_000;
/** After all rows were read: what is left in clear goes when nobody has used it for an hour (`KEEP_UNUSED_MS`). */
const LEFT_MS = 65 * 60_000;

/**
 * A rotation is a restart with another first key: seals everything else anew at once, in many short transactions, and says
 * so in one line per sweep, also where nothing was to be done. Several replicas may do it at the same time: each writes
 * only what is still as it was read. Returns when nothing is left, or when the signal ends.
 */
export async function sealAfterStart(
  deps: SealDeps & { readonly timers: Timers },
  signal: AbortSignal,
  pace: Pick<SweepOptions, 'batch' | 'batches'> = {},
): Promise<void> {
  const { database, hub, log, timers } = deps;
  if (database.vault.keyId === null) return;
  let from: SweepPosition | undefined;
  while (!signal.aborted) {
    try {
      const swept = await resealAll(deps, { ...pace, signal, ...(from && { from }) });
      if (swept.left === 0) {
        if (swept.sealed === 0) reportSealed(deps, swept);
        return;
      }
      from = swept.next;
      if (from === undefined) await pause(timers, LEFT_MS, signal);
    } catch (error) {
      if (signal.aborted) return;
      log.warn('Sealing with the newest key failed; trying again', {
        hub,
        reason: String(error),
        retryInMs: RETRY_MS,
      });
      await pause(timers, RETRY_MS, signal);
    }
  }
}
