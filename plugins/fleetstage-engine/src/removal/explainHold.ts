import { assertNever } from '../decision';
import type { HoldCause } from '../state/removal';

/** Why a removal waits, and what to do; ends a status condition, a page and a log line alike. */
export function explainHold(cause: HoldCause): string {
  switch (cause) {
    case 'TooManyRemovals':
      return `more placements are being removed within a minute than fleetstage.removals allows without a confirmation, so its clusters keep what they have. ${ADVICE}`;
    case 'DefinitionDeleted':
      return `its definition (CRD) was deleted on the hub, which deletes every placement of the kind, so its clusters keep what they have. ${ADVICE}`;
    default:
      return assertNever(cause);
  }
}

const ADVICE =
  'Confirm the removal on the overview page, or with a new value of the annotation fleetstage.io/confirm-removal; or keep the workloads: release it there, or take the finalizers off, then apply the placement again';
