import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EngineOptions, EngineProcess } from '../engineChild/startEngine';
import { agentIdentity } from '../story/agentAccount';
import { ONE_SNAPSHOT_PER_APPLY } from '../story/hub';
import { pushMembers, type MemberAgent } from '../story/memberAgents';
import type { Fleet, FleetCluster } from '../story/startFleet';
import { eventually } from '../eventually';

export { find, list, namesOf, read, readWhole } from '../story/readObjects';

/** Options of an engine on this fleet with its own database file. */
export function engineOn(fleet: Fleet, settings: Readonly<Record<string, unknown>> = {}): EngineOptions {
  const folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-db-'));
  return {
    database: { client: 'better-sqlite3', connection: { filename: path.join(folder, 'fleetstage.sqlite') } },
    fleetstage: {
      hubs: [{ name: 'hub', kubeconfig: fleet.kubeconfigPath, context: 'hub' }],
      members: fleet.agents?.length
        ? pushMembers(fleet).map(name => ({ name, kubeconfig: fleet.kubeconfigPath, context: name }))
        : { kubeconfig: fleet.kubeconfigPath },
      ...ONE_SNAPSHOT_PER_APPLY,
      ...settings,
    },
  };
}

/** Waits for a state; what the engine and the agents logged is in the error when it does not come. */
export const soonWith =
  (engine: () => EngineProcess, timeoutMs = 40_000, agents: readonly MemberAgent[] = []) =>
  <T>(what: string, probe: () => Promise<T>) =>
    eventually(what, probe, { timeoutMs }).catch(error => {
      const logs = agents.map(agent => `--- agent of ${agent.member}:\n${agent.logs().slice(-3000)}`);
      const text = [`--- engine:\n${engine().logs().slice(-8000)}`, ...logs].join('\n');
      throw new Error(`${error.message}\n${text}`);
    });

/** `kubectl apply` of one or several documents. */
export const apply = (plane: FleetCluster, yaml: string) =>
  plane.kubectl(['apply', '-f', '-'], { stdin: yaml });

/* Statuses are read with the eyes of the test: what is missing fails the expectation. */
/* eslint-disable @typescript-eslint/no-explicit-any */

/** `status/reason` of the conditions of an object or of an entry in its status, by type. */
export const conditionsOf = (holder: any): Record<string, string> =>
  Object.fromEntries((holder?.conditions ?? []).map((c: any) => [c.type, `${c.status}/${c.reason}`]));

/** A MemberCluster with labels. */
export const memberYaml = (name: string, labels: Readonly<Record<string, string>> = {}) => `
apiVersion: cluster.kubernetes-fleet.io/v1beta1
kind: MemberCluster
metadata:
  name: ${name}
  labels: ${JSON.stringify(labels)}
spec:
  identity: ${JSON.stringify(agentIdentity(name))}
  heartbeatPeriodSeconds: 5
---`;

/** A namespace with a ConfigMap and a Deployment of the image. */
export const workloadYaml = (namespace: string, image: string) => `
apiVersion: v1
kind: Namespace
metadata: { name: ${namespace} }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: ${namespace} }
data: { image: "${image}" }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: ${namespace} }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web, image: "${image}" }]
---`;
