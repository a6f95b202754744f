import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { statusOf } from '@fleetstage/applier/testing';
import { resolve } from 'node:path';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { aPlacementObject } from '../__testUtils__/objects';
import { StubFleet } from '../__testUtils__/stubFleet';
import { composeEngine, type Engine } from '../compose';
import { systemPorts } from '../loop/systemPorts';
import { silentLog } from '../observe/log';
import { parseSettings } from '../settings';

const databases = createTestDatabases();

describe.each(databases.eachSupportedId())('a member that answers 503 to each write, on %s', databaseId => {
  let fleet: StubFleet;
  let engine: Engine;
  afterEach(async () => {
    await engine.stop();
    await fleet.stop();
  });

  it('RUL 8 is reported in the status and, once, in the log, fails nothing, and gets its work when it takes it', async () => {
    fleet = await StubFleet.start();
    fleet.putFleet();
    fleet.put(aPlacementObject('web'));
    fleet.api.cluster('c1').intercept = ({ verb, place }) =>
      (verb === 'POST' || verb === 'PATCH') && place.plural === 'namespaces'
        ? statusOf(503, 'ServiceUnavailable', 'etcd leader changed')
        : undefined;
    const { knex } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    const warnings: unknown[] = [];
    engine = await composeEngine({
      knex,
      settings: parseSettings(fleet.settings, '/'),
      ports: systemPorts,
      log: { ...silentLog, warn: (message, fields) => warnings.push({ message, ...fields }) },
      crdsDir: resolve(__dirname, '../../crds'),
    });
    await engine.start();
    const status = () => JSON.stringify(fleet.find('ClusterResourcePlacement', 'web')?.status ?? {});
    const waiting = await eventually(status, text => text.includes('etcd leader changed'), 30_000);
    expect(waiting).toContain('WorkNotSynchronizedYet');
    expect(waiting).toContain('Cluster c1 takes no work for now; it answers 503: etcd leader changed');
    fleet.api.cluster('c1').intercept = undefined;
    await eventually(
      status,
      text => !text.includes('etcd leader changed') && text.includes('AllWorkHaveBeenApplied'),
      60_000,
    );
    expect(warnings.filter(line => JSON.stringify(line).includes('takes no work for now'))).toEqual([
      expect.objectContaining({
        cluster: 'c1',
        code: 503,
        reason: expect.stringContaining('etcd leader changed'),
      }),
    ]);
  });
});
