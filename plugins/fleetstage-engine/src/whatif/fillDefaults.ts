import type { PlacementPolicy, RolloutStrategy } from '@fleetstage/backstage-plugin-fleetstage-common';

/**
 * The defaults that the API server would fill in: a what-if has not been there, and a policy that differs in a default
 * alone is no other policy (A/POL-001).
 */
export function fillPolicy(policy: PlacementPolicy): PlacementPolicy {
  const { topologySpreadConstraints, tolerations } = policy;
  return {
    ...policy,
    placementType: policy.placementType ?? 'PickAll',
    ...(topologySpreadConstraints && {
      topologySpreadConstraints: topologySpreadConstraints.map(one => ({
        ...one,
        maxSkew: one.maxSkew ?? 1,
        whenUnsatisfiable: one.whenUnsatisfiable ?? 'DoNotSchedule',
      })),
    }),
    ...(tolerations && {
      tolerations: tolerations.map(one => ({ ...one, operator: one.operator ?? 'Equal' })),
    }),
  };
}

/** Its apply strategy is compared with that of the bindings: another one is rolled out (RUL 9). */
export function fillStrategy(strategy: RolloutStrategy = {}): RolloutStrategy {
  const { applyStrategy = {} } = strategy;
  return {
    ...strategy,
    type: strategy.type ?? 'RollingUpdate',
    applyStrategy: {
      ...applyStrategy,
      comparisonOption: applyStrategy.comparisonOption ?? 'PartialComparison',
      type: applyStrategy.type ?? 'ClientSideApply',
      whenToApply: applyStrategy.whenToApply ?? 'Always',
      whenToTakeOver: applyStrategy.whenToTakeOver ?? 'Always',
    },
  };
}
