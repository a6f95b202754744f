import type { Database } from '../database/db';
import type { Claim } from '../database/queue/claim';
import { settle } from '../database/queue/settle';
import { FencedError, type Settlement } from '../database/queue/writeSettlement';
import { fieldsOfKey } from '../database/queue/fieldsOfKey';
import type { Log } from '../observe/log';
import type { Ports } from '../ports';
import { backoffMs } from './backoff';
import { TerminalError, TransientError } from './errors';
import type { Outcome } from './reconciler';

const FAILURES = {
  pass: { again: 'A pass failed; trying again', parked: 'A pass failed; it waits for a change' },
  effect: { again: 'An effect failed; trying again', parked: 'An effect failed; it waits for a change' },
} as const;

interface Failure {
  readonly kind: keyof typeof FAILURES;
  readonly claim: Claim;
  readonly error: unknown;
  /** Somebody else is to work on the key: it has not failed. */
  readonly isReleased: boolean;
}

/** Says why, once, and puts the key back; it must not throw, or a broken database would end the worker. */
export async function settleFailure(
  { database, log, ports }: { readonly database: Database; readonly log: Log; readonly ports: Ports },
  failure: Failure,
): Promise<Outcome> {
  const { kind, claim, error } = failure;
  const settlement = settlementOf(failure, ports);
  const fields = {
    ...fieldsOfKey(claim.queue, claim.key),
    outcome: settlement.kind,
    attempts: claim.attempts,
  };
  const retry = settlement.kind === 'failed' ? { retryInMs: settlement.afterMs } : {};
  if (settlement.kind !== 'released') {
    const isReported = error instanceof TransientError && error.isOutage;
    const logAt = isReported ? log.debug : log.warn;
    logAt.call(log, FAILURES[kind][settlement.kind === 'failed' ? 'again' : 'parked'], {
      ...fields,
      ...retry,
      reason: messageOf(error),
    });
  }
  try {
    await database.transact(async tx => settle(tx, claim, settlement));
    return settlement.kind === 'done' ? 'settled' : settlement.kind;
  } catch (cause) {
    if (cause instanceof FencedError) return 'fenced';
    log.error('A key could not be put back; its lease will run out', {
      ...fields,
      reason: messageOf(cause),
    });
    return 'failed';
  }
}

function settlementOf({ claim, error, isReleased }: Failure, { jitter }: Ports): Settlement {
  if (isReleased) return { kind: 'released' };
  if (error instanceof TerminalError) return { kind: 'parked', reason: error.message };
  const retryAfterMs = error instanceof TransientError ? error.retryAfterMs : undefined;
  return {
    kind: 'failed',
    afterMs: retryAfterMs ?? backoffMs(claim.attempts, jitter),
    error: messageOf(error),
  };
}

/** The message with those of its causes: `apply web on c1: connect refused`. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${messageOf(error.cause)}`;
}
