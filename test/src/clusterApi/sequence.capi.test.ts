import { readFileSync } from 'node:fs';
import path from 'node:path';
import { REAL_FLEET_HOOK_MS } from '../controlPlane';
import { apply, conditionsOf, engineOn, memberYaml, read } from '../engine/fleet';
import { eventually } from '../eventually';
import { bindAccounts, bindRole } from '../security/hardenedFleet';
import { Management, NAMESPACE, VERSIONS } from './clusterApi.testing';
import { startMortalEngine, type MortalEngine } from './killAgain.testing';
import { startClusterApi, type ClusterApi } from './startClusterApi';
import { readUpgradeStarts, type UpgradeStart } from './upgradeStarts.testing';

/** By stage: two fleets, three stages. */
const STAGES = {
  testing: ['test-1', 'test-2'],
  canary: ['prod-1'],
  production: ['prod-2', 'prod-3', 'prod-4'],
} as const;
type Stage = keyof typeof STAGES;
const STAGE_NAMES = Object.keys(STAGES) as Stage[];
const CLUSTERS: readonly string[] = Object.values(STAGES).flat();
const { first, next, twoAhead } = VERSIONS;
const SOAK_S = 5;
const KILLS = 10;
/** Of a story on six clusters and two minors, with kills, on two busy cores. */
const STORY_MS = 40 * 60_000;
const ENGINE_USER = 'system:serviceaccount:fleetstage:fleetstage';
const HOLD = 'topology.cluster.x-k8s.io/hold-upgrade-sequence';

const MEMBERS = CLUSTERS.map(name =>
  memberYaml(name, {
    'fleetstage.io/fleet': name.startsWith('test') ? 'testing' : 'production',
    ...(name === 'prod-1' && { canary: 'true' }),
  }),
).join('');

const SEQUENCE = `
apiVersion: fleetstage.io/v1alpha1
kind: VersionCatalog
metadata: { name: default }
spec: { channels: [{ name: Regular, targets: [{ from: "1.33", to: ${next} }, { from: "1.34", to: ${twoAhead} }] }] }
---
apiVersion: fleetstage.io/v1alpha1
kind: RolloutSequence
metadata: { name: shop }
spec:
  stages:
  - { name: testing, fleets: [testing], soakDuration: ${SOAK_S}s }
  - { name: canary, fleets: [production], clusterSelector: { matchLabels: { canary: "true" } }, soakDuration: ${SOAK_S}s }
  - { name: production, fleets: [production], soakDuration: ${SOAK_S}s }
---`;

const freeze = (from: Date, end: Date) => `
apiVersion: fleetstage.io/v1alpha1
kind: MaintenancePolicy
metadata: { name: freeze }
spec:
  clusters: { names: [prod-3] }
  exclusions: [{ name: audit, startTime: "${from.toISOString()}", endTime: "${end.toISOString()}" }]
---`;

const rolloutOf = (type: UpgradeStart['type'], version: string) =>
  `shop-${type === 'Node' ? 'np' : 'cp'}-${version.slice(1).replaceAll('.', '-')}`;

jest.setTimeout(STORY_MS);

describe('a sequence over Cluster API, whose engine is killed ten times', () => {
  let capi: ClusterApi;
  let management: Management;
  let engine: MortalEngine;
  const frozen = { from: 0, until: 0 };

  beforeAll(async () => {
    capi = await startClusterApi();
    management = new Management(capi);
    await Promise.all(CLUSTERS.map(name => management.makeCluster(name)));
    const { fleet } = capi;
    // With the shipped roles alone: what Fleetstage may do on a hub, and on a management cluster.
    const kubeconfigPath = await bindAccounts(fleet);
    const role = readFileSync(path.resolve(__dirname, '../../../examples/rbac/management.yaml'), 'utf8');
    await apply(fleet.hub, `${role}\n---${bindRole('fleetstage-versions')}`);
    const options = engineOn(
      { ...fleet, kubeconfigPath },
      {
        providers: [{ name: 'management', type: 'clusterApi' }],
        sequences: { noProgressMs: 20_000, retry: { firstMs: 1_000, mostMs: 5_000, attempts: 20 } },
      },
    );
    engine = await startMortalEngine(options, { kills: KILLS, everyMs: 25_000 });
  }, REAL_FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await management?.close();
    await capi?.stop();
  }, 120_000);

  const soon = <T>(what: string, probe: () => Promise<T>, timeoutMs = STORY_MS / 3): Promise<T> =>
    eventually(what, probe, { timeoutMs, intervalMs: 500 }).catch(error => {
      throw new Error(`${error.message}\n--- engine:\n${engine.logs().slice(-6000)}`);
    });
  const statusOf = async (type: UpgradeStart['type'], version: string) =>
    (await read(capi.fleet.hub, 'rollouts.fleetstage.io', rolloutOf(type, version))).status;
  const targetOf = async (type: UpgradeStart['type'], version: string, cluster: string) => {
    const { clusters } = await statusOf(type, version);
    const [target] = clusters.find(({ name }: { name: string }) => name === cluster).targets;
    return { is: `${target.state}/${target.reason}`, message: target.message as string };
  };
  const setVariables = (name: string, value: readonly object[]) =>
    management.patch(`${NAMESPACE}/${name}`, [{ op: 'add', path: '/spec/topology/variables', value }]);

  it('begins with all six on the first version', async () => {
    await setVariables('test-2', [{ name: 'stuckWorkersAt', value: next }]);
    await management.patch(`${NAMESPACE}/prod-2`, [
      {
        op: 'add',
        path: '/spec/topology/workers/machineDeployments/0/metadata',
        value: { annotations: { [HOLD]: 'storage-team' } },
      },
    ]);
    await apply(capi.fleet.hub, MEMBERS);
    await soon('each has a MemberVersion', async () => {
      for (const name of CLUSTERS) {
        const { status } = await read(capi.fleet.hub, 'mver', name);
        expect(status.controlPlane).toMatchObject({ version: first });
      }
    });
    await apply(capi.fleet.hub, SEQUENCE);
    await soon('the first rollout runs', async () => {
      expect(await statusOf('ControlPlane', next)).toMatchObject({ phase: 'Running' });
    });
  });

  it('meets a freeze that begins while it goes on, and somebody who upgrades a cluster by hand', async () => {
    frozen.from = Date.now() + 1_000;
    await apply(capi.fleet.hub, freeze(new Date(frozen.from), new Date(frozen.from + 6 * 3_600_000)));
    await capi.fleet.hub.kubectl([
      ...['patch', 'cluster.cluster.x-k8s.io', 'prod-4', '--type=merge', '-p'],
      JSON.stringify({ spec: { topology: { version: next } } }),
    ]);
  });

  it('names the machine that never starts, and goes on once it does', async () => {
    await soon('the nodes of test-2 are stuck', async () => {
      const { is, message } = await targetOf('Node', next, 'test-2');
      expect(is).toBe('Running/NoProgress');
      expect(message).toMatch(/Machine test-2-workers-/);
    });
    const { stages } = await statusOf('Node', next);
    expect(stages.map(({ phase }: { phase: string }) => phase)).toEqual(['Running', 'Pending', 'Pending']);
    await setVariables('test-2', [{ name: 'stuckWorkersAt', value: 'never' }]);
    await soon('the nodes of test-2 are upgraded', async () => {
      expect((await targetOf('Node', next, 'test-2')).is).toBe('Succeeded/Upgraded');
    });
  });

  it('upgrades all others in production while the freeze holds one of them', async () => {
    await soon('prod-3 alone waits', async () => {
      expect((await targetOf('ControlPlane', next, 'prod-2')).is).toBe('Succeeded/Upgraded');
      expect((await targetOf('ControlPlane', next, 'prod-4')).is).toBe('Skipped/AlreadyAtOrAbove');
      expect((await targetOf('ControlPlane', next, 'prod-3')).is).toBe('Paused/MaintenanceExclusion');
    });
    frozen.until = Date.now();
    await apply(capi.fleet.hub, freeze(new Date(frozen.from), new Date(frozen.until)));
    await soon('prod-3 is upgraded', async () => {
      expect((await targetOf('ControlPlane', next, 'prod-3')).is).toBe('Succeeded/Upgraded');
    });
  });

  it('waits for the team that holds the nodes of a cluster', async () => {
    await soon('the nodes of prod-2 alone wait', async () => {
      const { is, message } = await targetOf('Node', next, 'prod-2');
      expect(is).toBe('Paused/ProviderPaused');
      expect(message).toContain(HOLD);
      expect((await targetOf('Node', next, 'prod-3')).is).toBe('Succeeded/Upgraded');
    });
    await management.patch(`${NAMESPACE}/prod-2`, [
      { op: 'remove', path: '/spec/topology/workers/machineDeployments/0/metadata' },
    ]);
  });

  it('has everything on the last version, nodes as control planes', async () => {
    await soon('all rollouts are over', async () => {
      for (const version of [next, twoAhead])
        for (const type of ['ControlPlane', 'Node'] as const)
          expect(conditionsOf(await statusOf(type, version)).Succeeded).toBe('True/RolloutCompleted');
    });
    await soon('each MemberVersion says so', async () => {
      for (const name of CLUSTERS) {
        const { status } = await read(capi.fleet.hub, 'mver', name);
        expect(status).toMatchObject({
          controlPlane: { version: twoAhead, upgrading: false },
          nodePools: [{ name: 'workers', versions: [{ version: twoAhead }], upgrading: false }],
        });
      }
    });
    await engine.allKills;
    expect(engine.kills()).toBe(KILLS);
  });

  describe('what the API server was asked for', () => {
    let starts: readonly UpgradeStart[];

    beforeAll(async () => {
      starts = await readUpgradeStarts(capi.fleet.hub.auditLogPath, ENGINE_USER, first);
    });

    const of = (type: UpgradeStart['type'], version: string, clusters: readonly string[]) =>
      starts.filter(one => one.type === type && one.version === version && clusters.includes(one.cluster));

    it('nothing twice, and nothing that was there already', () => {
      const found = starts.map(({ cluster, type, version }) => `${cluster} ${type} ${version}`).sort();
      const expected = CLUSTERS.flatMap(cluster =>
        [next, twoAhead].flatMap(version =>
          (['ControlPlane', 'Node'] as const).map(type => `${cluster} ${type} ${version}`),
        ),
      );
      const byOthers = ['prod-4 ControlPlane', 'prod-4 Node', 'prod-2 Node'].map(what => `${what} ${next}`);
      expect(found).toEqual(expected.filter(one => !byOthers.includes(one)).sort());
    });

    it('no stage before the one in front of it was upgraded and had soaked', async () => {
      for (const version of [next, twoAhead])
        for (const type of ['ControlPlane', 'Node'] as const) {
          const { stages } = await statusOf(type, version);
          for (const [index, stage] of STAGE_NAMES.slice(1).entries()) {
            const { soakStartTime } = stages[index];
            const soakedMs = Date.parse(soakStartTime) + SOAK_S * 1_000;
            for (const { atMs, cluster } of of(type, version, STAGES[stage]))
              expect({ type, version, cluster, early: atMs < soakedMs }).toEqual({
                ...{ type, version, cluster },
                early: false,
              });
          }
        }
    });

    it('no node of a cluster before its control plane', () => {
      for (const { cluster, version, atMs } of starts.filter(({ type }) => type === 'Node'))
        for (const plane of of('ControlPlane', version, [cluster])) expect(plane.atMs).toBeLessThan(atMs);
    });

    it('nothing of the frozen cluster while it was frozen', () => {
      const during = starts.filter(
        ({ cluster, atMs }) => cluster === 'prod-3' && atMs >= frozen.from && atMs < frozen.until,
      );
      expect(during).toEqual([]);
    });
  });
});
