import { isSameJson, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { earliest, type Blocker } from '../decision';
import { actorOf, kindOfCause } from './causes';
import type { BlockerPart, KeptBlocker } from './keptBlocker';

/** How the rows of an owner are to change; nothing is written where both lists are empty. */
export interface BlockerPlan {
  readonly save: readonly KeptBlocker[];
  /** Slots to clear. */
  readonly clear: readonly number[];
  /** Of these, none was there before: for the log. */
  readonly appeared: readonly KeptBlocker[];
  readonly gone: readonly KeptBlocker[];
}

/**
 * Compares what is kept with what a decision found. Two are the same by cause and subject, and then its `since` stays; it is
 * saved where anything else of it changed.
 *
 *   nothing kept, MaxUnavailable found         → saved, since now
 *   kept since 10:00, found with other clusters → saved, since 10:00
 *   kept, found as it is                       → nothing
 *   kept, not found                            → its slot is cleared, or taken by a new one
 */
export function planBlockers(
  kept: readonly KeptBlocker[],
  found: readonly Blocker[],
  now: Instant,
): BlockerPlan {
  const groups = groupFound(withoutIdleHolders(found));
  const before = new Map(kept.map(one => [idOf(one), one]));
  const gone = kept.filter(one => !groups.has(idOf(one)));
  const free = gone.map(({ slot }) => slot).sort((a, b) => a - b);
  const used = new Set(kept.map(({ slot }) => slot));
  const nextSlot = () => {
    const slot = free.shift() ?? firstFree(used);
    used.add(slot);
    return slot;
  };
  const save: KeptBlocker[] = [];
  const appeared: KeptBlocker[] = [];
  for (const [id, group] of groups) {
    const known = before.get(id);
    const next = toKept(group, { known, slot: known?.slot ?? nextSlot(), now });
    if (known === undefined) appeared.push(next);
    if (known === undefined || !isSameJson(known, next)) save.push(next);
  }
  return { save, clear: free, appeared, gone };
}

/** Clusters that get on hold nobody while no limit makes others wait for them. */
function withoutIdleHolders(found: readonly Blocker[]): readonly Blocker[] {
  const isLimited = found.some(({ cause }) => kindOfCause(cause).isLimit);
  return isLimited ? found : found.filter(({ cause }) => !kindOfCause(cause).isHolder);
}

const idOf = ({ cause, subject = '' }: { readonly cause: string; readonly subject?: string }) =>
  `${cause}\n${subject}`;

type Found = readonly [Blocker & { readonly order: number }, ...(Blocker & { readonly order: number })[]];

function groupFound(found: readonly Blocker[]): Map<string, Found> {
  const groups = new Map<string, Found>();
  found.forEach((blocker, order) => {
    const one = { ...blocker, order };
    const group = groups.get(idOf(blocker));
    groups.set(idOf(blocker), group === undefined ? [one] : [...group, one]);
  });
  return groups;
}

interface Place {
  readonly known: KeptBlocker | undefined;
  readonly slot: number;
  readonly now: Instant;
}

function toKept(group: Found, { known, slot, now }: Place): KeptBlocker {
  const [first] = group;
  const until = earliest(...group.map(one => one.until));
  return {
    slot,
    cause: first.cause,
    subject: first.subject ?? '',
    message: first.message,
    since: known?.since ?? earliest(...group.map(one => one.since)) ?? now,
    ...(until !== undefined && { until }),
    actor: actorOf(first),
    parts: group.map(toPart),
  };
}

/** Without what is absent, as JSON keeps it. */
const toPart = ({ order, message, brief, clusters, since, until, actor }: Found[0]): BlockerPart => ({
  order,
  message,
  ...(brief !== undefined && { brief }),
  ...(clusters !== undefined && { clusters }),
  ...(since !== undefined && { since }),
  ...(until !== undefined && { until }),
  ...(actor !== undefined && { actor }),
});

function firstFree(used: ReadonlySet<number>): number {
  let slot = 0;
  while (used.has(slot)) slot += 1;
  return slot;
}
