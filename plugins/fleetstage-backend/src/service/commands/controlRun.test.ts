import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { anAvailableReport } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { createTestDatabases, openTestDatabase } from '../../__testUtils__/databases';
import { aRunObject } from '../../__testUtils__/objects';
import { ADA } from '../../__testUtils__/viewers';
import type { Database } from '../../database/db';
import { saveObject } from '../../database/mirrorStore';
import { claim } from '../../database/queue/claim';
import { mark } from '../../database/queue/mark';
import { queues } from '../../database/queue/queues';
import { saveRun } from '../../database/runStore';
import { listTimeline } from '../../database/timelineStore';
import { saveWork } from '../../database/workStore';
import { systemPorts } from '../../loop/systemPorts';
import { silentLog } from '../../observe/log';
import { FleetCommands } from '../FleetCommands';
import type { HubWriter } from '../HubWriter';

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const MINUTE_MS = 60_000;

/** A retry writes nothing to the hub. */
const noHub = {} as HubWriter;

describe.each(databases.eachSupportedId())('retrying a run, on %s', databaseId => {
  let database: Database;
  let commands: FleetCommands;
  const now = systemPorts.clock.now();

  /** c1 is done, c2 fails, c3 is on its way, c4 has been for six minutes, c5 is to come. */
  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    commands = new FleetCommands({
      database,
      hub: 'hub',
      writer: noHub,
      log: silentLog,
      clock: systemPorts.clock,
    });
    const startedAt = plus(now, -MINUTE_MS);
    const clusters = [
      { cluster: 'c1', startedAt, succeededAt: now },
      { cluster: 'c2', startedAt },
      { cluster: 'c3', startedAt },
      { cluster: 'c4', startedAt: plus(now, -6 * MINUTE_MS) },
      { cluster: 'c5' },
    ];
    const stage = (name: string, members: typeof clusters) => ({
      name,
      clusters: members,
      before: [],
      after: [],
    });
    await database.transact(async tx => {
      await saveObject(tx, 'hub', aRunObject('r1'));
      await saveRun(tx, 'hub', {
        name: 'r1',
        uid: 'uid-r1',
        placement: 'web',
        createdAt: startedAt,
        progress: { startedAt, stages: [stage('all', clusters)], deletion: stage('gone', []) },
      });
      for (const cluster of ['c2', 'c3']) {
        const report = anAvailableReport(cluster, { revision: 'r' }, now);
        const available = {
          status: 'False',
          reason: 'NotAllWorkAreAvailable',
          message: 'bad image',
          at: now,
        } as const;
        await saveWork(tx, WEB, {
          report: cluster === 'c2' ? { ...report, available } : report,
          inventory: { objects: [] },
        });
      }
    });
  });

  const waiting = () =>
    database.transact(async tx => {
      const rows = await tx.sql('dirty_keys').where({ queue: queues.applyWork }).orderBy('key');
      return rows.map(({ key, attempts }) => [key, attempts]);
    });

  it('has those that fail or take too long tried at once, as if for the first time', async () => {
    await database.transact(async tx =>
      mark(tx, { queue: queues.applyWork, key: 'hub/web/c2', group: 'c2' }),
    );
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const lease = { queue: queues.applyWork, token: `t${attempt}`, limit: 1, leaseMs: 0 };
      await database.transact(tx => claim(tx, lease));
    }
    expect(await waiting()).toEqual([['hub/web/c2', 5]]);
    expect(await commands.retry(ADA, { run: 'r1' })).toEqual({ clusters: 2 });
    expect(await waiting()).toEqual([
      ['hub/web/c2', 0],
      ['hub/web/c4', 0],
    ]);
    const [line] = await database.transact(tx =>
      listTimeline(tx, 'hub', { kind: 'ClusterStagedUpdateRun', name: 'r1' }),
    );
    expect(line).toMatchObject({ event: 'retried', actor: 'user:default/ada', message: 'c2, c4' });
  });

  it('tries the named ones, and refuses those that the run is not updating', async () => {
    expect(await commands.retry(ADA, { run: 'r1', clusters: ['c3'] })).toEqual({ clusters: 1 });
    expect(await waiting()).toEqual([['hub/web/c3', 0]]);
    await expect(commands.retry(ADA, { run: 'r1', clusters: ['c5', 'c1'] })).rejects.toThrow(
      'run "r1" is not updating c5, c1',
    );
  });
});
