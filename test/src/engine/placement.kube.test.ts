import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import {
  apply,
  conditionsOf,
  engineOn,
  find,
  memberYaml,
  namesOf,
  read,
  soonWith,
  workloadYaml,
} from './fleet';

const PICK_ALL = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  policy: { placementType: PickAll }
  strategy: { type: RollingUpdate }
`;

jest.setTimeout(120_000);

describe('a placement on a hub and two members', () => {
  let fleet: Fleet;
  let engine: EngineProcess;

  beforeAll(async () => {
    fleet = await startFleet({ members: ['member-1', 'member-2'] });
    engine = await startEngine(engineOn(fleet));
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine);

  it('joins the members and says what they are', async () => {
    await apply(fleet.hub, memberYaml('member-1') + memberYaml('member-2'));
    for (const member of fleet.members) {
      const { name } = member;
      const nodes = (await member.kubectl(['get', 'nodes', '-o', 'name'])).stdout.trim().split('\n');
      expect(nodes.length).toBeGreaterThan(1);
      await soon(`${name} has joined`, async () => {
        const { status } = await read(fleet.hub, 'membercluster', name);
        expect(conditionsOf(status)).toMatchObject({
          ReadyToJoin: 'True/MemberClusterReadyToJoin',
          Joined: 'True/MemberClusterJoined',
        });
        expect(conditionsOf(status.agentStatus[0])).toMatchObject({
          Joined: 'True/InternalMemberClusterJoined',
          Healthy: 'True/InternalMemberClusterHealthy',
        });
        expect(status.properties['kubernetes-fleet.io/node-count'].value).toBe(String(nodes.length));
        expect(status.properties['k8s.io/k8s-version'].value).toMatch(/^v1\./);
        expect(Object.keys(status.resourceUsage.available)).toEqual(
          expect.arrayContaining(['cpu', 'memory']),
        );
      });
    }
  });

  it('places a namespace with what is in it on every member', async () => {
    await apply(fleet.hub, workloadYaml('shop', 'web:1'));
    await apply(fleet.hub, PICK_ALL);
    const { status } = await soon('the placement is available', async () => {
      const placement = await read(fleet.hub, 'crp', 'shop');
      expect(conditionsOf(placement.status)).toEqual({
        ClusterResourcePlacementScheduled: 'True/SchedulingPolicyFulfilled',
        ClusterResourcePlacementRolloutStarted: 'True/RolloutStarted',
        ClusterResourcePlacementOverridden: 'True/NoOverrideSpecified',
        ClusterResourcePlacementWorkSynchronized: 'True/WorkSynchronized',
        ClusterResourcePlacementApplied: 'True/ApplySucceeded',
        ClusterResourcePlacementAvailable: 'True/ResourceAvailable',
      });
      return placement;
    });
    expect(status.observedResourceIndex).toBe('0');
    expect(status.selectedResources.map((r: any) => r.kind)).toEqual([
      'Namespace',
      'ConfigMap',
      'Deployment',
    ]);
    expect(status.placementStatuses.map((p: any) => p.clusterName)).toEqual(['member-1', 'member-2']);
    for (const entry of status.placementStatuses) {
      expect(conditionsOf(entry)).toEqual({
        Scheduled: 'True/Scheduled',
        RolloutStarted: 'True/RolloutStarted',
        Overridden: 'True/NoOverrideSpecified',
        WorkSynchronized: 'True/AllWorkSynced',
        Applied: 'True/AllWorkHaveBeenApplied',
        Available: 'True/AllWorkAreAvailable',
      });
    }
    for (const member of fleet.members) {
      const deployment = await read(member, 'deployment', 'web', 'shop');
      expect(deployment.status.availableReplicas).toBe(2);
      expect(deployment.metadata.ownerReferences[0]).toMatchObject({
        kind: 'AppliedWork',
        name: 'shop-work',
      });
    }
  });

  it('rolls a new image', async () => {
    await apply(fleet.hub, workloadYaml('shop', 'web:2'));
    for (const member of fleet.members) {
      await soon(`${member.name} runs web:2`, async () => {
        const deployment = await read(member, 'deployment', 'web', 'shop');
        expect(deployment.spec.template.spec.containers[0].image).toBe('web:2');
        expect(deployment.status.updatedReplicas).toBe(2);
      });
    }
    await soon('the status follows', async () => {
      const { status } = await read(fleet.hub, 'crp', 'shop');
      expect(status.observedResourceIndex).toBe('1');
      expect(conditionsOf(status).ClusterResourcePlacementAvailable).toBe('True/ResourceAvailable');
    });
  });

  it('repairs a status that somebody wiped', async () => {
    const wipe = '[{"op":"remove","path":"/status"}]';
    await fleet.hub.kubectl(['patch', 'crp', 'shop', '--subresource=status', '--type=json', '-p', wipe]);
    await soon('the status is back', async () => {
      const { status } = await read(fleet.hub, 'crp', 'shop');
      expect(conditionsOf(status).ClusterResourcePlacementAvailable).toBe('True/ResourceAvailable');
    });
  });

  it('cleans up when the placement goes', async () => {
    await fleet.hub.kubectl(['delete', 'crp', 'shop', '--wait=true', '--timeout=60s']);
    for (const member of fleet.members) {
      await soon(`${member.name} is clean`, async () => {
        const namespace = await find(member, 'ns', 'shop');
        const works = await namesOf(member, 'appliedworks');
        // A member runs no namespace controller here: a namespace that is asked to go counts as gone.
        const phase = namespace?.status.phase ?? 'Terminating';
        expect([phase, works]).toEqual(['Terminating', []]);
      });
    }
  });
});
