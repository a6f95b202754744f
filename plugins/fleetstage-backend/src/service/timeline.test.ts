import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { ManualPorts } from '../__testUtils__/ManualPorts';
import type { Database } from '../database/db';
import { appendTimeline } from '../database/timelineStore';
import { foldByCluster } from '../reconcilers/foldByCluster';
import { silentLog } from '../observe/log';
import { FailureLog } from './FailureLog';
import type { QueryDeps } from './queryDeps';
import { Scenarios } from './scenarios/Scenarios';
import { getRunTimeline } from './timeline';

const databases = createTestDatabases();

function depsOf(database: Database): QueryDeps {
  const ports = new ManualPorts();
  return {
    database,
    hub: 'hub',
    axes: { rows: 'stage', columns: 'region' },
    clock: ports.clock,
    hubState: () => ({ name: 'hub', isReachable: true }),
    failures: new FailureLog(silentLog, ports.clock),
    readSelection: async () => ({ ok: false, error: 'no hub in this test' }),
    scenarios: new Scenarios({ ...ports, log: silentLog }),
    rendering: {},
  };
}

describe.each(databases.eachSupportedId())('a timeline, on %s', databaseId => {
  const run = { subjectKind: 'ClusterStagedUpdateRun', subjectName: 'r1', actor: 'engine' } as const;
  const started = (cluster: string) =>
    ({ ...run, event: 'clusterStarted', stage: 'canary', cluster }) as const;

  it('names all clusters that a pass moved at once, and of the passes after it', async () => {
    const { database } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    const passes = [[started('c1'), started('c2')], [started('c3')], [started('c4'), started('c5')]];
    for (const events of passes)
      await database.transact(tx => appendTimeline(tx, 'hub', foldByCluster(events)));
    const { items, total } = await getRunTimeline(depsOf(database), { scope: '_', name: 'r1' });
    expect(items).toMatchObject([
      { event: 'clusterStarted', stage: 'canary', clusters: ['c1', 'c2', 'c3', 'c4', 'c5'] },
    ]);
    expect(total).toBe(1);
  });
});
