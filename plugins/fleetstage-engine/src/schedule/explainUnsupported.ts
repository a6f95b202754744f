import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';

/**
 * Names what a policy asks for and this scheduler does not evaluate: picking clusters without it would be wrong in
 * silence. `undefined` where everything is evaluated. Preferences of PickAll mean nothing and are no reason.
 */
export function explainUnsupported(policy: PlacementPolicy): string | undefined {
  if (policy.placementType !== 'PickN') return undefined;
  const preferred = policy.affinity?.clusterAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const features = [
    ...(preferred.length > 0 ? ['preferred cluster affinity'] : []),
    ...((policy.topologySpreadConstraints ?? []).length > 0 ? ['topology spread constraints'] : []),
  ];
  if (features.length === 0) return undefined;
  return `FleetstageUnsupportedPolicy: ${features.join(' and ')} cannot be evaluated by this version; clusters that are picked stay, no other is picked`;
}
