import type { TestDatabaseId } from '@backstage/backend-test-utils';
import type { MemberWatches } from '@fleetstage/applier';
import { statusOf } from '@fleetstage/applier/testing';
import {
  annotationKeys,
  finalizerKeys,
  labelKeys,
  type KubeObject,
  type Work,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { RELEASE_PATIENCE_MS } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { aBoundBinding, aResourceSnapshot } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { ManualPorts } from '../__testUtils__/ManualPorts';
import { aPlacementObject } from '../__testUtils__/objects';
import { StubFleet } from '../__testUtils__/stubFleet';
import { saveBindings } from '../database/bindingStore';
import type { Database, Tx } from '../database/db';
import { lockPlacement } from '../database/lockPlacement';
import { saveObject } from '../database/mirrorStore';
import { saveResourceSnapshot } from '../database/snapshotStore';
import { loadWork } from '../database/workStore';
import { Connections, type ClusterAccess } from '../kube/Connections';
import { WORK } from '../kube/workKind';
import { Later } from '../loop/effect';
import { silentLog } from '../observe/log';
import { applyWork } from './applyWork';
import { openMemberWatches } from './watchMember';

jest.setTimeout(60_000);

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const AT = { hub: 'hub', placement: 'web', cluster: 'c1' };
const NAMESPACE = 'fleet-member-c1';
const configMap = (name: string, a = '1'): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default' },
  data: { a },
});
const ENVELOPE: KubeObject = {
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ResourceEnvelope',
  metadata: { name: 'e', namespace: 'default' },
  data: { 'b.yaml': configMap('b') },
};

describe.each(databases.eachSupportedId())('Works of a pull member, on %s', databaseId => {
  let ports: ManualPorts;
  let fleet: StubFleet;
  let database: Database;
  let connections: Connections;
  let watches: MemberWatches;
  let effect: ReturnType<typeof applyWork>;
  let access: ClusterAccess | undefined;

  const transact = <T>(work: (tx: Tx) => Promise<T>) => database.transact(work);
  const pass = async () => {
    const input = await transact(tx => effect.load(tx, 'hub/web/c1'));
    if (input === undefined || input instanceof Later) throw new Error('there is nothing to do');
    const output = await effect.run(input, { signal: new AbortController().signal, log: silentLog });
    return transact(tx => effect.record(tx, 'hub/web/c1', input, output));
  };
  const stored = () => transact(tx => loadWork(tx, AT));
  const claims = async () => {
    const { synchronized, applied, available } = (await stored())!.report;
    return [synchronized, applied, available].map(one => one && `${one.status} ${one.reason}`);
  };
  const messageOf = async () => (await stored())!.report.synchronized?.message;
  const works = () =>
    ((fleet.hub.list({ ...WORK, namespace: NAMESPACE }).body as { items: unknown[] }).items as Work[]).sort(
      (a, b) => (a.metadata.name < b.metadata.name ? -1 : 1),
    );
  const namesOf = () => works().map(({ metadata }) => metadata.name);
  const envelopeWork = () => namesOf().find(name => name.includes('envelope')) ?? '';
  /** Writes to Works since then. */
  const writes = (since: number) =>
    fleet.hub.calls.slice(since).filter(call => /\/works/.test(call) && !call.startsWith('LIST'));
  const bind = (revision: string, resourceIndex = 0, more: object = {}) =>
    transact(async tx => {
      await lockPlacement(tx, 'hub', 'web');
      await saveBindings(tx, WEB, [aBoundBinding('c1', { resourceIndex, revision, ...more })]);
    });
  const snapshot = (index: number, manifests: readonly KubeObject[]) =>
    transact(tx => saveResourceSnapshot(tx, WEB, aResourceSnapshot({ index, hash: `h${index}` }), manifests));
  /** The agent says that all is well, of the generation that the Work has, or of another one. */
  const report = (name: string, generation?: number) => {
    const { metadata } = works().find(work => work.metadata.name === name)!;
    const said = (type: string, reason: string) => ({
      ...{ type, status: 'True', reason, message: '', lastTransitionTime: '2026-01-02T03:04:05Z' },
      observedGeneration: generation ?? metadata.generation,
    });
    const conditions = [said('Applied', 'AllManifestsApplied'), said('Available', 'AllManifestsAvailable')];
    fleet.hub.setStatus('works', { conditions }, { name, namespace: NAMESPACE });
  };
  const hold = (name: string) =>
    fleet.hub.merge(
      { ...WORK, namespace: NAMESPACE, name },
      { metadata: { finalizers: [finalizerKeys.work] } },
    );
  const release = () => bind('r1', 0, { releasedAt: ports.clock.now() });

  beforeEach(async () => {
    ports = new ManualPorts();
    access = undefined;
    fleet = await StubFleet.start({ mindsFinalizers: true });
    const namespace = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    const place = { group: '', version: 'v1', plural: 'namespaces' };
    fleet.hub.put(place, namespace(NAMESPACE));
    fleet.api.cluster('c1').put(place, namespace('default'));
    connections = new Connections({
      hub: { name: 'hub', kubeconfig: fleet.kubeconfig, context: 'hub' },
      accessOf: () => access,
      requestTimeoutMs: 10_000,
      requestsPerMember: 4,
      now: () => ports.clock.now(),
      onRecovered: () => {},
      onRequest: () => {},
    });
    watches = openMemberWatches({
      client: name => connections.watchClient(name),
      jitter: () => 0,
      log: silentLog,
      onChanged: () => {},
    });
    const startedAt = ports.clock.now();
    effect = applyWork({
      ...{ connections, watches, clock: ports.clock, jitter: ports.jitter, resyncEveryMs: 600_000 },
      prepare: async () => {},
      fleetStartedAt: () => startedAt,
    });
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    await transact(async tx => {
      await lockPlacement(tx, 'hub', 'web');
      await saveObject(tx, 'hub', aPlacementObject('web', {}, { uid: 'u', resourceVersion: '1' }));
    });
    await snapshot(0, [configMap('a'), ENVELOPE]);
    await bind('r1');
  });
  afterEach(async () => {
    watches.stop();
    await connections.close();
    await fleet.stop();
  });

  it('B/WG-024, B/WG-040: are written once; with nothing new a pass is one list', async () => {
    await pass();
    expect(namesOf()).toEqual(['web-work', expect.stringMatching(/^web-work-envelope-/)]);
    expect(await claims()).toEqual(['True AllWorkSynced', 'False ApplyInProgress', undefined]);
    const since = fleet.hub.calls.length;
    expect(await pass()).toEqual({ afterMs: expect.any(Number) });
    expect(fleet.hub.calls.slice(since)).toEqual([expect.stringMatching(/^LIST .*\/works$/)]);
    expect((await stored())?.carrier).toBe('pull');
  });

  it('B §6.1: what the agent reports counts once all of this revision is reported', async () => {
    await pass();
    report('web-work');
    await pass();
    expect(await claims()).toEqual(['True AllWorkSynced', 'False ApplyInProgress', undefined]);
    report(envelopeWork());
    await pass();
    expect(await claims()).toEqual([
      'True AllWorkSynced',
      'True AllWorkHaveBeenApplied',
      'True AllWorkAreAvailable',
    ]);
  });

  it('RUL 8: a crash between two Works is found by the next pass, and what was half updated is in progress', async () => {
    await pass();
    namesOf().forEach(name => report(name));
    await pass();
    await snapshot(1, [configMap('a', '2'), { ...ENVELOPE, data: { 'b.yaml': configMap('b', '2') } }]);
    await bind('r2', 1);
    fleet.hub.intercept = ({ verb, place }) =>
      verb === 'PUT' && place.name?.includes('envelope')
        ? statusOf(500, 'InternalError', 'crashed')
        : undefined;
    await expect(pass()).rejects.toThrow();
    fleet.hub.intercept = undefined;
    report('web-work');
    const since = fleet.hub.calls.length;
    await pass();
    expect(writes(since)).toEqual([expect.stringMatching(/^PUT .*envelope/)]);
    expect(await claims()).toEqual(['True AllWorkSynced', 'False ApplyInProgress', undefined]);
    report(envelopeWork());
    await pass();
    expect((await claims())[2]).toBe('True AllWorkAreAvailable');
  });

  it('B/ST-001: a status that was written for the generation before says nothing, and does no harm', async () => {
    await pass();
    namesOf().forEach(name => report(name, 0));
    await pass();
    expect(await claims()).toEqual(['True AllWorkSynced', 'False ApplyInProgress', undefined]);
  });

  it('an agent that notes something at the same moment makes it read again, and nothing fails', async () => {
    await pass();
    await snapshot(1, [configMap('a', '2'), ENVELOPE]);
    await bind('r2', 1);
    let isNoted = false;
    fleet.hub.intercept = ({ verb, place }) => {
      if (verb === 'PUT' && place.name === 'web-work' && !isNoted) {
        isNoted = true;
        hold('web-work');
      }
      return undefined;
    };
    await pass();
    const [work] = works();
    expect(work.metadata.finalizers).toEqual([finalizerKeys.work]);
    expect(work.metadata.annotations?.[annotationKeys.revision]).toBe('r2');
  });

  it('B/WG-048, B/FT-024: a Work of somebody else, or two for one envelope, is a problem that says what to do', async () => {
    const theirs = { apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind: 'Work' };
    fleet.hub.put(WORK, { ...theirs, metadata: { name: 'web-work', namespace: NAMESPACE } });
    await pass();
    expect(await claims()).toEqual(['False SyncWorkFailed', undefined, undefined]);
    expect(await messageOf()).toContain('belongs to somebody else');
    expect(works().find(({ metadata }) => metadata.name === 'web-work')?.spec).toBeUndefined();
    fleet.hub.remove('works', 'web-work', NAMESPACE);
    await pass();
    const own = works().find(({ metadata }) => metadata.name === envelopeWork())!;
    fleet.hub.put(WORK, { ...own, metadata: { ...own.metadata, name: 'second' } });
    await pass();
    expect(await messageOf()).toContain('delete all but the oldest');
    expect(namesOf()).toContain('second');
  });

  it.each([
    [
      'B/FT-015, B/FT-023: it refuses a Work',
      () => statusOf(413, 'RequestEntityTooLarge', 'limit is 3145728'),
      'False SyncWorkFailed',
      'the hub refuses a Work in namespace fleet-member-c1: limit is 3145728',
    ],
    [
      'B/FT-020: the namespace is being deleted',
      () =>
        statusOf(403, 'Forbidden', 'is being terminated', {
          causes: [{ reason: 'NamespaceTerminating', message: '' }],
        }),
      'False SyncWorkFailed',
      'namespace fleet-member-c1 is being deleted',
    ],
    [
      'RUL 8: the namespace is not there yet',
      () => statusOf(404, 'NotFound', 'namespaces "x" not found', { kind: 'namespaces' }),
      'False WorkNotSynchronizedYet',
      'is not on the hub yet',
    ],
  ])('the hub does not take them: %s', async (_, answer, said, message) => {
    fleet.hub.intercept = ({ verb, place }) =>
      verb === 'POST' && place.plural === 'works' ? answer() : undefined;
    await pass();
    expect(await claims()).toEqual([said, undefined, undefined]);
    expect(await messageOf()).toContain(message);
    fleet.hub.intercept = undefined;
    await pass();
    expect((await claims())[0]).toBe('True AllWorkSynced');
  });

  it('B/WG-070…073: are released when the agent has let go of them, and the report says what is waited for', async () => {
    await pass();
    namesOf().forEach(hold);
    await release();
    await pass();
    expect(works().every(({ metadata }) => metadata.deletionTimestamp !== undefined)).toBe(true);
    expect(await messageOf()).toContain('the agent of cluster c1 removes the objects of Work web-work');
    expect((await stored())?.report.isReleased).toBeUndefined();
    for (const name of namesOf())
      fleet.hub.merge({ ...WORK, namespace: NAMESPACE, name }, { metadata: { finalizers: [] } });
    await pass();
    expect((await stored())?.report.isReleased).toBe(true);
  });

  it('B/WG-071: an agent that is away is not waited for for ever, and what it has to remove stays on the hub', async () => {
    await pass();
    namesOf().forEach(hold);
    await release();
    await pass();
    ports.advance(RELEASE_PATIENCE_MS + Date.parse('2027-01-01T00:00:00Z') - ports.clock.now());
    await pass();
    expect((await stored())?.report.isReleased).toBe(true);
    expect(namesOf()).toHaveLength(2);
  });

  it('B/WA-131, RUL 15: objects that stay are left by taking the finalizer off first', async () => {
    await transact(tx =>
      tx.sql('placements').where({ hub: 'hub', name: 'web' }).update({ propagation_policy: 'Abandon' }),
    );
    await pass();
    hold('web-work');
    await release();
    const since = fleet.hub.calls.length;
    await pass();
    expect(writes(since).filter(call => call.endsWith('/web-work'))).toEqual([
      expect.stringMatching(/^PATCH/),
      expect.stringMatching(/^DELETE/),
    ]);
    expect(namesOf()).toEqual([]);
    await pass();
    expect((await stored())?.report.isReleased).toBe(true);
  });

  it('RUL 53: with credentials the Works go, without an agent to remove anything, and the objects are applied directly', async () => {
    await pass();
    hold('web-work');
    access = { kubeconfig: fleet.kubeconfig, context: 'c1' };
    await pass();
    expect(namesOf()).toEqual([]);
    expect(fleet.api.cluster('c1').find('configmaps', 'a', 'default')).toBeDefined();
    expect((await stored())?.carrier).toBeUndefined();
  });

  it('RUL 53: credentials that do not work take nothing from the agent', async () => {
    await pass();
    access = { kubeconfig: fleet.kubeconfig, context: 'nowhere' };
    await expect(pass()).rejects.toThrow();
    expect(namesOf()).toHaveLength(2);
  });

  it('RUL 53: what was applied directly is not forgotten when the credentials go before a Work was written', async () => {
    access = { kubeconfig: fleet.kubeconfig, context: 'c1' };
    await pass();
    access = undefined;
    fleet.hub.remove('namespaces', NAMESPACE);
    await pass();
    expect(await claims()).toEqual(['False WorkNotSynchronizedYet', undefined, undefined]);
    await release();
    const message = expect.stringContaining('add it to fleetstage.members again, or delete MemberCluster c1');
    await expect(pass()).rejects.toMatchObject({ cause: { message } });
    expect((await stored())?.report.isReleased).toBeUndefined();
  });

  it('RUL 38: the label of the placement is what makes a Work ours, also one that KubeFleet has left', async () => {
    const labels = { [labelKeys.parentPlacement]: 'web', [labelKeys.parentBinding]: 'old' };
    const metadata = { name: 'web-work', namespace: NAMESPACE, labels, finalizers: [finalizerKeys.work] };
    fleet.hub.put(WORK, { apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind: 'Work', metadata });
    await pass();
    const [work] = works();
    expect(work.metadata.finalizers).toEqual([finalizerKeys.work]);
    expect(work.spec?.workload?.manifests).toEqual([configMap('a')]);
  });
});
