import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { startStubApi, statusOf, type StubApi } from '@fleetstage/applier/testing';
import { KubeClient, type KubeObject } from '@fleetstage/kube-client';
import {
  NOON,
  aResourceSnapshot,
  anIdentifier,
} from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { aPlacementObject } from '../__testUtils__/objects';
import type { Database } from '../database/db';
import { deleteObject, saveObject } from '../database/mirrorStore';
import { saveResourceSnapshot } from '../database/snapshotStore';
import { loadStatusCopy } from '../database/statusCopyStore';
import { lockPlacement } from '../database/lockPlacement';
import { silentLog } from '../observe/log';
import { publishStatusCopy } from './publishStatusCopy';

const databases = createTestDatabases();
const KEY = 'hub/web';
const API = { group: 'placement.kubernetes-fleet.io', version: 'v1beta1' };
const scheduled = {
  type: 'ClusterResourcePlacementScheduled',
  status: 'True',
  reason: 'SchedulingPolicyFulfilled',
  message: '',
  observedGeneration: 1,
  lastTransitionTime: '2026-11-21T11:00:00Z',
};

describe.each(databases.eachSupportedId())('publishStatusCopy on %s', databaseId => {
  let database: Database;
  let api: StubApi;
  let client: KubeClient;

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    api = await startStubApi();
    client = new KubeClient(api.endpoint('hub'));
    putNamespace('web');
    await putPlacement({});
  });
  afterEach(async () => {
    await client.close();
    await api.stop();
  });

  const hub = () => api.cluster('hub');
  const putNamespace = (name: string) =>
    hub().put(
      { group: '', version: 'v1', plural: 'namespaces' },
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
    );

  async function putPlacement(
    spec: Record<string, unknown>,
    status: object | undefined = { conditions: [scheduled] },
  ) {
    const object = aPlacementObject('web', { statusReportingScope: 'NamespaceAccessible', ...spec });
    const live = hub().put({ ...API, plural: 'clusterresourceplacements' }, { ...object, status });
    await database.transact(tx => saveObject(tx, 'hub', live as never));
  }

  const effect = publishStatusCopy({ client: async () => client, clock: { now: () => NOON } });
  const placement = () => hub().find('clusterresourceplacements', 'web');
  const copy = (namespace = 'web') => hub().find('clusterresourceplacementstatuses', 'web', namespace);
  const conditions = () =>
    (placement()?.status as { conditions: { type: string; status: string; reason: string }[] }).conditions;
  const synced = () => {
    const found = conditions().find(({ type }) => type === 'ClusterResourcePlacementStatusSynced');
    return found && `${found.status} ${found.reason}`;
  };
  const load = () => database.transact(tx => effect.load(tx, KEY));

  async function perform() {
    const input = await load();
    if (input === undefined || !('namespace' in input)) throw new Error('nothing to copy');
    const output = await effect.run(input, { signal: new AbortController().signal, log: silentLog });
    return database.transact(tx => effect.record(tx, KEY, input, output));
  }

  it('A/ST-070, A/ST-071: copies the status into the namespace, and says so', async () => {
    expect(await perform()).toBeUndefined();
    expect(copy()).toMatchObject({
      metadata: { ownerReferences: [{ kind: 'ClusterResourcePlacement', uid: placement()?.metadata.uid }] },
      sourceStatus: { conditions: [scheduled] },
      lastUpdatedTime: '2026-11-21T12:00:00Z',
    });
    expect(synced()).toBe('True StatusSyncSucceeded');
    expect(conditions()[0]).toEqual(scheduled);
  });

  it('A/ST-071, A/ST-076: keeps what it has said, for pages, and where', async () => {
    const record = () => database.transact(tx => loadStatusCopy(tx, { hub: 'hub', name: 'web' }));
    await database.transact(tx => lockPlacement(tx, 'hub', 'web'));
    expect(await record()).toBeUndefined();
    hub().intercept = ({ verb, place }) =>
      place.plural === 'clusterresourceplacementstatuses' && verb === 'POST'
        ? statusOf(404, 'NotFound', 'namespaces "web" not found')
        : undefined;
    await perform();
    expect(await record()).toMatchObject({
      namespace: 'web',
      condition: { status: 'False', reason: 'StatusSyncFailed', observedGeneration: 1 },
    });
    hub().intercept = undefined;
    await perform();
    expect(await record()).toEqual({
      namespace: 'web',
      condition: conditions().find(({ type }) => type === 'ClusterResourcePlacementStatusSynced'),
    });
  });

  it('writes nothing where both agree', async () => {
    await perform();
    const before = hub().resourceVersion;
    await perform();
    expect(hub().resourceVersion).toBe(before);
  });

  it('A/ST-070: follows the status, field by field, and repairs what somebody changed', async () => {
    await perform();
    hub().setStatus('clusterresourceplacements', { observedResourceIndex: '3' }, { name: 'web' });
    await perform();
    expect(copy()?.sourceStatus).toEqual({ observedResourceIndex: '3' });
    expect(copy()?.sourceStatus).toMatchObject({ observedResourceIndex: '3' });
    hub().put({ ...API, plural: 'clusterresourceplacementstatuses' }, { ...copy(), sourceStatus: {} });
    await perform();
    expect(copy()?.sourceStatus).toMatchObject({ observedResourceIndex: '3' });
    hub().put({ ...API, plural: 'clusterresourceplacementstatuses' }, withoutOwner(copy() as KubeObject));
    await perform();
    expect(copy()?.metadata.ownerReferences).toHaveLength(1);
  });

  it('A/ST-075: makes a deleted copy anew', async () => {
    await perform();
    hub().remove('clusterresourceplacementstatuses', 'web', 'web');
    await perform();
    expect(copy()).toBeDefined();
  });

  it.each([
    {
      rule: 'A/ST-076: the namespace is not there',
      answer: statusOf(404, 'NotFound', 'namespaces "web" not found'),
    },
    { rule: 'A/ST-071: it may not be written', answer: statusOf(403, 'Forbidden', 'not allowed') },
    { rule: 'A/ST-071: the hub finds it at fault', answer: statusOf(422, 'Invalid', 'too long') },
  ])('$rule: says why, and tries again later', async ({ answer }) => {
    hub().intercept = ({ verb, place }) =>
      place.plural === 'clusterresourceplacementstatuses' && verb === 'POST' ? answer : undefined;
    expect(await perform()).toEqual({ afterMs: 15_000 });
    expect(synced()).toBe('False StatusSyncFailed');
    hub().intercept = undefined;
    expect(await perform()).toBeUndefined();
    expect(synced()).toBe('True StatusSyncSucceeded');
  });

  it('A/ST-071: a hub that fails is asked again, and nothing is said', async () => {
    hub().intercept = ({ place }) =>
      place.plural === 'clusterresourceplacementstatuses'
        ? statusOf(503, 'ServiceUnavailable', '')
        : undefined;
    await expect(perform()).rejects.toThrow('copy the status of placement web');
    expect(synced()).toBeUndefined();
  });

  it('A/ST-072, A/ST-074: another namespace is refused; the copy stays where it was, and reports it', async () => {
    await database.transact(tx =>
      saveResourceSnapshot(
        tx,
        { hub: 'hub', name: 'web' },
        aResourceSnapshot({ identifiers: [anIdentifier({ name: 'web' })] }),
        [],
      ),
    );
    const resourceSelectors = [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }];
    await putPlacement({ resourceSelectors });
    await perform();
    expect(copy()).toBeDefined();
    expect(copy('shop')).toBeUndefined();
  });

  it.each([
    { rule: 'A/PL-180: nobody asked for a copy', spec: { statusReportingScope: 'ClusterScopeOnly' } },
    {
      rule: 'A/ST-073: no namespace is named',
      spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace' }] },
    },
  ])('$rule: there is nothing to do', async ({ spec }) => {
    await putPlacement(spec);
    expect(await load()).toBeUndefined();
  });

  it('has nothing to do for a placement that is gone or going', async () => {
    const going = aPlacementObject(
      'web',
      { statusReportingScope: 'NamespaceAccessible' },
      { deletionTimestamp: '2026-11-21T12:00:00Z' },
    );
    await database.transact(tx => saveObject(tx, 'hub', going));
    expect(await load()).toBeUndefined();
    await database.transact(tx => deleteObject(tx, { hub: 'hub', kind: going.kind, name: 'web' }));
    expect(await load()).toBeUndefined();
  });

  it('leaves a namesake alone, and one of which nothing is published', async () => {
    await putPlacement({}, {});
    hub().setStatus('clusterresourceplacements', undefined as never, { name: 'web' });
    await perform();
    expect(copy()).toBeUndefined();
    hub().remove('clusterresourceplacements', 'web');
    hub().put({ ...API, plural: 'clusterresourceplacements' }, { ...aPlacementObject('web'), status: {} });
    await perform();
    expect(copy()).toBeUndefined();
  });
});

function withoutOwner({ metadata, ...rest }: KubeObject) {
  const { ownerReferences: _, ...others } = metadata;
  return { ...rest, metadata: others };
}
