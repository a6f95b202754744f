import type { KubeObject } from '@fleetstage/kube-client';
import { startEngine, type EngineOptions, type EngineProcess } from '../engineChild/startEngine';
import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { apply, conditionsOf, engineOn, find, list, memberYaml, read, soonWith } from './fleet';
import { pullMemberYaml, TestAgent } from './testAgent.testing';

jest.setTimeout(120_000);

const FORCE_AFTER_MS = 6_000;
const JOINED = 'True/MemberClusterJoined';
const PLACED = `
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: racks }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  policy:
    placementType: PickAll
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms:
            - propertySelector:
                matchExpressions: [{ name: example.com/racks, operator: Ge, values: ["7"] }]
`;
/** As its agent would hold one. */
const WORK = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: Work
metadata: { name: shop-work, namespace: fleet-member-edge, finalizers: [kubernetes-fleet.io/work-cleanup] }
spec: { workload: { manifests: [] } }
`;
/** A member without credentials joins, is placed on, falls silent and leaves, by what its agent reports on the hub. */
describe('a member with an agent (C/TE-035)', () => {
  let fleet: Fleet;
  let engine: EngineProcess;
  let options: EngineOptions;
  let agent: TestAgent;

  const withMembers = (...names: string[]): Readonly<Record<string, unknown>> => ({
    members: names.map(name => ({
      name,
      kubeconfig: fleet.kubeconfigPath,
      context: name === 'edge' ? 'member-2' : name,
    })),
  });

  beforeAll(async () => {
    fleet = await startFleet({ members: ['member-1', 'member-2'] });
    options = engineOn(fleet, {
      ...withMembers('member-1'),
      membership: { forceLeaveAfterMs: FORCE_AFTER_MS },
    });
    engine = await startEngine(options);
    await apply(fleet.hub, memberYaml('member-1'));
  }, FLEET_HOOK_MS + 120_000);

  afterAll(async () => {
    await agent?.stop();
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine, 60_000);
  const member = async (name = 'edge') => read(fleet.hub, 'membercluster', name);
  const conditions = async (name = 'edge') => conditionsOf((await member(name)).status);
  const gone = async (kind: string, name: string) =>
    expect(await find(fleet.hub, kind, name)).toBeUndefined();
  const placedOn = async () =>
    ((await read(fleet.hub, 'crp', 'racks')).status?.placementStatuses ?? []).flatMap(
      ({ clusterName }: { clusterName?: string }) => clusterName ?? [],
    );
  const eventsOf = async () => {
    const fields = 'involvedObject.kind=MemberCluster,involvedObject.name=edge';
    return (await list(fleet.hub, 'events', { namespace: 'default', fields })).map(({ reason }) => reason);
  };
  const join = async () => {
    await apply(fleet.hub, pullMemberYaml('edge'));
    await soon('its objects are made', async () =>
      expect(await conditions()).toMatchObject({ ReadyToJoin: 'True/MemberClusterReadyToJoin' }),
    );
    await agent.report({ properties: { 'example.com/racks': '7' } });
    await soon('it has joined', async () => expect((await conditions()).Joined).toBe(JOINED));
  };

  it('C/MC-014…021, MC-024, TR-100: gets its objects, and is ready to join', async () => {
    agent = await TestAgent.start(fleet.hub, 'edge');
    await apply(fleet.hub, pullMemberYaml('edge'));
    await soon('it is ready', async () =>
      expect(await conditions()).toEqual({
        ReadyToJoin: 'True/MemberClusterReadyToJoin',
        Joined: 'Unknown/MemberClusterJoinStateUnknown',
      }),
    );
    const { metadata } = await member();
    expect(metadata.finalizers).toEqual(['kubernetes-fleet.io/membercluster-finalizer']);
    expect(metadata.labels).toMatchObject({ 'kubernetes-fleet.io/member-name': 'edge' });
    const namespace = await read(fleet.hub, 'ns', 'fleet-member-edge');
    expect(namespace.metadata).toMatchObject({
      labels: { 'kubernetes-fleet.io/is-fleet-resource': 'true' },
      ownerReferences: [{ kind: 'MemberCluster', name: 'edge', uid: metadata.uid, controller: true }],
    });
    const binding = await read(fleet.hub, 'rolebinding', 'fleet-rolebinding-edge', 'fleet-member-edge');
    expect(binding).toMatchObject({
      subjects: [{ kind: 'ServiceAccount', name: 'edge-agent', namespace: 'fleet-agents' }],
      roleRef: { kind: 'Role', name: 'fleet-role-edge' },
    });
    const internal = await read(fleet.hub, 'internalmembercluster', 'edge', 'fleet-member-edge');
    expect(internal.spec).toEqual({ state: 'Join', heartbeatPeriodSeconds: 5 });
    await soon('Events say so', async () =>
      expect(await eventsOf()).toEqual(
        expect.arrayContaining([
          'NamespaceCreated',
          'RoleCreated',
          'RoleBindingCreated',
          'InternalMemberClusterCreated',
          'MemberClusterReadyToJoin',
        ]),
      ),
    );
  });

  it('makes nothing of the kind for a member that is pushed to', async () => {
    await soon('member-1 has joined', async () => expect((await conditions('member-1')).Joined).toBe(JOINED));
    await gone('ns', 'fleet-member-member-1');
  });

  it('C/MC-026, MC-032, PP-014, TR-101: joins by what its agent reports, and is scheduled by its properties', async () => {
    await apply(fleet.hub, PLACED);
    await agent.report({ properties: { 'example.com/racks': '7' } });
    await soon('it has joined', async () =>
      expect(await conditions()).toMatchObject({
        Joined: JOINED,
        ClusterPropertyProviderStarted: 'True/Started',
        ClusterPropertyCollectionSucceeded: 'True/PropertiesCollected',
      }),
    );
    const { status } = await member();
    expect(status.properties['example.com/racks'].value).toBe('7');
    expect(status.resourceUsage.available).toEqual({ cpu: '4' });
    await soon('it is picked', async () => expect(await placedOn()).toEqual(['edge']));
    await soon('an Event says that it has joined', async () =>
      expect(await eventsOf()).toContain('MemberClusterJoined'),
    );
  });

  it('RUL 45: heartbeats alone are not written to the MemberCluster', async () => {
    const versionOf = ({ metadata }: KubeObject) => metadata.resourceVersion;
    await agent.report({ properties: { 'example.com/racks': '8' } });
    await soon('the property is written', async () =>
      expect((await member()).status.properties['example.com/racks'].value).toBe('8'),
    );
    const before = versionOf(await member());
    for (let beat = 1; beat <= 3; beat += 1)
      await agent.report({ properties: { 'example.com/racks': '8' }, agoMs: 3_000 - 1_000 * beat });
    await agent.writeSpec({ state: 'Leave' });
    await soon('the state, written after the heartbeats, is corrected', async () =>
      expect(await agent.state()).toBe('Join'),
    );
    expect(versionOf(await member())).toBe(before);
  });

  it('C/MC-020: what was changed of its objects is corrected with the next change of the MemberCluster', async () => {
    const inNamespace = ['-n', 'fleet-member-edge'];
    await fleet.hub.kubectl(['delete', 'rolebinding', 'fleet-rolebinding-edge', ...inNamespace]);
    const widened = [
      { op: 'replace', path: '/rules', value: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }] },
    ];
    await fleet.hub.kubectl([
      ...['patch', 'role', 'fleet-role-edge', ...inNamespace],
      ...['--type=json', '-p', JSON.stringify(widened)],
    ]);
    const patch = JSON.stringify({ spec: { heartbeatPeriodSeconds: 6 } });
    await fleet.hub.kubectl(['patch', 'membercluster', 'edge', '--type=merge', '-p', patch]);
    await soon('all is as it should be', async () => {
      const role = await read(fleet.hub, 'role', 'fleet-role-edge', 'fleet-member-edge');
      expect(role.rules).toHaveLength(4);
      await read(fleet.hub, 'rolebinding', 'fleet-rolebinding-edge', 'fleet-member-edge');
      const { spec } = await read(fleet.hub, 'internalmembercluster', 'edge', 'fleet-member-edge');
      expect(spec).toEqual({ state: 'Join', heartbeatPeriodSeconds: 6 });
    });
    await agent.report({ properties: { 'example.com/racks': '8' } });
  });

  it('RUL 25, C/MC-046…049, TR-103: heartbeats stop, the timer finds it, and what is placed stays', async () => {
    await agent.report({ properties: { 'example.com/racks': '8' }, agoMs: 297_000 });
    await soon('its health is unknown', async () => {
      const { status } = await member();
      const [reported] = status.agentStatus;
      expect(conditionsOf(reported)).toMatchObject({ Healthy: 'Unknown/FleetstageHealthUnknown' });
      expect(conditionsOf(status).Joined).toBe(JOINED);
    });
    await apply(fleet.hub, PLACED.replaceAll('racks }', 'late }'));
    await soon('nothing new is placed there', async () => {
      const { status } = await read(fleet.hub, 'crp', 'late');
      expect(conditionsOf(status).ClusterResourcePlacementScheduled).toBeDefined();
      expect(JSON.stringify(status)).not.toContain('"clusterName":"edge"');
    });
    expect(await placedOn()).toEqual(['edge']);
    await agent.report({ properties: { 'example.com/racks': '8' } });
    await soon('it is healthy again', async () => {
      const [reported] = (await member()).status.agentStatus;
      expect(conditionsOf(reported).Healthy).toMatch(/^True/);
    });
    await soon('it is picked for what waited', async () => {
      const { status } = await read(fleet.hub, 'crp', 'late');
      expect(JSON.stringify(status)).toContain('"clusterName":"edge"');
    });
    await fleet.hub.kubectl(['delete', 'crp', 'late', '--wait=false']);
  });

  it('C/MC-058, MC-056, MC-059, TR-104, TR-105: leaves with its agent, and nothing stays on the hub', async () => {
    await apply(fleet.hub, WORK);
    await fleet.hub.kubectl(['delete', 'membercluster', 'edge', '--wait=false']);
    await soon('its agent is asked', async () => expect(await agent.state()).toBe('Leave'));
    await agent.report({ joined: 'False' });
    await soon('it is gone', () => gone('membercluster', 'edge'));
    await gone('ns', 'fleet-member-edge');
    await soon('the placement has let go of it', async () => expect(await placedOn()).toEqual([]));
  });

  it('C/MC-057, MC-064, TR-106: leaves without its agent once the time is over', async () => {
    await join();
    await apply(fleet.hub, WORK);
    const deletedAt = Date.now();
    await fleet.hub.kubectl(['delete', 'membercluster', 'edge', '--wait=false']);
    await soon('its agent is asked', async () => expect(await agent.state()).toBe('Leave'));
    await soon('it is gone', () => gone('membercluster', 'edge'));
    expect(Date.now() - deletedAt).toBeGreaterThan(FORCE_AFTER_MS - 2_000);
    await gone('ns', 'fleet-member-edge');
  });

  it('goes at once where no agent has ever reported', async () => {
    await apply(fleet.hub, pullMemberYaml('mistake'));
    await soon('its objects are made', () => read(fleet.hub, 'ns', 'fleet-member-mistake'));
    await fleet.hub.kubectl(['delete', 'membercluster', 'mistake', '--wait=false']);
    await soon('it is gone', () => gone('membercluster', 'mistake'));
  });

  it('is pushed to once it has credentials: its agent leaves, the member stays', async () => {
    await join();
    await engine.stop();
    engine = await startEngine({
      ...options,
      fleetstage: { ...options.fleetstage, ...withMembers('member-1', 'edge') },
    });
    await soon('its agent is asked', async () => expect(await agent.state()).toBe('Leave'));
    await agent.report({ joined: 'False' });
    await soon('its namespace is gone', () => gone('ns', 'fleet-member-edge'));
    await soon('it has joined as a member that is pushed to', async () => {
      const { status, metadata } = await member();
      expect(metadata.deletionTimestamp).toBeUndefined();
      expect(conditionsOf(status).Joined).toBe(JOINED);
      expect(status.properties).toHaveProperty(['kubernetes-fleet.io/node-count']);
    });
    await fleet.hub.kubectl(['delete', 'membercluster', 'edge', '--wait=true', '--timeout=60s']);
  });
});
