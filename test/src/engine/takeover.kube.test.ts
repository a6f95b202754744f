import { readAuditLog } from '../controlPlane/readAuditLog';
import { FLEET_HOOK_MS, startFleet, type Fleet, type FleetCluster } from '../story/startFleet';
import { startEngine, type EngineOptions, type EngineProcess } from '../engineChild/startEngine';
import { eventually } from '../eventually';
import {
  buildKubeFleet,
  KUBEFLEET_MEMBERS,
  holdHubAgentLease,
  touchAsHubAgent,
} from '../kubefleet/buildKubeFleet';
import { buildModelFleet, versionsOf } from '../kubefleet/modelFleet';
import type { WrittenObject } from '../kubefleet/writeKube';
import { conditionsOf, engineOn, namesOf, read, soonWith } from './fleet';
import { deletePublishedBindings, expectReadableByKubeFleet, leftByKubeFleet } from './takeoverBack.testing';
import { describeModelFleet } from './takeoverModel.testing';

jest.setTimeout(240_000);

/** Nothing but metadata and statuses may differ: what runs, and what decides about it. */
async function workloadOn(member: FleetCluster) {
  const deployment = await read(member, 'deployment', 'front', 'shop');
  const { stdout } = await member.kubectl('get replicasets,pods -n shop -o json'.split(' '));
  return {
    uid: deployment.metadata.uid,
    generation: deployment.metadata.generation,
    spec: deployment.spec,
    replicaSetsAndPods: JSON.parse(stdout)
      .items.map(({ kind, metadata, spec }: any) => [
        kind,
        metadata.name,
        metadata.uid,
        metadata.generation,
        spec,
      ])
      .sort(),
  };
}

/** Writes of the engine to one cluster, as `verb path`. */
async function writesSince(plane: FleetCluster, sinceMs: number): Promise<string[]> {
  const found: string[] = [];
  for await (const { userAgent, requestReceivedTimestamp, verb, requestURI } of readAuditLog(
    plane.auditLogPath,
  ))
    if (userAgent === 'fleetstage' && Date.parse(requestReceivedTimestamp) >= sinceMs)
      found.push(`${verb} ${requestURI}`);
  return found;
}

const isPlaced = (write: string) => /\/namespaces\/(shop|staged)/.test(write);

describe('a fleet that KubeFleet ran', () => {
  let fleet: Fleet;
  let engine: EngineProcess;
  let options: EngineOptions;
  let left: Awaited<ReturnType<typeof leftByKubeFleet>>;
  let since: number;
  const before = new Map<string, Awaited<ReturnType<typeof workloadOn>>>();
  let placed: readonly WrittenObject[];
  let versions: readonly string[];

  beforeAll(async () => {
    fleet = await startFleet({ members: KUBEFLEET_MEMBERS });
    await buildKubeFleet(fleet);
    placed = await buildModelFleet(fleet);
    for (const member of fleet.members) {
      await eventually(
        `front runs on ${member.name}`,
        async () => {
          const { spec, status } = await read(member, 'deployment', 'front', 'shop');
          expect(status.availableReplicas).toBe(spec.replicas);
        },
        { timeoutMs: 120_000 },
      );
      before.set(member.name, await workloadOn(member));
    }
    versions = await versionsOf(fleet, placed);
    const leave = await holdHubAgentLease(fleet.hub);
    since = Date.now();
    let leaving: Promise<unknown> | undefined;
    const onLine = (line: string) => {
      if (line.includes('is run by another controller')) leaving ??= leave();
    };
    left = await leftByKubeFleet(fleet);
    options = engineOn(fleet);
    engine = await startEngine({ ...options, onLine });
    await leaving;
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine, 20_000);
  const placement = (name: string) => read(fleet.hub, 'crp', name);
  const labelled = (kind: string, labels: string) => namesOf(fleet.hub, kind, { labels });

  it('RUL 37: was left alone while the hub agent of KubeFleet held its lease', () => {
    expect(engine.logs()).toMatch(/hub-agent-0 holds Lease fleet-system\/hub-agent/);
  });

  it('RUL 37: has its placement complete on all clusters, with the snapshots that are there', async () => {
    await soon('shop is available', async () => {
      const { status } = await placement('shop');
      expect(conditionsOf(status)).toMatchObject({
        ClusterResourcePlacementScheduled: 'True/SchedulingPolicyFulfilled',
        ClusterResourcePlacementOverridden: 'True/OverriddenSucceeded',
        ClusterResourcePlacementApplied: 'True/ApplySucceeded',
        ClusterResourcePlacementAvailable: 'True/ResourceAvailable',
      });
      expect(status.observedResourceIndex).toBe('2');
      const clusters = status.placementStatuses.map((one: any) => [
        one.clusterName,
        one.observedResourceIndex,
      ]);
      expect(clusters.sort()).toEqual(KUBEFLEET_MEMBERS.map(name => [name, '2']));
    });
    expect(await labelled('clusterresourcesnapshots', 'kubernetes-fleet.io/parent-CRP=shop')).toEqual(
      [0, 1, 2].map(index => `shop-${index}-snapshot`),
    );
    expect(
      await labelled(
        'clusterresourceoverridesnapshots',
        'kubernetes-fleet.io/parent-resource-override=shop-labels',
      ),
    ).toEqual(['shop-labels-0', 'shop-labels-1']);
  });

  it('RUL 37: has redeployed nothing: it wrote to none of the placed objects', async () => {
    for (const member of fleet.members) {
      expect(await workloadOn(member)).toEqual(before.get(member.name));
      expect((await writesSince(member, since)).filter(isPlaced)).toEqual([]);
    }
  });

  it('RUL 2: holds the open run at the approval that KubeFleet asked for', async () => {
    await soon('staged-1 waits', async () => {
      const { status } = await read(fleet.hub, 'csur', 'staged-1');
      expect(conditionsOf(status.stagesStatus[0]).Progressing).toBe('False/StageUpdatingWaiting');
      expect(status.stagesStatus[0].afterStageTaskStatus[0].approvalRequestName).toBe(
        'staged-1-after-canary',
      );
      expect(conditionsOf(status.stagesStatus[0].clusters[0]).Succeeded).toMatch(/^True/);
    });
    expect(engine.logs()).toMatch(
      /"run":"staged-1".*waits for the approval of ClusterApprovalRequest \\"staged-1-after-canary\\"/,
    );
    expect(await labelled('clusterapprovalrequests', 'kubernetes-fleet.io/targetUpdateRun=staged-1')).toEqual(
      ['staged-1-after-canary'],
    );
  });

  it('goes on with it when it is approved', async () => {
    await fleet.hub.kubectl([
      'patch',
      'clusterapprovalrequest',
      'staged-1-after-canary',
      '--subresource=status',
      '--type=merge',
      '-p',
      JSON.stringify({
        status: {
          conditions: [
            {
              type: 'Approved',
              status: 'True',
              reason: 'lgtm',
              message: 'lgtm',
              observedGeneration: 1,
              lastTransitionTime: new Date().toISOString(),
            },
          ],
        },
      }),
    ]);
    await soon('staged-1 has succeeded', async () => {
      const { status } = await read(fleet.hub, 'csur', 'staged-1');
      expect(conditionsOf(status).Succeeded).toMatch(/^True/);
    });
    expect((await read(fleet.members[2], 'configmap', 'cfg', 'staged')).data).toEqual({ v: '1' });
  });

  it('B/WA-053: a key that is removed from now on goes on members, too', async () => {
    await fleet.hub.kubectl([
      'patch',
      'configmap',
      'settings',
      '-n',
      'shop',
      '--type=json',
      '-p',
      '[{"op":"remove","path":"/data/region"}]',
    ]);
    for (const member of fleet.members)
      await soon(`the key is gone on ${member.name}`, async () =>
        expect((await read(member, 'configmap', 'settings', 'shop')).data).toEqual({ mode: 'faster' }),
      );
    for (const member of fleet.members) expect(await workloadOn(member)).toEqual(before.get(member.name));
  });

  describeModelFleet(() => ({ fleet, engine, placed, versions, soon }));

  it('RUL 37: says that a hub agent of KubeFleet writes beside it', async () => {
    await touchAsHubAgent(fleet.hub, 'kind-cluster-1');
    await soon('it is in the log', async () => {
      expect(engine.logs()).toMatch(/hub agent writes on this hub beside Fleetstage/);
    });
    await soon('it is measured', async () => {
      expect(await engine.metric('hub_foreign_writer')).toEqual(new Map([['hub="hub"', 1]]));
    });
  });

  it('RUL 38: once Fleetstage has stopped, bindings, Works and AppliedWorks are as KubeFleet has left them', async () => {
    await engine.stop();
    expect(await deletePublishedBindings(fleet.hub)).toBeGreaterThan(0);
    const now = await leftByKubeFleet(fleet);
    expect(now).toMatchObject({ bindings: left.bindings, works: left.works });
    for (const { name } of fleet.members) expect(now[name]).toEqual(expect.arrayContaining([...left[name]]));
    await expectReadableByKubeFleet(fleet);
    engine = await startEngine(options);
  });

  it('RUL 38: placements, and the namespaces of members, go without hanging', async () => {
    await fleet.hub.kubectl('delete crp shop staged server-side boxed --wait=true --timeout=60s'.split(' '));
    await fleet.hub.kubectl('delete rp web -n team --wait=true --timeout=60s'.split(' '));
    for (const member of fleet.members)
      await soon(`${member.name} is clean`, async () =>
        expect(await namesOf(member, 'appliedworks')).toEqual([]),
      );
    await soon('nothing of KubeFleet is left of them', async () => {
      for (const kind of ['works', 'clusterresourcebindings'])
        expect(await namesOf(fleet.hub, kind)).toEqual([]);
    });
    await fleet.hub.kubectl([
      'delete',
      'membercluster',
      ...KUBEFLEET_MEMBERS,
      '--wait=true',
      '--timeout=60s',
    ]);
    await soon('their namespaces are gone', async () =>
      expect((await namesOf(fleet.hub, 'namespaces')).join(' ')).not.toMatch(/fleet-member/),
    );
  });
});
