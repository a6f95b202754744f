import { fromRfc3339, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { menderOf, type Mender } from '../work/cause/finalCause';
import type { WorkReport } from '../work/report';
import type { PlacementStateCode } from './stateCodes';
import type { BlockerActor } from './views';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** A placement, or one cluster of it, that is not as wanted, and who can act. */
export interface TroubleView {
  state: 'failing' | 'stuck';
  actor: BlockerActor;
}

interface Usual {
  /** What it usually takes to get out of the state; longer is trouble. */
  readonly ms: number;
  readonly tone: TroubleView['state'];
  readonly actor: BlockerActor;
}

/**
 * Absent: as wanted, or a state that lasts as long as people want. What is final is trouble at once: nobody asks again for
 * a minute while signals come, so that a wait here would be a minute more on the page.
 */
const OF_PLACEMENT: Partial<Record<PlacementStateCode, Usual>> = {
  invalid: { ms: 0, tone: 'failing', actor: 'appOwner' },
  overrideFailed: { ms: 0, tone: 'failing', actor: 'appOwner' },
  notSent: { ms: 0, tone: 'failing', actor: 'operator' },
  applyFailed: { ms: 0, tone: 'failing', actor: 'appOwner' },
  diffFailed: { ms: 0, tone: 'failing', actor: 'appOwner' },
  // The policy asks for the clusters: whose it is can ask for fewer, or for others, whatever is missing.
  notEnoughClusters: { ms: 0, tone: 'stuck', actor: 'appOwner' },
  // No cause is known; one that is known names who can mend it.
  notAvailable: { ms: 30 * SECOND_MS, tone: 'stuck', actor: 'clusterOwner' },
  deciding: { ms: MINUTE_MS, tone: 'stuck', actor: 'operator' },
  working: { ms: 5 * MINUTE_MS, tone: 'stuck', actor: 'operator' },
  deleting: { ms: 5 * MINUTE_MS, tone: 'stuck', actor: 'operator' },
};

/** While a run moves the placement, its clusters are unavailable in turn; stuck is what takes a cluster of a run this long. */
const DURING_RUN_MS = 5 * MINUTE_MS;

export interface TroubleInput {
  readonly state: PlacementStateCode;
  readonly moves: 'rolling' | 'runs';
  /** The unfinished run that moves it. */
  readonly run?: string | undefined;
  readonly since?: string | undefined;
  /** Who can mend what was read on a member; absent: no final cause is known. */
  readonly mender?: Mender | undefined;
  /** Who can act on the cluster that holds the rolling update; absent: none fails or is stuck. */
  readonly holder?: BlockerActor | undefined;
  /** It waits for the upgrade of its cluster, and for nothing else. */
  readonly isForUpgrades?: boolean | undefined;
}

/**
 * What is not as wanted for longer than it usually takes, and who can act (ui §2, §5.1): one answer for a placement, for a
 * cluster of it, and for the overview.
 *
 *   short of clusters                               → stuck, whose the placement is
 *   an image that cannot be pulled                  → stuck at once, whose the placement is
 *   no room for a pod                               → stuck at once, whose the cluster is
 *   0 of 2 replicas there, no cause known           → after 30 s, whose the cluster is
 *   any stuck one while a run moves it, no cause    → after 5 minutes
 *   held by a cluster that does not answer          → after 5 minutes, whose the cluster is
 *   moved by runs, and no run was made yet          → none: it waits for people, and that is what it is for
 *   held while its cluster is upgraded              → none: that an upgrade does not get on, its rollout says
 */
export function findTrouble(input: TroubleInput, now: Instant): TroubleView | undefined {
  const { state, since, mender } = input;
  const usual = OF_PLACEMENT[state] ?? heldTrouble(input);
  if (usual === undefined) return undefined;
  const known = state === 'notAvailable' ? mender : undefined;
  const at = fromRfc3339(since);
  if (at !== undefined && now - at < (known ? 0 : usualMsOf(input, usual))) return undefined;
  return { state: usual.tone, actor: known ?? usual.actor };
}

/** While a run moves it, it may pick other clusters and is unavailable on each in turn. */
const usualMsOf = ({ run }: TroubleInput, { ms, tone }: Usual) =>
  run !== undefined && tone === 'stuck' ? Math.max(ms, DURING_RUN_MS) : ms;

/** By itself it goes on when clusters become available; by runs it is held for as long as nobody makes one. */
const heldTrouble = ({ state, moves, holder, isForUpgrades }: TroubleInput): Usual | undefined =>
  state === 'held' && moves === 'rolling' && isForUpgrades !== true
    ? { ms: 5 * MINUTE_MS, tone: 'stuck', actor: holder ?? 'appOwner' }
    : undefined;

/** Of several clusters: what is wrong with what was placed comes before what clusters lack. */
export function menderOfAll(reports: readonly (WorkReport | undefined)[]): Mender | undefined {
  const menders = reports.flatMap(report => (report && menderOf(report)) ?? []);
  return menders.includes('appOwner') ? 'appOwner' : menders.at(0);
}
