import type { KubeObject, PatchDetail } from '@fleetstage/backstage-plugin-fleetstage-common';
import { comparable } from './comparable';
import { compareValues, type Comparison, type Difference } from './compareValues';
import { holdsSecrets } from './secrets';
import { toPatchDetail } from './toPatchDetail';

/** At most so many differences of one object are kept (B/WA-098). */
export const MAX_PATCH_DETAILS = 100;

/**
 * Differences between hub and member, as the hub sees them and as they are shown. What a server or Fleetstage owns does not count: names,
 * status, reserved labels and annotations (B/WA-090, RUL 14).
 */
export function diffManifest(
  hub: KubeObject,
  member: KubeObject,
  comparison: Comparison,
): readonly PatchDetail[] {
  return showDifferences(compareValues(comparable(hub), comparable(member), comparison), hub, member);
}

export function showDifferences(
  differences: readonly Difference[],
  hub: KubeObject,
  member: KubeObject,
): readonly PatchDetail[] {
  const isSecret = holdsSecrets(hub) || holdsSecrets(member);
  return differences.slice(0, MAX_PATCH_DETAILS).map(difference => toPatchDetail(difference, isSecret));
}
