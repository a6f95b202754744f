import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { startEngine, type EngineOptions, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, list, memberYaml, namesOf, read, soonWith } from './fleet';

/** Clusters by name, with their labels; none of them has an API server: sequences need none. */
const CLUSTERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'test-1': { 'fleetstage.io/fleet': 'testing' },
  'test-2': { 'fleetstage.io/fleet': 'testing' },
  'staging-1': { 'fleetstage.io/fleet': 'staging' },
  'west-1': { 'fleetstage.io/fleet': 'production', 'prod-region': 'us-west1' },
  'west-2': { 'fleetstage.io/fleet': 'production', 'prod-region': 'us-west1' },
  'europe-1': { 'fleetstage.io/fleet': 'production', 'prod-region': 'europe-west1' },
  'east-1': { 'fleetstage.io/fleet': 'production' },
};

const simulated = (name: string, settings: Readonly<Record<string, string>> = {}) => `
apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
  namespace: simulated
  labels: { fleetstage.io/simulated-cluster: "true" }
data: ${JSON.stringify({ version: 'v1.29.5', controlPlaneNodes: '1', pools: 'workers=1', nodeSeconds: '1', ...settings })}
---`;

const OLD = 'v1.29.5';
const VERSION = '1.30.14-gke.1150000';
const CP = 'bank-cp-1-30-14-gke-1150000';
const NP = 'bank-np-1-30-14-gke-1150000';

/** Soaks of the bank (E/EX-001) that the story ends by hand are long, the others short. */
const SOAKS = { 'testing': '1s', 'staging': '1h', 'us-west1': '1s', 'europe-west1': '1h', 'us-east1': '1s' };

const SEQUENCE = `
apiVersion: fleetstage.io/v1alpha1
kind: RolloutSequence
metadata: { name: bank }
spec:
  channel: Regular
  stages:
  - { name: testing, fleets: [testing], soakDuration: ${SOAKS.testing} }
  - { name: staging, fleets: [staging], soakDuration: ${SOAKS.staging} }
  - { name: us-west1, fleets: [production], clusterSelector: { matchLabels: { prod-region: us-west1 } }, soakDuration: ${SOAKS['us-west1']} }
  - { name: europe-west1, fleets: [production], clusterSelector: { matchLabels: { prod-region: europe-west1 } }, soakDuration: ${SOAKS['europe-west1']} }
  - { name: us-east1, fleets: [production], soakDuration: ${SOAKS['us-east1']} }
---
apiVersion: fleetstage.io/v1alpha1
kind: MaintenancePolicy
metadata: { name: holidays }
spec:
  clusters: { fleets: [production] }
  timeZone: America/New_York
  exclusions: [{ name: long-over, startTime: "2020-12-01T00:00:00Z", endTime: "2020-12-05T00:00:00Z" }]
---`;

const CATALOG = `
apiVersion: fleetstage.io/v1alpha1
kind: VersionCatalog
metadata: { name: default }
spec: { channels: [{ name: Regular, targets: [{ from: "1.29", to: ${VERSION} }] }, { name: Stable }] }
---`;

const FOREIGN = `
apiVersion: fleetstage.io/v1alpha1
kind: Rollout
metadata: { name: by-hand }
spec: { sequence: bank, upgradeType: ControlPlane, version: 1.31.0, trigger: User, intent: Regular }
---`;

jest.setTimeout(120_000);

describe('a sequence of versions over the fleets of a bank (E/EX-001)', () => {
  let fleet: Fleet;
  let options: EngineOptions;
  let engine: EngineProcess;

  beforeAll(async () => {
    fleet = await startFleet({ members: ['member-1'] });
    options = engineOn(fleet, {
      providers: [{ name: 'simulated', type: 'simulated' }],
      sequences: { retry: { firstMs: 1_000, mostMs: 2_000 } },
    });
    engine = await startEngine(options);
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine);
  const patch = (kind: string, name: string, body: object, type = 'merge') =>
    fleet.hub.kubectl(['patch', kind, name, `--type=${type}`, '-p', JSON.stringify(body)]);
  const stageOf = async (rollout: string, stage: string) => {
    const { status } = await read(fleet.hub, 'rollouts.fleetstage.io', rollout);
    return status.stages.find((one: { name: string }) => one.name === stage);
  };
  const phaseOf = async (rollout: string, stage: string) => (await stageOf(rollout, stage)).phase;
  const targetOf = async (rollout: string, cluster: string) => {
    const { status } = await read(fleet.hub, 'rollouts.fleetstage.io', rollout);
    const [target] = status.clusters.find((one: { name: string }) => one.name === cluster).targets;
    return `${target.state}/${target.reason}`;
  };
  const reasonsOf = async (name: string): Promise<string[]> => {
    const events = await list(fleet.hub, 'events', { namespace: 'default' });
    return events.filter(({ involvedObject }) => involvedObject.name === name).map(({ reason }) => reason);
  };

  it('waits for clusters and a catalogue, and says so', async () => {
    await apply(fleet.hub, SEQUENCE);
    await soon('the sequence has no catalogue', async () => {
      const { status } = await read(fleet.hub, 'rseq', 'bank');
      expect(conditionsOf(status).Ready).toBe('False/CatalogNotFound');
    });
    await fleet.hub.kubectl(['create', 'namespace', 'simulated']);
    const names = Object.keys(CLUSTERS);
    await apply(
      fleet.hub,
      names.map(name => simulated(name, name === 'west-2' ? { stuck: 'no machine starts' } : {})).join('') +
        names.map(name => memberYaml(name, CLUSTERS[name])).join(''),
    );
    await soon('each cluster has a MemberVersion', async () => {
      for (const name of names) {
        const { status } = await read(fleet.hub, 'mver', name);
        expect(conditionsOf(status)).toEqual({ Known: 'True/Observed' });
        expect(status).toMatchObject({
          fleet: CLUSTERS[name]['fleetstage.io/fleet'],
          providerRef: `simulated/simulated/${name}`,
          controlPlane: { version: OLD, upgrading: false },
        });
      }
    });
  });

  it('starts a rollout for a version that becomes available (E/VC-007), as an object of its own (E/RO-004)', async () => {
    await apply(fleet.hub, CATALOG);
    await soon('the rollout of control planes is there', async () => {
      const { metadata, spec, status } = await read(fleet.hub, 'vro', CP);
      expect(metadata.labels).toEqual({
        'fleetstage.io/sequence': 'bank',
        'fleetstage.io/upgrade-type': 'control-plane',
      });
      expect(metadata.finalizers).toEqual(['fleetstage.io/rollout']);
      expect(metadata.ownerReferences).toMatchObject([{ kind: 'RolloutSequence', name: 'bank' }]);
      expect(spec).toMatchObject({ version: VERSION, trigger: 'System', intent: 'Regular' });
      expect(conditionsOf(status).Accepted).toBe('True/RolloutAccepted');
    });
    await soon('catalogue, policy and sequence say what they are', async () => {
      const catalog = await read(fleet.hub, 'vcat', 'default');
      expect(conditionsOf(catalog.status)).toEqual({ Ready: 'True/CatalogResolved' });
      const policy = await read(fleet.hub, 'mpol', 'holidays');
      expect(conditionsOf(policy.status)).toEqual({ Accepted: 'True/PolicyAccepted' });
      expect(policy.status).toMatchObject({ clusterCount: 4, open: true });
      const { status } = await read(fleet.hub, 'rseq', 'bank');
      expect(conditionsOf(status)).toMatchObject({ Ready: 'True/SequenceActive' });
      expect(status).toMatchObject({ channel: 'Regular', stageCount: 5, target: { controlPlane: VERSION } });
    });
  });

  it('upgrades testing, soaks, and goes on to staging, where it soaks for long', async () => {
    await soon('staging soaks', async () => {
      expect(await phaseOf(CP, 'testing')).toBe('Completed');
      expect(await phaseOf(CP, 'staging')).toBe('Soaking');
      expect(await targetOf(CP, 'west-1')).toBe('Pending/WaitingForStage');
    });
    await soon('its MemberVersion says so, too', async () => {
      const { status } = await read(fleet.hub, 'mver', 'staging-1');
      expect(status.controlPlane).toMatchObject({ version: `v${VERSION}` });
    });
  });

  it('keeps the clock of a soak when the engine is killed (D/TS-022), and is paused and resumed meanwhile (E/AC-001)', async () => {
    const { soakStartTime } = await stageOf(CP, 'staging');
    await engine.kill();
    await patch('vro', CP, { spec: { state: 'Pause' } });
    engine = await startEngine(options);
    await soon('it is paused', async () => {
      const { status } = await read(fleet.hub, 'vro', CP);
      expect(status).toMatchObject({ phase: 'Paused', reason: 'PausedByUser', observedGeneration: 2 });
    });
    await patch('vro', CP, { spec: { state: 'Run' } });
    await soon('it soaks on', async () => {
      const { status } = await read(fleet.hub, 'vro', CP);
      expect(status).toMatchObject({ phase: 'Running', observedGeneration: 3 });
      expect(await phaseOf(CP, 'staging')).toBe('Soaking');
    });
    expect((await stageOf(CP, 'staging')).soakStartTime).toBe(soakStartTime);
  });

  it('completes a stage at once when its soak is cut, and cancels nothing (E/MO-001)', async () => {
    await patch(
      'rseq',
      'bank',
      [{ op: 'replace', path: '/spec/stages/1/soakDuration', value: '1s' }],
      'json',
    );
    await soon('us-west1 runs', async () => {
      expect(await phaseOf(CP, 'staging')).toBe('Completed');
      expect(await phaseOf(CP, 'us-west1')).toBe('Running');
    });
    const { status } = await read(fleet.hub, 'rseq', 'bank');
    expect(status.lastChange).toMatchObject({ class: 'Live' });
    expect(status.lastChange.cancelled).toBeUndefined();
  });

  it('is killed while a cluster is upgraded, and starts nothing twice (D/CL-004)', async () => {
    await soon('west-2 is being upgraded', async () => {
      expect(await targetOf(CP, 'west-2')).toMatch(/^Running/);
      expect(await targetOf(CP, 'west-1')).toBe('Succeeded/Upgraded');
    });
    await engine.kill();
    engine = await startEngine(options);
    await soon('it is upgraded still', async () => {
      expect(await targetOf(CP, 'west-2')).toMatch(/^Running/);
    });
    const { status } = await read(fleet.hub, 'vro', CP);
    const west = status.clusters.find((one: { name: string }) => one.name === 'west-2');
    expect(west.targets[0].attempts).toBe(1);
    await fleet.hub.kubectl([
      ...['patch', 'configmap', 'west-2', '-n', 'simulated', '--type=json', '-p'],
      '[{"op":"remove","path":"/data/stuck"}]',
    ]);
    await soon('europe-west1 soaks', async () => {
      expect(await phaseOf(CP, 'us-west1')).toBe('Completed');
      expect(await phaseOf(CP, 'europe-west1')).toBe('Soaking');
    });
  });

  it('completes a stage by force, the current one alone (E/AC-002), and skips a cluster (E/AC-004)', async () => {
    const early = fleet.hub.kubectl([
      ...['patch', 'vro', CP, '--type=merge', '-p'],
      JSON.stringify({ spec: { forceCompletedStages: ['us-east1'] } }),
    ]);
    await expect(early).rejects.toThrow('STAGE_NOT_CURRENT');
    await patch('vro', CP, { spec: { skippedClusters: ['east-1'] } });
    await soon('the skip is seen', async () => {
      expect(await targetOf(CP, 'east-1')).toBe('Skipped/SkippedByUser');
    });
    await patch('vro', CP, { spec: { forceCompletedStages: ['europe-west1'] } });
    await soon('the rollout is completed', async () => {
      const { status } = await read(fleet.hub, 'vro', CP);
      expect(conditionsOf(status).Succeeded).toBe('True/RolloutCompleted');
      expect(status).toMatchObject({ phase: 'Completed', summary: { succeeded: 6, skipped: 1 } });
    });
    expect(await stageOf(CP, 'europe-west1')).toMatchObject({ phase: 'Completed', forced: true });
    await expect(patch('vro', CP, { spec: { state: 'Pause' } })).rejects.toThrow('ROLLOUT_FINAL');
  });

  it('rolls nodes out after control planes (D/RO-002), until it is cancelled for good (E/AC-001)', async () => {
    await soon('nodes soak in europe-west1 or run before it', async () => {
      const { status } = await read(fleet.hub, 'vro', NP);
      expect(conditionsOf(status).Accepted).toBe('True/RolloutAccepted');
      expect(status.summary.succeeded).toBeGreaterThan(0);
    });
    await patch('vro', NP, { spec: { state: 'Cancel' } });
    await soon('it is cancelled', async () => {
      const { status } = await read(fleet.hub, 'vro', NP);
      expect(status).toMatchObject({ phase: 'Cancelled', reason: 'CancelledByUser' });
      const sequence = await read(fleet.hub, 'rseq', 'bank');
      expect(sequence.status.activeCount).toBe(0);
      expect(sequence.status.stages[0].qualified.controlPlane).toBe(VERSION);
    });
  });

  it('never executes a rollout that somebody else created (E/RO-005)', async () => {
    await apply(fleet.hub, FOREIGN);
    await soon('it is told so', async () => {
      const { status } = await read(fleet.hub, 'vro', 'by-hand');
      expect(conditionsOf(status)).toEqual({ Accepted: 'False/NotCreatedByEngine' });
    });
    await fleet.hub.kubectl(['delete', 'vro', 'by-hand', '--timeout=20s']);
  });

  it('publishes what has happened as Events of both objects, each once (E §8)', async () => {
    await soon('Events are there', async () => {
      const ofRollout = await reasonsOf(CP);
      expect(ofRollout).toEqual(expect.arrayContaining(['StageForceCompleted', 'ClusterUpgradeSucceeded']));
      expect(ofRollout.filter(reason => reason === 'RolloutCompleted')).toHaveLength(1);
      const ofSequence = await reasonsOf('bank');
      expect(ofSequence).toEqual(
        expect.arrayContaining([
          'VersionDesignated',
          'RolloutCreated',
          'SequenceChanged',
          'RolloutCancelled',
        ]),
      );
    });
  });

  it('takes its rollouts along when it is deleted (E/RO-006)', async () => {
    await fleet.hub.kubectl(['delete', 'rseq', 'bank', '--timeout=20s']);
    await soon('nothing is left', async () => {
      expect(await namesOf(fleet.hub, 'rollouts.fleetstage.io')).toEqual([]);
    });
  });
});
