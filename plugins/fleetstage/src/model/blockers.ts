import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { kindOfCause } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tone } from './status/tone';

export type Blocker = Schemas['Blocker'];

const TONES: Record<NonNullable<Blocker['state']>, Tone> = {
  failing: 'error',
  stuck: 'warning',
  waiting: 'info',
  info: 'neutral',
};

/** What waits for a person is louder than what a clock or the engine sees to. */
export const blockerTone = ({ state = 'info', actor = 'engine' }: Blocker): Tone =>
  state === 'waiting' && actor !== 'engine' ? 'warning' : TONES[state];

const OF_RUN: ReadonlySet<string> = new Set(['NotStarted', 'Stopped']);

/**
 * Gates speak for themselves in their stage, and the Now card says that the run is stopped or not started; the table is for
 * what somebody has to repair, or has to know.
 */
export function tabledBlockers(blockers: readonly Blocker[]): readonly Blocker[] {
  return blockers.filter(({ cause }) => !kindOfCause(cause).isGate && !OF_RUN.has(cause));
}

const OF_ROLLOUT =
  /^(Max(Unavailable|Surge)|Cluster(Failed|Unreachable|Unavailable|Settling|Progressing|Leaving|Upgrading))$/;
const isUpgrading = ({ cause }: Blocker) => cause === 'ClusterUpgrading';
const isLimit = ({ cause }: Blocker) => cause === 'MaxUnavailable' || cause === 'MaxSurge';

/**
 * What holds the rolling update of a placement: the limits with the clusters that use them up, and clusters that are being
 * upgraded. Its runs say theirs themselves.
 */
export function rolloutBlockers(blockers: readonly Blocker[]): readonly Blocker[] {
  const own = blockers.filter(({ cause, subject }) => subject?.kind !== 'run' && OF_ROLLOUT.test(cause));
  return own.some(isLimit) ? own : own.filter(isUpgrading);
}

/** The rollout of a version whose upgrades are waited for. */
export const upgradingRollout = (blocker: Blocker): string | undefined =>
  isUpgrading(blocker) && blocker.subject?.kind === 'version-rollout' ? blocker.subject.name : undefined;

/** Clusters that blockers name, each once; of those that are counted without names, all. */
export function countBlockedClusters(blockers: readonly Blocker[]): number {
  const named = new Set(blockers.flatMap(({ clusters }) => clusters)).size;
  return blockers.reduce((sum, { clusters, clusterCount }) => sum + clusterCount - clusters.length, named);
}

const RUN_AHEAD = { EarlierRun: undefined, EarlierRunStopped: 'stopped', EarlierRunStuck: 'stuck' } as const;

export interface RunAheadOf {
  readonly run: string;
  /** It does not get on by itself: somebody has to act there. */
  readonly runIs: 'stopped' | 'stuck' | undefined;
}

/** The run that this one waits for. */
export function runAhead({ cause, subject }: Blocker): RunAheadOf | undefined {
  if (subject === undefined || !(cause in RUN_AHEAD)) return undefined;
  return { run: subject.name, runIs: RUN_AHEAD[cause as keyof typeof RUN_AHEAD] };
}

/** The run that holds this one and does not get on by itself. */
export function blockingRun(blocker: Blocker): { name: string; isStopped: boolean } | undefined {
  const { run: name, runIs } = runAhead(blocker) ?? {};
  return name === undefined || runIs === undefined ? undefined : { name, isStopped: runIs === 'stopped' };
}

interface ReportWords {
  readonly title: string;
  readonly age: (since: string) => string;
}

/** A report for chat: one line per cause, names below it. */
export function blockersAsText(blockers: readonly Blocker[], { title, age }: ReportWords): string {
  const lines = blockers.map(blocker => {
    const since = blocker.since === undefined ? '' : ` (${age(blocker.since)})`;
    const stage = blocker.stage === undefined ? '' : `${blocker.stage}: `;
    const rest = blocker.clusterCount - blocker.clusters.length;
    const names = blocker.clusters.join(', ') + (rest > 0 ? `, +${rest}` : '');
    return `- ${stage}${blocker.message}${since}${names === '' ? '' : `\n  ${names}`}`;
  });
  return [title, ...lines].join('\n');
}
