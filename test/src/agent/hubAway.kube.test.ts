import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { readAuditLog } from '../controlPlane/readAuditLog';
import {
  apply,
  conditionsOf,
  engineOn,
  list,
  memberYaml,
  read,
  soonWith,
  workloadYaml,
} from '../engine/fleet';
import { canIsolate, networkTo, reachesFrom, type NetworkOfItsOwn } from '../engineChild/networkOfItsOwn';
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

const CORDON = { key: 'cordon-key', value: 'cordon-value', effect: 'NoSchedule' };
const BLOCKED = 'Warning MemberClusterDrainBlocked';
const DRAINED = 'Normal MemberClusterDrained';
const ENDED = 'Normal MemberClusterDrainEnded';
const budgetYaml = (minAvailable: number) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacementDisruptionBudget
metadata: { name: shop }
spec: { minAvailable: ${minAvailable} }
---`;
/** Namespaces are Linux's, and some sandboxes have none; there the backend has no address and no credentials, and no more. */
const isAlone = canIsolate();

jest.setTimeout(3 * AWAY_MS + 240_000);

describe('a member that only its agent reaches, and a hub that is away', () => {
  let fleet: Fleet;
  let beside: Fleet | undefined;
  let network: NetworkOfItsOwn | undefined;
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
    // The embedded fleet has one port for all of its clusters.
    if (new URL(edge.url).port === new URL(hub.url).port) {
      beside = await startFleet({ members: ['edge'] });
      [edge] = beside.members;
    }
    if (isAlone) network = await networkTo([Number(new URL(hub.url).port)]);
    folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-agent-'));
    const kubeconfig = path.join(folder, 'hub.yaml');
    writeFileSync(kubeconfig, hubOnly(fleet.kubeconfigPath), { mode: 0o600 });
    const hubs = [{ name: 'hub', kubeconfig, context: 'hub' }];
    engine = await startEngine({ ...engineOn(fleet, { hubs, members: [] }), ...(network && { network }) });
    agent = await startMemberAgent(hub, edge, { folder });
    await apply(hub, memberYaml('edge'));
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    fleet?.hub.thaw();
    await agent?.stop();
    await engine?.stop();
    await network?.close();
    await beside?.stop();
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

  const patchMember = (patch: object) =>
    hub.kubectl(['patch', 'membercluster', 'edge', '--type=merge', '-p', JSON.stringify(patch)]);
  const spaceOnMember = async () =>
    (await edge.kubectl(['get', 'namespace', NAMESPACE, '--ignore-not-found', '-o', 'name'])).stdout;
  /** The API server lists them by name. */
  const evictions = () => list(hub, 'crpe');
  /** What `kubectl describe membercluster` lists. */
  const eventsOfMember = async (): Promise<string[]> => {
    const fields = 'involvedObject.kind=MemberCluster,involvedObject.name=edge';
    const events = await list(hub, 'events', { namespace: 'default', fields });
    return events.map(({ type, reason }) => `${type} ${reason}`);
  };

  /** Everything on the hub that says what is to be where. */
  const wanted = async () => {
    const kinds =
      'crp,clusterresourcesnapshots,clusterschedulingpolicysnapshots,clusterresourcebindings,works';
    const objects = await list(hub, kinds);
    return objects.map(({ kind, metadata: { name, uid, generation } }) => ({ kind, name, uid, generation }));
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

  (isAlone ? it : it.skip)(
    'C/MC-034: the backend reaches the hub, and no other server of this machine',
    () => {
      const reached = [hub, edge].map(({ url }) => reachesFrom(engine.pid, url));
      expect(reached).toEqual([true, false]);
      expect(reachesFrom(process.pid, edge.url)).toBe(true);
    },
  );

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

  it('C/EV-026, DR-003: is drained: its budget is honoured, and then nothing is there', async () => {
    await apply(hub, budgetYaml(1));
    await patchMember({
      spec: { taints: [CORDON] },
      metadata: { annotations: { 'fleetstage.io/drain': 'x' } },
    });
    await soon('the drain is blocked', async () => expect(await eventsOfMember()).toContain(BLOCKED));
    expect(await evictions()).toEqual([]);
    await hasImage('web:2')();
    await apply(hub, budgetYaml(0));
    await soon('its namespace is gone', async () => expect(await spaceOnMember()).toBe(''));
    const [eviction, ...others] = await evictions();
    expect(others).toEqual([]);
    expect(eviction.spec).toMatchObject({ placementName: 'shop', clusterName: 'edge' });
    expect(conditionsOf(eviction.status).Executed).toBe('True/ClusterResourcePlacementEvictionExecuted');
    await soon('it is drained', async () => expect(await eventsOfMember()).toContain(DRAINED));
    const { status } = await read(hub, 'membercluster', 'edge');
    expect(conditionsOf(status).Joined).toBe('True/MemberClusterJoined');
  });

  it('C/DR-015: is uncordoned, and placed to again', async () => {
    await patchMember({
      spec: { taints: [] },
      metadata: { annotations: { 'fleetstage.io/drain': null } },
    });
    await soon('the content is back', hasImage('web:2'));
    await soon('the placement is available', isDone);
    await soon('the drain is over', async () => expect(await eventsOfMember()).toContain(ENDED));
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
