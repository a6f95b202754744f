import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { unknownOverrides } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { aBoundBinding, aResourceSnapshot } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { randomBytes } from 'node:crypto';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { ManualPorts } from '../__testUtils__/ManualPorts';
import { saveBindings } from '../database/bindingStore';
import { requestCapture, saveCapture } from '../database/captureStore';
import type { Database, Tx } from '../database/db';
import { lockPlacement } from '../database/lockPlacement';
import { saveResourceSnapshot } from '../database/snapshotStore';
import { loadWork } from '../database/workStore';
import { Connections } from '../kube/Connections';
import { Later } from '../loop/effect';
import { silentLog } from '../observe/log';
import { toEncryptionKeys } from '../vault/encryptionKeys';
import { openVault } from '../database/openVault';
import { applyWork } from './applyWork';
import { openMemberWatches } from './watchMember';

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const AT = { hub: 'hub', placement: 'web', cluster: 'c1' };
const NAMESPACE = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } };
const newKey = () => toEncryptionKeys([{ id: 'old', secret: randomBytes(32).toString('base64') }])[0];
const nobody = async () => {
  throw new Error('no member is there');
};

describe.each(databases.eachSupportedId())('work whose content nobody can open, on %s', databaseId => {
  let ports: ManualPorts;
  const newEffect = () =>
    applyWork({
      connections: new Connections({
        hub: { name: 'hub' },
        accessOf: () => undefined,
        requestTimeoutMs: 1_000,
        requestsPerMember: 1,
        now: () => ports.clock.now(),
        onRecovered: () => {},
        onRequest: () => {},
      }),
      watches: openMemberWatches({ client: nobody, jitter: () => 0, log: silentLog, onChanged: () => {} }),
      prepare: nobody,
      clock: ports.clock,
      jitter: ports.jitter,
      resyncEveryMs: 60_000,
      fleetStartedAt: () => undefined,
    });
  let effect: ReturnType<typeof newEffect>;
  const [key, other] = [newKey(), newKey()];
  let database: Database;
  const transact = <T>(work: (tx: Tx) => Promise<T>) => database.transact(work);
  const perform = async () => {
    const input = await transact(tx => effect.load(tx, 'hub/web/c1'));
    if (input === undefined) throw new Error('there is nothing to do');
    if (input instanceof Later) return input;
    const output = await effect.run(input, { signal: new AbortController().signal, log: silentLog });
    return transact(tx => effect.record(tx, 'hub/web/c1', input, output));
  };

  beforeEach(async () => {
    ports = new ManualPorts();
    effect = newEffect();
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    database.useVault(await openVault(database, [key], silentLog));
    await transact(async tx => {
      await lockPlacement(tx, 'hub', 'web');
      await saveResourceSnapshot(tx, WEB, aResourceSnapshot({ index: 0 }), [NAMESPACE]);
      await saveBindings(tx, WEB, [aBoundBinding('c1', { resourceIndex: 0, revision: 'r1' })]);
      await requestCapture(tx, 'hub', 'web');
    });
    database.useVault(await openVault(database, [other], silentLog));
  });

  it('waits for a capture to bring it back, and says nothing meanwhile', async () => {
    expect(await perform()).toEqual(new Later(5_000));
    expect(await transact(tx => loadWork(tx, AT))).toBeUndefined();
  });

  it('waits some minutes for the replica that knows the key, and fails nothing meanwhile', async () => {
    await transact(tx => saveCapture(tx, WEB, { through: 1 }));
    for (const minutes of [0, 5, 4]) {
      ports.advance(minutes * 60_000);
      expect(await perform()).toEqual(new Later(5_000));
    }
    expect(await transact(tx => loadWork(tx, AT))).toBeUndefined();
    ports.advance(60_000);
    expect(await perform()).toEqual({ afterMs: 60_000 });
    expect((await transact(tx => loadWork(tx, AT)))?.report.synchronized?.status).toBe('False');
    database.useVault(await openVault(database, [other, key], silentLog));
    expect(await transact(tx => effect.load(tx, 'hub/web/c1'))).toMatchObject({ kind: 'keep' });
  });

  it('B/OV-060: does nothing where it is not known with which overrides the cluster runs', async () => {
    const overrides = unknownOverrides([{ kind: 'ClusterResourceOverrideSnapshot', name: 'cro-0' }]);
    const binding = aBoundBinding('c1', { resourceIndex: 0, revision: 'r1', overrides });
    database.useVault(await openVault(database, [key], silentLog));
    await transact(async tx => {
      await lockPlacement(tx, 'hub', 'web');
      await saveBindings(tx, WEB, [binding]);
    });
    await expect(perform()).rejects.toThrow('there is nothing to do');
    expect(await transact(tx => loadWork(tx, AT))).toBeUndefined();
  });

  it('names the key and what to do where no replica knows it, and requeues', async () => {
    await transact(async tx => {
      await saveCapture(tx, WEB, { through: 1 });
      await tx.sql('vault_keys').where({ key_id: key.id }).delete();
    });
    expect(await perform()).toEqual({ afterMs: 60_000 });
    const work = await transact(tx => loadWork(tx, AT));
    expect(work?.report.synchronized).toMatchObject({
      status: 'False',
      reason: 'SyncWorkFailed',
      message:
        `Failed to synchronize the work to the latest: resource snapshot 0 is sealed with the encryption key ${key.id}, ` +
        'which is not configured; add that key to fleetstage.encryption.keys again, or bring the latest snapshot to this cluster',
    });
    expect(work?.report).not.toHaveProperty('applied');
  });
});
