import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import {
  acquireLease,
  forgetMirrorSynced,
  loadOtherHolder,
  releaseLease,
  renewLease,
  saveMirrorSynced,
} from './leaseStore';

const databases = createTestDatabases();
const INGEST = { hub: 'hub', name: 'ingest', leaseMs: 15_000 };

describe.each(databases.eachSupportedId())('a whole mirror on %s', databaseId => {
  it('stands while the holding lasts under which it was made', async () => {
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
});
