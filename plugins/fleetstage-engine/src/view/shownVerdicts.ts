import type { PlacementState, ScheduleVerdict } from '../state/placement';

/**
 * What pages show as the decision on each cluster. Of a placement that is being deleted nothing is picked any more: what is
 * left of it leaves, and the other clusters have nothing to do with it.
 *
 *   picked on a and b, refused on c                       → as decided
 *   the same, being deleted, and a has let go             → Leaving on b
 */
export const shownVerdicts = ({
  placement,
  verdicts,
  bindings,
}: Pick<PlacementState, 'placement' | 'verdicts' | 'bindings'>): readonly ScheduleVerdict[] =>
  placement.deletedAt === undefined
    ? verdicts
    : bindings.map(({ cluster }) => ({
        cluster,
        selected: false,
        code: 'Leaving',
        reason: 'the placement is being deleted',
      }));
