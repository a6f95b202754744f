import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { assertNever } from '../../decision';
import { progressChecks } from './progressChecks';
import { pathChecks } from './pathChecks';
import { startChecks } from './startChecks';
import type { TargetCheck } from './targetCheck';
import type { RolloutFacts, TargetFacts } from './targetFacts';
import { pending, removed, type TargetVerdict } from './targetVerdict';
import { unitInWords } from './targetWords';

/**
 * What is true of a target now (D §5, E §4.4): the first check that applies says so. `undefined`: an ignored cluster, which
 * is not listed (D/EL-002). Whoever may start is Pending `WaitingForSlot` (`mayStart`); slots are the caller's.
 *
 * In order: gone · done · under way · cancelled or skipped · not eligible · failed for good · its stage has not begun ·
 * paused · excluded · window closed · not ready · waits for a retry · waits for a slot.
 *
 *     on 1.29.4, target 1.31.2 → Ineligible MinorSkew, "… upgrade it to 1.30 or later by hand"
 *     on 1.33.1, target 1.32.0 → Skipped AlreadyAtOrAbove      the rollout brought it there → Succeeded Upgraded
 */
export function judgeTarget(
  facts: TargetFacts,
  rollout: RolloutFacts,
  now: Instant,
): TargetVerdict | undefined {
  const { presence } = facts;
  switch (presence) {
    case 'Ignored':
      return undefined;
    case 'LeftFleet':
      return removed('LeftFleet', 'the cluster left the fleets of the sequence');
    case 'ClusterDeleted':
      return removed('ClusterDeleted', 'the cluster was deleted');
    case 'Present':
      break;
    default:
      return assertNever(presence);
  }
  for (const check of CHECKS) {
    const verdict = check({ facts, rollout, now });
    if (verdict !== undefined) return verdict;
  }
  return pending(
    'WaitingForSlot',
    `${unitInWords(facts)} is upgraded as soon as a slot of the stage is free`,
  );
}

const CHECKS: readonly TargetCheck[] = [...progressChecks, ...pathChecks, ...startChecks];
