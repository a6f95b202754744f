import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { startStubApi, statusOf, type StubApi } from '@fleetstage/applier/testing';
import { KubeClient, type KubeObject } from '@fleetstage/kube-client';
import { aHealthyMember, NOON } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { aMemberObject } from '../__testUtils__/objects';
import { saveCluster } from '../database/clusterStore';
import type { Database } from '../database/db';
import { markClusterProfiles } from '../database/marks';
import { deleteObject, saveObject } from '../database/mirrorStore';
import { silentLog } from '../observe/log';
import { markClusterProfile, publishClusterProfile, viewOf } from './publishClusterProfile';

const databases = createTestDatabases();
const KEY = 'hub/edge';
const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'clusterprofiles.multicluster.x-k8s.io' },
  spec: {
    group: 'multicluster.x-k8s.io',
    scope: 'Namespaced',
    names: { kind: 'ClusterProfile', plural: 'clusterprofiles' },
    versions: [{ name: 'v1alpha1' }],
  },
};
const PLACE = { group: 'multicluster.x-k8s.io', version: 'v1alpha1', plural: 'clusterprofiles' };
const HEALTHY = aHealthyMember({ lastHeartbeatAt: NOON, askedAt: NOON });

describe.each(databases.eachSupportedId())('publishClusterProfile on %s', databaseId => {
  let database: Database;
  let api: StubApi;
  let client: KubeClient;

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    api = await startStubApi();
    client = new KubeClient(api.endpoint('hub'));
    hub().put(
      { group: 'apiextensions.k8s.io', version: 'v1', plural: 'customresourcedefinitions' },
      DEFINITION,
    );
    await putMember({});
    await putHealth({});
  });
  afterEach(async () => {
    await client.close();
    await api.stop();
  });

  const hub = () => api.cluster('hub');
  const putNamespace = () =>
    hub().put(
      { group: '', version: 'v1', plural: 'namespaces' },
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'fleet-system' } },
    );
  const putMember = (metadata: object) =>
    database.transact(tx => {
      const member = aMemberObject('edge');
      return saveObject(tx, 'hub', { ...member, metadata: { ...member.metadata, ...metadata } });
    });
  const putHealth = (patch: Parameters<typeof aHealthyMember>[0], version = 'v1.33.2') =>
    database.transact(tx =>
      saveCluster(tx, 'hub', 'edge', {
        health: { ...HEALTHY, ...patch },
        properties: { 'k8s.io/k8s-version': version },
        resourceUsage: { observationTime: '2026-11-21T12:00:00Z' },
      }),
    );

  const make = (isEnabled = true) =>
    publishClusterProfile({ client: async () => client, clock: { now: () => NOON }, isEnabled });
  const effect = make();
  const profile = () => hub().find('clusterprofiles', 'edge', 'fleet-system');
  const healthy = (): string => {
    const { conditions } = profile()?.status as { conditions: { status: string; reason: string }[] };
    return `${conditions[0].status} ${conditions[0].reason}`;
  };
  const load = () => database.transact(tx => effect.load(tx, KEY));
  const writes = () => hub().calls.filter(call => !call.startsWith('GET'));

  async function perform() {
    const input = await load();
    if (input === undefined || !('hash' in input)) throw new Error('nothing to export');
    const output = await effect.run(input, { signal: new AbortController().signal, log: silentLog });
    return { output, again: await database.transact(tx => effect.record(tx, KEY, input, output)) };
  }

  it('C/CPF-001, CPF-004, CPF-005: exports a member, and its namespace comes first', async () => {
    expect(hub().find('namespaces', 'fleet-system')).toBeUndefined();
    expect(await perform()).toEqual({ output: 'published', again: undefined });
    expect(profile()).toMatchObject({
      spec: { displayName: 'edge', clusterManager: { name: 'KubeFleet' } },
      status: { version: { kubernetes: 'v1.33.2' }, accessProviders: [{ name: 'KubeFleet' }] },
    });
    expect(healthy()).toBe('True MemberClusterAPIServerHealthy');
  });

  it('asks the hub nothing while the profile would be the same', async () => {
    await perform();
    expect(await load()).toBeUndefined();
    await putHealth({ healthy: 'False' });
    await perform();
    expect(healthy()).toBe('False MemberClusterAPIServerUnhealthy');
  });

  it('marks a member whose status has changed, and no other', async () => {
    const due = () => database.transact(async tx => tx.sql('dirty_keys').select('queue'));
    const mark = () =>
      database.transact(tx => {
        const cluster = { name: 'edge', labels: {}, taints: [], isLeaving: false } as const;
        const properties = { 'k8s.io/k8s-version': 'v1.33.2' };
        const resourceUsage = { observationTime: '2026-11-21T12:00:00Z' };
        const view = viewOf(
          aMemberObject('edge'),
          { ...cluster, properties, resourceUsage, health: HEALTHY },
          undefined,
        );
        return markClusterProfile({ now: () => NOON })(tx, { hub: 'hub', name: 'edge' }, view);
      });
    await mark();
    expect(await due()).toEqual([{ queue: 'publish-cluster-profile' }]);
    await database.transact(tx => tx.sql('dirty_keys').delete());
    await perform();
    await mark();
    expect(await due()).toEqual([]);
  });

  it('C/CPF-002: puts right what somebody has edited or deleted', async () => {
    await perform();
    const spec = { displayName: 'mine', clusterManager: { name: 'mine' } };
    hub().put(PLACE, { ...(profile() as KubeObject), spec });
    await database.transact(tx => markClusterProfiles(tx, 'hub', ['edge']));
    await perform();
    expect(profile()?.spec).toEqual({ displayName: 'edge', clusterManager: { name: 'KubeFleet' } });
    await client.delete(
      { ...PLACE, kind: 'ClusterProfile', namespaced: true },
      { namespace: 'fleet-system', name: 'edge' },
    );
    await database.transact(tx => markClusterProfiles(tx, 'hub', 'all'));
    await perform();
    expect(profile()).toBeDefined();
  });

  it('C/CPF-002: exports no member that has not joined, but keeps a profile that is there', async () => {
    await putHealth({ joined: false, healthy: 'Unknown' });
    await perform();
    expect(writes()).toEqual([]);
    putNamespace();
    hub().put(PLACE, {
      apiVersion: 'multicluster.x-k8s.io/v1alpha1',
      kind: 'ClusterProfile',
      metadata: { name: 'edge', namespace: 'fleet-system' },
    });
    await database.transact(tx => markClusterProfiles(tx, 'hub', ['edge']));
    await perform();
    expect(healthy()).toBe('Unknown MemberAgentReportedNoHealthInfo');
  });

  it.each([
    {
      what: 'leaves',
      leave: () => putMember({ resourceVersion: '2', deletionTimestamp: '2026-11-21T12:00:00Z' }),
    },
    {
      what: 'is gone',
      leave: () =>
        database.transact(tx => deleteObject(tx, { hub: 'hub', kind: 'MemberCluster', name: 'edge' })),
    },
  ])('C/CPF-003: deletes the profile of a member that $what', async ({ leave }) => {
    await perform();
    await leave();
    expect(await perform()).toEqual({ output: 'removed', again: undefined });
    expect(profile()).toBeUndefined();
    expect(await database.transact(tx => tx.sql('publications').select('name'))).toEqual([]);
  });

  it.each([
    { code: 404, reason: 'NotFound', outcome: { output: 'unserved', again: undefined } },
    { code: 403, reason: 'Forbidden', outcome: { output: 'refused', again: { afterMs: 60_000 } } },
  ])('goes on where the hub answers $reason, and makes no namespace', async ({ code, reason, outcome }) => {
    hub().intercept = ({ place }) =>
      place.plural === 'clusterprofiles' ? statusOf(code, reason, 'no') : undefined;
    expect(await perform()).toEqual(outcome);
    expect(writes()).not.toContain('POST /api/v1/namespaces');
    hub().intercept = undefined;
    if (outcome.again === undefined) {
      expect(await load()).toBeUndefined();
      await database.transact(tx => markClusterProfiles(tx, 'hub', 'all'));
    }
    await perform();
    expect(profile()).toBeDefined();
  });

  it('C/FF-004: exports nothing where that is switched off', async () => {
    expect(await database.transact(tx => make(false).load(tx, KEY))).toBeUndefined();
  });
});
