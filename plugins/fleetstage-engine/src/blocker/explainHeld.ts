import { toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import { earliest, type Blocker } from '../decision';
import { kindOfCause, rankOfTone } from './causes';
import { toBlockers, type KeptBlocker } from './keptBlocker';

/** At most so many holders are named: a status repeats the sentence for each cluster that waits. */
const SHOWN_AT_MOST = 2;
/** A message of a member may be long. */
const LONGEST_WORDS = 160;

/** Which limit a cluster waits behind. */
type WaitsFor = 'update' | 'firstRollout';

/**
 * Why a rolling update does not reach a cluster, in one sentence: the limit that it waits behind, and which clusters use it up.
 *
 *   2 of 3 cluster(s) are ready and at most 1 may be unavailable; held by c1: Deployment web: 0 of 2 ready (since …)
 *
 * `undefined`: not known, as before the first pass of this version.
 */
export function explainHeld(
  kept: readonly KeptBlocker[] | undefined,
  waitsFor: WaitsFor,
): string | undefined {
  const { limit, holders } = heldBy(kept, waitsFor);
  if (limit === undefined) return undefined;
  const words = limit.brief ?? limit.message;
  if (holders.length === 0) return words;
  const shown = holders.slice(0, SHOWN_AT_MOST).map(explainHolder).join('; ');
  const rest = holders.length - SHOWN_AT_MOST;
  return `${words}; held by ${shown}${rest > 0 ? `; and by ${rest} more cluster(s)` : ''}`;
}

/**
 * The same for the condition of a binding, of which there is one per cluster that waits: without the numbers that change with
 * each cluster that is updated, so that it is written again only when the cause changes. Clusters that fail or are stuck are
 * named; of those on their way only the end of a wait is, once all of them wait for time alone.
 */
export function explainHeldBinding(
  kept: readonly KeptBlocker[] | undefined,
  waitsFor: WaitsFor,
): string | undefined {
  const { limit, holders } = heldBy(kept, waitsFor);
  if (limit === undefined) return undefined;
  const words = limit.cause === 'MaxSurge' ? 'maxSurge is used up' : 'maxUnavailable is used up';
  const loud = holders.filter(isLoud);
  if (loud.length > 0) {
    const shown = loud.slice(0, SHOWN_AT_MOST).map(explainHolder).join('; ');
    return `${words}; held by ${shown}${loud.length > SHOWN_AT_MOST ? '; and by others' : ''}`;
  }
  const until = holders.every(one => one.until !== undefined)
    ? earliest(...holders.map(o => o.until))
    : undefined;
  const end = until === undefined ? '' : ` (until ${toRfc3339(until)})`;
  return `${words} by clusters that are being updated${end}`;
}

function heldBy(kept: readonly KeptBlocker[] = [], waitsFor: WaitsFor) {
  const blockers = toBlockers(kept);
  const wanted = waitsFor === 'update' ? 'MaxUnavailable' : 'MaxSurge';
  const limit =
    blockers.find(({ cause, subject }) => cause === wanted && subject === undefined) ??
    blockers.find(({ cause }) => kindOfCause(cause).isLimit);
  const holders = blockers
    .filter(({ cause }) => kindOfCause(cause).isHolder)
    .sort((a, b) => loudnessOf(a) - loudnessOf(b));
  return { limit, holders };
}

const isLoud = ({ cause }: Blocker) => ['failing', 'stuck'].includes(kindOfCause(cause).tone);

const loudnessOf = ({ cause }: Blocker) => rankOfTone(kindOfCause(cause).tone);

function explainHolder({ message, since, until }: Blocker): string {
  const words = message.length > LONGEST_WORDS ? `${message.slice(0, LONGEST_WORDS - 1)}…` : message;
  if (until !== undefined) return `${words} (until ${toRfc3339(until)})`;
  return since === undefined ? words : `${words} (since ${toRfc3339(since)})`;
}

/** Why nothing at all is decided for a placement, where that is so. */
export const explainUndecided = (kept: readonly KeptBlocker[] | undefined): string | undefined =>
  kept?.find(({ cause }) => cause === 'OverridesUnreadable')?.message;
