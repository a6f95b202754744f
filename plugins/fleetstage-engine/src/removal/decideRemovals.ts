import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../decision';
import type { HoldCause } from '../state/removal';

/** Removals that need no confirmation, over one minute: the larger of a count and a share of all placements. */
export interface RemovalLimits {
  readonly minimum: number;
  readonly percentPerMinute: number;
}

/** Whether the definition of a kind is the one that its placements were made under. */
export type DefinitionState = 'served' | 'terminating' | 'missing' | 'replaced';

/** A placement that is to leave all of its clusters, and has not begun to. */
export interface RemovalRequest {
  readonly placement: string;
  readonly requestedAt: Instant;
  readonly definition: DefinitionState;
}

export interface RemovalState {
  readonly requests: readonly RemovalRequest[];
  /** Removals that have begun within the last minute. */
  readonly begunCount: number;
  /** Placements that are on any cluster, those to be removed included. */
  readonly placedCount: number;
  readonly limits: RemovalLimits;
}

export interface RemovalDecision {
  readonly granted: readonly string[];
  readonly held: readonly { readonly placement: string; readonly cause: HoldCause }[];
}

/** Over which begun removals count. */
export const REMOVAL_WINDOW_MS = 60_000;

/**
 * Which removals of whole placements begin now, and which wait for a confirmation (decision 0032). What is held stays held:
 * a fleet that is emptied slowly is empty all the same.
 *
 *   minimum 10, 20 %, 30 placed, 4 deleted         → all 4 begin
 *   minimum 10, 20 %, 30 placed, 30 deleted        → 10 begin, 20 are held
 *   minimum 10, 20 %, 1000 placed, 150 deleted     → all begin
 *   the definition of the kind is being deleted    → all are held, however few
 */
export function decideRemovals({ requests, begunCount, placedCount, limits }: RemovalState): RemovalDecision {
  const sorted = [...requests].sort(
    (a, b) => a.requestedAt - b.requestedAt || compareText(a.placement, b.placement),
  );
  const lost = sorted.filter(({ definition }) => definition !== 'served');
  const wanted = sorted.filter(({ definition }) => definition === 'served');
  const room = Math.max(0, removalLimit(placedCount, limits) - begunCount);
  return {
    granted: wanted.slice(0, room).map(({ placement }) => placement),
    held: [
      ...lost.map(({ placement }) => ({ placement, cause: 'DefinitionDeleted' as const })),
      ...wanted.slice(room).map(({ placement }) => ({ placement, cause: 'TooManyRemovals' as const })),
    ],
  };
}

/** Removals per minute that need no confirmation. */
export const removalLimit = (placedCount: number, { minimum, percentPerMinute }: RemovalLimits): number =>
  Math.max(minimum, Math.floor((placedCount * percentPerMinute) / 100));
