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
const ownedCluster = (name: string, owner = 'team-platform') => ({
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Resource',
  metadata: {
    name,
    namespace: 'default',
    uid: `uid-${name}`,
    annotations: { 'fleetstage.io/cluster': name },
  },
  spec: { type: 'kubernetes-cluster', lifecycle: 'production', owner: `group:default/${owner}` },
});

export const OWNED_CLUSTER = ownedCluster('aks-weu-prd-01');

const TEAMS: Record<string, string> = { aks: 'team-platform', eks: 'team-us', gke: 'team-apac' };

/** Those teams and placements, and the owners of all these clusters, by their providers. */
export const ownedFleet = (names: readonly string[]) => [
  ...OWNED,
  ...names.map(name => ownedCluster(name, TEAMS[name.slice(0, 3)])),
];
