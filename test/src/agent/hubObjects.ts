import { readFileSync } from 'node:fs';
import { repoPath } from '../crds/repoPath';
import { apply } from '../engine/fleet';
import type { FleetCluster } from '../story/startFleet';

const crd = (name: string) =>
  readFileSync(repoPath(`plugins/fleetstage-backend/crds/${name}.kubernetes-fleet.io.yaml`), 'utf8');

/** Everything that a hub has for a member with an agent (C/MC-016…019), with a service account as its identity. */
export async function joinHub(hub: FleetCluster, member: string): Promise<{ readonly token: string }> {
  await apply(hub, [crd('works.placement'), crd('internalmemberclusters.cluster')].join('\n---\n'));
  await hub.kubectl(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=30s']);
  await apply(hub, membershipYaml(member));
  await setMembership(hub, member, 'Join');
  const { stdout } = await hub.kubectl(['create', 'token', 'agent', '-n', `fleet-member-${member}`]);
  return { token: stdout.trim() };
}

/** What the hub asks of the agent. */
export const setMembership = (hub: FleetCluster, member: string, state: 'Join' | 'Leave') =>
  apply(
    hub,
    `
apiVersion: cluster.kubernetes-fleet.io/v1beta1
kind: InternalMemberCluster
metadata: { name: ${member}, namespace: fleet-member-${member} }
spec: { state: ${state}, heartbeatPeriodSeconds: 2 }
`,
  );

const membershipYaml = (member: string) => `
apiVersion: v1
kind: Namespace
metadata: { name: fleet-member-${member}, labels: { kubernetes-fleet.io/is-fleet-resource: "true" } }
---
apiVersion: v1
kind: ServiceAccount
metadata: { name: agent, namespace: fleet-member-${member} }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: fleet-role-${member}, namespace: fleet-member-${member} }
rules:
  - apiGroups: [cluster.kubernetes-fleet.io, placement.kubernetes-fleet.io, networking.fleet.azure.com]
    resources: ["*"]
    verbs: ["*"]
  - apiGroups: [""]
    resources: [events]
    verbs: [get, list, update, patch, watch, create]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: fleet-rolebinding-${member}, namespace: fleet-member-${member} }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: fleet-role-${member} }
subjects: [{ kind: ServiceAccount, name: agent, namespace: fleet-member-${member} }]
`;

/** A Work as the hub writes it for a member (B/WG-034…038). */
export const workOf = (
  member: string,
  placement: string,
  spec: {
    readonly manifests: readonly object[];
    readonly applyStrategy?: object;
    readonly reportBackStrategy?: object;
  },
) => {
  const { manifests, ...more } = spec;
  return JSON.stringify({
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'Work',
    metadata: {
      name: `${placement}-work`,
      namespace: `fleet-member-${member}`,
      labels: {
        'kubernetes-fleet.io/parent-CRP': placement,
        'kubernetes-fleet.io/parent-resource-binding': `${placement}-${member}`,
        'kubernetes-fleet.io/parent-resource-snapshot-index': '0',
      },
    },
    spec: { workload: { manifests }, ...more },
  });
};

export const namespaceOf = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
export const configMapOf = (namespace: string, name: string, data: Record<string, string>) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace },
  data,
});
export const deploymentOf = (namespace: string, name: string, image: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name, image }] },
    },
  },
});
