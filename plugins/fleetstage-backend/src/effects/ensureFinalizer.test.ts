import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { startStubApi, statusOf, type StubApi } from '@fleetstage/applier/testing';
import { KubeClient } from '@fleetstage/kube-client';
import { loadInput } from '../__testUtils__/loadInput';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { aNamespacedPlacement, aRunObject } from '../__testUtils__/objects';
import type { Database } from '../database/db';
import {
  loadDesiredFinalizer,
  saveDesiredFinalizer,
  type DesiredFinalizer,
} from '../database/finalizerStore';
import { saveObject } from '../database/mirrorStore';
import { silentLog } from '../observe/log';
import { ensureFinalizer } from './ensureFinalizer';

const databases = createTestDatabases();
const RUN = { kind: 'ClusterStagedUpdateRun', name: 'r1' };
const KEY = 'hub/ClusterStagedUpdateRun/r1';
const PLACE = {
  group: 'placement.kubernetes-fleet.io',
  version: 'v1beta1',
  plural: 'clusterstagedupdateruns',
};

describe.each(databases.eachSupportedId())('ensureFinalizer on %s', databaseId => {
  let database: Database;
  let api: StubApi;
  let client: KubeClient;
  /** Of the run that is on the hub, as the server gave it. */
  let uid: string;

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    api = await startStubApi();
    client = new KubeClient(api.endpoint('hub'));
    const run = api.cluster('hub').put(PLACE, aRunObject('r1'));
    uid = run.metadata.uid!;
    await database.transact(tx => saveObject(tx, 'hub', run as never));
  });
  afterEach(async () => {
    await client.close();
    await api.stop();
  });

  const effect = ensureFinalizer(async () => client);
  const saveDesired = (patch: Partial<DesiredFinalizer>) =>
    database.transact(tx => saveDesiredFinalizer(tx, 'hub', { ...RUN, uid, want: 'absent', ...patch }));
  const kept = () => database.transact(tx => loadDesiredFinalizer(tx, 'hub', RUN));

  async function perform(meanwhile: () => Promise<unknown> = async () => {}, key = KEY) {
    const input = await loadInput(database, effect, key);
    const output = await effect.run(input, { signal: new AbortController().signal, log: silentLog });
    await meanwhile();
    await database.transact(tx => effect.record(tx, key, input, output));
  }

  it('takes the finalizers off and forgets the desired state', async () => {
    await saveDesired({});
    await perform();
    expect(api.cluster('hub').find(PLACE.plural, 'r1')?.metadata.finalizers).toEqual([]);
    expect(await kept()).toBeUndefined();
  });

  it('A/PL-030, A/PL-031 sets both keys on a ResourcePlacement in its namespace, and takes them off', async () => {
    const place = { ...PLACE, plural: 'resourceplacements' };
    const namespaces = { group: '', version: 'v1', plural: 'namespaces' };
    api.cluster('hub').put(namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });
    const live = api.cluster('hub').put(place, aNamespacedPlacement('shop', 'web', {}, { finalizers: [] }));
    await database.transact(tx => saveObject(tx, 'hub', live as never));
    const held = { kind: 'ResourcePlacement', name: 'shop/web', uid: live.metadata.uid! };
    const found = () => api.cluster('hub').find(place.plural, 'web', 'shop');
    await saveDesired({ ...held, want: 'present' });
    await perform(undefined, 'hub/ResourcePlacement/shop/web');
    expect(found()?.metadata.finalizers).toEqual([
      'kubernetes-fleet.io/crp-cleanup',
      'kubernetes-fleet.io/scheduler-cleanup',
    ]);
    await database.transact(tx => saveObject(tx, 'hub', found() as never));
    await saveDesired({ ...held, want: 'absent' });
    await perform(undefined, 'hub/ResourcePlacement/shop/web');
    expect(found()?.metadata.finalizers).toEqual([]);
  });

  it('B/OV-016: gives up where the definition refuses the name of an override, and says what to do', async () => {
    const name = 'a'.repeat(64);
    const held = { kind: 'ClusterResourceOverride', name };
    const live = api.cluster('hub').put(
      { ...PLACE, plural: 'clusterresourceoverrides' },
      {
        apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
        kind: held.kind,
        metadata: { name, finalizers: ['kubernetes-fleet.io/override-cleanup'] },
      },
    );
    await database.transact(tx => saveObject(tx, 'hub', live as never));
    await saveDesired({ ...held, uid: live.metadata.uid! });
    api.cluster('hub').intercept = ({ verb }) =>
      verb === 'PATCH'
        ? statusOf(422, 'Invalid', 'metadata.name must have at most 63 characters')
        : undefined;
    const warned: string[] = [];
    const log = { ...silentLog, warn: (message: string) => void warned.push(message) };
    const key = `hub/${held.kind}/${name}`;
    const input = await loadInput(database, effect, key);
    const outcome = await effect.run(input, { signal: new AbortController().signal, log });
    await database.transact(tx => effect.record(tx, key, input, outcome));
    expect(outcome).toBe('refused');
    expect(warned).toEqual([expect.stringContaining('take the finalizer off by hand')]);
    expect(await database.transact(tx => loadDesiredFinalizer(tx, 'hub', held))).toBeUndefined();
  });

  it('A/ST-081, A/ST-082: reports when ours are off, and only then', async () => {
    const removed: string[] = [];
    const ensuring = ensureFinalizer(
      async () => client,
      async (_tx, hub, { kind, name, want }) => void removed.push(`${hub} ${kind} ${name} ${want}`),
    );
    const performOnce = async () => {
      const input = await loadInput(database, ensuring, KEY);
      const output = await ensuring.run(input, { signal: new AbortController().signal, log: silentLog });
      await database.transact(tx => ensuring.record(tx, KEY, input, output));
    };
    await saveDesired({ want: 'present' });
    await performOnce();
    await saveDesired({ uid: 'uid-gone' });
    await performOnce();
    expect(removed).toEqual([]);
    await saveDesired({});
    await performOnce();
    expect(removed).toEqual(['hub ClusterStagedUpdateRun r1 absent']);
  });

  it('keeps the desired state of a recreated run that came while the one before was let go', async () => {
    await saveDesired({});
    await perform(() => saveDesired({ uid: 'uid-new', want: 'present' }));
    expect(await kept()).toEqual({ ...RUN, uid: 'uid-new', want: 'present' });
  });

  it('keeps the opposite desired state for the same object, and one that came after an object was found gone', async () => {
    await saveDesired({});
    await perform(() => saveDesired({ want: 'present' }));
    expect(await kept()).toMatchObject({ want: 'present' });
    await saveDesired({ uid: 'uid-gone', want: 'present' });
    await perform(() => saveDesired({ want: 'present' }));
    expect(await kept()).toMatchObject({ uid, want: 'present' });
  });
});
