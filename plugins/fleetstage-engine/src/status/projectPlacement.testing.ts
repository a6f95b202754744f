import { fromRfc3339, instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Condition } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PlacementState } from '../state/placement';
import { aBoundBinding, aPick, aPlacementState, anAvailableReport, anOutcome } from '../testing/builders';

export const at = (text: string) => fromRfc3339(text) ?? instant(0);

/** `type status reason` of each condition, in their order. */
export const printed = (conditions: readonly Condition[] | undefined) =>
  (conditions ?? []).map(c => `${c.type} ${c.status} ${c.reason}`);

/** Three picked clusters on the latest snapshot, everything available. */
export const threeReady = (patch: Partial<PlacementState> = {}): PlacementState =>
  aPlacementState({
    schedule: anOutcome({
      message: 'found all cluster needed as specified by the scheduling policy, found 3 cluster(s)',
    }),
    verdicts: ['a', 'b', 'c'].map(cluster => aPick(cluster)),
    bindings: ['a', 'b', 'c'].map(cluster => aBoundBinding(cluster)),
    reports: ['a', 'b', 'c'].map(cluster => anAvailableReport(cluster)),
    ...patch,
  });
