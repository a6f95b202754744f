import { ok } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { MemberClusterTaint, Toleration } from '@fleetstage/backstage-plugin-fleetstage-common';
import { pass, refuse } from '../../decision';
import type { OwnFilterPlugin } from '../plugin';

/** Every taint needs one toleration; it keeps new placements away and never removes one (A/SCH-061, C/MC-066). */
export const taintToleration: OwnFilterPlugin = {
  name: 'TaintToleration',
  prepare: ({ policy: { tolerations = [] } }) =>
    ok(cluster => {
      const [taint] = untolerated(cluster.taints, tolerations);
      if (taint === undefined) return pass;
      return refuse(
        'UntoleratedTaint',
        `taint &{Key:${taint.key} Value:${taint.value ?? ''} Effect:${taint.effect}} cannot be tolerated`,
      );
    }),
  findObstacle: ({ taints }, { policy: { tolerations = [] } }) => {
    const bad = untolerated(taints, tolerations);
    if (bad.length === 0) return undefined;
    return {
      ways: [
        bad.map(taint => ({ kind: 'tolerateTaint', taint })),
        bad.map(taint => ({ kind: 'removeTaint', taint })),
      ],
    };
  },
  explain: ({ policy: { tolerations = [] } }, { taints }) => ({
    seen: taints.length === 0 ? 'No taints' : taints.map(taintInWords).join(', '),
    wanted: ['no taints', ...tolerations.map(tolerationInWords)].join(', or '),
  }),
};

/** The taints that no toleration covers, in the order of the cluster. */
export const untolerated = (taints: readonly MemberClusterTaint[], tolerations: readonly Toleration[]) =>
  taints.filter(taint => !tolerations.some(toleration => isTolerated(taint, toleration)));

/** `key=value:effect`, as kubectl writes it. */
export const taintInWords = ({ key, value, effect }: MemberClusterTaint) =>
  `${key}${value ? `=${value}` : ''}:${effect}`;

const tolerationInWords = ({ key, operator, value, effect }: Toleration) => {
  const what =
    operator === 'Exists' ? (key ? `${key} with any value` : 'any taint') : `${key}=${value ?? ''}`;
  return effect ? `${what}:${effect}` : what;
};

export function isTolerated(taint: MemberClusterTaint, toleration: Toleration): boolean {
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
