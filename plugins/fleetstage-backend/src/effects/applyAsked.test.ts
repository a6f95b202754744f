import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { statusOf } from '@fleetstage/applier/testing';
import { aBoundBinding, aResourceSnapshot } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { ManualPorts } from '../__testUtils__/ManualPorts';
import { aPlacementObject } from '../__testUtils__/objects';
import { StubFleet } from '../__testUtils__/stubFleet';
import { ADA } from '../__testUtils__/viewers';
import { saveBindings } from '../database/bindingStore';
import type { Database, Tx } from '../database/db';
import { lockPlacement } from '../database/lockPlacement';
import { saveObject } from '../database/mirrorStore';
import { saveResourceSnapshot } from '../database/snapshotStore';
import { loadWork } from '../database/workStore';
import { Connections } from '../kube/Connections';
import type { MemberWatches } from '@fleetstage/applier';
import { Later } from '../loop/effect';
import { silentLog } from '../observe/log';
import { applyNow } from '../service/commands/applyNow';
import { applyWork } from './applyWork';
import { openMemberWatches } from './watchMember';

jest.setTimeout(60_000);

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const AT = { hub: 'hub', placement: 'web', cluster: 'c1' };
const CONFIG_MAPS = { group: '', version: 'v1', plural: 'configmaps' };
const CONFIG = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'config', namespace: 'default' },
  data: { a: 'hub' },
};

describe.each(databases.eachSupportedId())('an apply before the resync, on %s', databaseId => {
  let ports: ManualPorts;
  let fleet: StubFleet;
  let database: Database;
  let connections: Connections;
  let watches: MemberWatches;
  let effect: ReturnType<typeof applyWork>;

  const transact = <T>(work: (tx: Tx) => Promise<T>) => database.transact(work);
  const begin = async () => {
    const input = await transact(tx => effect.load(tx, 'hub/web/c1'));
    if (input === undefined || input instanceof Later) throw new Error('there is nothing to do');
    const output = await effect.run(input, { signal: new AbortController().signal, log: silentLog });
    return () => transact(tx => effect.record(tx, 'hub/web/c1', input, output));
  };
  const pass = async () => (await begin())();
  const member = () => fleet.api.cluster('c1');
  const config = () => member().find('configmaps', 'config', 'default') as KubeObject;
  const drift = () =>
    member().merge({ ...CONFIG_MAPS, namespace: 'default', name: 'config' }, { data: { a: 'member' } });
  const drifted = async () => (await transact(tx => loadWork(tx, AT)))?.report.drifted ?? [];
  const ask = () =>
    applyNow({ database, hub: 'hub', clock: ports.clock }, ADA, { scope: '_', name: 'web', cluster: 'c1' });
  /** Somebody has changed the object back once more than is repaired at once. */
  const fight = async () => {
    await pass();
    drift();
    await eventually(
      () => pass().then(() => config().data),
      data => (data as { a: string }).a === 'hub',
      10_000,
    );
    drift();
    await eventually(
      () => pass().then(drifted),
      entries => entries.length === 1,
      10_000,
    );
    expect(config().data).toEqual({ a: 'member' });
  };

  beforeEach(async () => {
    ports = new ManualPorts();
    fleet = await StubFleet.start();
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } };
    member().put({ group: '', version: 'v1', plural: 'namespaces' }, namespace);
    connections = new Connections({
      hub: { name: 'hub', kubeconfig: fleet.kubeconfig, context: 'hub' },
      accessOf: context => ({ kubeconfig: fleet.kubeconfig, context }),
      requestTimeoutMs: 10_000,
      requestsPerMember: 4,
      now: () => ports.clock.now(),
      onRecovered: () => {},
      onRequest: () => {},
    });
    watches = openMemberWatches({
      client: name => connections.watchClient(name),
      jitter: () => 0,
      log: silentLog,
      onChanged: () => {},
    });
    const startedAt = ports.clock.now();
    effect = applyWork({
      ...{ connections, watches, clock: ports.clock, jitter: ports.jitter, resyncEveryMs: 600_000 },
      prepare: async () => {},
      fleetStartedAt: () => startedAt,
    });
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    await transact(async tx => {
      await lockPlacement(tx, 'hub', 'web');
      await saveObject(tx, 'hub', aPlacementObject('web', {}, { uid: 'u', resourceVersion: '1' }));
      await saveResourceSnapshot(tx, WEB, aResourceSnapshot({ index: 0 }), [CONFIG]);
      await saveBindings(tx, WEB, [aBoundBinding('c1', { resourceIndex: 0, revision: 'r1' })]);
    });
    ports.advance(1_000);
  });
  afterEach(async () => {
    watches.stop();
    await connections.close();
    await fleet.stop();
  });

  it('that somebody asks for is done at once also where somebody changes the object back again and again, and once', async () => {
    await fight();
    await ask();
    await pass();
    expect(config().data).toEqual({ a: 'hub' });
    drift();
    await eventually(
      () => pass().then(drifted),
      entries => entries.length === 1,
      10_000,
    );
    expect(config().data).toEqual({ a: 'member' });
  });

  it('that somebody asks for is not lost by a pass under way, nor by a clock that is behind that of the last comparison', async () => {
    await fight();
    const record = await begin();
    ports.advance(-5_000);
    await ask();
    await record();
    await pass();
    expect(config().data).toEqual({ a: 'hub' });
  });

  it('B/WA-082 follows an observation whose dry run failed, and finds out what it could not', async () => {
    const applyStrategy = { whenToApply: 'IfNotDrifted' } as const;
    await transact(tx =>
      saveBindings(tx, WEB, [aBoundBinding('c1', { resourceIndex: 0, revision: 'r2', applyStrategy })]),
    );
    const reason = async () => (await transact(tx => loadWork(tx, AT)))?.report.failed[0]?.condition.reason;
    await pass();
    expect(await reason()).toBeUndefined();
    // Longer ago than any retry.
    ports.advance(120_000);
    member().intercept = ({ isDryRun }) =>
      isDryRun ? statusOf(500, 'InternalError', 'failed calling webhook') : undefined;
    drift();
    let again: Awaited<ReturnType<typeof pass>>;
    await eventually(
      async () => {
        again = await pass();
        return reason();
      },
      found => found === 'FailedToRunDriftDetection',
      10_000,
    );
    expect(again!).toEqual({ afterMs: 2_000 });
    member().intercept = undefined;
    ports.advance(2_000);
    await pass();
    expect(await reason()).toBe('FoundDrifts');
  });
});
