import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { shardOf } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { aBoundBinding, aResourceSnapshot } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { ManualPorts } from '../__testUtils__/ManualPorts';
import { StubFleet } from '../__testUtils__/stubFleet';
import { saveBindings } from '../database/bindingStore';
import type { Database, Tx } from '../database/db';
import { lockPlacement } from '../database/lockPlacement';
import { saveResourceSnapshot } from '../database/snapshotStore';
import { loadWork } from '../database/workStore';
import { Connections } from '../kube/Connections';
import type { MemberWatches } from '@fleetstage/applier';
import { Later } from '../loop/effect';
import { ALL_MEMBERS } from '../loop/MemberScope';
import { silentLog } from '../observe/log';
import { applyWork } from './applyWork';
import { resumeWatches } from './resumeWatches';
import { openMemberWatches } from './watchMember';

jest.setTimeout(60_000);

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const AT = { hub: 'hub', placement: 'web', cluster: 'c1' };
const DAY_MS = 24 * 3_600_000;
const CONFIG_MAPS = { group: '', version: 'v1', plural: 'configmaps' };
const configMap = (name: string, value: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default' },
  data: { a: value },
});

describe.each(databases.eachSupportedId())('a placement that only reports, on %s', databaseId => {
  let ports: ManualPorts;
  let fleet: StubFleet;
  let database: Database;
  let connections: Connections;
  let watches: MemberWatches;
  let effect: ReturnType<typeof newEffect>;

  const newEffect = () =>
    applyWork({
      connections,
      watches,
      prepare: async () => {},
      clock: ports.clock,
      jitter: ports.jitter,
      resyncEveryMs: 600_000,
      fleetStartedAt: () => ports.clock.now(),
    });
  const transact = <T>(work: (tx: Tx) => Promise<T>) => database.transact(work);
  /** One pass; answers after how long there shall be another. */
  const pass = async (): Promise<number> => {
    const input = await transact(tx => effect.load(tx, 'hub/web/c1'));
    if (input === undefined || input instanceof Later) throw new Error('there is nothing to do');
    const output = await effect.run(input, { signal: new AbortController().signal, log: silentLog });
    const again = await transact(tx => effect.record(tx, 'hub/web/c1', input, output));
    return again?.afterMs ?? Number.POSITIVE_INFINITY;
  };
  const diffed = async () => (await transact(tx => loadWork(tx, AT)))?.report.diffed ?? [];
  const member = () => fleet.api.cluster('c1');

  beforeEach(async () => {
    ports = new ManualPorts();
    fleet = await StubFleet.start();
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
    effect = newEffect();
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    member().put(CONFIG_MAPS, configMap('same', 'hub'));
    member().put(CONFIG_MAPS, configMap('other', 'member'));
    const applyStrategy = { type: 'ReportDiff' } as const;
    await transact(async tx => {
      await lockPlacement(tx, 'hub', 'web');
      await saveResourceSnapshot(
        tx,
        WEB,
        aResourceSnapshot({ index: 0 }),
        ['same', 'other', 'absent'].map(name => configMap(name, 'hub')),
      );
      await saveBindings(tx, WEB, [aBoundBinding('c1', { resourceIndex: 0, revision: 'r1', applyStrategy })]);
    });
  });
  afterEach(async () => {
    watches.stop();
    await connections.close();
    await fleet.stop();
  });

  it('B/WA-085, B/WA-123: writes nothing on the member in a day, and reads at a pace that slows down', async () => {
    const startedAt = ports.clock.now();
    const waits: number[] = [];
    member().calls.length = 0;
    while (ports.clock.now() - startedAt < DAY_MS) {
      waits.push(await pass());
      ports.advance(waits[waits.length - 1]);
    }
    expect(waits.slice(0, 6)).toEqual([5_000, 2_000, 3_000, 4_500, 6_750, 10_125]);
    expect(waits[waits.length - 1]).toBe(900_000);
    expect(waits.length).toBeLessThan(120);
    // The one that seems to differ is asked about once; the answer holds as long as it differs in the same way (B/WA-092).
    expect(member().calls.filter(call => !/^(GET|LIST|WATCH) /.test(call))).toEqual([
      'PATCH /api/v1/namespaces/default/configmaps/other (dry run)',
    ]);
    const entries = await diffed();
    expect(entries.map(({ name }) => name)).toEqual(['absent', 'other']);
    for (const { firstDiffedObservedTime, observationTime } of entries) {
      expect(firstDiffedObservedTime).toBe(toRfc3339(startedAt));
      expect(Date.parse(observationTime)).toBeGreaterThan(startedAt + DAY_MS - 2 * 900_000);
    }
  });

  it('B/WA-121: begins anew when an object differs that did not', async () => {
    for (let i = 0; i < 12; i += 1) ports.advance(await pass());
    expect(await pass()).toBeGreaterThan(60_000);
    ports.advance(5_000);
    member().put(CONFIG_MAPS, configMap('same', 'member'));
    expect(await pass()).toBe(5_000);
    expect((await diffed()).map(({ name }) => name)).toEqual(['absent', 'other', 'same']);
  });

  it('B/WA-085: reads no more than every three seconds, however often an object changes', async () => {
    for (let i = 0; i < 12; i += 1) ports.advance(await pass());
    await pass();
    const reads = () => member().calls.filter(call => /^GET .*configmaps\//.test(call)).length;
    const before = reads();
    member().put(CONFIG_MAPS, configMap('same', 'member'));
    expect(await pass()).toBe(3_000);
    ports.advance(2_999);
    expect(await pass()).toBe(1);
    expect(reads()).toBe(before);
    expect(await diffed()).toHaveLength(2);
    ports.advance(1);
    await pass();
    expect(reads()).toBe(before + 3);
    expect(await diffed()).toHaveLength(3);
  });

  it('B/WA-085: is compared again when the member has another owner, whose watches know nothing of it', async () => {
    await pass();
    await transact(async tx => tx.sql('dirty_keys').delete());
    const stopping = new AbortController();
    const shards = new Set([shardOf('c1')]);
    const deps = { database, hub: 'hub', connections, watches, members: ALL_MEMBERS, timers: ports.timers };
    const resumed = resumeWatches({ ...deps, log: silentLog }, shards, stopping.signal);
    const marked = () => transact(tx => tx.sql('dirty_keys').where({ queue: 'apply-work' }).pluck('key'));
    expect(await eventually(marked, keys => keys.length > 0)).toEqual(['hub/web/c1']);
    stopping.abort();
    await resumed;
  });
});
