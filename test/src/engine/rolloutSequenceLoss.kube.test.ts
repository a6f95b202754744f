import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, memberYaml, namesOf, read, soonWith } from './fleet';

const OBJECTS = `
apiVersion: v1
kind: Namespace
metadata: { name: simulated }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: test-1, namespace: simulated, labels: { fleetstage.io/simulated-cluster: "true" } }
data: { version: v1.30.9, controlPlaneNodes: "1", pools: "workers=1", nodeSeconds: "1" }
---
apiVersion: fleetstage.io/v1alpha1
kind: VersionCatalog
metadata: { name: default }
spec: { channels: [{ name: Regular, targets: [{ from: "1.30", to: 1.31.2 }] }] }
---
apiVersion: fleetstage.io/v1alpha1
kind: RolloutSequence
metadata: { name: bank }
spec: { stages: [{ name: testing, fleets: [testing], soakDuration: 1h }] }
---`;

const PROVIDERS = { providers: [{ name: 'simulated', type: 'simulated' }] };
const CP = 'bank-cp-1-31-2';

jest.setTimeout(120_000);

describe('a sequence whose database is emptied (E/RO-005)', () => {
  let fleet: Fleet;
  let engine: EngineProcess;

  beforeAll(async () => {
    fleet = await startFleet({ members: ['member-1'] });
    engine = await startEngine(engineOn(fleet, PROVIDERS));
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine);

  it('has upgraded a control plane, and soaks', async () => {
    await apply(fleet.hub, OBJECTS + memberYaml('test-1', { 'fleetstage.io/fleet': 'testing' }));
    await soon('the stage soaks', async () => {
      const { status } = await read(fleet.hub, 'vro', CP);
      expect(status).toMatchObject({ currentStagePhase: 'Soaking', summary: { succeeded: 1 } });
    });
  });

  it('knows no rollout any more, and says so; what clusters run is found again, and nothing is upgraded twice', async () => {
    await engine.kill();
    engine = await startEngine(engineOn(fleet, PROVIDERS));
    await soon('the rollout is a stranger', async () => {
      const { status } = await read(fleet.hub, 'vro', CP);
      expect(conditionsOf(status)).toMatchObject({ Accepted: 'False/NotCreatedByEngine' });
      const sequence = await read(fleet.hub, 'rseq', 'bank');
      expect(conditionsOf(sequence.status).Ready).toBe('True/SequenceActive');
      expect(sequence.status.activeRollouts ?? []).not.toContain(CP);
    });
    await soon('the versions of the cluster are found again', async () => {
      const { status } = await read(fleet.hub, 'mver', 'test-1');
      expect(status.controlPlane).toMatchObject({ version: 'v1.31.2', upgrading: false });
    });
  });

  it('lets the stranger go when it is deleted, and the rest with the sequence', async () => {
    await fleet.hub.kubectl(['delete', 'vro', CP, '--timeout=20s']);
    await fleet.hub.kubectl(['delete', 'rseq', 'bank', '--timeout=20s']);
    await soon('nothing is left', async () => {
      expect(await namesOf(fleet.hub, 'rollouts.fleetstage.io')).toEqual([]);
    });
  });
});
