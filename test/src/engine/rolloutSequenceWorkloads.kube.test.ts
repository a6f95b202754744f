import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, memberYaml, read, soonWith, workloadYaml } from './fleet';

const CP = 'bank-cp-1-30-14';
const NP = 'bank-np-1-30-14';

const PLACEMENT = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  policy: { placementType: PickAll }
---`;

const CLUSTER = `
apiVersion: v1
kind: ConfigMap
metadata:
  name: member-1
  namespace: simulated
  labels: { fleetstage.io/simulated-cluster: "true" }
data: { version: v1.29.5, controlPlaneNodes: "1", pools: workers=1, nodeSeconds: "1", stuck: no machine starts }
---`;

const SEQUENCE = `
apiVersion: fleetstage.io/v1alpha1
kind: RolloutSequence
metadata: { name: bank }
spec:
  channel: Regular
  stages: [{ name: testing, fleets: [testing], soakDuration: 1s }]
---
apiVersion: fleetstage.io/v1alpha1
kind: VersionCatalog
metadata: { name: default }
spec: { channels: [{ name: Regular, targets: [{ from: "1.29", to: 1.30.14 }] }] }
---`;

jest.setTimeout(120_000);

describe('workloads and the upgrade of their cluster, one after the other (holdWorkloads)', () => {
  let fleet: Fleet;
  let engine: EngineProcess;

  beforeAll(async () => {
    fleet = await startFleet({ members: ['member-1'] });
    engine = await startEngine(
      engineOn(fleet, {
        providers: [{ name: 'simulated', type: 'simulated' }],
        sequences: { holdWorkloads: true },
      }),
    );
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine);
  const targetIn = async (rollout: string) => {
    const { status } = await read(fleet.hub, 'vro', rollout);
    const [target] = status.clusters[0].targets;
    const [{ blockers = [] }] = status.stages;
    return { is: `${target.state}/${target.reason}`, message: target.message, blockers };
  };
  const imageOnMember = async () => {
    const { spec } = await read(fleet.members[0], 'deployment', 'web', 'shop');
    return spec.template.spec.containers[0].image;
  };
  const isAvailable = async () => {
    const { status } = await read(fleet.hub, 'crp', 'shop');
    expect(conditionsOf(status).ClusterResourcePlacementAvailable).toBe('True/ResourceAvailable');
  };

  it('lets no upgrade begin while workloads are being updated, and says which', async () => {
    await fleet.hub.kubectl(['create', 'namespace', 'simulated']);
    await apply(fleet.hub, CLUSTER + memberYaml('member-1', { 'fleetstage.io/fleet': 'testing' }));
    await apply(fleet.hub, workloadYaml('shop', 'web:bad-1') + PLACEMENT);
    await soon('an image that cannot be pulled is on the member', async () => {
      expect(await imageOnMember()).toBe('web:bad-1');
    });
    await apply(fleet.hub, SEQUENCE);
    await soon('the upgrade waits', async () => {
      const { is, message, blockers } = await targetIn(CP);
      expect(is).toBe('Pending/ClusterNotReady');
      expect(message).toMatch(/placement "shop" is being updated on it\.$/);
      expect(blockers).toMatchObject([
        { reason: 'ClusterNotReady', clusters: 1, until: expect.stringMatching(/Z$/) },
      ]);
    });
  });

  it('begins the upgrade when they are available', async () => {
    await apply(fleet.hub, workloadYaml('shop', 'web:2'));
    await soon('the cluster is being upgraded, and does not get on', async () => {
      expect((await targetIn(CP)).is).toMatch(/^Running/);
      await isAvailable();
    });
  });

  it('sends the cluster nothing new meanwhile, and says for what that waits', async () => {
    await apply(fleet.hub, workloadYaml('shop', 'web:3'));
    await soon('the update waits', async () => {
      const { status } = await read(fleet.hub, 'crp', 'shop');
      const started = status.conditions.find(
        (one: { type: string }) => one.type === 'ClusterResourcePlacementRolloutStarted',
      );
      expect(`${started.status}/${started.reason}`).toBe('False/RolloutNotStartedYet');
      expect(started.message).toContain(
        `member-1 is being upgraded to v1.30.14 (rollout "${CP}"); its workloads wait`,
      );
    });
    expect(await imageOnMember()).toBe('web:2');
  });

  it('goes on when control plane and nodes are upgraded', async () => {
    const release = '[{"op":"remove","path":"/data/stuck"}]';
    await fleet.hub.kubectl([
      ...['patch', 'configmap', 'member-1', '-n', 'simulated', '--type=json', '-p'],
      release,
    ]);
    await soon('both have what they are to have', async () => {
      expect((await targetIn(NP)).is).toBe('Succeeded/Upgraded');
      expect(await imageOnMember()).toBe('web:3');
      await isAvailable();
    });
  });
});
