import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { createTestDatabases, openTestDatabase } from '../../__testUtils__/databases';
import { aPlacementObject } from '../../__testUtils__/objects';
import { ADA, aViewer, YES } from '../../__testUtils__/viewers';
import type { Database } from '../../database/db';
import { deleteObject, saveObject } from '../../database/mirrorStore';
import { loadLatestRemoval, requestRemoval, saveRemovalStage } from '../../database/removalStore';
import { systemPorts } from '../../loop/systemPorts';
import { silentLog } from '../../observe/log';
import { FleetCommands } from '../FleetCommands';
import type { HubWriter } from '../HubWriter';

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const PROD = { labels: { env: 'prod' } };
/** Deletes what is known not to be in production. */
const DEV = aViewer('user:default/dev', {
  mayDeletePlacement: ({ labels }) =>
    labels === undefined || labels.env === 'prod' ? { isAllowed: false, reason: 'Not yours' } : YES,
});

describe.each(databases.eachSupportedId())('who decides held removals, on %s (decision 0032)', databaseId => {
  let database: Database;
  let commands: FleetCommands;

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    const { clock } = systemPorts;
    commands = new FleetCommands({ database, hub: 'hub', writer: {} as HubWriter, log: silentLog, clock });
  });

  let versions = 1;
  const see = (uid: string, metadata: object) => {
    versions += 1;
    const object = aPlacementObject('web', {}, { uid, ...metadata, resourceVersion: `${versions}` });
    return database.transact(tx => saveObject(tx, 'hub', object));
  };
  const vanish = () =>
    database.transact(tx => deleteObject(tx, { ...WEB, kind: 'ClusterResourcePlacement' }));
  const hold = () =>
    database.transact(async tx => {
      await requestRemoval(tx, WEB, 'uid-1');
      await saveRemovalStage(tx, 'hub', ['web'], {
        stage: 'held',
        from: ['requested'],
        cause: 'TooManyRemovals',
      });
    });
  const stage = async () => (await database.transact(tx => loadLatestRemoval(tx, WEB)))?.stage;
  const confirm = (viewer = DEV) => commands.confirmRemovals(viewer, { placements: ['web'] });

  it.each([
    { rule: 'it is gone', then: vanish },
    { rule: 'it was relabelled', then: () => see('uid-1', { labels: {} }) },
    { rule: 'it was made anew without its labels', then: () => see('uid-2', { labels: {} }) },
  ])('is judged by the placement as it was, also when $rule', async ({ then }) => {
    await see('uid-1', PROD);
    await hold();
    await then();
    await expect(confirm()).rejects.toThrow('Not yours');
    expect(await stage()).toBe('held');
    await confirm(ADA);
    expect(await stage()).toBe('confirmed');
  });

  it('is judged by the placement as it is, too: somebody may have taken it in charge since', async () => {
    await see('uid-1', {});
    await hold();
    await see('uid-1', PROD);
    await expect(confirm()).rejects.toThrow('Not yours');
  });

  it.each([
    { rule: 'the placement is gone', then: vanish },
    { rule: 'another one has its name', then: () => see('uid-2', {}) },
  ])('is whoever may delete any, where an older version asked and $rule', async ({ then }) => {
    await see('uid-1', {});
    await hold();
    await database.transact(async tx => tx.sql('removals').update({ asked_as: null }));
    await then();
    await expect(confirm()).rejects.toThrow('Not yours');
    await confirm(ADA);
    expect(await stage()).toBe('confirmed');
  });

  it('is who may delete it as it is, where an older version asked and it is still there', async () => {
    await see('uid-1', {});
    await hold();
    await database.transact(async tx => tx.sql('removals').update({ asked_as: null }));
    await confirm();
    expect(await stage()).toBe('confirmed');
  });
});
