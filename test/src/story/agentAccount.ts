import type { FleetCluster } from './startFleet';

const ACCOUNTS = 'fleet-agents';

/** `spec.identity` of the MemberCluster: a service account of the hub, whether an agent uses it or not. */
export const agentIdentity = (member: string) => ({
  kind: 'ServiceAccount',
  name: `${member}-agent`,
  namespace: ACCOUNTS,
});

/** As the API server of the hub names the agent. */
export const hubUserOf = (member: string) => `system:serviceaccount:${ACCOUNTS}:${member}-agent`;

/** The account of a member's agent, and a token of it. */
export async function createAgentAccount(hub: FleetCluster, member: string): Promise<string> {
  await hub.kubectl(['apply', '-f', '-'], {
    stdin: `
apiVersion: v1
kind: Namespace
metadata: { name: ${ACCOUNTS} }
---
apiVersion: v1
kind: ServiceAccount
metadata: { name: ${member}-agent, namespace: ${ACCOUNTS} }
`,
  });
  const create = ['create', 'token', `${member}-agent`, '-n', ACCOUNTS, '--duration=2h'];
  return (await hub.kubectl(create)).stdout.trim();
}
