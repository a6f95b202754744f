import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { startStubApi, type StubApi } from '@fleetstage/applier/testing';
import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aPolicySnapshot, aResourceSnapshot } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { KubeClient } from '@fleetstage/kube-client';
import { createTestDatabases, openTestDatabase, type TestDatabase } from '../__testUtils__/databases';
import { loadInput } from '../__testUtils__/loadInput';
import { aPlacementObject } from '../__testUtils__/objects';
import { saveObject } from '../database/mirrorStore';
import { savePolicySnapshot } from '../database/policySnapshotStore';
import { deleteResourceSnapshots, saveResourceSnapshot } from '../database/snapshotStore';
import { silentLog } from '../observe/log';
import { publishSnapshots } from './publishSnapshots';

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
/** Three of them do not fit into one object on the hub. */
const BYTES = 500_000;

describe.each(databases.eachSupportedId())('what published snapshots are made from, on %s', databaseId => {
  let opened: TestDatabase;
  let api: StubApi;
  let client: KubeClient;
  let reads: number;

  beforeEach(async () => {
    opened = await openTestDatabase(databases, databaseId as TestDatabaseId);
    opened.knex.on('query', ({ sql }: { sql: string }) => {
      if (/^select .*from .snapshot_contents/.test(sql)) reads += 1;
    });
    api = await startStubApi();
    client = new KubeClient(api.endpoint('hub'));
    await change(tx => saveObject(tx, 'hub', aPlacementObject('web')));
    await change(tx => savePolicySnapshot(tx, WEB, aPolicySnapshot()));
    for (const index of [0, 1, 2]) await capture(index);
  });
  afterEach(async () => {
    await client.close();
    await api.stop();
  });

  const change = <T>(work: Parameters<TestDatabase['database']['transact']>[0]) =>
    opened.database.transact(work) as Promise<T>;
  const capture = (index: number, values: readonly string[] = [`of ${index}`], hash = `hash${index}`) =>
    change(tx =>
      saveResourceSnapshot(
        tx,
        WEB,
        aResourceSnapshot({ index, hash }),
        values.map((value, i) => ({
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: `settings-${i}` },
          data: { value },
        })),
      ),
    );
  async function publish(secrets: 'masked' | 'full' = 'masked', isAnswered = true) {
    const effect = publishSnapshots({
      client: async () => client,
      clock: { now: () => instant(1_795_262_400_000) },
      publish: { bindings: true, secrets },
    });
    await change(tx => tx.sql('publications').update({ published_at: 0 }));
    reads = 0;
    const input = await loadInput(opened.database, effect, 'hub/web');
    if (!isAnswered) return { written: [], removed: [], reads };
    const output = await effect.run(input, { signal: new AbortController().signal, log: silentLog });
    await change(tx => effect.record(tx, 'hub/web', input, output));
    return {
      written: output.written.map(({ name }) => name).sort(),
      removed: output.removed.map(({ name }) => name),
      reads,
    };
  }

  it('no manifest is opened of what is published as it is', async () => {
    expect(await publish()).toMatchObject({
      written: ['web-0', 'web-0-snapshot', 'web-1-snapshot', 'web-2-snapshot'],
      reads: 3,
    });
    expect(await publish()).toEqual({ written: [], removed: [], reads: 0 });
  });

  it('a new snapshot opens its own, and those of the former latest one', async () => {
    await publish();
    await capture(3);
    expect(await publish()).toMatchObject({ written: ['web-2-snapshot', 'web-3-snapshot'], reads: 2 });
    expect(await publish()).toMatchObject({ written: [], reads: 0 });
  });

  it('a deleted one is removed, and published anew when it comes back', async () => {
    await publish();
    await change(tx => deleteResourceSnapshots(tx, WEB, [0]));
    expect(await publish()).toEqual({ written: [], removed: ['web-0-snapshot'], reads: 0 });
    await capture(0);
    expect(await publish()).toMatchObject({ written: ['web-0-snapshot'], reads: 1 });
  });

  it('keeps all parts of a large one', async () => {
    await capture(
      2,
      ['a', 'b', 'c'].map(letter => letter.repeat(BYTES)),
      'large',
    );
    const { written } = await publish();
    const parts = written.filter(name => name.startsWith('web-2-'));
    expect(parts.length).toBeGreaterThan(1);
    expect(await publish()).toEqual({ written: [], removed: [], reads: 0 });
    await capture(2, ['small'], 'small');
    const shrunk = await publish();
    expect(shrunk).toMatchObject({ written: ['web-2-snapshot'], reads: 1 });
    expect(['web-2-snapshot', ...shrunk.removed].sort()).toEqual(parts);
  });

  it.each([
    ['other content under the same index', () => capture(1, ['other'], 'other'), 1],
    [
      'another placement of that name',
      () => change(tx => saveObject(tx, 'hub', aPlacementObject('web', {}, { uid: 'new' }))),
      3,
    ],
    [
      'a part of which nobody knows any more that it was published',
      () => change(tx => tx.sql('publications').where({ name: 'web-1-snapshot' }).delete()),
      1,
    ],
  ])('%s is read anew', async (_what, happens, snapshots) => {
    await publish();
    await happens();
    expect((await publish()).reads).toBe(snapshots);
    expect((await publish()).reads).toBe(0);
  });

  it('so is everything where Secrets are to be shown otherwise', async () => {
    await publish();
    expect((await publish('full')).reads).toBe(3);
    expect((await publish('full')).reads).toBe(0);
  });

  it('nothing counts as published that was not written', async () => {
    await publish('masked', false);
    expect(await publish()).toMatchObject({ reads: 3, written: { length: 4 } });
  });
});
