import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import {
  acquireLease,
  forgetMirrorSynced,
  loadForeignWriter,
  loadHoldersReport,
  loadOtherHolder,
  releaseLease,
  renewLease,
  saveMirrorSynced,
} from './leaseStore';

const databases = createTestDatabases();
const INGEST = { hub: 'hub', name: 'ingest', leaseMs: 15_000 };

describe.each(databases.eachSupportedId())('what the holder of a lease says on %s', databaseId => {
  it('a synced mirror is valid while the holding lasts under which it was made', async () => {
    const { database } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    const isWhole = async () =>
      (await database.ask(reader => loadOtherHolder(reader, { ...INGEST, holder: 'c' })))?.isSynced ?? false;
    const acquire = async (holder: string) =>
      (await database.transact(tx => acquireLease(tx, { ...INGEST, holder })))!;
    const end = () => database.transact(tx => tx.sql('hub_leases').update({ lease_until: 0 }));

    const a = await acquire('a');
    expect(await isWhole()).toBe(false);
    await database.transact(tx => saveMirrorSynced(tx, a));
    expect(await isWhole()).toBe(true);
    await end();
    expect(await isWhole()).toBe(false);
    expect(await database.transact(tx => renewLease(tx, { ...INGEST, ...a }))).toBe(true);
    expect(await isWhole()).toBe(true);
    await database.transact(tx => forgetMirrorSynced(tx, 'hub'));
    expect(await isWhole()).toBe(false);
    await database.transact(tx => saveMirrorSynced(tx, a));
    await end();
    const b = await acquire('b');
    expect(await isWhole()).toBe(false);
    await database.transact(tx => saveMirrorSynced(tx, b));
    expect(await isWhole()).toBe(true);
    await database.transact(tx => releaseLease(tx, b));
    expect(await isWhole()).toBe(false);
    await acquire('b');
    expect(await isWhole()).toBe(false);
  });

  it('RUL 37: what another controller writes is known to all replicas until its holder says so no more', async () => {
    const { database } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    const a = (await database.transact(tx => acquireLease(tx, { ...INGEST, holder: 'a' })))!;
    const foreign = {
      ...{ kind: 'MemberCluster', name: 'c1', manager: 'hubagent', since: instant(1), at: instant(2) },
    };
    const renew = (word: object) => database.transact(tx => renewLease(tx, { ...INGEST, ...a, ...word }));
    const known = () => database.ask(reader => loadForeignWriter(reader, 'hub'));
    expect(await known()).toBeUndefined();
    await renew({ foreign });
    expect(await known()).toEqual(foreign);
    expect(await database.ask(reader => loadHoldersReport(reader, INGEST))).toEqual({ foreign });
    await renew({});
    expect(await known()).toBeUndefined();
    await renew({ foreign });
    await database.transact(tx => tx.sql('hub_leases').update({ lease_until: 0 }));
    expect(await known()).toBeUndefined();
    await renew({ foreign });
    await database.transact(tx => releaseLease(tx, a));
    expect(await known()).toBeUndefined();
  });
});
