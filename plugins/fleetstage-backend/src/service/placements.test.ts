import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { ManualPorts } from '../__testUtils__/ManualPorts';
import { aPlacementObject } from '../__testUtils__/objects';
import { ADA } from '../__testUtils__/viewers';
import { saveObject } from '../database/mirrorStore';
import { silentLog } from '../observe/log';
import type { Asked } from './contract';
import { FailureLog } from './FailureLog';
import { listPlacements } from './placements';
import { Scenarios } from './scenarios/Scenarios';

const databases = createTestDatabases();

describe.each(databases.eachSupportedId())('the list of placements on %s', databaseId => {
  let begun: number;
  let list: (asked: Asked<'/placements'>) => Promise<{ total: number; names: string[] }>;

  beforeEach(async () => {
    const { database, knex } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    const ports = new ManualPorts();
    const deps = {
      database,
      hub: 'hub',
      axes: { rows: 'stage', columns: 'region' },
      clock: ports.clock,
      hubState: () => ({ name: 'hub', isReachable: true }),
      failures: new FailureLog(silentLog, ports.clock),
      readSelection: async () => ({ ok: false as const, error: 'no hub in this test' }),
      scenarios: new Scenarios({ ...ports, log: silentLog }),
      rendering: {},
    };
    await database.transact(async tx => {
      for (const name of ['web', 'db', 'dns']) await saveObject(tx, 'hub', aPlacementObject(name));
    });
    knex.on('query', ({ sql }: { sql: string }) => {
      if (/^begin/i.test(sql)) begun += 1;
    });
    list = async asked => {
      const { total, items } = await listPlacements(deps, asked, ADA);
      return { total, names: items.map(({ name }) => name) };
    };
    begun = 0;
  });

  it.each<{ asked: Asked<'/placements'>; total: number; names: string[] }>([
    { asked: {}, total: 3, names: ['db', 'dns', 'web'] },
    { asked: { sort: 'name', limit: 2 }, total: 3, names: ['db', 'dns'] },
    { asked: { q: 'd', limit: 1 }, total: 2, names: ['db'] },
    { asked: { names: 'web,gone' }, total: 1, names: ['web'] },
    { asked: { names: '', sort: 'name' }, total: 0, names: [] },
    // Nothing has decided on them for longer than that takes.
    { asked: { state: 'stuck', limit: 2 }, total: 3, names: ['db', 'dns'] },
    { asked: { state: 'noMatch,available' }, total: 0, names: [] },
    { asked: { cluster: 'weu-1' }, total: 0, names: [] },
  ])('reads $asked in one transaction', async ({ asked, total, names }) => {
    expect(await list(asked)).toEqual({ total, names });
    expect(begun).toBe(1);
  });
});
