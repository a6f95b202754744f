import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { aBoundBinding, aResourceSnapshot } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { ManualPorts } from '../__testUtils__/ManualPorts';
import { aMemberObject, aPlacementObject } from '../__testUtils__/objects';
import { ADA } from '../__testUtils__/viewers';
import { saveBindings } from '../database/bindingStore';
import type { Database } from '../database/db';
import { lockPlacement } from '../database/lockPlacement';
import { saveObject } from '../database/mirrorStore';
import { saveResourceSnapshot } from '../database/snapshotStore';
import { dryRunOnMember } from '../effects/memberDryRun';
import { readMemberWorkloads, renderPlaced } from '../effects/memberWorkloads';
import { Connections } from '../kube/Connections';
import { silentLog } from '../observe/log';
import { applyNow } from './commands/applyNow';
import { getCluster, listClusters } from './clusters';
import { FailureLog } from './FailureLog';
import { PreviewDiff } from './preview/PreviewDiff';
import type { QueryDeps } from './queryDeps';
import { Scenarios } from './scenarios/Scenarios';
import { FleetWorkloads } from './workloads/FleetWorkloads';

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const ON = { scope: '_', name: 'web', cluster: 'c1' };
const BY_AGENT = 'Cluster c1 is reached by its agent only, which pulls its work from the hub';
const CONFIG = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'web' }, data: {} };

describe.each(databases.eachSupportedId())('of a pull member, on %s', databaseId => {
  let database: Database;
  let connections: Connections;
  let queries: QueryDeps;

  beforeAll(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    const { clock, timers } = new ManualPorts();
    connections = new Connections({
      hub: { name: 'hub' },
      accessOf: () => undefined,
      requestTimeoutMs: 1_000,
      requestsPerMember: 1,
      now: () => 0,
      onRecovered: () => {},
      onRequest: () => {},
    });
    queries = {
      database,
      hub: 'hub',
      axes: { rows: 'stage', columns: 'region' },
      clock,
      hubState: () => ({ name: 'hub', isReachable: true }),
      failures: new FailureLog(silentLog, clock),
      readSelection: async () => ({ ok: false, error: 'no hub in this test' }),
      scenarios: new Scenarios({ clock, timers, log: silentLog }),
      rendering: {},
      carrierOf: member => connections.carrierOf(member),
    };
    await database.transact(async tx => {
      await lockPlacement(tx, 'hub', 'web');
      await saveObject(tx, 'hub', aMemberObject('c1'));
      await saveObject(tx, 'hub', aPlacementObject('web', {}, { uid: 'u', resourceVersion: '1' }));
      await saveResourceSnapshot(tx, WEB, aResourceSnapshot({ index: 0 }), [CONFIG]);
      await saveBindings(tx, WEB, [aBoundBinding('c1', { resourceIndex: 0, revision: 'r1' })]);
    });
  });
  afterAll(() => connections.close());

  const workloads = () =>
    new FleetWorkloads({
      queries,
      members: readMemberWorkloads({ connections }),
      render: renderPlaced({}),
    });

  it('REST says how it is reached', async () => {
    const { items } = await listClusters(queries, {}, ADA);
    expect(items.map(({ name, carrier }) => [name, carrier])).toEqual([['c1', 'pull']]);
    expect((await getCluster(queries, { name: 'c1' }, ADA)).cluster.carrier).toBe('pull');
  });

  it('workloads are no error: there are none to be read, and why', async () => {
    const { objects, unread } = await workloads().list(ON, ADA);
    expect(objects).toEqual([]);
    expect(unread).toBe(
      `${BY_AGENT}: Fleetstage cannot read its workloads, events and logs. What the agent reports of each object is in the status of the placement`,
    );
  });

  it('one object, and a log, are refused with the same words', async () => {
    const object = { ...ON, version: 'v1', kind: 'ConfigMap', objectNamespace: 'web', objectName: 'a' };
    await expect(workloads().object(object, ADA)).rejects.toThrow(BY_AGENT);
    const gone = new AbortController().signal;
    await expect(workloads().log(object, ADA, gone)).rejects.toMatchObject({ name: 'ConflictError' });
  });

  it('a comparison says that the cluster was not asked', async () => {
    const diff = new PreviewDiff({ queries, members: dryRunOnMember({ connections }) });
    expect(await diff.get(ON, ADA, new AbortController().signal)).toMatchObject({
      objects: [],
      uncompared: `${BY_AGENT}: Fleetstage cannot compare with it`,
    });
  });

  it('nobody can have it applied now but its agent', async () => {
    const deps = { database, hub: 'hub', clock: queries.clock, carrierOf: queries.carrierOf };
    await expect(applyNow(deps, ADA, ON)).rejects.toThrow(
      `${BY_AGENT}: Fleetstage cannot apply there; the agent applies at its own pace`,
    );
  });
});
