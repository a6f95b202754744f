import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { startStubApi, type StubApi } from '@fleetstage/applier/testing';
import {
  CLUSTER_GROUP,
  kinds,
  plus,
  type Instant,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { MemberHealth } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { NOON } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { KubeClient } from '@fleetstage/kube-client';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { aMemberObject } from '../__testUtils__/objects';
import { saveCluster } from '../database/clusterStore';
import type { Database } from '../database/db';
import { saveObject } from '../database/mirrorStore';
import { Later } from '../loop/effect';
import { silentLog } from '../observe/log';
import { publishStatus } from './publishStatus';
import { memberStatus } from './statusSources';

const databases = createTestDatabases();
const { group, storageVersion: version, plural } = kinds.MemberCluster;
const MINUTE_MS = 60_000;

describe.each(databases.eachSupportedId())('Events of a push member, on %s', databaseId => {
  let database: Database;
  let api: StubApi;
  let client: KubeClient;
  let now: Instant;

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    api = await startStubApi({ groups: ['', CLUSTER_GROUP] });
    client = new KubeClient(api.endpoint('hub'));
    now = NOON;
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } };
    hub().put({ group: '', version: 'v1', plural: 'namespaces' }, namespace);
    hub().put({ group, version, plural }, aMemberObject('c1'));
  });
  afterEach(async () => {
    await client.close();
    await api.stop();
  });

  const hub = () => api.cluster('hub');
  const effect = publishStatus(async () => client, memberStatus({ now: () => now }, MINUTE_MS));
  const context = { signal: new AbortController().signal, log: silentLog };

  /** What the hub has is seen, a probe is recorded, and the status is published. */
  async function seen(healthy: MemberHealth['healthy'], message?: string) {
    now = plus(now, MINUTE_MS);
    const health = { joined: true, healthy, healthChangedAt: now, ...(message && { message }) };
    await database.transact(async tx => {
      await saveObject(tx, 'hub', hub().find(plural, 'c1') as never);
      await saveCluster(tx, 'hub', 'c1', { properties: {}, health });
      await tx.sql('publications').delete();
    });
    const input = await database.transact(tx => effect.load(tx, 'hub/c1'));
    if (input === undefined || input instanceof Later) throw new Error('nothing is to be published');
    await effect.run(input, context);
    return input;
  }
  const events = () => {
    const { items } = hub().list({ group: '', version: 'v1', plural: 'events' }).body as {
      items: KubeObject[];
    };
    return items.map(({ type, reason, message }) => `${type} ${reason}: ${message}`);
  };

  it('C/MC-021, MC-036, MC-037: that it joined, went and came back is an Event each, once', async () => {
    await seen('True');
    await seen('True');
    const lost = await seen('Unknown', 'connect ECONNREFUSED');
    // Killed before it was recorded, it runs again.
    await effect.run(lost, context);
    await seen('True');
    expect(events()).toEqual([
      'Normal MemberClusterJoined: Member cluster has successfully joined the fleet',
      expect.stringMatching(/^Warning MemberClusterHeartbeatLost: .*connect ECONNREFUSED/),
      'Normal MemberClusterHealthy: Member cluster is healthy again',
    ]);
  });
});
