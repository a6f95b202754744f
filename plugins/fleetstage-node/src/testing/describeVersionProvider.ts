import type { ObservedCluster, UpgradeRequest } from '../versionProviders';
import { describeFailures } from './describeFailures';
import { lowestOf, plain, TrialRun } from './TrialRun';
import type { VersionProviderTrial } from './VersionProviderTrial';

/**
 * Declares the tests that every version provider has to pass (D §14), with jest. `start` makes the provider and whatever is
 * behind it; it is called once. The tests are one story on a few clusters, in order, as upgrades may take minutes.
 */
export function describeVersionProvider(name: string, start: () => Promise<VersionProviderTrial>): void {
  describe(`the version provider ${name}`, () => {
    let run: TrialRun;
    beforeAll(async () => {
      run = new TrialRun(await start());
    });
    afterAll(async () => {
      await run?.trial.stop();
    });

    describe('upgrades a cluster', () => {
      describeUpgrade(() => run);
    });
    describe('classifies failures (D/PRV-012)', () => {
      describeFailures(() => run);
    });
  });
}

function describeUpgrade(current: () => TrialRun): void {
  let run: TrialRun;
  let cluster: string;
  let first: ObservedCluster;
  const changed: string[] = [];
  const watching = new AbortController();
  const controlPlaneTo = (version: string): UpgradeRequest => ({
    cluster,
    upgradeType: 'ControlPlane',
    version,
  });
  const nodesTo = (version: string): UpgradeRequest => ({ cluster, upgradeType: 'Node', version });

  beforeAll(async () => {
    run = current();
    cluster = await run.trial.makeCluster('upgraded');
    first = await run.stateOf(cluster);
    run.provider.watch({ changed: id => changed.push(id), failed: () => {} }, watching.signal);
  });
  afterAll(() => watching.abort());

  const expectRefusal = async (request: UpgradeRequest, reason: string) => {
    const before = await run.stateOf(cluster);
    expect(await run.check(request)).toEqual({ ok: false, reason, message: expect.any(String) });
    expect(await run.failureOf(run.start(request))).toMatchObject({ kind: 'refused', refusal: reason });
    const after = await run.stateOf(cluster);
    expect(plain(after.controlPlane.desired)).toBe(plain(before.controlPlane.desired));
    expect(after.pools.map(({ desired }) => desired)).toEqual(before.pools.map(({ desired }) => desired));
  };

  it('D/PRV-002: lists it by a stable id', async () => {
    const listed = await run.provider.listClusters(run.signal);
    expect(listed).toContainEqual({ id: cluster, name: 'upgraded', labels: expect.any(Object) });
    expect(await run.provider.listClusters(run.signal)).toEqual(listed);
  });

  it('D/PRV-003: says which versions it runs', async () => {
    const version = plain(run.trial.versions.first);
    const { controlPlane, pools, blocked, observedAt } = first;
    expect(plain(controlPlane.version)).toBe(version);
    expect(plain(controlPlane.desired)).toBe(version);
    expect(controlPlane).toMatchObject({ upgrading: false, healthy: true });
    const [workers] = pools;
    expect(workers).toMatchObject({ name: 'workers', upgrading: false, healthy: true });
    expect(workers.versions).toEqual([{ version: expect.any(String), nodes: expect.any(Number) }]);
    expect(lowestOf(workers)).toBe(version);
    expect(blocked).toEqual([]);
    expect(observedAt).toBeGreaterThan(0);
  });

  it('D/PRV-010: names it when it is watched', async () => {
    await run.statesUntil(cluster, () => changed.includes(cluster));
  });

  it('D/EL-004: goes one minor at a time', async () => {
    await expectRefusal(controlPlaneTo(run.trial.versions.twoAhead), 'MinorSkew');
  });

  it('D/EL-005: takes no nodes above their control plane', async () => {
    await expectRefusal(nodesTo(run.trial.versions.next), 'AboveControlPlane');
  });

  it('D/PRV-005: checks without an effect', async () => {
    expect(await run.check(controlPlaneTo(run.trial.versions.next))).toEqual({ ok: true });
    await run.trial.passTime();
    const { observedAt, ...state } = await run.stateOf(cluster);
    const { observedAt: _, ...before } = first;
    expect(state).toEqual(before);
  });

  it('D/PRV-006: what it has already is nothing to do', async () => {
    expect(await run.check(controlPlaneTo(run.trial.versions.first))).toEqual({ ok: true });
    expect(await run.start(controlPlaneTo(run.trial.versions.first))).toMatchObject({ isNew: false });
    expect((await run.stateOf(cluster)).generation).toBe(first.generation);
  });

  it('D/CL-004, E/CA-001: shows the new version as desired at once, and as done when it is', async () => {
    const { next } = run.trial.versions;
    changed.length = 0;
    expect(await run.start(controlPlaneTo(plain(next)))).toMatchObject({ isNew: true });
    const atOnce = await run.stateOf(cluster);
    expect(plain(atOnce.controlPlane.desired)).toBe(plain(next));
    expect(atOnce.controlPlane.upgrading).toBe(true);
    expect(atOnce.generation).not.toBe(first.generation);

    const states = await run.statesUntil(cluster, ({ controlPlane }) => !controlPlane.upgrading);
    const versions = [...new Set(states.map(({ controlPlane }) => plain(controlPlane.version)))];
    expect(versions.at(-1)).toBe(plain(next));
    // Neither back nor through another version.
    expect([[plain(run.trial.versions.first), plain(next)], [plain(next)]]).toContainEqual(versions);
    expect(states.every(({ controlPlane }) => plain(controlPlane.desired) === plain(next))).toBe(true);
    await run.statesUntil(cluster, () => changed.includes(cluster));
  });

  it('D/PRV-006: repeating a start changes nothing', async () => {
    const before = await run.stateOf(cluster);
    expect(await run.start(controlPlaneTo(run.trial.versions.next))).toMatchObject({ isNew: false });
    expect((await run.stateOf(cluster)).generation).toBe(before.generation);
  });

  it('D/CAPI-021: refuses a downgrade', async () => {
    await expectRefusal(controlPlaneTo(run.trial.versions.first), 'AlreadyAtOrAbove');
  });

  it('D/RO-031: leaves the nodes, or has them follow where it cannot', async () => {
    const { separateNodes } = run.provider.capabilities;
    const [workers] = (await run.stateOf(cluster)).pools;
    if (!separateNodes) return expect(plain(workers.desired)).toBe(plain(run.trial.versions.next));
    expect(lowestOf(workers)).toBe(plain(run.trial.versions.first));
    return expect(workers.upgrading).toBe(false);
  });

  it('D/TG-002: upgrades the nodes, which are never above their control plane', async () => {
    const { next, first: old } = run.trial.versions;
    const { separateNodes } = run.provider.capabilities;
    expect(await run.start(nodesTo(next))).toMatchObject({ isNew: separateNodes });
    const [atOnce] = (await run.stateOf(cluster)).pools;
    expect(plain(atOnce.desired)).toBe(plain(next));
    if (separateNodes) expect(atOnce.upgrading).toBe(true);

    const states = await run.statesUntil(cluster, ({ pools }) => pools.every(pool => !pool.upgrading));
    for (const { pools } of states)
      for (const { version } of pools[0].versions)
        expect([plain(old), plain(next)]).toContain(plain(version));
    const [workers] = states.at(-1)?.pools ?? [];
    expect(workers.versions.map(({ version }) => plain(version))).toEqual([plain(next)]);
    expect(workers.healthy).toBe(true);
    expect(await run.start(nodesTo(next))).toMatchObject({ isNew: false });
  });

  it('D/PRV-006: refuses a downgrade of nodes', async () => {
    await expectRefusal(nodesTo(run.trial.versions.first), 'AlreadyAtOrAbove');
  });

  it('D/PRV-010: names nothing any more when the watch has ended', async () => {
    watching.abort();
    await run.trial.passTime();
    changed.length = 0;
    await run.trial.makeStuck(cluster);
    await run.trial.passTime();
    expect(changed).toEqual([]);
  });
}
