import { kinds, plus, type KindName, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { fixedCredentials, KubeClient } from '@fleetstage/kube-client';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listAnswer } from '../__testUtils__/listAnswer';
import { createTestDatabases, openTestDatabase, passTime } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import {
  aMemberObject,
  anApprovalObject,
  anEvictionObject,
  aPlacementObject,
  aRunObject,
  aStrategyObject,
} from '../__testUtils__/objects';
import { isFresh, loadCapture, requestCapture, saveCapture } from '../database/captureStore';
import type { Database } from '../database/db';
import {
  acquireLease,
  loadHoldersReport,
  releaseLease,
  renewLease,
  saveFleetStart,
  saveMirrorSynced,
} from '../database/leaseStore';
import { listObjectNames, saveObject } from '../database/mirrorStore';
import { claim } from '../database/queue/claim';
import { queues } from '../database/queue/queues';
import { settle } from '../database/queue/settle';
import { ServedKinds } from '../kube/ServedKinds';
import { systemPorts } from '../loop/systemPorts';
import { silentLog } from '../observe/log';
import { HubIngest } from './HubIngest';

const AUTHORED: readonly KindName[] = [
  'MemberCluster',
  'ClusterResourcePlacement',
  'ClusterStagedUpdateStrategy',
  'ClusterStagedUpdateRun',
  'ClusterApprovalRequest',
  'ClusterResourcePlacementEviction',
];

const objects: Readonly<Record<string, readonly KubeObject[]>> = {
  [kinds.MemberCluster.plural]: [aMemberObject('member-1')],
  [kinds.ClusterResourcePlacement.plural]: [aPlacementObject('web', {}, { finalizers: [] })],
  [kinds.ClusterStagedUpdateStrategy.plural]: [aStrategyObject('strategy', [])],
  [kinds.ClusterStagedUpdateRun.plural]: [aRunObject('r1')],
  [kinds.ClusterApprovalRequest.plural]: [anApprovalObject('r1-canary', 'r1', 'canary')],
  [kinds.ClusterResourcePlacementEviction.plural]: [anEvictionObject('e1')],
  namespaces: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web', resourceVersion: '1' } }],
};

/** What the hub serves besides: enough to watch Namespaces. */
const DISCOVERY: Readonly<Record<string, object>> = {
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': { kind: 'APIGroupList', groups: [] },
  '/api/v1': {
    kind: 'APIResourceList',
    groupVersion: 'v1',
    resources: [
      { name: 'namespaces', kind: 'Namespace', namespaced: false, verbs: ['list', 'watch', 'get'] },
    ],
  },
};

/** Definitions of placements are read before anything is listed. */
function answerMissing(response: ServerResponse): undefined {
  response.writeHead(404, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 }),
  );
  return undefined;
}

/** A hub with one object of each kind, whose list of one kind can be held back. */
class SlowHub {
  readonly asked: string[] = [];
  private waiting: (() => void)[] = [];

  constructor(private held?: string) {}

  answer(url: URL, response: ServerResponse): void {
    if (url.pathname.includes('/customresourcedefinitions/')) return answerMissing(response);
    const plural = url.pathname.split('/').pop() ?? '';
    const isWatch = url.searchParams.get('watch') !== null;
    this.asked.push(`${isWatch ? 'watch' : 'list'} ${plural}`);
    response.writeHead(200, { 'content-type': 'application/json' });
    // A watch in which nothing happens.
    if (isWatch) return response.flushHeaders();
    const list = listAnswer(url.pathname, objects[plural] ?? []);
    const send = () => response.end(JSON.stringify(DISCOVERY[url.pathname] ?? list));
    if (plural === this.held) this.waiting.push(send);
    else send();
    return undefined;
  }

  release(): void {
    this.held = undefined;
    this.waiting.forEach(send => send());
  }
}

describe('HubIngest', () => {
  const databases = createTestDatabases();
  let hub: SlowHub;
  let server: Server;
  let client: KubeClient;
  let database: Database;
  let ingest: HubIngest;
  let isWhole: boolean;

  beforeEach(async () => {
    server = createServer((request, response) =>
      hub.answer(new URL(request.url ?? '/', 'http://hub'), response),
    );
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    ({ database } = await openTestDatabase(databases, 'SQLITE_3'));
    hub = new SlowHub();
    const { port } = server.address() as AddressInfo;
    client = new KubeClient({ server: `http://127.0.0.1:${port}`, credentials: fixedCredentials({}) });
    ingest = new HubIngest({
      hub: 'hub',
      database,
      client: async () => client,
      prepare: async () => undefined,
      servedKinds: new ServedKinds(
        async () => client,
        () => systemPorts.clock.now(),
      ),
      capture: { debounceMs: 1, maxMs: 10 },
      ports: systemPorts,
      log: silentLog,
    });
    isWhole = false;
    ingest.mirrorSynced().then(() => {
      isWhole = true;
    });
  });

  afterEach(async () => {
    await ingest.stop();
    await client.close();
    server.closeAllConnections();
    server.close();
  });

  const countOf = async (kind: KindName) =>
    (await database.transact(tx => listObjectNames(tx, 'hub', kind))).length;
  const untilAsked = (call: string) =>
    eventually(
      () => hub.asked,
      asked => asked.includes(call),
    );
  const untilWhole = () =>
    eventually(
      () => isWhole,
      is => is,
    );

  it.each([
    { kind: 'MemberCluster', later: AUTHORED.slice(1) },
    { kind: 'ClusterStagedUpdateStrategy', later: AUTHORED.slice(3) },
    { kind: 'ClusterStagedUpdateRun', later: AUTHORED.slice(4) },
  ] as const)(
    'on an empty database, mirrors nothing that may refer to a $kind before all of them',
    async ({ kind, later }) => {
      hub = new SlowHub(kinds[kind].plural);
      ingest.start();
      await untilAsked(`list ${kinds[kind].plural}`);
      const others = AUTHORED.filter(other => other !== kind && !later.includes(other));
      for (const other of others) await untilAsked(`watch ${kinds[other].plural}`);
      await untilAsked('watch customresourcedefinitions');
      for (const other of later) expect(hub.asked).not.toContain(`watch ${kinds[other].plural}`);
      for (const other of later) expect(await countOf(other)).toBe(0);
      expect(ingest.state().unsynced).toEqual(expect.arrayContaining([kind, ...later]));
      expect(isWhole).toBe(false);

      hub.release();
      await untilWhole();
      for (const other of AUTHORED) expect(await countOf(other)).toBe(1);
    },
  );

  /** Another replica has the lease of the hub. */
  const lead = () =>
    database.transact(async tx => {
      const lease = await acquireLease(tx, { hub: 'hub', name: 'ingest', holder: 'b', leaseMs: 60_000 });
      return lease!;
    });

  it('is synced at once beside a replica that keeps the mirror', async () => {
    const lease = await lead();
    await database.transact(tx => saveMirrorSynced(tx, lease));
    ingest.start();
    await untilWhole();
    expect(ingest.state()).toMatchObject({ isStandby: true, unsynced: [] });
    expect(hub.asked).toEqual([]);
  });

  it('reports that the hub does not answer the replica that watches it, until it does', async () => {
    const lease = await lead();
    const since = systemPorts.clock.now();
    const renew = (loss?: { since: typeof since; reason: string }) =>
      database.transact(tx => renewLease(tx, { ...lease, leaseMs: 60_000, ...(loss && { loss }) }));
    await renew({ since, reason: 'no answer' });
    ingest.start();
    const lost = await eventually(
      () => ingest.state(),
      ({ problem }) => problem !== undefined,
    );
    expect(lost).toMatchObject({ isStandby: true, problem: 'no answer', problemSince: since });
    expect(lost.connection).toEqual({ state: 'lost', since, reason: 'no answer' });
    await renew();
    await eventually(
      () => ingest.state(),
      ({ problem, connection }) => problem === undefined && connection.state === 'connected',
    );
  });

  it('reports which kinds the replica that watches cannot watch, also to captures, until another one watches', async () => {
    const lease = await lead();
    const since = systemPorts.clock.now();
    const unwatched = ['/v1/ConfigMap', 'apps/v1/Deployment', 'CustomResourceDefinition'].map(kind => ({
      kind,
      since,
      reason: 'a\u0000b',
    }));
    await database.transact(tx => renewLease(tx, { ...lease, leaseMs: 60_000, unwatched }));
    expect(await ingest.unwatchedKinds()).toEqual([
      { group: '', version: 'v1', kind: 'ConfigMap' },
      { group: 'apps', version: 'v1', kind: 'Deployment' },
    ]);
    ingest.start();
    const state = await eventually(
      () => ingest.state(),
      ({ isStandby }) => isStandby,
    );
    expect(state.unwatched).toEqual(unwatched);
    await database.transact(tx => tx.sql('hub_leases').update({ lease_until: 0 }));
    await untilWhole();
    expect([ingest.state().unwatched, await ingest.unwatchedKinds()]).toEqual([[], []]);
  });

  const startOfFleet = () =>
    eventually(
      () => ingest.fleetStart(),
      at => at !== undefined,
    );

  it('the first replica that watches starts the fleet, and does so once', async () => {
    const from = systemPorts.clock.now();
    ingest.start();
    expect(await startOfFleet()).toBeGreaterThanOrEqual(from);
    const report = await database.transact(tx => loadHoldersReport(tx, { hub: 'hub', name: 'ingest' }));
    expect(report.fleetStartedAt).toBe(ingest.fleetStart());
  });

  it('a replica that starts beside a watching one knows when the fleet started', async () => {
    const lease = await lead();
    const at = plus(systemPorts.clock.now(), -3_600_000);
    await database.transact(tx => saveFleetStart(tx, lease, at));
    ingest.start();
    expect(await startOfFleet()).toBe(at);
  });

  it('waits beside a replica that has not seen everything, or is gone', async () => {
    const lease = await lead();
    ingest.start();
    await eventually(
      () => ingest.state(),
      ({ isStandby }) => isStandby,
    );
    expect(ingest.state().unsynced).toEqual(expect.arrayContaining([...AUTHORED]));
    await database.transact(async tx => {
      await saveMirrorSynced(tx, lease);
      await releaseLease(tx, lease);
    });
    await untilWhole();
    expect(hub.asked).toContain('list clusterapprovalrequests');
    expect(ingest.state()).toMatchObject({ isStandby: false });
  });

  it('captures once after a start what may have changed before it, and calls nothing fresh until then', async () => {
    const capture = () => database.transact(tx => loadCapture(tx, 'hub', 'web'));
    const take = () =>
      database.transact(tx =>
        claim(tx, { queue: queues.captureResources, token: 't', limit: 1, leaseMs: 1 }),
      );
    const finish = async () => {
      const [taken] = await eventually(take, claims => claims.length > 0);
      const { requested: through } = await capture();
      await database.transact(async tx => {
        await saveCapture(tx, { hub: 'hub', name: 'web' }, { through });
        settle(tx, taken);
      });
    };
    await database.transact(async tx => {
      for (const object of objects[kinds.ClusterResourcePlacement.plural])
        await saveObject(tx, 'hub', object);
      await requestCapture(tx, 'hub', 'web');
    });
    await finish();
    expect(isFresh(await capture())).toBe(true);

    hub = new SlowHub('namespaces');
    ingest.start();
    await untilWhole();
    await untilAsked('list namespaces');
    expect(isFresh(await capture())).toBe(false);
    expect(await take()).toEqual([]);

    hub.release();
    await finish();
    expect(isFresh(await capture())).toBe(true);
    await passTime(database, 60_000);
    expect(await take()).toEqual([]);
  });
});
