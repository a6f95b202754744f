import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { startStubApi, statusOf, type StubApi } from '@fleetstage/applier/testing';
import type { JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ManifestIdentity } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { NOON, aBoundBinding } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { KubeClient } from '@fleetstage/kube-client';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { loadInput } from '../__testUtils__/loadInput';
import { aNamespacedPlacement, aPlacementObject } from '../__testUtils__/objects';
import { saveBackReports } from '../database/backReportStore';
import { saveBindings } from '../database/bindingStore';
import type { Database, Tx } from '../database/db';
import { saveObject } from '../database/mirrorStore';
import { loadPlacementState } from '../database/placementStore';
import { placementReconciler } from '../reconcilers/placement';
import { silentLog } from '../observe/log';
import { publishBackReports } from './publishBackReports';

const databases = createTestDatabases();
const DEPLOYMENTS = { group: 'apps', version: 'v1', plural: 'deployments' };
const app: ManifestIdentity = {
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  namespace: 'web',
  name: 'app',
};
const READY = { observedGeneration: 1, readyReplicas: 2 };
const ONE = { placementType: 'PickN', numberOfClusters: 1 };
const toOriginal = { reportBackStrategy: { type: 'Mirror', destination: 'OriginalResource' } };
const AN_HOUR = 3_600_000;

describe.each(databases.eachSupportedId())('publishBackReports on %s', databaseId => {
  let database: Database;
  let api: StubApi;
  let client: KubeClient;
  let edits = 1;

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    api = await startStubApi();
    client = new KubeClient(api.endpoint('hub'));
    putOriginal();
    await place('web');
    await see(READY);
  });
  afterEach(async () => {
    await client.close();
    await api.stop();
  });

  const transact = <T>(work: (tx: Tx) => Promise<T>) => database.transact(work);
  const hub = () => api.cluster('hub');
  const putOriginal = () =>
    hub().put(DEPLOYMENTS, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { namespace: 'web', name: 'app' },
      spec: {},
      status: { observedGeneration: 1, unavailableReplicas: 2 },
    });
  const original = () => hub().find('deployments', 'app', 'web');
  const writes = () => hub().calls.filter(call => call.startsWith('PATCH'));

  /** A placement whose binding runs something on c1, after its pass. */
  async function place(name: string, spec: Record<string, unknown> = { policy: ONE, strategy: toOriginal }) {
    const [space, own = ''] = name.split('/');
    edits += 1;
    const edit = { generation: edits, resourceVersion: String(edits) };
    const object =
      own === '' ? aPlacementObject(name, spec, edit) : aNamespacedPlacement(space, own, spec, edit);
    await transact(tx => saveObject(tx, 'hub', object));
    await transact(async tx => {
      await placementReconciler.load(tx, `hub/${name}`);
      await saveBindings(tx, { hub: 'hub', name }, [aBoundBinding('c1')]);
    });
  }
  const see = (status: JsonObject, object = app, placement = 'web') =>
    transact(tx =>
      saveBackReports(
        tx,
        { hub: 'hub', placement, cluster: 'c1' },
        { wanted: [object], seen: [{ object, status }], now: NOON },
      ),
    );
  async function perform(placement = 'web', resyncEveryMs = AN_HOUR) {
    const effect = publishBackReports({ client: async () => client, resyncEveryMs });
    const key = `hub/${placement}`;
    const input = await loadInput(database, effect, key);
    const output = await effect.run(input, { signal: new AbortController().signal, log: silentLog });
    return transact(tx => effect.record(tx, key, input, output));
  }
  const problems = async (placement = 'web') =>
    (await transact(tx => loadPlacementState(tx, `hub/${placement}`)))?.backReportProblems?.first.map(
      ({ reason }) => reason,
    );
  const refuse = (code: number, reason: string) => {
    hub().intercept = ({ verb, place: { plural } }) =>
      plural === 'deployments' && verb === 'PATCH' ? statusOf(code, reason, 'no') : undefined;
  };

  it('A/PL-126 writes the status of the member to the original, and removes what it does not say', async () => {
    expect(await perform()).toEqual({ afterMs: AN_HOUR });
    expect(original()?.status).toEqual(READY);
    expect(await problems()).toBeUndefined();
  });

  it('A/PL-126 makes no request while the member shows the same, and compares the hub with the resync', async () => {
    await perform();
    hub().calls.length = 0;
    await see(READY);
    await perform();
    expect(hub().calls).toEqual([]);
    hub().setStatus('deployments', { observedGeneration: 7 }, { name: 'app', namespace: 'web' });
    await perform('web', 0);
    expect(original()?.status).toEqual(READY);
    hub().calls.length = 0;
    await perform('web', 0);
    expect(writes()).toEqual([]);
  });

  it('A/PL-126 follows the member', async () => {
    await perform();
    await see({ ...READY, readyReplicas: 1 });
    await perform();
    expect(original()?.status).toEqual({ ...READY, readyReplicas: 1 });
  });

  it.each([
    { rule: 'a missing right', code: 403, reason: 'Forbidden', problem: 'forbidden' },
    { rule: 'a kind without a status subresource', code: 404, reason: 'NotFound', problem: 'noStatus' },
    { rule: 'a server that does not take one', code: 405, reason: 'MethodNotAllowed', problem: 'noStatus' },
    { rule: 'a status that the hub refuses', code: 422, reason: 'Invalid', problem: 'invalid' },
  ])('A/PL-126 reports $rule once, and tries again later', async ({ code, reason, problem }) => {
    refuse(code, reason);
    expect(await perform()).toEqual({ afterMs: 60_000 });
    expect(await problems()).toEqual([problem]);
    const marks = () =>
      transact(async tx => tx.sql('dirty_keys').where({ queue: 'publish-placement' }).pluck('version'));
    const before = await marks();
    await perform();
    expect(await marks()).toEqual(before);
    hub().intercept = undefined;
    await perform();
    expect(await problems()).toBeUndefined();
    expect(original()?.status).toEqual(READY);
  });

  it('A/PL-126 reports an original that is gone', async () => {
    hub().remove('deployments', 'app', 'web');
    await perform();
    expect(await problems()).toEqual(['missing']);
  });

  it('repeats what fails for another reason', async () => {
    refuse(503, 'ServiceUnavailable');
    await expect(perform()).rejects.toThrow(/report statuses of placement web back/);
  });

  it('A/PL-126 leaves an original to the placement that comes first by name', async () => {
    await place('api');
    await perform();
    await see({ readyReplicas: 9 }, app, 'api');
    await perform();
    expect(await problems()).toEqual(['taken']);
    await perform('api');
    expect(original()?.status).toEqual({ readyReplicas: 9 });
    await place('api', { policy: ONE });
    await perform();
    expect(await problems()).toBeUndefined();
    expect(original()?.status).toEqual(READY);
  });

  it('B/WA-142 writes nothing for WorkAPI, and nothing at all without the strategy', async () => {
    await place('web', {
      policy: ONE,
      strategy: { reportBackStrategy: { type: 'Mirror', destination: 'WorkAPI' } },
    });
    expect(await perform()).toBeUndefined();
    expect(writes()).toEqual([]);
    await place('web', { policy: ONE });
    await expect(perform()).rejects.toThrow(/nothing to do/);
  });

  it('B/WA-142 skips what came out of an envelope', async () => {
    await see(READY, { ...app, envelope: { name: 'box', type: 'ClusterResourceEnvelope' } });
    await perform();
    expect(writes()).toEqual([]);
  });

  it('A/PL-126 does the same for a placement in a namespace', async () => {
    await place('web/own');
    await see({ readyReplicas: 3 }, app, 'web/own');
    await place('web', { policy: ONE });
    await perform('web/own');
    expect(original()?.status).toEqual({ readyReplicas: 3 });
  });
});
