import {
  crdNameOf,
  kinds,
  plus,
  toRfc3339,
  type Instant,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  aHealthyMember,
  aResourceSnapshot,
  anAvailableReport,
} from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import type { Knex } from 'knex';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createTestDatabases, openTestDatabase } from './__testUtils__/databases';
import { listAnswer } from './__testUtils__/listAnswer';
import { eventually } from './__testUtils__/eventually';
import { aMemberObject, aPlacementObject, aRunObject, aStrategyObject } from './__testUtils__/objects';
import { composeEngine, type Engine } from './compose';
import { loadBinding } from './database/bindingStore';
import { requestCapture, saveCapture } from './database/captureStore';
import { saveCluster } from './database/clusterStore';
import type { Database, Tx } from './database/db';
import { fromWorkKey } from './database/keys';
import { saveHubUid } from './database/hubStore';
import { acquireLease, saveMirrorSynced } from './database/leaseStore';
import { lockPlacement } from './database/lockPlacement';
import { saveObject } from './database/mirrorStore';
import { claim } from './database/queue/claim';
import { loadKeyTrouble } from './database/queue/inspect';
import { mark } from './database/queue/mark';
import { queues } from './database/queue/queues';
import { settle } from './database/queue/settle';
import { loadRun } from './database/runStore';
import { saveResourceSnapshot } from './database/snapshotStore';
import { saveWork } from './database/workStore';
import { reconcileOnce } from './loop/reconcileOnce';
import { systemPorts } from './loop/systemPorts';
import { silentLog } from './observe/log';
import { placementReconciler } from './reconcilers/placement';
import { updateRunReconciler } from './reconcilers/updateRun';
import { parseSettings } from './settings';

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const RUNS = kinds.ClusterStagedUpdateRun.plural;
const HOUR_MS = 3_600_000;

/**
 * A run over two clusters, one after the other, with a minute of waiting between them; `resourceVersion` distinguishes
 * edits.
 */
function theObjects(createdAt: Instant, state: 'Run' | 'Stop'): KubeObject[] {
  const metadata = { creationTimestamp: toRfc3339(createdAt) };
  const edit = state === 'Run' ? {} : { resourceVersion: '2', generation: 2 };
  const wait = { type: 'TimedWait', waitTime: '1m' };
  return [
    aMemberObject('c1', { stage: 'canary' }),
    aMemberObject('c2', { stage: 'production' }),
    aPlacementObject('web', { strategy: { type: 'External' } }),
    aStrategyObject('strategy', [
      { name: 'canary', labelSelector: { matchLabels: { stage: 'canary' } }, afterStageTasks: [wait] },
      { name: 'production', labelSelector: { matchLabels: { stage: 'production' } } },
    ]),
    aRunObject('r1', { resourceSnapshotIndex: '0', state }, edit),
  ].map(object => ({ ...object, metadata: { ...object.metadata, ...metadata } }));
}

/** An hour ago an engine brought the run to its wait, and went away. */
async function playUntilWait(database: Database, at: Instant): Promise<void> {
  await database.transact(async tx => {
    for (const object of theObjects(at, 'Run')) await saveObject(tx, 'hub', object);
    const health = aHealthyMember({ lastHeartbeatAt: at, healthChangedAt: plus(at, -HOUR_MS) });
    for (const cluster of ['c1', 'c2']) await saveCluster(tx, 'hub', cluster, { health, properties: {} });
    await lockPlacement(tx, 'hub', 'web');
    const content = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } };
    await saveResourceSnapshot(tx, WEB, aResourceSnapshot({ createdAt: at }), [content]);
    await requestCapture(tx, 'hub', 'web');
    await saveCapture(tx, WEB, { through: 1 });
    mark(tx, { queue: queues.updateRun, key: 'hub/r1' });
  });
  const take = (queue: string) =>
    database.transact(tx => claim(tx, { queue, token: queue, limit: 1, leaseMs: 60_000 }));
  const pass = { database, clock: { now: () => at } };
  for (;;) {
    const [placement] = await take(queues.placement);
    if (placement) await reconcileOnce(pass, placementReconciler, placement);
    const [run] = await take(queues.updateRun);
    if (run) await reconcileOnce(pass, updateRunReconciler, run);
    const [work] = await take(queues.applyWork);
    if (work) {
      await database.transact(async tx => {
        await obey(tx, work.key, at);
        settle(tx, work);
      });
    }
    if (!placement && !run && !work) return;
  }
}

async function obey(tx: Tx, key: string, at: Instant): Promise<void> {
  const { cluster, ...work } = fromWorkKey(key);
  const binding = await loadBinding(tx, { cluster, ...work });
  if (binding?.revision === undefined) return;
  const report = anAvailableReport(cluster, { revision: binding.revision }, at);
  await saveWork(tx, WEB, { report, inventory: { objects: [] } });
  mark(tx, { queue: queues.updateRun, key: 'hub/r1' });
}

/** A hub whose list of runs can be held back. */
class Hub {
  readonly written: string[] = [];
  objects: readonly KubeObject[] = [];
  private held: (() => void)[] | undefined;
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => this.answer(request, response));
  }

  async listen(): Promise<string> {
    await new Promise<void>(listening => this.server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  holdRuns(): void {
    this.held = [];
  }

  releaseRuns(): void {
    const { held = [] } = this;
    this.held = undefined;
    held.forEach(send => send());
  }

  get isAskedForRuns(): boolean {
    return (this.held ?? []).length > 0;
  }

  /** Of its namespace kube-system. */
  uid: string | undefined;

  private answer({ method, url = '/' }: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(url, 'http://hub');
    if (method !== 'GET') this.written.push(pathname.split('/').slice(4).join('/'));
    response.writeHead(200, { 'content-type': 'application/json' });
    // A watch in which nothing happens.
    if (searchParams.get('watch') !== null) return response.flushHeaders();
    const send = () => response.end(JSON.stringify(this.find(pathname)));
    if (this.held && method === 'GET' && pathname.endsWith(`/${RUNS}`)) this.held.push(send);
    else send();
    return undefined;
  }

  private find(pathname: string): object {
    const [plural, name] = pathname.split('/').slice(4);
    if (plural === 'customresourcedefinitions' && name !== undefined)
      return {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name, labels: { 'app.kubernetes.io/managed-by': 'fleetstage' } },
      };
    if (pathname.endsWith('/namespaces/kube-system'))
      return { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-system', uid: this.uid } };
    const items = this.objects.filter(({ kind }) => crdNameOf(kind as never).startsWith(`${plural}.`));
    return items.find(({ metadata }) => metadata.name === name) ?? listAnswer(pathname, items, '9');
  }
}

describe('an engine that begins on a mirror of an hour ago', () => {
  let hub: Hub;
  let folder: string;
  let knex: Knex;
  let database: Database;
  let engine: Engine;
  let startedAt: Instant;

  beforeEach(async () => {
    hub = new Hub();
    const server = await hub.listen();
    folder = await mkdtemp(join(tmpdir(), 'fleetstage-compose-'));
    const kubeconfig = join(folder, 'kubeconfig');
    await writeFile(
      kubeconfig,
      `current-context: hub
contexts: [{ name: hub, context: { cluster: hub, user: hub } }]
clusters: [{ name: hub, cluster: { server: "${server}" } }]
users: [{ name: hub, user: { token: t } }]`,
    );
    ({ knex, database } = await openTestDatabase(databases, 'SQLITE_3'));
    startedAt = plus(systemPorts.clock.now(), -HOUR_MS);
    await playUntilWait(database, startedAt);
    const settings = {
      hubs: [{ name: 'hub', kubeconfig }],
      // Credentials that lead nowhere: the members are asked, and do not answer.
      members: ['c1', 'c2'].map(name => ({ name, kubeconfig: join(folder, 'none') })),
      ...{ installCrds: false, requestTimeoutMs: 10_000 },
    };
    engine = await composeEngine({
      knex,
      settings: parseSettings(settings, folder),
      ports: systemPorts,
      log: silentLog,
      crdsDir: resolve(__dirname, '../crds'),
    });
  });

  afterEach(async () => {
    await engine.stop();
    hub.close();
    await rm(folder, { recursive: true });
  });

  const progress = async () => (await database.transact(tx => loadRun(tx, 'hub', 'r1')))?.progress;
  const stagesEntered = async () =>
    ((await progress())?.stages ?? [])
      .filter(({ enteredAt }) => enteredAt !== undefined)
      .map(({ name }) => name);
  const untilProduction = () => eventually(stagesEntered, entered => entered.length === 2);
  const untilHeld = () =>
    eventually(
      () => [hub.isAskedForRuns, hub.written],
      () => hub.isAskedForRuns && hub.written.includes(`${RUNS}/r1/status`),
    );

  it.each(['Stop', 'Run'] as const)(
    'carries effects out, and passes wait until the hub has said %s',
    async state => {
      hub.objects = theObjects(startedAt, state);
      hub.holdRuns();
      await engine.start();
      await untilHeld();
      expect(await stagesEntered()).toEqual(['canary']);
      const held = [
        'ClusterStagedUpdateRun',
        'ClusterApprovalRequest',
        'ApprovalRequest',
        'ClusterResourcePlacementEviction',
      ];
      await eventually(
        () => engine.readiness(),
        ({ isReady, hub: { ingest } }) =>
          !isReady && JSON.stringify(ingest?.unsynced) === JSON.stringify(held),
      );

      hub.releaseRuns();
      if (state === 'Run') {
        await untilProduction();
      } else {
        await eventually(progress, now => now?.phase?.kind === 'Stopped');
        expect(await stagesEntered()).toEqual(['canary']);
      }
      await eventually(
        () => engine.readiness(),
        ({ isReady }) => isReady,
      );
    },
  );

  it('passes at once beside a replica that keeps the mirror', async () => {
    hub.holdRuns();
    await database.transact(async tx => {
      const lease = await acquireLease(tx, { hub: 'hub', name: 'ingest', holder: 'other', leaseMs: 60_000 });
      await saveMirrorSynced(tx, lease!);
    });
    await engine.start();
    await untilProduction();
    expect(await engine.readiness()).toMatchObject({ isReady: true, hub: { ingest: { isStandby: true } } });
  });

  it('neither reads nor writes a hub that is another cluster than the one its rows came from', async () => {
    await database.transact(tx => saveHubUid(tx, 'hub', 'one'));
    hub.uid = 'two';
    await engine.start();
    await eventually(
      () => engine.readiness(),
      ({ hub: { ingest } }) => ingest.problem?.includes('another cluster') === true,
    );
    const trouble = () => database.transact(tx => loadKeyTrouble(tx, queues.publishRun, 'hub/r1'));
    await eventually(trouble, found => found?.lastError?.includes('another cluster') === true);
    expect(hub.written).toEqual([]);
    expect(await stagesEntered()).toEqual(['canary']);
  });

  it('ends when it is stopped as soon as it has started', async () => {
    await engine.start();
    await engine.stop();
    expect(await stagesEntered()).toEqual(['canary']);
  });

  it('begins no pass when it is stopped before', async () => {
    hub.objects = theObjects(startedAt, 'Run');
    hub.holdRuns();
    await engine.start();
    await untilHeld();
    const stopped = engine.stop();
    hub.releaseRuns();
    await stopped;
    expect(await stagesEntered()).toEqual(['canary']);
  });
});
