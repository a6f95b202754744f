import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  NOON,
  aBoundBinding,
  aFailedReport,
  aHealthyMember,
  aPick,
  aPolicySnapshot,
  aReleasedReport,
  aResourceSnapshot,
  aScheduledBinding,
  anAvailableReport,
  anIdentifier,
  anOutcome,
  anUnscheduledBinding,
  pickN,
} from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import type { RunProgress } from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  aMemberObject,
  anApprovalObject,
  aPlacementObject,
  aRunObject,
  aStrategyObject,
} from '../__testUtils__/objects';
import { createTestDatabases, openTestDatabase, type TestDatabase } from '../__testUtils__/databases';
import {
  listApprovals,
  listDesiredApprovals,
  loadDesiredApproval,
  saveApproval,
  saveDesiredApproval,
} from './approvalStore';
import { deleteBindings, listPlacementsOn, loadBinding, loadBindings, saveBindings } from './bindingStore';
import { ensureCapture, isFresh, loadCapture, requestCapture, saveCapture } from './captureStore';
import { loadCluster, loadFleet, saveCluster } from './clusterStore';
import type { Database, Tx } from './db';
import { forgetDesiredFinalizer, loadDesiredFinalizer, saveDesiredFinalizer } from './finalizerStore';
import { acquireLease, holdLease, releaseLease, renewLease } from './leaseStore';
import { loadRunState } from './loadRunState';
import { lockPlacement } from './lockPlacement';
import { deleteObject, listObjectNames, listObjectsOf, loadObject, saveObject } from './mirrorStore';
import { forgetPlacement, loadPlacementState, saveSchedule } from './placementStore';
import { deletePolicySnapshots, loadPolicySnapshots, savePolicySnapshot } from './policySnapshotStore';
import { prune } from './prune';
import { loadPublication, savePublication } from './publicationStore';
import { listRunEntries, loadRun, saveRun, type RunMemories } from './runStore';
import {
  deleteResourceSnapshots,
  loadManifests,
  loadResourceSnapshots,
  saveResourceSnapshot,
} from './snapshotStore';
import { appendTimeline, listTimeline } from './timelineStore';
import { loadVerdicts } from './verdictStore';
import { countTimeline, loadVerifyingRuns } from './views/records';
import { listInventories, loadReports, loadWork, saveWork } from './workStore';

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const DAY_MS = 24 * 3_600_000;

const planOf = (resourceIndex: number) => ({
  at: NOON,
  placementUid: 'u-web',
  policyIndex: 0,
  clusterCount: 1,
  resourceIndex,
  applyStrategy: {},
  stages: [],
});

const markedKeys = (database: Database) =>
  database.transact(async tx =>
    (await tx.sql('dirty_keys').select('queue', 'key')).map(row => `${row.queue} ${row.key}`).sort(),
  );

describe.each(databases.eachSupportedId())('the stores on %s', databaseId => {
  let opened: TestDatabase;
  let database: Database;

  beforeEach(async () => {
    opened = await openTestDatabase(databases, databaseId as TestDatabaseId);
    ({ database } = opened);
  });

  it('mirror: keeps objects without what we write ourselves, and returns what was there', async () => {
    const web = { ...aPlacementObject('web'), status: { conditions: [] } };
    const saved = await database.transact(tx => saveObject(tx, 'hub', web));
    expect(saved.before).toBeUndefined();
    expect(saved.after.status).toEqual({ hash: expect.any(String) });
    const again = await database.transact(tx =>
      saveObject(tx, 'hub', { ...web, metadata: { ...web.metadata, resourceVersion: '2' } }),
    );
    expect(again.before).toEqual(saved.after);
    expect(again.after.status).toEqual(saved.after.status);
    await database.transact(async tx => {
      expect(await loadObject(tx, { ...WEB, kind: 'ClusterResourcePlacement' })).toEqual(again.after);
      expect(await listObjectNames(tx, 'hub', 'ClusterResourcePlacement')).toEqual([
        { name: 'web', resourceVersion: '2' },
      ]);
      expect(await deleteObject(tx, { ...WEB, kind: 'ClusterResourcePlacement' })).toEqual(again.after);
      expect(await loadObject(tx, { ...WEB, kind: 'ClusterResourcePlacement' })).toBeUndefined();
    });
  });

  it('mirror: keeps the status that people write, and knows whose an object is', async () => {
    const status = { conditions: [{ type: 'Approved', status: 'True' }] };
    await database.transact(async tx => {
      await saveObject(tx, 'hub', aRunObject('r1'));
      await saveObject(tx, 'hub', anApprovalObject('r1-canary', 'r1', 'canary', status));
      const [request] = await listObjectsOf(tx, 'hub', 'ClusterApprovalRequest', 'r1');
      expect(request.status).toEqual(status);
      expect(await listObjectNames(tx, 'hub', 'ClusterStagedUpdateRun')).toEqual([
        { name: 'r1', resourceVersion: '1', parent: 'web' },
      ]);
    });
  });

  it('clusters: joins what is authored with what was seen', async () => {
    const record = { health: aHealthyMember(), properties: { 'k8s.io/version': 'v1.36.3' } };
    await database.transact(async tx => {
      await saveObject(tx, 'hub', aMemberObject('c2', { region: 'eu' }));
      await saveObject(tx, 'hub', aMemberObject('c1'));
      await saveCluster(tx, 'hub', 'c2', record);
      await saveCluster(tx, 'hub', 'c2', record);
      expect(await loadCluster(tx, 'hub', 'c2')).toEqual(record);
      expect(await loadFleet(tx, 'hub')).toEqual([
        { name: 'c1', labels: {}, taints: [], properties: {}, health: undefined, isLeaving: false },
        { name: 'c2', labels: { region: 'eu' }, taints: [], isLeaving: false, ...record },
      ]);
    });
  });

  it('captures: are fresh when everything that was asked for has been read', async () => {
    await database.transact(async tx => {
      expect(isFresh(await loadCapture(tx, 'hub', 'web'))).toBe(false);
      await ensureCapture(tx, 'hub', 'web');
      await ensureCapture(tx, 'hub', 'web');
      const { requested } = await loadCapture(tx, 'hub', 'web');
      await requestCapture(tx, 'hub', 'web', { debounceMs: 250, maxMs: 2_000 });
      await saveCapture(tx, WEB, { through: requested });
      expect(isFresh(await loadCapture(tx, 'hub', 'web'))).toBe(false);
      const failure = { message: 'no such kind', placementGeneration: 1, at: NOON };
      await saveCapture(tx, WEB, { through: requested + 1, failure });
      expect(await loadCapture(tx, 'hub', 'web')).toEqual({ requested: 2, captured: 2, failure });
      await saveCapture(tx, WEB, { through: requested + 1 });
      expect(await loadCapture(tx, 'hub', 'web')).toEqual({ requested: 2, captured: 2 });
    });
    expect(await markedKeys(database)).toEqual([
      'capture-resources hub/web',
      'placement hub/web',
      'publish-placement hub/web',
    ]);
  });

  it('policy snapshots: follow the placement in place', async () => {
    const first = aPolicySnapshot({ policy: pickN(3) });
    const second = aPolicySnapshot({ index: 1, policy: undefined });
    await database.transact(async tx => {
      await savePolicySnapshot(tx, WEB, second);
      await savePolicySnapshot(tx, WEB, first);
      await savePolicySnapshot(tx, WEB, { ...first, numberOfClusters: 5 });
      expect(await loadPolicySnapshots(tx, 'hub', 'web')).toEqual([
        { ...first, numberOfClusters: 5 },
        second,
      ]);
      await deletePolicySnapshots(tx, WEB, [0]);
      expect(await loadPolicySnapshots(tx, 'hub', 'web')).toEqual([second]);
    });
  });

  it('resource snapshots: store equal manifests once and forget those that nothing holds', async () => {
    const config = (value: string) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'app', namespace: 'web' },
      data: { value },
    });
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } };
    const identifiers = [anIdentifier(), anIdentifier({ kind: 'ConfigMap', name: 'app', namespace: 'web' })];
    const contents = () => database.transact(tx => tx.sql('snapshot_contents').select('hash'));
    await database.transact(async tx => {
      await saveResourceSnapshot(tx, WEB, aResourceSnapshot({ identifiers }), [namespace, config('a')]);
      await saveResourceSnapshot(tx, WEB, aResourceSnapshot({ index: 1, identifiers }), [
        namespace,
        config('b'),
      ]);
      expect(await loadManifests(tx, WEB, 1)).toEqual([namespace, config('b')]);
      expect(await loadManifests(tx, WEB, 2)).toBeUndefined();
      expect(await loadResourceSnapshots(tx, 'hub', 'web')).toEqual([
        aResourceSnapshot({ identifiers }),
        aResourceSnapshot({ index: 1, identifiers }),
      ]);
      await deleteResourceSnapshots(tx, WEB, [0]);
    });
    expect(await contents()).toHaveLength(3);
    const retention = { timelineMs: DAY_MS };
    expect((await database.transact(tx => prune(tx, 'hub', retention))).snapshotContents).toBe(0);
    await database.transact(tx => tx.sql('snapshot_contents').update({ used_at: 0 }));
    expect((await database.transact(tx => prune(tx, 'hub', retention))).snapshotContents).toBe(1);
    expect(await database.transact(tx => loadManifests(tx, WEB, 1))).toEqual([namespace, config('b')]);
  });

  it('verdicts: come back whole, and equal ones share a row', async () => {
    const verdicts = [
      aPick('c1'),
      aPick('c2'),
      aPick('c3', { score: { affinityScore: 3, priorityScore: 1 } }),
      {
        cluster: 'c4',
        selected: false,
        code: 'UntoleratedTaint',
        reason: 'cluster "c4" has the taint "gpu"',
      },
      {
        cluster: 'c5',
        selected: false,
        code: 'UntoleratedTaint',
        reason: 'cluster "c5" has the taint "gpu"',
      },
    ];
    await database.transact(async tx => {
      await lockPlacement(tx, 'hub', 'web');
      await saveSchedule(tx, WEB, anOutcome(), verdicts);
      await saveSchedule(tx, WEB, anOutcome(), verdicts);
      expect(await loadVerdicts(tx, WEB)).toEqual(verdicts);
      expect(await tx.sql('verdicts').select('ordinal')).toHaveLength(3);
    });
  });

  it('bindings: come back whole', async () => {
    const bindings = [
      aScheduledBinding('c1'),
      aBoundBinding('c2', { applyStrategy: { type: 'ServerSideApply' }, resourceIndex: 3 }),
      anUnscheduledBinding('c3', { releasedAt: instant(NOON + 5) }),
    ];
    await database.transact(async tx => {
      await saveBindings(tx, WEB, bindings);
      await saveBindings(tx, WEB, bindings);
      expect(await loadBindings(tx, 'hub', 'web')).toEqual(bindings);
      expect(await loadBinding(tx, { hub: 'hub', placement: 'web', cluster: 'c2' })).toEqual(bindings[1]);
      expect(await listPlacementsOn(tx, 'hub', 'c3')).toEqual(['web']);
      await deleteBindings(tx, WEB, ['c1', 'c3']);
      expect(await loadBindings(tx, 'hub', 'web')).toEqual([bindings[1]]);
    });
  });

  it('work: comes back whole, and marks whoever waits for it when it has changed', async () => {
    const inventory = {
      appliedWorkUid: '0b6f1c9e-2a77-4c1e-9f3a-5d0c8e7b6a41',
      objects: [
        {
          group: '',
          version: 'v1',
          kind: 'Namespace',
          name: 'web',
          ordinal: 0,
          uid: 'odd uid',
          generation: 1,
        },
        {
          group: '',
          version: 'v1',
          kind: 'ConfigMap',
          name: 'app',
          namespace: 'web',
          ordinal: 1,
          hash: 'abc',
        },
        {
          group: 'apps',
          version: 'v1',
          kind: 'Deployment',
          name: 'app',
          namespace: 'web',
          ordinal: 2,
          uid: '7d1f0c9e-2a77-4c1e-9f3a-5d0c8e7b6a42',
        },
      ],
    };
    const report = anAvailableReport('c1');
    const key = { hub: 'hub', placement: 'web', cluster: 'c1' };
    const save = (next: typeof report) =>
      database.transact(tx => saveWork(tx, WEB, { report: next, inventory }));
    await database.transact(async tx => {
      await saveObject(tx, 'hub', aRunObject('r1'));
      await saveBindings(tx, WEB, [aBoundBinding('c1')]);
    });
    expect(await save(report)).toBe(true);
    expect(await markedKeys(database)).toEqual([
      'placement hub/web',
      'publish-placement hub/web',
      'update-run hub/r1',
    ]);
    expect(await database.transact(tx => loadWork(tx, key))).toMatchObject({ report, inventory });
    expect(await database.transact(tx => listInventories(tx, 'hub', 'c1'))).toEqual([
      { placement: 'web', inventory, isFollowed: true },
    ]);
    expect(await save(anAvailableReport('c1', {}, NOON))).toBe(false);
    expect(await save(aFailedReport('c1'))).toBe(true);
    expect(await save(aReleasedReport('c1'))).toBe(true);
    expect(await database.transact(tx => loadReports(tx, 'hub', 'web'))).toEqual([aReleasedReport('c1')]);
  });

  it('shared texts: outlive their garbage collection while a row refers to them', async () => {
    await database.transact(tx => saveBindings(tx, WEB, [aBoundBinding('c1'), aBoundBinding('c2')]));
    await database.transact(tx => tx.sql('shared_texts').update({ used_at: 0 }));
    await database.transact(tx =>
      saveBindings(tx, WEB, [anUnscheduledBinding('c1', { rollout: undefined })]),
    );
    await database.transact(tx => tx.sql('shared_texts').update({ used_at: 0 }));
    const pruned = await database.transact(tx => prune(tx, 'hub', { timelineMs: DAY_MS }));
    expect(pruned.sharedTexts).toBe(0);
    await database.transact(tx => deleteBindings(tx, WEB, ['c2']));
    expect((await database.transact(tx => prune(tx, 'hub', { timelineMs: DAY_MS }))).sharedTexts).toBe(1);
    expect(await database.transact(tx => loadBindings(tx, 'hub', 'web'))).toHaveLength(1);
  });

  it('runs: are active until they are over', async () => {
    const deletion = { name: 'delete', clusters: [], before: [], after: [] };
    const run = {
      name: 'r1',
      uid: 'u1',
      placement: 'web',
      createdAt: NOON,
      progress: { stages: [], deletion },
    };
    const active = async (tx: Tx) =>
      (await listRunEntries(tx, WEB)).filter(({ isOver }) => !isOver).map(({ name }) => name);
    await database.transact(async tx => {
      await saveRun(tx, 'hub', { ...run, name: 'r2', createdAt: instant(NOON - 1) });
      await saveRun(tx, 'hub', run);
      expect(await active(tx)).toEqual(['r2', 'r1']);
      await saveRun(tx, 'hub', { ...run, progress: { ...run.progress, succeededAt: NOON } });
      expect(await active(tx)).toEqual(['r2']);
      expect((await loadRun(tx, 'hub', 'r1'))?.isOver).toBe(true);
    });
  });

  it('runs: of those that are over only the newest that has started comes with its memory', async () => {
    const deletion = { name: 'delete', clusters: [], before: [], after: [] };
    const begun = { stages: [], deletion, startedAt: NOON, plan: planOf(7) };
    const over = { ...begun, succeededAt: NOON };
    const runs = {
      oldest: over,
      own: over,
      started: over,
      gone: over,
      unprepared: { stages: [], deletion, failed: { at: NOON, message: 'no clusters' } },
      open: { stages: [], deletion },
    };
    const initiatorsOf = async (tx: Tx, memories?: RunMemories) =>
      (await listRunEntries(tx, WEB, memories)).map(({ name, progress }) => (progress ? name : ''));
    await database.transact(async tx => {
      for (const [i, [name, progress]] of Object.entries(runs).entries())
        await saveRun(tx, 'hub', {
          name,
          uid: `u-${name}`,
          placement: 'web',
          createdAt: instant(NOON + i),
          progress: progress as unknown as RunProgress,
        });
      expect(await initiatorsOf(tx)).toEqual(['', '', '', 'gone', 'unprepared', 'open']);
      const existing = new Set(['u-started', 'u-open', 'u-oldest']);
      const asked = { own: { name: 'own', uid: 'uid-own' }, existing };
      expect(await initiatorsOf(tx, asked)).toEqual(['', 'own', 'started', 'gone', 'unprepared', 'open']);
    });
  });

  it('runs: what was verified last is found behind any number of retries of the bad snapshot', async () => {
    const deletion = { name: 'delete', clusters: [], before: [], after: [] };
    const of = (resourceIndex: number, succeededAt?: number) => ({
      deletion,
      plan: planOf(resourceIndex),
      stages: [
        {
          name: 'canary',
          before: [],
          after: [],
          clusters: [{ cluster: 'c1', startedAt: NOON, succeededAt }],
        },
      ],
    });
    const runs = {
      good: of(13, NOON),
      bad: of(14, NOON),
      nothing: of(13),
      other: of(1, NOON),
      own: of(14, NOON),
    };
    const found = await database.transact(async tx => {
      for (const [i, [name, progress]] of Object.entries(runs).entries())
        await saveRun(tx, 'hub', {
          name,
          uid: `u-${name}`,
          placement: name === 'other' ? 'shop' : 'web',
          createdAt: instant(NOON + i),
          progress: progress as unknown as RunProgress,
        });
      return loadVerifyingRuns(tx, WEB, { than: 'own', index: 14, limit: 1 });
    });
    expect(found.map(({ name }) => name)).toEqual(['good']);
  });

  it('approvals: the first one counts', async () => {
    const approval = {
      run: 'r1',
      stage: 'canary',
      task: 'afterStage',
      requestUid: 'u1',
      verdict: 'approved',
      actor: 'user:default/ada',
    } as const;
    const save = (patch: object) =>
      database.transact(tx => saveApproval(tx, 'hub', { ...approval, ...patch }));
    const answers = await Promise.all([save({}), save({ actor: 'user:default/bob' })]);
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await save({ requestUid: 'u2', comment: 'looks good' })).toBe(true);
    expect(await database.transact(tx => listApprovals(tx, 'hub', 'r1'))).toHaveLength(2);
  });

  it('desired approvals and finalizers: are kept, marked and forgotten', async () => {
    const desired = {
      name: 'r1-canary',
      run: 'r1',
      runUid: 'u1',
      stage: 'canary',
      task: 'afterStage',
      want: 'present',
    } as const;
    const finalizer = { kind: 'ClusterStagedUpdateRun', name: 'r1', uid: 'u1', want: 'absent' } as const;
    await database.transact(async tx => {
      await saveDesiredApproval(tx, 'hub', desired);
      await saveDesiredApproval(tx, 'hub', { ...desired, want: 'accepted' });
      expect(await loadDesiredApproval(tx, 'hub', 'r1-canary')).toEqual({ ...desired, want: 'accepted' });
      expect(await listDesiredApprovals(tx, 'hub', 'r1')).toHaveLength(1);
      await saveDesiredFinalizer(tx, 'hub', finalizer);
      expect(await loadDesiredFinalizer(tx, 'hub', finalizer)).toEqual(finalizer);
      await forgetDesiredFinalizer(tx, 'hub', finalizer);
      expect(await loadDesiredFinalizer(tx, 'hub', finalizer)).toBeUndefined();
    });
    expect(await markedKeys(database)).toEqual([
      'ensure-approval hub/r1-canary',
      'ensure-finalizer hub/ClusterStagedUpdateRun/r1',
    ]);
  });

  it('timeline: newest first, page by page, and not for ever', async () => {
    const event = {
      subjectKind: 'ClusterStagedUpdateRun',
      subjectName: 'r1',
      event: 'clusterStarted',
      actor: 'engine',
    } as const;
    const page = (beforeId?: number) =>
      database.transact(tx =>
        listTimeline(tx, 'hub', { kind: event.subjectKind, name: 'r1', limit: 2, beforeId }),
      );
    await database.transact(tx =>
      appendTimeline(tx, 'hub', [
        { ...event, cluster: 'c1' },
        { ...event, cluster: 'c2', stage: 'canary', message: 'started', data: { index: 1 } },
        { ...event, cluster: 'c3' },
      ]),
    );
    const [third, second] = await page();
    expect(third).toMatchObject({ ...event, cluster: 'c3', hub: 'hub' });
    expect(second).toMatchObject({ stage: 'canary', message: 'started', data: { index: 1 } });
    expect((await page(second.id)).map(({ cluster }) => cluster)).toEqual(['c1']);
    await database.transact(tx => tx.sql('timeline').where({ cluster: 'c1' }).update({ at: 0 }));
    expect((await database.transact(tx => prune(tx, 'hub', { timelineMs: DAY_MS }))).timeline).toBe(1);
  });

  it('timeline: counts as many as are shown, neighbours that differ only by the cluster once', async () => {
    const subject = { subjectKind: 'ClusterStagedUpdateRun', subjectName: 'r1', actor: 'engine' } as const;
    const started = { ...subject, event: 'clusterStarted', stage: 'canary' } as const;
    const failed = { ...subject, event: 'clusterFailed', stage: 'canary' } as const;
    const counted = await database.transact(async tx => {
      await appendTimeline(tx, 'hub', [
        { ...started, cluster: 'c1' },
        { ...started, cluster: 'c2' },
        { ...started, cluster: 'c3', message: 'again' },
        { ...started, cluster: 'c4', stage: 'production' },
        { ...failed, cluster: 'c1' },
        { ...failed, cluster: 'c2' },
        { ...started, cluster: 'c5' },
        { ...started, cluster: 'c6', subjectName: 'r2' },
      ]);
      return countTimeline(tx, 'hub', { kind: subject.subjectKind, name: 'r1' });
    });
    expect(counted).toBe(6);
  });

  it('publications: return the last write and how long ago it was', async () => {
    const object = { kind: 'ClusterResourcePlacement', name: 'web' };
    await database.transact(async tx => {
      expect(await loadPublication(tx, 'hub', object)).toBeUndefined();
      await savePublication(tx, 'hub', { ...object, hash: 'a' });
      await savePublication(tx, 'hub', { ...object, hash: 'b' });
      const published = await loadPublication(tx, 'hub', object);
      expect(published?.hash).toBe('b');
      expect(published?.agoMs).toBeLessThan(60_000);
    });
  });

  it('leases: one holder at a time, and an old holder is recognized', async () => {
    const lease = { hub: 'hub', name: 'ingest', leaseMs: 15_000 };
    const acquire = (holder: string) => database.transact(tx => acquireLease(tx, { ...lease, holder }));
    const a = await acquire('a');
    expect(a).toMatchObject({ holder: 'a', token: 1 });
    expect(await acquire('b')).toBeUndefined();
    expect((await acquire('a'))?.token).toBe(1);
    await database.transact(tx => tx.sql('hub_leases').update({ lease_until: 0 }));
    const b = await acquire('b');
    expect(b?.token).toBe(2);
    expect(await database.transact(tx => renewLease(tx, { ...a!, leaseMs: 15_000 }))).toBe(false);
    expect(await database.transact(tx => renewLease(tx, { ...b!, leaseMs: 15_000 }))).toBe(true);
    expect(await database.transact(tx => holdLease(tx, a!))).toBe(false);
    await database.transact(tx => releaseLease(tx, b!));
    expect((await acquire('a'))?.token).toBe(3);
  });

  it('loads whole states with few queries, however many clusters there are', async () => {
    const clusters = Array.from({ length: 60 }, (_, i) => `c${i}`);
    await database.transact(async tx => {
      await saveObject(tx, 'hub', aPlacementObject('web', { strategy: { type: 'External' } }));
      await saveObject(tx, 'hub', aStrategyObject('strategy', [{ name: 'canary' }]));
      await saveObject(tx, 'hub', aRunObject('r1'));
      await saveObject(tx, 'hub', anApprovalObject('r1-canary', 'r1', 'canary'));
      for (const cluster of clusters) await saveObject(tx, 'hub', aMemberObject(cluster));
      await lockPlacement(tx, 'hub', 'web');
      await saveSchedule(
        tx,
        WEB,
        anOutcome(),
        clusters.map(cluster => aPick(cluster)),
      );
      await saveBindings(
        tx,
        WEB,
        clusters.map(cluster => aBoundBinding(cluster)),
      );
      for (const cluster of clusters)
        await saveWork(tx, WEB, { report: anAvailableReport(cluster), inventory: { objects: [] } });
    });
    let queries = 0;
    opened.knex.on('query', () => {
      queries += 1;
    });
    const placement = await database.transact(tx => loadPlacementState(tx, 'hub/web'));
    const placementQueries = queries;
    const run = await database.transact(tx => loadRunState(tx, 'hub/r1'));
    const transactionStatements = 2;
    const clustersNotReadBefore = 1;
    expect(placementQueries).toBeLessThanOrEqual(12 + clustersNotReadBefore + transactionStatements);
    expect(queries - placementQueries).toBeLessThanOrEqual(13 + transactionStatements);
    expect(placement?.bindings).toHaveLength(60);
    expect(placement?.verdicts).toHaveLength(60);
    expect(placement?.clusters.map(({ name }) => name)).toEqual([...clusters].sort());
    expect(placement?.placement).toMatchObject({ name: 'web', hasFinalizers: true, createdAt: NOON });
    expect(run?.reports).toHaveLength(60);
    expect(run?.gateFacts.requests).toMatchObject([
      { name: 'r1-canary', run: 'r1', stage: 'canary', isAccepted: false },
    ]);
    expect(run?.strategy).toEqual({ stages: [{ name: 'canary' }] });
    expect(await database.transact(tx => forgetPlacement(tx, 'hub', 'web'))).toBe(false);
    expect(await database.transact(tx => loadBindings(tx, 'hub', 'web'))).toEqual([]);
  });

  it('answers that an object is gone', async () => {
    expect(await database.transact(tx => loadPlacementState(tx, 'hub/web'))).toBeUndefined();
    expect(await database.transact(tx => loadRunState(tx, 'hub/r1'))).toBeUndefined();
  });
});
