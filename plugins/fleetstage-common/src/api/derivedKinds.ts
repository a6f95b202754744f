/** The kinds in which Fleetstage shows what it made of a placement: those of its own scope (A/PL-006…011). */
export const derivedKinds = {
  ClusterResourcePlacement: {
    policySnapshot: 'ClusterSchedulingPolicySnapshot',
    resourceSnapshot: 'ClusterResourceSnapshot',
    binding: 'ClusterResourceBinding',
  },
  ResourcePlacement: {
    policySnapshot: 'SchedulingPolicySnapshot',
    resourceSnapshot: 'ResourceSnapshot',
    binding: 'ResourceBinding',
  },
} as const;
