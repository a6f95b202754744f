import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { EventWords } from './standingEvents';

/** What is known of one Event of one object: one per reason, counted as Kubernetes counts repetitions. */
export interface LedgerEntry extends EventWords {
  /** Generation of the object at which it last began to stand. */
  readonly generation: number;
  /** Its cause still holds. */
  readonly isStanding: boolean;
  /** How often it began to stand, and how often the hub was told; behind: it is to be told. */
  readonly count: number;
  readonly told: number;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
}

export type EventLedger = readonly LedgerEntry[];

/**
 * The ledger after a look at what stands (A/EV-001, EV-004). Looking twice at the same changes nothing, whatever was
 * told meanwhile.
 *
 *     never stood, or not at this generation → one more
 *     stood before, not a moment ago         → one more
 *     still stands                           → as it was
 *     does not stand any more                → as it was, not standing
 */
export function advanceLedger(
  ledger: EventLedger,
  standing: readonly EventWords[],
  { generation, now }: { readonly generation: number; readonly now: Instant },
): EventLedger {
  const before = new Map(ledger.map(entry => [entry.reason, entry]));
  const stand = new Set(standing.map(({ reason }) => reason));
  const fallen = ledger
    .filter(({ reason }) => !stand.has(reason))
    .map(entry => (entry.isStanding ? { ...entry, isStanding: false } : entry));
  const held = standing.map(words => {
    const old = before.get(words.reason);
    if (old?.isStanding && old.generation === generation) return old;
    const { count = 0, told = 0, firstAt = now } = old ?? {};
    return { ...words, generation, isStanding: true, count: count + 1, told, firstAt, lastAt: now };
  });
  return [...held, ...fallen];
}

/** What the hub has not been told. */
export const untold = (ledger: EventLedger): EventLedger => ledger.filter(({ count, told }) => told < count);

/** After the hub was told these. What was counted meanwhile is still to be told. */
export function markTold(ledger: EventLedger, said: EventLedger): EventLedger {
  const counts = new Map(said.map(({ reason, count }) => [reason, count]));
  return ledger.map(entry => ({ ...entry, told: Math.max(entry.told, counts.get(entry.reason) ?? 0) }));
}
