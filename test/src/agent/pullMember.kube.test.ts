import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, find, memberYaml, read, workloadYaml } from '../engine/fleet';
import { pullMemberYaml } from '../engine/testAgent.testing';
import { createAgentAccount } from '../story/agentAccount';
import { eventually } from '../eventually';
import { FLEET_HOOK_MS, startFleet, type Fleet, type FleetCluster } from '../story/startFleet';
import { bundleAgent, startAgent, type AgentProcess } from '../story/startAgent';

const placementYaml = (applyStrategy: object) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  policy: { placementType: PickAll }
  strategy:
    applyStrategy: ${JSON.stringify(applyStrategy)}
    rollingUpdate: { maxUnavailable: 2, unavailablePeriodSeconds: 1 }
---`;
const ENVELOPE = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceEnvelope
metadata: { name: guards, namespace: shop }
data:
  quota.yaml:
    apiVersion: v1
    kind: ResourceQuota
    metadata: { name: small, namespace: shop }
    spec: { hard: { pods: "20" } }
---`;
const DONE = { Applied: 'True/AllWorkHaveBeenApplied', Available: 'True/AllWorkAreAvailable' };

jest.setTimeout(240_000);

describe('the engine, a member that it reaches, and one whose agent pulls (RUL 48)', () => {
  let fleet: Fleet;
  let engine: EngineProcess;
  let agent: AgentProcess;
  let edge: FleetCluster;
  let folder: string;

  beforeAll(async () => {
    bundleAgent();
    fleet = await startFleet({ members: ['member-1', 'member-2'] });
    [, edge] = fleet.members;
    folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-agent-'));
    const members = [{ name: 'member-1', kubeconfig: fleet.kubeconfigPath, context: 'member-1' }];
    engine = await startEngine(engineOn(fleet, { members }));
    await apply(fleet.hub, memberYaml('member-1'));
    const token = await createAgentAccount(fleet.hub, 'edge');
    const fileOf = (name: string, text: string) => {
      writeFileSync(path.join(folder, name), text, { mode: 0o600 });
      return path.join(folder, name);
    };
    const flags = {
      'member': 'edge',
      'hub-url': fleet.hub.url,
      'hub-ca': fileOf('ca.crt', fleet.hub.caPem),
      'hub-token-file': fileOf('token', token),
      'kubeconfig': fleet.kubeconfigPath,
      'context': 'member-2',
      'state-dir': path.join(folder, 'state'),
    };
    // Before its member is there: it waits until the hub lets it in.
    agent = startAgent({ flags });
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await agent?.stop();
    await engine?.stop();
    await fleet?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const soon = <T>(what: string, probe: () => Promise<T>) =>
    eventually(what, probe, { timeoutMs: 60_000 }).catch(error => {
      const logs = `--- agent:\n${agent.logs().slice(-3000)}\n--- engine:\n${engine.logs().slice(-3000)}`;
      throw new Error(`${error.message}\n${logs}`);
    });
  const statusOn = async (cluster: string) => {
    const { status } = await read(fleet.hub, 'crp', 'shop');
    return status.placementStatuses.find((one: { clusterName: string }) => one.clusterName === cluster);
  };
  const isDone = (cluster: string) => async () =>
    expect(conditionsOf(await statusOn(cluster))).toMatchObject(DONE);
  const settings = () => read(edge, 'configmap', 'settings', 'shop');
  const setData = (image: string) =>
    edge.kubectl([
      ...['patch', 'configmap', 'settings', '-n', 'shop', '--type=merge'],
      ...['-p', JSON.stringify({ data: { image } })],
    ]);

  it('C/MC-024…032: joins, healthy, with its properties', async () => {
    await apply(fleet.hub, pullMemberYaml('edge'));
    const { status } = await soon('it has joined', async () => {
      const found = await read(fleet.hub, 'membercluster', 'edge');
      expect(conditionsOf(found.status).Joined).toBe('True/MemberClusterJoined');
      expect(conditionsOf(found.status.agentStatus[0]).Healthy).toBe('True/InternalMemberClusterHealthy');
      return found;
    });
    expect(Number(status.properties['kubernetes-fleet.io/node-count'].value)).toBeGreaterThan(0);
  });

  it('B/WG-020…031, B/ST-001…016: is placed on like the other, envelopes too', async () => {
    await apply(fleet.hub, workloadYaml('shop', 'web:1') + ENVELOPE);
    await apply(fleet.hub, placementYaml({ whenToApply: 'IfNotDrifted' }));
    await soon('member-1 is done', isDone('member-1'));
    await soon('edge is done', isDone('edge'));
    expect((await settings()).data).toEqual({ image: 'web:1' });
    await read(edge, 'resourcequota', 'small', 'shop');
  });

  it('follows an update', async () => {
    await apply(fleet.hub, workloadYaml('shop', 'web:2'));
    await soon('edge has it', async () => expect((await settings()).data).toEqual({ image: 'web:2' }));
    await soon('edge is done', isDone('edge'));
  });

  it('B/ST-013, ST-018: a drift that is kept is in the status of the placement', async () => {
    await setData('mine');
    await soon('the drift is reported', async () => {
      const { driftedPlacements, failedPlacements } = await statusOn('edge');
      expect(driftedPlacements).toMatchObject([
        {
          kind: 'ConfigMap',
          name: 'settings',
          observedDrifts: [{ path: '/data/image', valueInMember: 'mine', valueInHub: 'web:2' }],
        },
      ]);
      expect(failedPlacements[0].condition).toMatchObject({ type: 'Applied', reason: 'FoundDrifts' });
    });
  });

  it('B/WG-021: the strategy alone changes, and the drift is repaired', async () => {
    await apply(fleet.hub, placementYaml({ whenToApply: 'Always' }));
    await soon('the drift is repaired', async () =>
      expect((await settings()).data).toEqual({ image: 'web:2' }),
    );
    await soon('edge is done', isDone('edge'));
  });

  it('B/ST-015, ST-017: what is not available is in the status, with its cause', async () => {
    await apply(fleet.hub, workloadYaml('shop', 'web:bad-3'));
    await soon('the cause is reported', async () => {
      const { failedPlacements } = await statusOn('edge');
      expect(failedPlacements[0]).toMatchObject({ kind: 'Deployment', condition: { type: 'Available' } });
      expect(failedPlacements[0].condition.message).toContain('ImagePullBackOff');
    });
    await apply(fleet.hub, workloadYaml('shop', 'web:4'));
    await soon('edge is done', isDone('edge'));
  });

  it('C/MC-052…060: leaves, and what was placed stays', async () => {
    await fleet.hub.kubectl(['delete', 'membercluster', 'edge', '--timeout=60s']);
    await soon('its namespace is gone', async () => {
      expect(await find(fleet.hub, 'ns', 'fleet-member-edge')).toBeUndefined();
    });
    expect((await settings()).data).toEqual({ image: 'web:4' });
  });

  it('C/MC-060: joins again, and has its objects', async () => {
    const { metadata } = await settings();
    await apply(fleet.hub, pullMemberYaml('edge'));
    await soon('edge is done', isDone('edge'));
    expect((await settings()).metadata.uid).toBe(metadata.uid);
  });

  it('B/WG-070…074: the placement goes, and its objects with it, on both', async () => {
    await fleet.hub.kubectl(['delete', 'crp', 'shop', '--timeout=90s']);
    for (const cluster of fleet.members)
      await soon(`${cluster.name} has none of it`, async () => {
        expect(await find(cluster, 'ns', 'shop')).toBeUndefined();
      });
  });
});
