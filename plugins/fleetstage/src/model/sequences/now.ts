import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { rolloutState, type RolloutState } from '../status/versionRollout';

type Rollout = Schemas['VersionRolloutSummary'];
type Sequence = Pick<
  Schemas['SequenceSummary'],
  'state' | 'isSuspended' | 'isDeleting' | 'activeRollouts' | 'reasons' | 'target'
>;

/** What the Now card of a sequence is about: the first of these that holds. */
export type SequenceNow =
  | { readonly kind: 'deleting' | 'error' | 'suspended' | 'initializing' | 'warning' | 'idle' | 'noTarget' }
  /** A rollout that needs somebody, or else the one that gets on. */
  | { readonly kind: 'trouble' | 'moving'; readonly rollout: Rollout };

const RANK: Record<RolloutState, number> = {
  failing: 0,
  held: 1,
  paused: 2,
  forcedSoaking: 3,
  upgrading: 4,
  soaking: 5,
  waiting: 6,
  waitingForNextStage: 7,
  completed: 8,
  cancelled: 8,
};
/** Up to here somebody has to look. */
const LAST_TROUBLE = 3;

const rankOf = (rollout: Rollout) => RANK[rolloutState(rollout)];

/** The rollouts of a sequence, those that need somebody first. */
export const byNeed = (rollouts: readonly Rollout[]): readonly Rollout[] =>
  rollouts
    .map((rollout, index) => ({ rollout, index }))
    .sort((a, b) => rankOf(a.rollout) - rankOf(b.rollout) || a.index - b.index)
    .map(({ rollout }) => rollout);

export function sequenceNow(sequence: Sequence): SequenceNow {
  const { state, isDeleting, isSuspended, activeRollouts, target } = sequence;
  if (isDeleting) return { kind: 'deleting' };
  if (state === 'Error') return { kind: 'error' };
  if (isSuspended) return { kind: 'suspended' };
  const [first] = byNeed(activeRollouts);
  if (first !== undefined && rankOf(first) <= LAST_TROUBLE) return { kind: 'trouble', rollout: first };
  if (state === 'Warning' && first === undefined) return { kind: 'warning' };
  if (first !== undefined) return { kind: 'moving', rollout: first };
  if (state === 'Initializing') return { kind: 'initializing' };
  return { kind: (target?.controlPlane ?? target?.node) ? 'idle' : 'noTarget' };
}
