import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { startStubApi, statusOf, type StubApi } from '@fleetstage/applier/testing';
import {
  instant,
  memberNamespace,
  plus,
  toRfc3339,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { KubeClient } from '@fleetstage/kube-client';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { aMemberObject } from '../__testUtils__/objects';
import { saveCluster } from '../database/clusterStore';
import type { Database } from '../database/db';
import { loadDesiredFinalizer } from '../database/finalizerStore';
import { addMemberAgent, loadMemberAgent, saveMemberAgent } from '../database/memberAgentStore';
import { markAgentReports } from '../database/marks';
import { deleteObject, saveObject } from '../database/mirrorStore';
import type { Carrier } from '../kube/Connections';
import { silentLog } from '../observe/log';
import { MemoryMetrics } from '../observe/metrics';
import { ensureMembership } from './ensureMembership';

const databases = createTestDatabases();
const KEY = 'hub/edge';
const NAMESPACE = memberNamespace('edge');
const NOW = instant(1_795_262_400_000);
const FORCE_AFTER_MS = 60_000;
const WORKS = { group: 'placement.kubernetes-fleet.io', version: 'v1beta1', plural: 'works' };

const agentSays = (joined: 'True' | 'False') => ({
  type: 'MemberAgent',
  conditions: [
    { type: 'Joined', status: joined, reason: 'R', message: '', lastTransitionTime: toRfc3339(NOW) },
  ],
});

describe.each(databases.eachSupportedId())('ensureMembership on %s', databaseId => {
  let database: Database;
  let api: StubApi;
  let client: KubeClient;
  let metrics: MemoryMetrics;
  let carrier: Carrier;
  let now = NOW;

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    api = await startStubApi({
      groups: [
        '',
        'rbac.authorization.k8s.io',
        'placement.kubernetes-fleet.io',
        'cluster.kubernetes-fleet.io',
      ],
    });
    client = new KubeClient(api.endpoint('hub'));
    metrics = new MemoryMetrics();
    carrier = 'pull';
    now = NOW;
    await saveMember();
  });
  afterEach(async () => {
    await client.close();
    await api.stop();
  });

  const saveMember = (metadata: Partial<KubeObject['metadata']> = {}, spec: object = {}) => {
    const member = aMemberObject('edge');
    const object = { ...member, spec: { ...(member.spec as object), ...spec } };
    const merged = { ...object.metadata, uid: 'u1', generation: 1, resourceVersion: '1', ...metadata };
    return database.transact(tx => saveObject(tx, 'hub', { ...object, metadata: merged }));
  };
  const reports = (joined: 'True' | 'False') =>
    database.transact(tx =>
      saveCluster(tx, 'hub', 'edge', {
        properties: {},
        collection: { core: {}, providers: {}, agent: { agents: [agentSays(joined)], conditions: [] } },
      }),
    );
  const row = () => database.transact(tx => loadMemberAgent(tx, 'hub', 'edge'));
  const hub = () => api.cluster('hub');
  const found = (plural: string, name: string) => hub().find(plural, name, NAMESPACE);
  const namespace = () => hub().find('namespaces', NAMESPACE);
  const writes = () => hub().calls.filter(call => !/^(GET|LIST) /.test(call));
  const keys = () =>
    database.transact(tx => tx.sql('dirty_keys').orderBy('queue').pluck('queue')) as Promise<string[]>;

  /** Returns what is requeued, or why nothing was done. */
  async function perform() {
    const effect = ensureMembership({
      client: async () => client,
      carrierOf: () => carrier,
      clock: { now: () => now },
      log: silentLog,
      metrics,
      forceLeaveAfterMs: FORCE_AFTER_MS,
    });
    const input = await database.transact(tx => effect.load(tx, KEY));
    if (input === undefined || 'afterMs' in input) return 'nothing';
    hub().calls.length = 0;
    const output = await effect.run(input, { signal: new AbortController().signal, log: silentLog });
    return database.transact(tx => effect.record(tx, KEY, input, output));
  }

  it('C/MC-014…020: makes the objects of a pull member, and writes nothing the second time', async () => {
    expect(await perform()).toBeUndefined();
    expect(writes().filter(call => !call.includes('/events'))).toEqual([
      'POST /api/v1/namespaces',
      `POST /apis/rbac.authorization.k8s.io/v1/namespaces/${NAMESPACE}/roles`,
      `POST /apis/rbac.authorization.k8s.io/v1/namespaces/${NAMESPACE}/rolebindings`,
      `POST /apis/cluster.kubernetes-fleet.io/v1beta1/namespaces/${NAMESPACE}/internalmemberclusters`,
    ]);
    expect(await row()).toEqual({ memberUid: 'u1', ensuredFor: '1', joined: 'Unknown' });
    expect(await keys()).toEqual(['member', 'publish-member']);
    await perform();
    expect(writes()).toEqual([]);
  });

  it('C/MC-020: goes on after a crash between two of them', async () => {
    await perform();
    hub().remove('internalmemberclusters', 'edge', NAMESPACE);
    hub().remove('roles', 'fleet-role-edge', NAMESPACE);
    await perform();
    expect(found('internalmemberclusters', 'edge')?.spec).toMatchObject({ state: 'Join' });
    expect(found('roles', 'fleet-role-edge')?.rules).toHaveLength(4);
  });

  it('C/MC-003: makes what the tokens of an agent are made of where the identity is Fleetstage’s', async () => {
    const identity = { kind: 'ServiceAccount', name: 'fleetstage-agent', namespace: NAMESPACE };
    await saveMember({ generation: 2, resourceVersion: '2' }, { identity });
    await perform();
    expect(writes().filter(call => call.includes('serviceaccounts'))).toEqual([
      `POST /api/v1/namespaces/${NAMESPACE}/serviceaccounts`,
    ]);
    expect(found('rolebindings', 'fleetstage-agent-token')?.subjects).toEqual([identity]);
    await perform();
    expect(writes()).toEqual([]);
    hub().remove('serviceaccounts', 'fleetstage-agent', NAMESPACE);
    await perform();
    expect(found('serviceaccounts', 'fleetstage-agent')).toBeDefined();
  });

  it('is nothing to a member that is pushed to, nor to one that is gone', async () => {
    carrier = 'push';
    expect(await perform()).toBe('nothing');
    carrier = 'pull';
    await database.transact(tx => deleteObject(tx, { hub: 'hub', kind: 'MemberCluster', name: 'edge' }));
    expect(await perform()).toBe('nothing');
  });

  it('keeps what the hub refuses, tries again every minute, and forgets it then', async () => {
    hub().intercept = ({ verb, place }) =>
      verb === 'POST' && place.plural === 'roles'
        ? statusOf(403, 'Forbidden', 'roles is forbidden\0')
        : undefined;
    expect(await perform()).toEqual({ afterMs: 60_000 });
    const refused = await row();
    expect(refused?.problem).toContain('roles is forbidden');
    expect(refused?.ensuredFor).toBeUndefined();
    expect(await keys()).toContain('publish-member');
    hub().intercept = undefined;
    await perform();
    expect(await row()).toEqual({ memberUid: 'u1', ensuredFor: '1', joined: 'Unknown' });
  });

  it('does without the Events that the hub refuses', async () => {
    hub().intercept = ({ place }) =>
      place.plural === 'events' ? statusOf(403, 'Forbidden', 'no events') : undefined;
    await perform();
    expect((await row())?.ensuredFor).toBe('1');
  });

  it('C/MC-021, MC-022, MC-033: counts and reports each change of whether it has joined, once', async () => {
    await perform();
    await reports('True');
    await perform();
    await perform();
    await reports('False');
    await perform();
    const events = hub()
      .calls.concat()
      .filter(call => call.includes('/events'));
    expect(events).toHaveLength(1);
    const text = metrics.render({ withNames: true });
    expect(text).toContain('fleetstage_member_joins_total{outcome="joined"} 1');
    expect(text).toContain('fleetstage_member_joins_total{outcome="left"} 1');
    expect((await row())?.joined).toBe('False');
  });

  const delete_ = () => saveMember({ deletionTimestamp: toRfc3339(NOW), resourceVersion: '2' });
  const putAgent = (joined: 'True' | 'False') =>
    hub().setStatus(
      'internalmemberclusters',
      { agentStatus: [agentSays(joined)] },
      { name: 'edge', namespace: NAMESPACE },
    );
  const putWork = () =>
    hub().put(WORKS, {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'Work',
      metadata: {
        name: 'shop-work',
        namespace: NAMESPACE,
        finalizers: ['kubernetes-fleet.io/work-cleanup', 'other/one'],
      },
    });
  const wanted = () =>
    database.transact(tx => loadDesiredFinalizer(tx, 'hub', { kind: 'MemberCluster', name: 'edge' }));

  it('C/MC-056, MC-058, MC-059, TR-104, TR-105: asks, collects when the agent has left, lets the MemberCluster go', async () => {
    await perform();
    putAgent('True');
    putWork();
    await delete_();
    expect(await perform()).toEqual({ afterMs: FORCE_AFTER_MS });
    expect(found('internalmemberclusters', 'edge')?.spec).toMatchObject({ state: 'Leave' });
    putAgent('False');
    await perform();
    expect(found('works', 'shop-work')?.metadata.finalizers ?? []).toEqual([]);
    expect(writes()).toEqual([
      `PATCH /apis/placement.kubernetes-fleet.io/v1beta1/namespaces/${NAMESPACE}/works/shop-work`,
      `DELETE /api/v1/namespaces/${NAMESPACE}`,
    ]);
    expect(namespace()).toBeUndefined();
    expect(await wanted()).toBeUndefined();
    await perform();
    expect(await wanted()).toMatchObject({ want: 'absent', uid: 'u1' });
  });

  it('C/MC-057, TR-106: collects by force once the time is over', async () => {
    await perform();
    putAgent('True');
    await delete_();
    await perform();
    now = plus(NOW, FORCE_AFTER_MS - 1);
    expect(await perform()).toEqual({ afterMs: 1 });
    expect(namespace()).toBeDefined();
    now = plus(NOW, FORCE_AFTER_MS);
    await perform();
    expect(namespace()).toBeUndefined();
  });

  it('C/MC-054: takes finalizers off Works that come while the namespace goes, and says that it does not go', async () => {
    await perform();
    await delete_();
    hub().put(
      { group: '', version: 'v1', plural: 'namespaces' },
      { ...namespace(), metadata: { ...namespace()?.metadata, deletionTimestamp: toRfc3339(NOW) } },
    );
    putWork();
    expect(await perform()).toEqual({ afterMs: 1_000 });
    expect(found('works', 'shop-work')?.metadata.finalizers ?? []).toEqual([]);
    expect((await row())?.problem).toBeUndefined();
    now = plus(NOW, 16 * 60_000);
    await perform();
    expect((await row())?.problem).toContain('it has been deleting since');
  });

  it('a member that got credentials: its agent leaves, the MemberCluster stays', async () => {
    await perform();
    putAgent('True');
    carrier = 'push';
    await perform();
    expect((await row())?.leavingSince).toBe(NOW);
    now = plus(NOW, FORCE_AFTER_MS);
    await perform();
    await perform();
    expect(namespace()).toBeUndefined();
    expect(await row()).toBeUndefined();
    expect(await wanted()).toBeUndefined();
  });

  it('a member whose credentials are taken away again joins by its agent as before', async () => {
    await perform();
    putAgent('True');
    carrier = 'push';
    await perform();
    carrier = 'pull';
    await perform();
    expect(found('internalmemberclusters', 'edge')?.spec).toMatchObject({ state: 'Join' });
    expect((await row())?.leavingSince).toBeUndefined();
  });

  it('a MemberCluster that is created anew begins anew', async () => {
    await perform();
    await saveMember({ uid: 'u2', resourceVersion: '3' });
    expect(await perform()).toEqual({ afterMs: 1_000 });
    expect(await row()).toMatchObject({
      memberUid: 'u2',
      problem: expect.stringContaining('belongs to an earlier MemberCluster'),
    });
  });

  it('C/MC-023: an InternalMemberCluster wakes the pass of its member, where that has an agent', async () => {
    const marked = async (...members: string[]) => {
      await database.transact(tx => tx.sql('dirty_keys').delete());
      await database.transact(tx => markAgentReports(tx, 'hub', members));
      return database.transact(async tx => {
        const rows = await tx.sql('dirty_keys').orderBy('key');
        return rows.map(({ queue, key }) => `${queue} ${key}`);
      });
    };
    await database.transact(async tx => {
      await addMemberAgent(tx, 'hub', { member: 'edge', memberUid: 'u1' });
      await addMemberAgent(tx, 'hub', { member: 'edge', memberUid: 'u1' });
      await saveMemberAgent(tx, 'hub', 'leaver', { memberUid: 'u2', leavingSince: NOW });
    });
    expect(await marked('edge', 'pushed', 'leaver')).toEqual([
      'member hub/edge',
      'ensure-membership hub/leaver',
    ]);
  });
});
