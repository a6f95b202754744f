import type { KubeObject, Work } from '@fleetstage/backstage-plugin-fleetstage-common';
import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { startEngine, type EngineOptions, type EngineProcess } from '../engineChild/startEngine';
import {
  apply,
  conditionsOf,
  engineOn,
  list,
  memberYaml,
  namesOf,
  read,
  soonWith,
  workloadYaml,
} from './fleet';
import { pullMemberYaml, TestAgent } from './testAgent.testing';
import { say, TinyAgent } from './tinyAgent.testing';

const NAMESPACE = 'fleet-member-member-2';
const PLACEMENT = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  policy: { placementType: PickAll }
  strategy:
    applyStrategy: { whenToApply: IfNotDrifted }
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
const FOREIGN = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: Work
metadata: { name: theirs, namespace: ${NAMESPACE} }
spec:
  workload:
    manifests: [{ apiVersion: v1, kind: ConfigMap, metadata: { name: theirs, namespace: default } }]
---`;

jest.setTimeout(120_000);

describe('a member whose agent pulls its work from the hub, beside one that is reached directly (RUL 48)', () => {
  let fleet: Fleet;
  let engine: EngineProcess;
  let agent: TinyAgent;
  /** Reports that the member is there and healthy. */
  let heart: TestAgent;
  let options: EngineOptions;

  /** The engine again, with credentials for these members. */
  const restartWith = async (...members: readonly string[]) => {
    await engine.stop();
    const { kubeconfigPath: kubeconfig } = fleet;
    const listed = members.map(name => ({ name, kubeconfig, context: name }));
    engine = await startEngine({ ...options, fleetstage: { ...options.fleetstage, members: listed } });
  };

  beforeAll(async () => {
    fleet = await startFleet({ members: ['member-1', 'member-2'] });
    const { kubeconfigPath: kubeconfig } = fleet;
    const members = [{ name: 'member-1', kubeconfig, context: 'member-1' }];
    options = engineOn(fleet, { members });
    engine = await startEngine(options);
    agent = new TinyAgent(fleet.hub, 'member-2');
    heart = await TestAgent.start(fleet.hub, 'member-2');
    await apply(fleet.hub, memberYaml('member-1') + pullMemberYaml('member-2'));
    await join();
    await apply(fleet.hub, workloadYaml('shop', 'web:1'));
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await agent?.stop();
    await heart?.stop();
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine);
  const join = async () => {
    await soon('member-2 may join', async () =>
      expect(conditionsOf((await read(fleet.hub, 'membercluster', 'member-2')).status).ReadyToJoin).toMatch(
        /^True/,
      ),
    );
    await heart.report({});
    await soon('both have joined', async () => {
      for (const name of ['member-1', 'member-2'])
        expect(conditionsOf((await read(fleet.hub, 'membercluster', name)).status).Joined).toMatch(/^True/);
    });
  };
  const works = (): Promise<readonly Work[]> => list(fleet.hub, 'works', { namespace: NAMESPACE });
  const ours = async () => (await works()).filter(({ metadata }) => metadata.name !== 'theirs');
  const namesIn = ({ spec }: Work) =>
    (spec?.workload?.manifests ?? []).map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
  const statusOn = async (cluster: string) => {
    const { status } = await read(fleet.hub, 'crp', 'shop');
    return status.placementStatuses.find((one: { clusterName: string }) => one.clusterName === cluster);
  };
  const conditionsOn = async (cluster: string) => conditionsOf(await statusOn(cluster));
  const placementConditions = async () => conditionsOf((await read(fleet.hub, 'crp', 'shop')).status);
  const isName = (name: string) => (object: KubeObject) => object.metadata.name === name;

  it('B/WG-025, B/WG-031…039: writes Works of the right names and contents, and none for the other member', async () => {
    await apply(fleet.hub, FOREIGN);
    await apply(fleet.hub, ENVELOPE);
    await apply(fleet.hub, PLACEMENT);
    await soon('member-1 has it', async () =>
      expect(await conditionsOn('member-1')).toMatchObject({ Available: 'True/AllWorkAreAvailable' }),
    );
    const found = await soon('there are two', async () => {
      const all = await ours();
      expect(all.map(({ metadata }) => metadata.name)).toEqual([
        'shop-work',
        expect.stringMatching(/^shop-work-envelope-[0-9a-f]{16}$/),
      ]);
      return all;
    });
    expect(found.map(namesIn)).toEqual([
      ['ConfigMap settings', 'Deployment web', 'Namespace shop'],
      ['ResourceQuota small'],
    ]);
    expect(found[0].metadata.labels).toMatchObject({ 'kubernetes-fleet.io/parent-CRP': 'shop' });
    expect(found[1].metadata.labels).toMatchObject({
      'kubernetes-fleet.io/envelope-work': 'ResourceEnvelope',
      'kubernetes-fleet.io/envelope-name': 'guards',
      'kubernetes-fleet.io/envelope-namespace': 'shop',
    });
    expect(found[0].spec?.applyStrategy).toMatchObject({
      whenToApply: 'IfNotDrifted',
      type: 'ClientSideApply',
    });
    expect(await namesOf(fleet.hub, 'works')).toHaveLength(3);
  });

  it('RUL 8, B/FT-031: an agent that has said nothing leaves it in progress', async () => {
    await soon('it is being applied', async () =>
      expect(await conditionsOn('member-2')).toMatchObject({
        WorkSynchronized: 'True/AllWorkSynced',
        Applied: 'False/ApplyInProgress',
      }),
    );
    expect((await statusOn('member-2')).failedPlacements).toBeUndefined();
  });

  it('B §6.1: the placement is complete once the agent says so', async () => {
    agent.start();
    await soon('all is available', async () => {
      expect(await conditionsOn('member-2')).toMatchObject({ Available: 'True/AllWorkAreAvailable' });
      expect(await placementConditions()).toMatchObject({
        ClusterResourcePlacementApplied: 'True/ApplySucceeded',
        ClusterResourcePlacementAvailable: 'True/ResourceAvailable',
      });
    });
  });

  it('B/ST-001, B/WG-040: what an agent has said of one revision is no word about the next', async () => {
    await agent.stop();
    const [before] = await ours();
    await apply(fleet.hub, workloadYaml('shop', 'web:2'));
    await soon('the Work holds the new one', async () => {
      const [work] = await ours();
      expect(JSON.stringify(work.spec)).toContain('web:2');
      expect(work.metadata.generation).toBe((before.metadata.generation ?? 0) + 1);
    });
    await soon('it is in progress', async () =>
      expect(await conditionsOn('member-2')).toMatchObject({ Applied: 'False/ApplyInProgress' }),
    );
    agent.start();
    await soon('it is available again', async () =>
      expect(await placementConditions()).toMatchObject({
        ClusterResourcePlacementAvailable: 'True/ResourceAvailable',
      }),
    );
  });

  it('B/ST-013, B/ST-017, B/ST-018: shows what the agent says has drifted and failed', async () => {
    agent.sayOf = object =>
      isName('settings')(object)
        ? {
            conditions: [say('Applied', 'False', 'FoundDrifts', 1)],
            driftDetails: {
              observationTime: '2026-01-02T03:04:05Z',
              firstDriftedObservedTime: '2026-01-01T00:00:00Z',
              observedInMemberClusterGeneration: 0,
              observedDrifts: [{ path: '/data/image', valueInMember: 'other', valueInHub: 'web:2' }],
            },
          }
        : undefined;
    await soon('it is in the status', async () => {
      const on = await statusOn('member-2');
      expect(conditionsOf(on)).toMatchObject({ Applied: 'False/NotAllWorkHaveBeenApplied' });
      expect(on.failedPlacements).toMatchObject([{ name: 'settings', condition: { reason: 'FoundDrifts' } }]);
      expect(on.driftedPlacements).toMatchObject([
        { name: 'settings', observedDrifts: [{ path: '/data/image', valueInMember: 'other' }] },
      ]);
    });
    agent.sayOf = object =>
      isName('small')(object)
        ? {
            conditions: [
              say('Applied', 'True', 'Applied', 1),
              say('Available', 'False', 'ManifestNotAvailableYet', 1),
            ],
          }
        : undefined;
    await soon('an object of an envelope is not available', async () => {
      const on = await statusOn('member-2');
      expect(conditionsOf(on)).toMatchObject({ Available: 'False/NotAllWorkAreAvailable' });
      expect(on.failedPlacements).toMatchObject([
        { kind: 'ResourceQuota', envelope: { name: 'guards', namespace: 'shop', type: 'ResourceEnvelope' } },
      ]);
    });
    agent.sayOf = () => undefined;
    await soon('all is well', async () =>
      expect(await conditionsOn('member-2')).toMatchObject({ Available: 'True/AllWorkAreAvailable' }),
    );
  });

  it('writes anew what somebody has edited, and leaves Works of others alone', async () => {
    const patch = JSON.stringify({ spec: { workload: { manifests: [] } } });
    await fleet.hub.kubectl(['patch', 'work', 'shop-work', '-n', NAMESPACE, '--type', 'merge', '-p', patch]);
    await soon('it is as it was', async () => {
      const [work] = await ours();
      expect(namesIn(work)).toEqual(['ConfigMap settings', 'Deployment web', 'Namespace shop']);
    });
    expect((await works()).map(({ metadata }) => metadata.name)).toContain('theirs');
  });

  it('B/WG-024, B/WG-049: deletes the Work of an envelope that is gone', async () => {
    await fleet.hub.kubectl(['delete', 'resourceenvelope', 'guards', '-n', 'shop']);
    await soon('one is left', async () => expect(await ours()).toHaveLength(1));
    await soon('it is available', async () =>
      expect(await placementConditions()).toMatchObject({
        ClusterResourcePlacementAvailable: 'True/ResourceAvailable',
      }),
    );
  });

  it('RUL 53: with credentials the member is reached directly, and its Works go without an agent to remove anything', async () => {
    await agent.stop();
    await restartWith('member-1', 'member-2');
    await soon('the Work is gone', async () => expect(await ours()).toEqual([]));
    await soon('the objects are there', async () => {
      const { status } = await read(fleet.members[1], 'deployment', 'web', 'shop');
      expect(status.availableReplicas).toBe(2);
    });
    await restartWith('member-1');
    await join();
    agent.start();
    await soon('the Work is back', async () => expect((await ours()).map(namesIn)).toHaveLength(1));
    await soon('it is available', async () =>
      expect(await conditionsOn('member-2')).toMatchObject({ Available: 'True/AllWorkAreAvailable' }),
    );
  });

  it('B/WG-070…073: a placement leaves when its agent has let go of the Works, and says meanwhile what it waits for', async () => {
    agent.letsGo = false;
    await fleet.hub.kubectl(['delete', 'crp', 'shop', '--wait=false']);
    await soon('it waits for the agent', async () => {
      const [work] = await ours();
      expect(work.metadata.deletionTimestamp).toBeDefined();
      expect(JSON.stringify(await list(fleet.hub, 'clusterresourcebindings'))).toContain(
        'the agent of cluster member-2 removes the objects of Work shop-work',
      );
    });
    expect((await read(fleet.hub, 'crp', 'shop')).metadata.deletionTimestamp).toBeDefined();
    agent.letsGo = true;
    await soon('it is gone', async () => expect(await namesOf(fleet.hub, 'crp')).toEqual([]));
    expect((await works()).map(({ metadata }) => metadata.name)).toEqual(['theirs']);
  });
});
