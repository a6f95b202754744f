import type { TestDatabaseId } from '@backstage/backend-test-utils';
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
const SERVICE = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'inner', namespace: 'web' } };
const ENVELOPE = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'envelope',
    namespace: 'web',
    annotations: { 'kubernetes-fleet.io/envelope-configmap': 'true' },
  },
  data: { 'service.yaml': JSON.stringify(SERVICE) },
};

describe.each(databases.eachSupportedId())('envelopes under the configuration, on %s', databaseId => {
  let fleet: StubFleet;
  let engine: Engine;
  afterEach(async () => {
    await engine.stop();
    await fleet.stop();
  });

  it('A/PL-220, SEL-072 a kind that is skipped is not placed out of an envelope either', async () => {
    fleet = await StubFleet.start();
    fleet.putFleet();
    fleet.hub.put({ group: '', version: 'v1', plural: 'configmaps' }, ENVELOPE);
    fleet.put(aPlacementObject('web'));
    const { knex } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    const { capture, ...settings } = fleet.settings;
    engine = await composeEngine({
      knex,
      settings: parseSettings(
        { ...settings, capture: { ...capture, skippedKinds: ['v1/Service'], configMapEnvelopes: true } },
        '/',
      ),
      ports: systemPorts,
      log: silentLog,
      crdsDir: resolve(__dirname, '../../crds'),
    });
    await engine.start();
    await eventually(
      () => JSON.stringify(fleet.find('ClusterResourcePlacement', 'web')?.status ?? {}),
      status =>
        status.includes(
          'entry service.yaml of ConfigMap web/envelope is Service inner, of a kind that is never placed',
        ),
      30_000,
    );
    expect(fleet.api.cluster('c1').find('services', 'inner', 'web')).toBeUndefined();
  });
});
