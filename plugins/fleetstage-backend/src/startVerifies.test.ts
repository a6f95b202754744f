import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Knex } from 'knex';
import { resolve } from 'node:path';
import { createTestDatabases, openTestDatabase, passTime } from './__testUtils__/databases';
import { eventually } from './__testUtils__/eventually';
import { aMemberObject, aPlacementObject } from './__testUtils__/objects';
import { StubFleet } from './__testUtils__/stubFleet';
import { ADA } from './__testUtils__/viewers';
import { composeEngine, type Engine } from './compose';
import type { Database } from './database/db';
import { systemPorts } from './loop/systemPorts';
import { silentLog } from './observe/log';
import { parseSettings } from './settings';

jest.setTimeout(120_000);

const databases = createTestDatabases();
const MEMBERS = ['c1', 'c2'] as const;
/** Of ConfigMaps on members metadata are watched. */
const CONFIG_MAPS = { group: '', version: 'v1', plural: 'configmaps' };
const MINUTE_MS = 60_000;

describe.each(databases.eachSupportedId())('what drifted while nobody was there, on %s', databaseId => {
  let fleet: StubFleet;
  let knex: Knex;
  let database: Database;
  let engine: Engine;
  let aheadMs: number;

  beforeEach(async () => {
    aheadMs = 0;
    fleet = await StubFleet.start();
    for (const name of MEMBERS) fleet.put(aMemberObject(name));
    for (const name of ['default', 'web'])
      fleet.hub.put(
        { group: '', version: 'v1', plural: 'namespaces' },
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
      );
    fleet.hub.put(CONFIG_MAPS, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'settings', namespace: 'web' },
    });
    ({ knex, database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
  });
  afterEach(async () => {
    await engine.stop();
    await fleet.stop();
  });

  const startEngine = async () => {
    engine = await composeEngine({
      knex,
      settings: parseSettings(fleet.settings, __dirname),
      ports: { ...systemPorts, clock: { now: () => plus(systemPorts.clock.now(), aheadMs) } },
      log: silentLog,
      crdsDir: resolve(__dirname, '../crds'),
    });
    await engine.start();
  };
  const holders = () => MEMBERS.filter(name => fleet.api.cluster(name).find('configmaps', 'settings', 'web'));
  const untilHeld = () => eventually(holders, names => names.length === MEMBERS.length, 30_000);
  const verified = async () => {
    const { items } = await engine.queries.placementClusters({ scope: '_', name: 'web' }, ADA);
    return items.map(({ verifiedAt }) => Date.parse(verifiedAt ?? ''));
  };
  const letPass = async (ms: number) => {
    aheadMs += ms;
    await passTime(database, ms);
  };

  it('is found within a minute after the start, and people see when it was checked', async () => {
    fleet.put(aPlacementObject('web'));
    await startEngine();
    await untilHeld();
    await engine.stop();
    for (const name of MEMBERS)
      fleet.api.cluster(name).delete({ ...CONFIG_MAPS, namespace: 'web', name: 'settings' }, {});
    expect(holders()).toEqual([]);
    // Answers have whole seconds; no comparison from before is of this one.
    await letPass(2_000);
    const startedAt = 1000 * Math.floor(plus(systemPorts.clock.now(), aheadMs) / 1000);
    await startEngine();
    await eventually(
      async () => (await engine.readiness()).isReady,
      isReady => isReady,
      30_000,
    );
    await letPass(MINUTE_MS);
    await untilHeld();
    await eventually(verified, moments => moments.every(moment => moment >= startedAt), 20_000);
  });
});
