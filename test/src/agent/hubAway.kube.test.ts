import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { readAuditLog } from '../controlPlane/readAuditLog';
import { apply, conditionsOf, engineOn, memberYaml, read, soonWith, workloadYaml } from '../engine/fleet';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { repeatedWrites, specWrites } from '../kill/auditWrites';
import { AGENT_USER, startMemberAgent, type MemberAgent } from '../story/memberAgents';
import { bundleAgent } from '../story/startAgent';
import { FLEET_HOOK_MS, startFleet, type Fleet, type FleetCluster } from '../story/startFleet';

/** HUB_AWAY_S=600 plays the outage of ten minutes. */
const AWAY_MS = 1000 * Number(process.env.HUB_AWAY_S ?? 20);
const DRIFTS = 4;
/** Long enough for heartbeats, and for passes that something has marked. */
const QUIET_MS = 6_000;
const PATIENCE_MS = 60_000;
const NAMESPACE = 'shop';
// Of v1, which kubectl prefers, some fields are missing.
const MEMBERSHIP = 'internalmemberclusters.v1beta1.cluster.kubernetes-fleet.io';
const PLACEMENT = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: ${NAMESPACE} }]
  policy: { placementType: PickAll }
  strategy: { rollingUpdate: { unavailablePeriodSeconds: 1 } }
---`;

jest.setTimeout(3 * AWAY_MS + 240_000);

describe('a member that only its agent reaches, and a hub that is away', () => {
  let fleet: Fleet;
  let hub: FleetCluster;
  let edge: FleetCluster;
  let engine: EngineProcess;
  let agent: MemberAgent;
  let folder: string;
  let thawedAtMs = 0;

  beforeAll(async () => {
    bundleAgent();
    fleet = await startFleet({ members: ['edge'] });
    hub = fleet.hub;
    [edge] = fleet.members;
    folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-agent-'));
    const kubeconfig = path.join(folder, 'hub.yaml');
    writeFileSync(kubeconfig, hubOnly(fleet.kubeconfigPath), { mode: 0o600 });
    const hubs = [{ name: 'hub', kubeconfig, context: 'hub' }];
    engine = await startEngine(engineOn(fleet, { hubs, members: [] }));
    agent = await startMemberAgent(hub, edge, { folder });
    await apply(hub, memberYaml('edge'));
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    fleet?.hub.thaw();
    await agent?.stop();
    await engine?.stop();
    await fleet?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const soon = <T>(what: string, probe: () => Promise<T>) =>
    soonWith(() => engine, PATIENCE_MS, [agent])(what, probe);
  const settings = () => read(edge, 'configmap', 'settings', NAMESPACE);
  const drift = (image: string) =>
    edge.kubectl([
      ...['patch', 'configmap', 'settings', '-n', NAMESPACE, '--type=merge'],
      ...['-p', JSON.stringify({ data: { image } })],
    ]);
  const hasImage = (image: string) => async () => expect((await settings()).data).toEqual({ image });
  const isDone = async () => {
    const { status } = await read(hub, 'crp', 'shop');
    expect(conditionsOf(status).ClusterResourcePlacementAvailable).toBe('True/ResourceAvailable');
    expect(conditionsOf(status.placementStatuses[0]).Applied).toBe('True/AllWorkHaveBeenApplied');
  };

  /** Everything on the hub that says what is to be where. */
  const wanted = async () => {
    const kinds =
      'crp,clusterresourcesnapshots,clusterschedulingpolicysnapshots,clusterresourcebindings,works';
    const { stdout } = await hub.kubectl(['get', kinds, '-A', '-o', 'json']);
    const { items } = JSON.parse(stdout) as {
      items: { kind: string; metadata: { name: string; uid: string; generation: number } }[];
    };
    return items.map(({ kind, metadata: { name, uid, generation } }) => ({ kind, name, uid, generation }));
  };
  /** What is placed, as the member has it. */
  const placed = async () => {
    const { metadata: map } = await settings();
    const { metadata: deployment } = await read(edge, 'deployment', 'web', NAMESPACE);
    return {
      settings: [map.uid, map.resourceVersion],
      web: [deployment.uid, deployment.generation],
    };
  };

  it('is placed to', async () => {
    await apply(hub, workloadYaml(NAMESPACE, 'web:1') + PLACEMENT);
    await soon('the placement is available', isDone);
    await hasImage('web:1')();
  });

  it(`has its drift repaired while the hub is away for ${AWAY_MS / 1000} s, and nothing moves twice afterwards`, async () => {
    const before = await wanted();
    const awayUntilMs = Date.now() + AWAY_MS;
    hub.freeze();
    try {
      for (let i = 1; i <= DRIFTS; i += 1) {
        // Of its second half only its files know the hub.
        if (i === DRIFTS / 2) {
          await agent.kill();
          agent.start();
        }
        await drift(`somebody:${i}`);
        await soon(`drift ${i} is repaired without the hub`, hasImage('web:1'));
        await delay(Math.max(0, (awayUntilMs - Date.now()) / (DRIFTS - i + 1)));
      }
    } finally {
      hub.thaw();
      thawedAtMs = Date.now();
    }
    const atReturn = await placed();
    await soon('the agent reports again', async () => {
      // The MemberCluster has new times every two minutes only.
      const { status } = await read(hub, MEMBERSHIP, 'edge', 'fleet-member-edge');
      const [own] = status.agentStatus;
      expect(Date.parse(own.lastReceivedHeartbeat)).toBeGreaterThan(thawedAtMs);
      expect(conditionsOf(own).Healthy).toBe('True/InternalMemberClusterHealthy');
    });
    await soon('the placement is available', isDone);
    await delay(QUIET_MS);
    expect(await placed()).toEqual(atReturn);
    expect(await wanted()).toEqual(before);
    const writes = await specWrites(edge, NAMESPACE);
    expect(writes.filter(({ atMs }) => atMs >= thawedAtMs)).toEqual([]);
  });

  it('is updated afterwards, with one write for each object', async () => {
    await apply(hub, workloadYaml(NAMESPACE, 'web:2'));
    await soon('it has the new content', hasImage('web:2'));
    await soon('the placement is available', isDone);
    const writes = (await specWrites(edge, NAMESPACE)).filter(({ atMs }) => atMs >= thawedAtMs);
    expect(writes.length).toBeGreaterThan(0);
    expect(repeatedWrites(writes)).toEqual([]);
  });

  it('leaves, and keeps what was placed', async () => {
    const before = await placed();
    await hub.kubectl(['delete', 'membercluster', 'edge', '--timeout=60s']);
    expect(await placed()).toEqual(before);
  });

  it('C/MC-034: was written to by its agent alone', async () => {
    const writers = new Set<string>();
    for await (const { userAgent, user } of readAuditLog(edge.auditLogPath))
      if (userAgent === 'fleetstage') writers.add(user.username);
    expect([...writers]).toEqual([AGENT_USER]);
  });
});

interface Kubeconfig {
  readonly 'clusters': readonly { readonly name: string }[];
  readonly 'users': readonly { readonly name: string }[];
  readonly 'contexts': readonly {
    readonly name: string;
    readonly context: { readonly cluster: string; readonly user: string };
  }[];
  readonly 'current-context': string;
}

/** The kubeconfig without any member: the backend has neither their addresses nor their credentials. */
function hubOnly(file: string): string {
  const { clusters, users, contexts, ...more } = parse(readFileSync(file, 'utf8')) as Kubeconfig;
  const [own] = contexts.filter(({ name }) => name === 'hub');
  return stringify({
    ...more,
    contexts: [own],
    clusters: clusters.filter(({ name }) => name === own.context.cluster),
    users: users.filter(({ name }) => name === own.context.user),
  });
}
