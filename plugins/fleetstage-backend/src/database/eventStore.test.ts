import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { unpublished } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import type { Database, Tx } from './db';
import { forgetEventLedgers, loadEventLedgers, recordEvents, savePublishedEvents } from './eventStore';

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const NOON = instant(1_795_262_400_000);
const started = { reason: 'PlacementRolloutStarted', message: 'Started rolling out' };
const applied = { reason: 'PlacementApplied', message: 'Resources have been applied' };
const removed = { reason: 'PlacementCleanupFinalizerRemoved', message: 'The finalizers are gone' };

describe.each(databases.eachSupportedId())('the ledger of Events on %s', databaseId => {
  let database: Database;

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
  });

  const note = (tx: Tx, words: (typeof started)[]) =>
    recordEvents(tx, WEB, { uid: 'u1', generation: 1, words, now: NOON });
  const known = async () => {
    const [one] = await database.transact(tx => loadEventLedgers(tx, WEB));
    return one;
  };

  /** Both at once: the second begins when the first has written, and waits for it to commit. SQLite has one connection. */
  async function side(first: (tx: Tx) => Promise<void>, second: (tx: Tx) => Promise<void>): Promise<void> {
    let others: Promise<void> | undefined;
    await database.transact(async tx => {
      await first(tx);
      others = database.transact(second);
      if (databaseId !== 'SQLITE_3')
        await eventually(
          () => waiting(tx),
          count => count > 0,
        );
    });
    await others;
  }

  const waiting = async ({ sql }: Tx) =>
    (await sql('pg_locks').where({ granted: false }).pluck('pid')).length;

  it('A/EV-001: loses nothing where two queues begin it at once', async () => {
    await side(
      tx => note(tx, [started]),
      tx => note(tx, [removed]),
    );
    expect((await known())?.ledger.map(({ reason }) => reason).sort()).toEqual([
      'PlacementCleanupFinalizerRemoved',
      'PlacementRolloutStarted',
    ]);
  });

  it('A/EV-001: loses no present Event where publication is recorded meanwhile', async () => {
    await database.transact(tx => note(tx, [started]));
    const said = await known();
    await side(
      tx => note(tx, [started, applied]),
      tx => savePublishedEvents(tx, WEB, said),
    );
    expect(unpublished((await known()).ledger).map(({ reason }) => reason)).toEqual(['PlacementApplied']);
  });

  it('A/ST-081: a last word stays where the row was to be forgotten', async () => {
    await database.transact(tx => note(tx, [started]));
    const said = await known();
    await database.transact(tx => savePublishedEvents(tx, WEB, said));
    await side(
      tx => note(tx, [removed]),
      tx => forgetEventLedgers(tx, WEB, ['u1']),
    );
    expect(unpublished((await known()).ledger).map(({ reason }) => reason)).toEqual([
      'PlacementCleanupFinalizerRemoved',
    ]);
  });

  it('keeps nothing of an object of which nothing was ever to be published', async () => {
    await database.transact(tx => note(tx, []));
    expect(await known()).toBeUndefined();
  });
});
