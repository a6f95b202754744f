import { toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import { earliest, type Blocker } from '../decision';
import { countOf, sentenceWithNames } from '../words';
import { actorOf, kindOfCause, rankOfTone, type BlockerActor } from './causes';
import { toBlockers, type KeptBlocker } from './keptBlocker';
import { explainUpgradeOf, upgradeBlockers } from './upgradeBlocker';

/** At most so many holders are named: a status repeats the sentence for each cluster that waits. */
const SHOWN_AT_MOST = 2;
/** A message of a member may be long. */
const LONGEST_WORDS = 160;

/** Which limit a cluster waits behind. */
type WaitsFor = 'update' | 'firstRollout';

/**
 * Why a rolling update does not reach a cluster, in one sentence: the limit that it waits behind, and which clusters use it up.
 *
 *   2 of 3 clusters ready, at most 1 may be unavailable; held by c1: Deployment web: 0 of 2 ready (since …)
 *
 * A cluster that is being upgraded waits for that alone. `undefined`: not known, as before the first pass of this version.
 */
export function explainHeld(
  kept: readonly KeptBlocker[] | undefined,
  waitsFor: WaitsFor,
  cluster = '',
): string | undefined {
  const upgrade = explainUpgradeOf(kept, cluster);
  if (upgrade !== undefined) return upgrade;
  const { limit, holders } = heldBy(kept, waitsFor);
  if (limit === undefined) return upgradeBlockers(kept).at(0)?.message;
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

/** What pages say of a rolling update that is held. */
interface HeldRollout {
  readonly message: string;
  /** Nothing but upgrades of its clusters holds it. */
  readonly isForUpgrades?: true;
  /** Who can act on the loudest of what holds it; absent: all of it is under way. */
  readonly actor?: BlockerActor;
}

/**
 * The same as pages have it of the whole placement (ui §5.4): the loudest cluster that uses up the limit, and how many wait.
 *
 *   c1 does not answer: timed out. And 1 more cluster. This holds the rollout to 4 more clusters: 2 of 4 clusters ready, …
 */
export function explainHeldRollout(kept: readonly KeptBlocker[] | undefined): HeldRollout | undefined {
  const { limit, holders } = heldBy(kept, 'update');
  if (limit === undefined) return explainUpgrades(kept);
  const waiting = countClusters(toBlockers(kept ?? []).filter(({ cause }) => kindOfCause(cause).isLimit));
  const numbers = `${countOf(waiting, 'more cluster')}: ${limit.brief ?? limit.message}.`;
  const [first] = holders;
  if (first === undefined) return { message: `The rollout waits on ${numbers}` };
  const others = countClusters(holders) - 1;
  const more = others > 0 ? ` And ${countOf(others, 'more cluster')}.` : '';
  const cause = sentenceWithNames(first.message, first.clusters ?? []);
  return {
    message: `${cause}${more} This holds the rollout to ${numbers}`,
    ...(isLoud(first) && { actor: actorOf(first) }),
  };
}

function explainUpgrades(kept: readonly KeptBlocker[] | undefined): HeldRollout | undefined {
  const upgrades = upgradeBlockers(kept);
  const [first] = upgrades;
  if (first === undefined) return undefined;
  const others = countClusters(upgrades) - 1;
  const more = others > 0 ? ` And ${countOf(others, 'more cluster')}.` : '';
  return { message: `${sentenceWithNames(first.message, first.clusters ?? [])}${more}`, isForUpgrades: true };
}

const countClusters = (blockers: readonly Blocker[]) =>
  new Set(blockers.flatMap(({ clusters = [] }) => clusters)).size;

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
