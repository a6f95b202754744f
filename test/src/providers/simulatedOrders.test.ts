import { eventually } from '@fleetstage/applier/testing';
import { NODE_MS, SimulatedFleet } from './simulated.testing';

jest.setTimeout(60_000);

let fleet: SimulatedFleet;
const { signal } = new AbortController();
const watching = new AbortController();
const changed: string[] = [];

beforeAll(async () => {
  fleet = await SimulatedFleet.start();
  fleet.provider().watch({ changed: id => changed.push(id), failed: () => {} }, watching.signal);
});
afterAll(async () => {
  watching.abort();
  await fleet?.stop();
});

const controlPlaneTo = (cluster: string, version: string) => ({
  cluster,
  upgradeType: 'ControlPlane' as const,
  version,
});

describe('what kubectl can do to a simulated cluster', () => {
  it('D/PRV-003: names and sizes its pools', async () => {
    const id = await fleet.make('pools', { version: '1.33.4', pools: 'general=3, batch=2, empty=0' });
    const state = await fleet.provider().getClusterState(id, signal);
    expect(state?.pools.map(({ name, versions }) => ({ name, versions }))).toEqual([
      { name: 'general', versions: [{ version: 'v1.33.4', nodes: 3 }] },
      { name: 'batch', versions: [{ version: 'v1.33.4', nodes: 2 }] },
      { name: 'empty', versions: [] },
    ]);
  });

  it.each([
    { text: 'the network is being moved', reason: 'ClusterNotReady', message: 'the network is being moved' },
    {
      text: 'DeprecatedAPIUsage: Ingress v1beta1 is in use',
      reason: 'DeprecatedAPIUsage',
      message: 'Ingress v1beta1 is in use',
    },
  ])('D/PRV-005: refuses upgrades: "$text"', async ({ text, reason, message }) => {
    const id = await fleet.make(`refusing-${reason.toLowerCase()}`, { version: '1.33.4', refuse: text });
    const provider = fleet.provider();
    expect(await provider.checkUpgrade(controlPlaneTo(id, '1.34.1'), signal)).toEqual({
      ok: false,
      reason,
      message,
    });
    expect((await provider.getClusterState(id, signal))?.blocked).toEqual([{ reason, message }]);
    await fleet.set(id, { refuse: null });
    expect(await provider.checkUpgrade(controlPlaneTo(id, '1.34.1'), signal)).toEqual({ ok: true });
  });

  it('D/EL-007: offers some versions only', async () => {
    const id = await fleet.make('few-versions', { version: '1.33.4', versions: '1.33.5, 1.34.1' });
    const provider = fleet.provider();
    expect(await provider.checkUpgrade(controlPlaneTo(id, 'v1.34.1'), signal)).toEqual({ ok: true });
    expect(await provider.checkUpgrade(controlPlaneTo(id, 'v1.34.2'), signal)).toMatchObject({
      reason: 'VersionNotAvailable',
    });
  });

  it('D/PRV-010: gets further by itself, a node at a time, and is named at each', async () => {
    const id = await fleet.make('watched', { version: '1.33.4', nodeSeconds: String(NODE_MS / 1000) });
    await eventually(() => changed.includes(id), Boolean);
    await fleet.provider().startUpgrade(controlPlaneTo(id, '1.34.1'), signal);
    const stored = async () => JSON.parse((await fleet.data(id)).state ?? '{}').controlPlane?.done;
    for (const nodes of [1, 2, 3]) {
      // The event of the write before sets the timer.
      await eventually(
        async () => {
          fleet.time.advance(NODE_MS / 10);
          return stored();
        },
        done => done >= nodes,
      );
    }
    expect(changed.filter(one => one === id).length).toBeGreaterThanOrEqual(4);
  });

  it('D/CL-004: is where it was when another backend asks', async () => {
    const id = await fleet.make('restarted', { version: '1.33.4', nodeSeconds: String(NODE_MS / 1000) });
    await fleet.provider().startUpgrade(controlPlaneTo(id, '1.34.1'), signal);
    fleet.time.advance(3 * NODE_MS);
    expect(await fleet.provider().getClusterState(id, signal)).toMatchObject({
      controlPlane: { version: 'v1.34.1', upgrading: false },
    });
  });

  it('D/PRV-012: names the key that is wrong', async () => {
    const id = await fleet.make('wrong', { version: '1.33' });
    await expect(fleet.provider().getClusterState(id, signal)).rejects.toMatchObject({
      kind: 'permanent',
      message: expect.stringContaining('version of the simulated cluster wrong'),
    });
  });

  it('is no ConfigMap without the label', async () => {
    const id = await fleet.make('unlabelled', { version: '1.33.4' }, {});
    expect(await fleet.provider().getClusterState(id, signal)).toBeUndefined();
  });
});
