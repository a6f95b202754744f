import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { startStubApi, type StubApi } from '@fleetstage/applier/testing';
import { annotationKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import { KubeClient } from '@fleetstage/kube-client';
import { loadInput } from '../__testUtils__/loadInput';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { anApprovalObject } from '../__testUtils__/objects';
import { loadDesiredApproval, saveDesiredApproval, type DesiredApproval } from '../database/approvalStore';
import type { Database } from '../database/db';
import { saveObject } from '../database/mirrorStore';
import { systemPorts } from '../loop/systemPorts';
import { silentLog } from '../observe/log';
import { ensureApproval, renderRequest } from './ensureApproval';

const databases = createTestDatabases();
const KEY = 'hub/r1-canary';
const PLACE = {
  group: 'placement.kubernetes-fleet.io',
  version: 'v1beta1',
  plural: 'clusterapprovalrequests',
};

const aWish = (patch: Partial<DesiredApproval> = {}): DesiredApproval => ({
  name: 'r1-canary',
  run: 'r1',
  runUid: 'u1',
  stage: 'canary',
  task: 'afterStage',
  want: 'absent',
  ...patch,
});

describe.each(databases.eachSupportedId())('ensureApproval on %s', databaseId => {
  let database: Database;
  let api: StubApi;
  let client: KubeClient;

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    api = await startStubApi();
    client = new KubeClient(api.endpoint('hub'));
  });
  afterEach(async () => {
    await client.close();
    await api.stop();
  });

  const hub = () => api.cluster('hub');
  const effect = ensureApproval({ client: async () => client, clock: systemPorts.clock });
  const context = { signal: new AbortController().signal, log: silentLog };
  const saveDesired = (patch: Partial<DesiredApproval> = {}) =>
    database.transact(tx => saveDesiredApproval(tx, 'hub', aWish(patch)));
  const kept = () => database.transact(tx => loadDesiredApproval(tx, 'hub', 'r1-canary'));
  const live = () => hub().find('clusterapprovalrequests', 'r1-canary');

  /** `meanwhile` happens between the read and the request, `afterwards` before the outcome is recorded. */
  async function perform({
    meanwhile = async () => {},
    afterwards = async () => {},
  }: { meanwhile?: () => Promise<unknown>; afterwards?: () => Promise<unknown> } = {}) {
    const input = await loadInput(database, effect, KEY);
    await meanwhile();
    const output = await effect.run(input, context);
    await afterwards();
    await database.transact(tx => effect.record(tx, KEY, input, output));
  }

  const mirror = () => database.transact(tx => saveObject(tx, 'hub', live() as never));

  it.each([
    ['another run has the request now', { runUid: 'u2', want: 'present' }],
    ['the same run asks again', { want: 'present' }],
    ['another run does not want it either', { runUid: 'u2', want: 'absent' }],
  ] as const)('keeps a newer desired state: %s', async (_, newer) => {
    await saveDesired();
    await perform({ afterwards: () => saveDesired(newer) });
    expect(await kept()).toEqual(aWish(newer));
  });

  it('removes the request of its run and forgets the desired state', async () => {
    hub().put(PLACE, renderRequest(aWish()));
    await saveDesired();
    await perform();
    expect(live()).toBeUndefined();
    expect(await kept()).toBeUndefined();
  });

  it('removes a request without our mark that was seen', async () => {
    hub().put(PLACE, anApprovalObject('r1-canary', 'r1', 'canary'));
    await mirror();
    await saveDesired({ runUid: '' });
    await perform();
    expect(live()).toBeUndefined();
  });

  it('leaves the request alone that a run made anew has asked for meanwhile', async () => {
    hub().put(PLACE, renderRequest(aWish()));
    await mirror();
    await saveDesired();
    await perform({
      meanwhile: async () => {
        hub().remove('clusterapprovalrequests', 'r1-canary');
        hub().put(PLACE, renderRequest(aWish({ runUid: 'u2' })));
      },
    });
    expect(live()?.metadata.annotations).toEqual({ [annotationKeys.runUid]: 'u2' });
  });

  it('deletes no request that replaces the one it has read', async () => {
    hub().put(PLACE, renderRequest(aWish()));
    await saveDesired();
    hub().intercept = ({ verb }) => {
      if (verb !== 'DELETE') return undefined;
      hub().intercept = undefined;
      hub().remove('clusterapprovalrequests', 'r1-canary');
      hub().put(PLACE, renderRequest(aWish({ runUid: 'u2' })));
      return undefined;
    };
    await expect(perform()).rejects.toThrow('make approval request r1-canary absent');
    expect(live()?.metadata.annotations).toEqual({ [annotationKeys.runUid]: 'u2' });
  });
});
