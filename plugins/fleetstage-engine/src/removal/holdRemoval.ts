import { assertNever, type Decision } from '../decision';
import type { PlacementAction, PlacementState } from '../placement/state';
import { explainHold } from './explainHold';

/**
 * What a deleted placement waits for before it leaves its clusters; `undefined`: nothing. One that is on no cluster, and one
 * that is leaving all of them, wait for nothing (decision 0032). A removal that begins asks all clusters in one pass; one that
 * is leaving while others stay was taken off by the scheduler, and says nothing of them.
 */
export function holdRemoval({
  bindings,
  placement,
  removal,
}: PlacementState): Decision<PlacementAction> | undefined {
  const hasBegun = bindings.every(({ releasedAt }) => releasedAt !== undefined);
  if (hasBegun || placement.removalConfirmed !== undefined) return undefined;
  if (removal === undefined) return { actions: [{ kind: 'requestRemoval' }], blockers: [WAITING] };
  switch (removal.stage) {
    case 'requested':
      return { actions: [], blockers: [WAITING] };
    case 'granted':
    case 'confirmed':
      return undefined;
    case 'held':
      return {
        actions: [],
        blockers: [
          {
            cause: removal.cause,
            message: `the removal is held: ${explainHold(removal.cause)}`,
            since: removal.since,
          },
        ],
      };
    case 'released':
      return { actions: [{ kind: 'releaseObject' }], blockers: [] };
    default:
      return assertNever(removal);
  }
}

/** What was held and is confirmed with the annotation is kept as confirmed. */
export const confirmRemoval = ({
  placement: { removalConfirmed: comment },
  removal,
}: PlacementState): PlacementAction[] =>
  comment !== undefined && removal?.stage === 'held' ? [{ kind: 'confirmRemoval', comment }] : [];

const WAITING = {
  cause: 'RemovalRequested',
  message: 'the placement is being deleted: whether it may leave its clusters is decided next',
} as const;
