import { assertNever, type Decision } from '../decision';
import type { PlacementAction, PlacementState } from '../state/placement';
import { explainHold } from './explainHold';
import type { RemovalProgress } from '../state/removal';

type Held = Extract<RemovalProgress, { stage: 'held' }>;

/**
 * What a deleted placement waits for before it leaves its clusters; `undefined`: nothing. A placement that is on no cluster, or
 * is leaving all of them, waits for nothing (decision 0032). A removal that begins asks all clusters in one pass; one that
 * is leaving while others stay was taken off by the scheduler, and says nothing of them.
 *
 * The annotation begins nothing itself: as the answer to what is held it is kept, and what is kept begins. Set before the
 * removal was asked for it is none, or a manifest that carries it would take the placement off for good.
 */
export function holdRemoval({
  bindings,
  placement,
  removal,
}: PlacementState): Decision<PlacementAction> | undefined {
  const hasBegun = bindings.every(({ releasedAt }) => releasedAt !== undefined);
  if (hasBegun) return undefined;
  if (removal === undefined) return { actions: [{ kind: 'requestRemoval' }], blockers: [WAITING] };
  switch (removal.stage) {
    case 'requested':
      return { actions: [], blockers: [WAITING] };
    case 'granted':
    case 'confirmed':
      return undefined;
    case 'held':
      return hold(removal, placement.removalAnswer);
    case 'released':
      return { actions: [{ kind: 'releaseObject' }], blockers: [] };
    default:
      return assertNever(removal);
  }
}

function hold({ cause, since, saidBefore }: Held, answer: string | undefined): Decision<PlacementAction> {
  if (answer !== undefined && answer !== saidBefore)
    return { actions: [{ kind: 'confirmRemoval', comment: answer }], blockers: [WAITING] };
  const message = `the removal is held: ${explainHold(cause)}`;
  return { actions: [], blockers: [{ cause, message, since }] };
}

const WAITING = {
  cause: 'RemovalRequested',
  message: 'the placement is being deleted: whether it may leave its clusters is decided next',
} as const;
