import { ok } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { MemberClusterTaint, Toleration } from '@fleetstage/backstage-plugin-fleetstage-common';
import { pass, refuse } from '../../decision';
import type { FilterPlugin } from '../plugin';

/** Every taint needs one toleration; it keeps new placements away and never removes one (A/SCH-061, C/MC-066). */
export const taintToleration: FilterPlugin = {
  name: 'TaintToleration',
  prepare: ({ policy }) => {
    const tolerations = policy.tolerations ?? [];
    return ok(cluster => {
      const taint = cluster.taints.find(t => !tolerations.some(toleration => isTolerated(t, toleration)));
      if (taint === undefined) return pass;
      return refuse(
        'UntoleratedTaint',
        `taint &{Key:${taint.key} Value:${taint.value ?? ''} Effect:${taint.effect}} cannot be tolerated`,
      );
    });
  },
};

function isTolerated(taint: MemberClusterTaint, toleration: Toleration): boolean {
  if (toleration.effect && toleration.effect !== taint.effect) return false;
  switch (toleration.operator ?? 'Equal') {
    case 'Exists':
      return !toleration.key || toleration.key === taint.key;
    case 'Equal':
      return toleration.key === taint.key && (toleration.value ?? '') === (taint.value ?? '');
    default:
      return false;
  }
}
