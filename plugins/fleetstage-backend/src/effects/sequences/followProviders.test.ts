import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { VersionProviderError } from '@fleetstage/backstage-plugin-fleetstage-node';
import { createTestDatabases, openTestDatabase } from '../../__testUtils__/databases';
import { eventually } from '../../__testUtils__/eventually';
import { ManualPorts } from '../../__testUtils__/ManualPorts';
import { TestProvider } from '../../__testUtils__/TestProvider';
import { VersionTrial } from '../../__testUtils__/versionTrial';
import { systemPorts } from '../../loop/systemPorts';
import { silentLog } from '../../observe/log';
import { MemoryMetrics } from '../../observe/metrics';
import { loadClusterVersions } from '../../database/sequences/clusterVersionStore';
import { listProviders } from '../../database/sequences/providerStore';
import { followProviders } from './followProviders';
import { observeVersions } from './observeVersions';

const databases = createTestDatabases();

describe.each(databases.eachSupportedId())('following providers, on %s', databaseId => {
  let capi: TestProvider;
  let trial: VersionTrial;
  let metrics: MemoryMetrics;
  let running: { readonly stop: () => Promise<void> }[];

  beforeEach(async () => {
    capi = new TestProvider('capi', () => systemPorts.clock.now());
    const { database } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    trial = new VersionTrial(database, new ManualPorts(), [capi]);
    running = [];
    metrics = new MemoryMetrics();
    capi.clusters.set('fleet/web-1', { name: 'web-1', version: 'v1.33.4' });
    await trial.member('web-1');
  });
  afterEach(() => stopAll());

  const follow = () => {
    const stopping = new AbortController();
    const { providers } = trial.deps;
    const following = followProviders(
      {
        ...{ hub: 'hub', database: trial.database, providers, ports: systemPorts, log: silentLog, metrics },
        ...{ timeoutMs: 5_000, resyncEveryMs: 600_000, catalogs: new Map() },
      },
      stopping.signal,
    );
    const stop = () => {
      stopping.abort();
      return following;
    };
    running.push({ stop });
    return stop;
  };
  const stopAll = async () => {
    await Promise.all(running.map(({ stop }) => stop()));
  };
  const listed = () => trial.database.transact(async tx => [...(await listProviders(tx, 'hub')).values()]);
  const marked = () => trial.marked('observe-versions');
  const untilMarked = (name: string) => eventually(marked, keys => keys.includes(`hub/${name}`), 15_000);
  const untilListed = () => eventually(listed, ([one]) => one?.listedAt !== undefined, 15_000);
  const untilWatched = () =>
    eventually(
      async () => capi.listeners.size,
      size => size > 0,
      15_000,
    );
  const report = (id: string) => capi.listeners.forEach(listener => listener.changed(id));
  /** What was reported before was marked with it. */
  const allReported = async () => {
    capi.listeners.forEach(one => one.versionsChanged?.({ namespace: 'ns', name: 'the-last-one' }));
    const isThere = (keys: readonly string[]) => keys.includes('hub/capi/ns/the-last-one');
    await eventually(() => trial.marked('list-versions'), isThere, 15_000);
  };
  const reachable = () =>
    /version_provider_reachable\{[^}]*provider="capi"[^}]*\} (\d)/.exec(
      metrics.render({ withNames: true }),
    )?.[1];
  const observe = (name: string) => trial.perform(observeVersions(trial.deps), name);

  it('D/PRV-002: lists its clusters, and has every MemberCluster looked for', async () => {
    follow();
    await untilListed();
    await untilMarked('web-1');
    const rows = await trial.database.transact(tx => tx.sql('provided_clusters').select('id', 'name'));
    expect(rows).toEqual([{ id: 'fleet/web-1', name: 'web-1' }]);
  });

  it('D/PRV-010: a cluster that it reports is observed, and no other', async () => {
    capi.clusters.set('fleet/web-2', { name: 'web-2', version: 'v1.33.4' });
    await trial.member('web-2');
    follow();
    await untilWatched();
    await untilListed();
    await observe('web-1');
    await observe('web-2');
    await allReported();
    await trial.unmark();
    report('fleet/web-2');
    await untilMarked('web-2');
    expect(await marked()).toEqual(['hub/web-2']);
  });

  it('E/FL-005: finds the MemberCluster of a cluster that is created later', async () => {
    await trial.member('web-9');
    follow();
    await untilWatched();
    await observe('web-9');
    await trial.unmark();
    capi.clusters.set('fleet/web-9', { name: 'web-9', version: 'v1.33.4' });
    report('fleet/web-9');
    await untilMarked('web-9');
    await observe('web-9');
    const record = await trial.database.transact(tx => loadClusterVersions(tx, 'hub', 'web-9'));
    expect(record?.provider).toEqual({ name: 'capi', id: 'fleet/web-9' });
  });

  it('D/CL-005: its clusters are silent from the first list that fails until they are observed anew', async () => {
    follow();
    await untilWatched();
    await untilListed();
    await observe('web-1');
    capi.failure = new VersionProviderError('connection refused', { kind: 'retryable' });
    capi.listeners.forEach(listener => listener.failed(capi.failure as VersionProviderError));
    const [silent] = await eventually(listed, ([one]) => one.silentSince !== undefined, 15_000);
    expect(silent.problem).toBe('connection refused');
    expect(reachable()).toBe('0');
    const known = () => trial.database.transact(tx => loadClusterVersions(tx, 'hub', 'web-1'));
    expect(await known()).toMatchObject({
      observed: { controlPlane: { version: 'v1.33.4' } },
      silentSince: silent.silentSince,
    });
    await trial.unmark();
    capi.failure = undefined;
    await eventually(listed, ([one]) => one.silentSince === undefined, 15_000);
    await eventually(
      async () => reachable(),
      value => value === '1',
      15_000,
    );
    await untilMarked('web-1');
    await observe('web-1');
    expect((await known())?.silentSince).toBeUndefined();
  });

  it('a problem of the watch alone is none', async () => {
    follow();
    await untilWatched();
    await untilListed();
    const lists = () => capi.calls.filter(call => call === 'list').length;
    const before = lists();
    const error = new VersionProviderError('connection reset', { kind: 'retryable' });
    capi.listeners.forEach(listener => listener.failed(error));
    await eventually(
      async () => lists(),
      count => count > before,
      15_000,
    );
    expect((await listed())[0].silentSince).toBeUndefined();
    expect(capi.calls.filter(call => call === 'watch')).toHaveLength(1);
  });

  it('E/VC-003: a class that has changed is listed again', async () => {
    follow();
    await untilWatched();
    capi.listeners.forEach(one => one.versionsChanged?.({ namespace: 'ns', name: 'quick-start' }));
    await eventually(
      () => trial.marked('list-versions'),
      keys => keys.includes('hub/capi/ns/quick-start'),
      15_000,
    );
  });

  it('what is configured no more has nothing', async () => {
    const stop = follow();
    await untilListed();
    await stop();
    trial = new VersionTrial(trial.database, trial.ports, []);
    follow();
    await eventually(listed, all => all.length === 0, 15_000);
    expect(await trial.database.transact(tx => tx.sql('provided_clusters'))).toEqual([]);
  });

  if (databaseId !== 'SQLITE_3')
    it('D/CL-001: of two replicas one follows it, and the other once that is gone', async () => {
      const stop = follow();
      await untilWatched();
      follow();
      await untilMarked('web-1');
      expect(capi.calls.filter(call => call === 'watch')).toHaveLength(1);
      await stop();
      await eventually(
        async () => capi.calls.filter(call => call === 'watch').length,
        n => n === 2,
        15_000,
      );
      expect(capi.listeners.size).toBe(1);
    });
});
