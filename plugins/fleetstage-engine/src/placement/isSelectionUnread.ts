import type { PlacementState } from '../state/placement';

/**
 * Whether the placement has changed since its selectors were read: what is known of its resources is then an older
 * generation's, and selection comes before all else (A/ST-002). Of a placement that goes nothing is read any more; one
 * that never was read has nothing that could be mistaken.
 *
 *     generation 3, read for 2 → unread     generation 3, read for 3 → read     never read → read
 */
export const isSelectionUnread = ({
  placement,
  capturedGeneration,
}: Pick<PlacementState, 'placement' | 'capturedGeneration'>): boolean =>
  placement.deletedAt === undefined &&
  capturedGeneration !== undefined &&
  capturedGeneration < placement.generation;
