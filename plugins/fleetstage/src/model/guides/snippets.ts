/** How Fleetstage reaches a member itself. */
export const memberConfig = (name: string) => `# app-config.yaml
fleetstage:
  members:
    - name: ${name}
      kubeconfig: ./members.kubeconfig
      context: ${name}
`;

/** What one writes to make a cluster a member; the name is the same in both. */
export const MEMBER_CONFIG = memberConfig('member-1');

export const MEMBER_COMMAND = `kubectl apply -f - <<'YAML'
apiVersion: cluster.kubernetes-fleet.io/v1beta1
kind: MemberCluster
metadata:
  name: member-1
  labels:
    environment: staging
spec:
  identity: { kind: User, name: fleet-member-agent-member-1 }
YAML
`;

export const WATCH_COMMAND = 'kubectl get memberclusters -w\n';

/** Set-up in a portal of one's own; the version range is that of the packages. */
export const ADD_PACKAGES = `npm run pack -- ../portal    # in the repository of Fleetstage; ../portal is your Backstage
cd ../portal
yarn --cwd packages/app add '@fleetstage/backstage-plugin-fleetstage@^0.1.0'
yarn --cwd packages/backend add '@fleetstage/backstage-plugin-fleetstage-backend@^0.1.0' \\
  '@fleetstage/backstage-plugin-catalog-backend-module-fleetstage@^0.1.0'
`;

export const BACKEND_LINES = `// packages/backend/src/index.ts, before backend.start()
backend.add(import('@fleetstage/backstage-plugin-fleetstage-backend'));
backend.add(import('@fleetstage/backstage-plugin-catalog-backend-module-fleetstage'));
`;

export const HUB_CONFIG = `# app-config.yaml
fleetstage:
  hubs:
    - { name: hub, kubeconfig: '\${KUBECONFIG}', context: hub }
  members:
    kubeconfig: \${KUBECONFIG} # contexts named like the MemberClusters
`;
