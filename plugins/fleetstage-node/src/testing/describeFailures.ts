import type { UpgradeRequest } from '../versionProviders';
import { plain, type TrialRun } from './TrialRun';

const NOBODY = 'nowhere/nobody';

/** What goes wrong, and how it is told apart. */
export function describeFailures(current: () => TrialRun): void {
  let run: TrialRun;
  beforeAll(() => {
    run = current();
  });
  const next = (cluster: string): UpgradeRequest => ({
    cluster,
    upgradeType: 'ControlPlane',
    version: run.trial.versions.next,
  });

  it('D/EL-001: a cluster that is not there', async () => {
    expect(await run.provider.getClusterState(NOBODY, run.signal)).toBeUndefined();
    expect(await run.failureOf(run.start(next(NOBODY)))).toMatchObject({ kind: 'permanent' });
    expect(await run.failureOf(run.check(next(NOBODY)))).toMatchObject({ kind: 'permanent' });
  });

  it('a version that is none', async () => {
    const request = { ...next(NOBODY), version: '1.34' };
    expect(await run.failureOf(run.start(request))).toMatchObject({ kind: 'permanent' });
  });

  it('an API out of reach', async () => {
    const { outOfReach } = run.trial;
    expect(await run.failureOf(outOfReach.listClusters(run.signal))).toMatchObject({ kind: 'retryable' });
    const started = outOfReach.startUpgrade(next(NOBODY), run.signal);
    expect(await run.failureOf(started)).toMatchObject({ kind: 'retryable' });
  });

  it('credentials without rights', async () => {
    const { withoutRights } = run.trial;
    expect(await run.failureOf(withoutRights.listClusters(run.signal))).toMatchObject({ kind: 'permission' });
    const started = withoutRights.startUpgrade(next(NOBODY), run.signal);
    expect(await run.failureOf(started)).toMatchObject({ kind: 'permission' });
  });

  it('D/CAPI-016, E/TR-002: an upgrade that is stuck is neither done nor failed, and says what it waits for', async () => {
    const cluster = await run.trial.makeCluster('stuck');
    await run.trial.makeStuck(cluster);
    await run.start(next(cluster));
    const states = await run.statesUntil(cluster, ({ controlPlane }) => controlPlane.waitsFor !== undefined);
    for (const { controlPlane } of states) expect(controlPlane).toMatchObject({ upgrading: true });
    expect(states.at(-1)?.controlPlane.failed).toBeUndefined();

    // D/EL-013: while it is, it takes no other version.
    const other = { ...next(cluster), version: run.trial.versions.patch };
    expect(await run.failureOf(run.start(other))).toMatchObject({ kind: 'refused' });
    expect(plain((await run.stateOf(cluster)).controlPlane.desired)).toBe(plain(run.trial.versions.next));
  });

  it('D/TG-003: an upgrade that the provider has given up says why, and can be tried again', async () => {
    if (run.trial.makeFail === undefined) return;
    const cluster = await run.trial.makeCluster('failing');
    await run.trial.makeFail(cluster, 'the disk is full');
    await run.start(next(cluster));
    await run.statesUntil(cluster, ({ controlPlane }) => controlPlane.failed === 'the disk is full');
    expect((await run.stateOf(cluster)).controlPlane.upgrading).toBe(true);
    expect(await run.start(next(cluster))).toMatchObject({ isNew: true });
    expect((await run.stateOf(cluster)).controlPlane.failed).toBeUndefined();
  });
}
