import type { CancelledReason, Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { endStages } from '../../staged/endStages';
import type { RolloutMemory } from '../state/rolloutMemory';

const WORDS: Readonly<Record<CancelledReason, string>> = {
  CancelledByUser: 'It was cancelled by a person; upgrades that run are finished.',
  PausedTooLong: 'It was paused for too long; start it again by spec.target of the sequence.',
  Superseded: 'A higher version took its place.',
  SupersededByUser: 'A version that a person wants took its place in the first stage.',
  IncompatibleSequence: 'The stages of the sequence have other clusters now; upgrades that run are finished.',
  SequenceDeleted: 'Its sequence was deleted; upgrades that run are finished.',
  TimedOut: 'A stage was not upgraded within maxUpgradeTime; start it again by spec.target of the sequence.',
};

/** Ends a rollout for good: nothing more is begun, what runs is finished, nothing is taken back (D/MD-011, MD-012, ST-108). */
export function cancelRollout(
  memory: RolloutMemory,
  reason: CancelledReason,
  { now, by }: { readonly now: Instant; readonly by?: string },
): RolloutMemory {
  return {
    ...memory,
    phase: 'Cancelled',
    reason,
    message: by === undefined ? WORDS[reason] : `${WORDS[reason]} See rollout "${by}".`,
    since: now,
    endedAt: now,
    isClosed: true,
    ...(by !== undefined && { supersededBy: by }),
    progress: endStages(memory.progress, now),
  };
}

/** These do not begin again by the catalogue alone: a person ended them, or time did (D §9). */
export const isStopped = (reason: string | undefined): boolean =>
  reason === 'CancelledByUser' || reason === 'PausedTooLong' || reason === 'TimedOut';

/** An upgrade that it asked for is not over. */
export const hasRunning = ({ targets }: Pick<RolloutMemory, 'targets'>): boolean =>
  targets.some(({ past }) => past.kind === 'Started');
