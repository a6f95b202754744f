/**
 * The names of what a decision may read of a cluster: a policy lists them, a change of a cluster names those that changed.
 *
 *     label/env   property/kubernetes-fleet.io/node-count   usage/available-cpu   namespace/shop   taints   eligibility
 */
export const clusterInput = {
  label: (key: string) => `label/${key}`,
  property: (name: string) => `property/${name}`,
  /** `name` is `total-cpu`, `allocatable-cpu`, `available-memory` and the like. */
  usage: (name: string) => `usage/${name}`,
  namespace: (name: string) => `namespace/${name}`,
  taints: 'taints',
  eligibility: 'eligibility',
} as const;
