import type { UpgradeRequest, VersionProvider } from '@fleetstage/backstage-plugin-fleetstage-node';
import { describeVersionProvider } from '@fleetstage/backstage-plugin-fleetstage-node/testing';
import { REAL_FLEET_HOOK_MS } from '../controlPlane';
import { Management, NAMESPACE, POWERLESS, trialOf, until, UPGRADE_MS, VERSIONS } from './clusterApi.testing';
import { plainCluster } from './plainCluster.testing';
import { startClusterApi, type ClusterApi } from './startClusterApi';

jest.setTimeout(3 * UPGRADE_MS);

const { first, patch, next } = VERSIONS;
const LATER = 'v1.34.2';
const LISTED_CLASS = 'listed';
const { signal } = new AbortController();

let capi: ClusterApi;
let management: Management;

beforeAll(async () => {
  capi = await startClusterApi({ users: [POWERLESS] });
  management = new Management(capi);
  await management.copyClass(LISTED_CLASS, { kubernetesVersions: [first, patch] });
  // Side by side, as machines take their time to start.
  const pools = ['one', 'two'];
  await Promise.all([
    management.makeCluster('held', { pools }),
    management.makeCluster('coupled'),
    management.makeCluster('listed', { className: LISTED_CLASS }),
    management.createAll(plainCluster({ name: 'plain', namespace: NAMESPACE, version: first })),
  ]);
}, REAL_FLEET_HOOK_MS);

afterAll(async () => {
  await management?.close();
  await capi?.stop();
});

const controlPlaneTo = (name: string, version: string): UpgradeRequest => ({
  cluster: `${NAMESPACE}/${name}`,
  upgradeType: 'ControlPlane',
  version,
});
const nodesTo = (name: string, version: string, pools?: readonly string[]): UpgradeRequest => ({
  cluster: `${NAMESPACE}/${name}`,
  upgradeType: 'Node',
  version,
  ...(pools && { pools }),
});

/** By pool: the versions of its nodes, and what it is to have. */
async function poolsOf(provider: VersionProvider, name: string) {
  const state = await provider.getClusterState(`${NAMESPACE}/${name}`, signal);
  return Object.fromEntries(
    (state?.pools ?? []).map(pool => [
      pool.name,
      {
        versions: pool.versions.map(({ version }) => version),
        desired: pool.desired,
        upgrading: pool.upgrading,
      },
    ]),
  );
}

const onVersion = (version: string) => ({ versions: [version], desired: version, upgrading: false });

describeVersionProvider('of Cluster API', async () => trialOf(management, 'Held'));

it('E/CA-010: says which machine a stuck upgrade waits for; no condition calls it failed', async () => {
  const id = await management.makeCluster('stuck-nodes');
  const provider = management.provider();
  await provider.startUpgrade(controlPlaneTo('stuck-nodes', next), signal);
  await management.untilAtRest(id);
  await management.makeStuck(id);
  await provider.startUpgrade(nodesTo('stuck-nodes', next), signal);
  const state = await until(
    () => provider.getClusterState(id, signal),
    one => /VMProvisioned: WaitingForStartupTimeout/.test(one?.pools[0].waitsFor ?? ''),
  );
  expect(state?.pools).toMatchObject([
    { upgrading: true, healthy: true, waitsFor: expect.stringMatching(/^\* Machine stuck-nodes-workers-/) },
  ]);
});

describe('D/CAPI-031: held', () => {
  const holdOf = async () => {
    const { spec } = (await management.get(`${NAMESPACE}/held`)) as unknown as {
      spec: { topology: { workers: { machineDeployments: readonly { name: string; metadata?: object }[] } } };
    };
    return spec.topology.workers.machineDeployments.map(({ name, metadata }) => ({ name, metadata }));
  };

  it('E/CA-007: the control plane moves, the pools wait', async () => {
    const provider = management.provider();
    await provider.startUpgrade(controlPlaneTo('held', next), signal);
    expect(await holdOf()).toEqual([
      {
        name: 'one',
        metadata: { annotations: { 'topology.cluster.x-k8s.io/hold-upgrade-sequence': 'fleetstage' } },
      },
      { name: 'two', metadata: undefined },
    ]);
    await management.untilAtRest(`${NAMESPACE}/held`);
    expect(await poolsOf(provider, 'held')).toEqual({ one: onVersion(first), two: onVersion(first) });
  });

  it('D/TS-020: takes no further version while pools are held', async () => {
    const request = controlPlaneTo('held', LATER);
    const provider = management.provider();
    expect(await provider.checkUpgrade(request, signal)).toEqual({
      ok: false,
      reason: 'ClusterNotReady',
      message: expect.stringContaining('completing a previous upgrade'),
    });
    await expect(provider.startUpgrade(request, signal)).rejects.toMatchObject({
      kind: 'refused',
      refusal: 'ClusterNotReady',
    });
  });

  it('D/CAPI-031: has the pools go to no other version than the control plane', async () => {
    expect(await management.provider().checkUpgrade(nodesTo('held', patch), signal)).toMatchObject({
      reason: 'VersionNotAvailable',
    });
  });

  it('D/CAPI-032: upgrades one pool, the second of them', async () => {
    const provider = management.provider();
    expect(await provider.startUpgrade(nodesTo('held', next, ['two']), signal)).toEqual({ isNew: true });
    expect(await provider.startUpgrade(nodesTo('held', next, ['two']), signal)).toEqual({ isNew: false });
    await management.untilAtRest(`${NAMESPACE}/held`);
    expect(await poolsOf(provider, 'held')).toEqual({ one: onVersion(first), two: onVersion(next) });
  });

  it('E/CA-007: releases the others, and leaves no trace', async () => {
    const provider = management.provider();
    expect(await provider.startUpgrade(nodesTo('held', next, ['one']), signal)).toEqual({ isNew: true });
    await management.untilAtRest(`${NAMESPACE}/held`);
    expect(await poolsOf(provider, 'held')).toEqual({ one: onVersion(next), two: onVersion(next) });
    expect(await holdOf()).toEqual([
      { name: 'one', metadata: undefined },
      { name: 'two', metadata: undefined },
    ]);
  });
});

it('D/CAPI-030: coupled, the nodes follow the control plane by themselves', async () => {
  const provider = management.provider('Coupled');
  expect(await provider.startUpgrade(controlPlaneTo('coupled', next), signal)).toEqual({ isNew: true });
  expect(await poolsOf(provider, 'coupled')).toEqual({
    workers: { versions: [first], desired: next, upgrading: true },
  });
  await management.untilAtRest(`${NAMESPACE}/coupled`);
  expect(await poolsOf(provider, 'coupled')).toEqual({ workers: onVersion(next) });
  expect(await provider.startUpgrade(nodesTo('coupled', next), signal)).toEqual({ isNew: false });
});

describe('a class that lists its versions', () => {
  it('D/TS-021: offers no other', async () => {
    const provider = management.provider();
    expect(await provider.checkUpgrade(controlPlaneTo('listed', patch), signal)).toEqual({ ok: true });
    expect(await provider.checkUpgrade(controlPlaneTo('listed', next), signal)).toEqual({
      ok: false,
      reason: 'VersionNotAvailable',
      message: expect.stringContaining('must match one of the versions defined in the ClusterClass'),
    });
  });

  it('E/VC-003: says them, and when they change', async () => {
    const provider = management.provider();
    const source = { namespace: NAMESPACE, name: LISTED_CLASS };
    expect(await provider.listVersions(source, signal)).toEqual([first, patch]);
    expect(await provider.listVersions({ ...source, name: 'in-memory' }, signal)).toEqual([]);
    expect(await provider.listVersions({ ...source, name: 'none' }, signal)).toBeUndefined();

    const watching = new AbortController();
    const seen: string[] = [];
    provider.watch(
      { changed: () => {}, failed: () => {}, versionsChanged: ({ name }) => seen.push(name) },
      watching.signal,
    );
    await until(() => seen.includes(LISTED_CLASS), Boolean);
    seen.length = 0;
    await management.listVersions(LISTED_CLASS, [first, patch, next]);
    await until(() => seen.includes(LISTED_CLASS), Boolean);
    watching.abort();
    expect(await provider.checkUpgrade(controlPlaneTo('listed', next), signal)).toEqual({ ok: true });
  });
});

describe('D/CAPI-034: a cluster without a topology', () => {
  beforeAll(() => management.untilAtRest(`${NAMESPACE}/plain`));

  it('is upgraded in its own objects, the nodes by a separate start', async () => {
    const provider = management.provider('Coupled');
    expect(await provider.checkUpgrade(nodesTo('plain', next), signal)).toMatchObject({
      reason: 'AboveControlPlane',
    });
    expect(await provider.startUpgrade(controlPlaneTo('plain', next), signal)).toEqual({ isNew: true });
    expect(await provider.startUpgrade(controlPlaneTo('plain', next), signal)).toEqual({ isNew: false });
    expect(await provider.checkUpgrade(controlPlaneTo('plain', LATER), signal)).toMatchObject({
      reason: 'ClusterNotReady',
    });
    await management.untilAtRest(`${NAMESPACE}/plain`);
    expect(await poolsOf(provider, 'plain')).toEqual({ plain: onVersion(first) });
    expect(await provider.startUpgrade(nodesTo('plain', next), signal)).toEqual({ isNew: true });
    await management.untilAtRest(`${NAMESPACE}/plain`);
    expect(await poolsOf(provider, 'plain')).toEqual({ plain: onVersion(next) });
  });

  it('D/EL-001: is named when it goes, and is not there then', async () => {
    const provider = management.provider();
    const watching = new AbortController();
    const changed: string[] = [];
    const gone: boolean[] = [];
    provider.watch({ changed: id => changed.push(id), failed: () => {} }, watching.signal);
    const id = `${NAMESPACE}/plain`;
    await until(() => changed.includes(id), Boolean);
    await management.delete(id);
    // Whoever reads the cluster each time it is named sees that it has gone.
    const lastSeen = async () => {
      if (changed.splice(0).includes(id))
        gone.push((await provider.getClusterState(id, signal)) === undefined);
      return gone.at(-1);
    };
    await until(lastSeen, Boolean);
    watching.abort();
  });
});
