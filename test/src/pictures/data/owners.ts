/** A component of the catalog that names placements and has an owner. */
const owned = (placements: string, owner: string) => ({
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Component',
  metadata: {
    name: owner,
    namespace: 'default',
    uid: `uid-${owner}`,
    annotations: { 'fleetstage.io/placement': placements },
  },
  spec: { type: 'service', lifecycle: 'production', owner: `group:default/${owner}` },
});

/** Two teams, and placements that nobody owns. */
export const OWNED = [
  owned('payments-api, checkout-web', 'team-payments'),
  owned('cert-manager, otel-collector, node-agent, metrics', 'team-platform'),
];

/** A cluster of the catalog, and its owner. */
export const OWNED_CLUSTER = {
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Resource',
  metadata: {
    name: 'aks-weu-prd-01',
    namespace: 'default',
    uid: 'uid-aks-weu-prd-01',
    annotations: { 'fleetstage.io/cluster': 'aks-weu-prd-01' },
  },
  spec: { type: 'kubernetes-cluster', lifecycle: 'production', owner: 'group:default/team-platform' },
};
