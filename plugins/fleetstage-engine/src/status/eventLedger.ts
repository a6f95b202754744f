import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { EventWords } from './kubeEvents';

/** What is known of one Event of one object: one per reason, counted as Kubernetes counts repetitions. */
export interface LedgerEntry extends EventWords {
  /** Generation of the object at which its cause last began. */
  readonly generation: number;
  /** Its cause persists. */
  readonly isActive: boolean;
  /** How often its cause began, and how often that was published; the difference is due. */
  readonly count: number;
  readonly published: number;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
}

export type EventLedger = readonly LedgerEntry[];

/**
 * The ledger for the events that have a cause now (A/EV-001, EV-004). The same events twice change nothing, whatever was
 * published meanwhile.
 *
 *     new, or not at this generation         → one more
 *     had a cause before, but not last time  → one more
 *     still has its cause                    → as it was
 *     has no cause any more                  → as it was, not active
 */
export function advanceLedger(
  ledger: EventLedger,
  current: readonly EventWords[],
  { generation, now }: { readonly generation: number; readonly now: Instant },
): EventLedger {
  const before = new Map(ledger.map(entry => [entry.reason, entry]));
  const reasons = new Set(current.map(({ reason }) => reason));
  const ended = ledger
    .filter(({ reason }) => !reasons.has(reason))
    .map(entry => (entry.isActive ? { ...entry, isActive: false } : entry));
  const held = current.map(words => {
    const old = before.get(words.reason);
    if (old?.isActive && old.generation === generation) return old;
    const { count = 0, published = 0, firstAt = now } = old ?? {};
    return { ...words, generation, isActive: true, count: count + 1, published, firstAt, lastAt: now };
  });
  return [...held, ...ended];
}

/** What is not published on the hub. */
export const unpublished = (ledger: EventLedger): EventLedger =>
  ledger.filter(({ count, published }) => published < count);

/** After these were published. What was counted meanwhile is still due. */
export function markPublished(ledger: EventLedger, said: EventLedger): EventLedger {
  const counts = new Map(said.map(({ reason, count }) => [reason, count]));
  return ledger.map(entry => ({
    ...entry,
    published: Math.max(entry.published, counts.get(entry.reason) ?? 0),
  }));
}
