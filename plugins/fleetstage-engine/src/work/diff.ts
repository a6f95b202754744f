import type { KubeObject, PatchDetail } from '@fleetstage/backstage-plugin-fleetstage-common';
import { comparable, withoutWriteOnly } from './comparable';
import { compareValues, type Comparison } from './compareValues';
import { holdsSecrets } from './secrets';
import { toPatchDetail } from './toPatchDetail';

/** At most so many differences of one object are kept (B/WA-098). */
export const MAX_PATCH_DETAILS = 100;

/**
 * Differences between hub and member, as they are shown. What a server or Fleetstage owns does not count: names,
 * status, reserved labels and annotations (B/WA-090, RUL 14).
 */
export function diffManifest(
  hub: KubeObject,
  member: KubeObject,
  comparison: Comparison,
): readonly PatchDetail[] {
  const differences = compareValues(comparable(hub), comparable(member), comparison);
  const isSecret = holdsSecrets(hub) || holdsSecrets(member);
  return differences.slice(0, MAX_PATCH_DETAILS).map(difference => toPatchDetail(difference, isSecret));
}

/**
 * The member's object holds all that would be applied, reserved labels and finalizers included: applying it again
 * could change nothing.
 */
export const holdsAll = (desired: KubeObject, live: KubeObject): boolean =>
  compareValues(withoutWriteOnly(desired), live, 'PartialComparison').length === 0;
