/** A sequence to begin with: two fleets, and a stage for the rest of the second (E/EX-001). */
export const SEQUENCE_EXAMPLE = `kubectl apply -f - <<'YAML'
apiVersion: fleetstage.io/v1alpha1
kind: RolloutSequence
metadata:
  name: bank
spec:
  channel: Regular
  stages:
    - { name: testing, fleets: [testing], soakDuration: 72h }
    - name: canary
      fleets: [production]
      clusterSelector: { matchLabels: { canary: 'true' } }
      soakDuration: 72h
    - { name: production, fleets: [production] }
YAML
`;

export const FLEET_COMMAND = `kubectl label membercluster member-1 fleetstage.io/fleet=testing
kubectl label membercluster member-2 fleetstage.io/fleet=production canary=true
kubectl label membercluster member-3 fleetstage.io/fleet=production
`;

export const CATALOG_COMMAND = `kubectl apply -f - <<'YAML'
apiVersion: fleetstage.io/v1alpha1
kind: VersionCatalog
metadata:
  name: default
spec:
  channels:
    - name: Regular
      targets:
        - { from: '1.31', to: 1.31.4 }
YAML
`;
