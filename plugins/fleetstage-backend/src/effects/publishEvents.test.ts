import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { startStubApi, statusOf, type StubApi } from '@fleetstage/applier/testing';
import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { FINALIZERS_REMOVED } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { KubeClient } from '@fleetstage/kube-client';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { aPlacementObject } from '../__testUtils__/objects';
import type { Database } from '../database/db';
import { endEvents, loadEventLedgers, recordEvents } from '../database/eventStore';
import { deleteObject, saveObject } from '../database/mirrorStore';
import { Later } from '../loop/effect';
import { silentLog } from '../observe/log';
import { publishEvents } from './publishEvents';

const databases = createTestDatabases();
const WEB = { hub: 'hub', name: 'web' };
const OBJECT = { hub: 'hub', kind: 'ClusterResourcePlacement', name: 'web' };
const KEY = 'hub/web';
const NOON = instant(1_795_262_400_000);
const started = { reason: 'PlacementRolloutStarted', message: 'Started rolling out the latest resources' };
const applied = {
  reason: 'PlacementApplied',
  message: 'Resources have been applied to the selected cluster(s)',
};

describe.each(databases.eachSupportedId())('publishEvents on %s', databaseId => {
  let database: Database;
  let api: StubApi;
  let client: KubeClient;

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    api = await startStubApi();
    client = new KubeClient(api.endpoint('hub'));
    const namespaces = { group: '', version: 'v1', plural: 'namespaces' };
    hub().put(namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } });
    await database.transact(tx => saveObject(tx, 'hub', aPlacementObject('web')));
  });
  afterEach(async () => {
    await client.close();
    await api.stop();
  });

  const hub = () => api.cluster('hub');
  const effect = publishEvents(async () => client);
  const note = (words: (typeof started)[], generation = 1, uid = 'uid-web') =>
    database.transact(tx => recordEvents(tx, WEB, { uid, generation, words, now: NOON }));
  const load = () => database.transact(tx => effect.load(tx, KEY));
  const known = () => database.transact(tx => loadEventLedgers(tx, WEB));
  const isMarked = async () => {
    const keys = await database.transact(tx =>
      tx.sql('dirty_keys').where({ queue: 'publish-events', key: KEY }),
    );
    return keys.length > 0;
  };
  /** Lets time pass since what was published. */
  const passTime = (ms: number) =>
    database.transact(tx => tx.sql('told_events').update({ told_at: tx.sql.raw('told_at - ?', [ms]) }));

  async function perform(meanwhile: () => Promise<unknown> = async () => {}) {
    const input = await load();
    if (input === undefined || input instanceof Later) return input;
    const output = await effect.run(input, { signal: new AbortController().signal, log: silentLog });
    await meanwhile();
    await database.transact(tx => effect.record(tx, KEY, input, output));
    return 'published';
  }

  interface Told {
    readonly reason: string;
    readonly count: number;
  }
  const published = () => {
    const { body } = hub().list({ group: '', version: 'v1', plural: 'events' });
    const { items } = body as { items: Told[] };
    return items.map(({ reason, count }) => `${reason} ${count}`).sort();
  };

  it('A/EV-001: publishes the present Events, once', async () => {
    await note([started, applied]);
    expect(await isMarked()).toBe(true);
    expect(await perform()).toBe('published');
    expect(published()).toEqual(['PlacementApplied 1', 'PlacementRolloutStarted 1']);
    await note([started, applied]);
    expect(await load()).toBeUndefined();
  });

  it('A/EV-001: a crash before publication is recorded publishes nothing twice', async () => {
    await note([started]);
    const input = await load();
    if (input === undefined || input instanceof Later) throw new Error('nothing to publish');
    await effect.run(input, { signal: new AbortController().signal, log: silentLog });
    expect(await perform()).toBe('published');
    expect(published()).toEqual(['PlacementRolloutStarted 1']);
  });

  it('A/EV-004: of a new generation once more, as a repetition, and no sooner than ten seconds later', async () => {
    await note([started]);
    await perform();
    await note([started], 2);
    const later = await perform();
    expect(later).toBeInstanceOf(Later);
    expect((later as Later).afterMs).toBeGreaterThan(5_000);
    expect((later as Later).afterMs).toBeLessThanOrEqual(10_000);
    await passTime(10_000);
    expect(await perform()).toBe('published');
    expect(published()).toEqual(['PlacementRolloutStarted 2']);
  });

  it('A/EV-001: what was never published waits for nothing, and takes repetitions along', async () => {
    await note([started]);
    await perform();
    await note([started, applied], 2);
    expect(await perform()).toBe('published');
    expect(published()).toEqual(['PlacementApplied 1', 'PlacementRolloutStarted 2']);
  });

  it('publishes anew what the hub has forgotten meanwhile', async () => {
    await note([started]);
    await perform();
    const { body } = hub().list({ group: '', version: 'v1', plural: 'events' });
    const [event] = (body as { items: { metadata: { name: string } }[] }).items;
    hub().remove('events', event.metadata.name, 'default');
    await note([started], 2);
    await passTime(10_000);
    await perform();
    expect(published()).toEqual(['PlacementRolloutStarted 2']);
  });

  it('what comes during a publication is published next', async () => {
    await note([started]);
    await perform(() => note([started, applied]));
    expect(published()).toEqual(['PlacementRolloutStarted 1']);
    await perform();
    expect(published()).toEqual(['PlacementApplied 1', 'PlacementRolloutStarted 1']);
  });

  it.each([
    { why: 'a role is missing', answer: statusOf(403, 'Forbidden', 'events is forbidden') },
    { why: 'the namespace is gone', answer: statusOf(404, 'NotFound', 'namespaces "default" not found') },
    { why: 'the hub finds it at fault', answer: statusOf(422, 'Invalid', 'Event is invalid') },
  ])('goes without where $why', async ({ answer }) => {
    await note([started, applied]);
    hub().intercept = ({ place, body }) =>
      place.plural === 'events' && JSON.stringify(body).includes(started.reason) ? answer : undefined;
    await perform();
    expect(published()).toEqual(['PlacementApplied 1']);
    expect(await load()).toBeUndefined();
  });

  it('tries again where the hub fails', async () => {
    await note([started]);
    hub().intercept = () => statusOf(503, 'ServiceUnavailable', 'starting');
    await expect(perform()).rejects.toThrow('publish the Events of placement web');
    hub().intercept = undefined;
    expect(await perform()).toBe('published');
    expect(published()).toEqual(['PlacementRolloutStarted 1']);
  });

  it('A/ST-081: publishes the end of a placement after it is gone, and then forgets it', async () => {
    await note([started]);
    await perform();
    await note([FINALIZERS_REMOVED], 0);
    await database.transact(async tx => {
      await deleteObject(tx, OBJECT);
      await endEvents(tx, WEB);
    });
    expect(await isMarked()).toBe(true);
    await perform();
    expect(published()).toEqual(['PlacementCleanupFinalizerRemoved 1', 'PlacementRolloutStarted 1']);
    expect(await known()).toEqual([]);
  });

  it('A/ST-081: an Event that comes while the end is published is published next', async () => {
    await note([started]);
    await database.transact(tx => deleteObject(tx, OBJECT));
    await perform(() => note([FINALIZERS_REMOVED], 0));
    expect(published()).toEqual(['PlacementRolloutStarted 1']);
    expect(await perform()).toBe('published');
    expect(published()).toEqual(['PlacementCleanupFinalizerRemoved 1', 'PlacementRolloutStarted 1']);
    expect(await known()).toEqual([]);
  });

  it('forgets a placement that went without a word, and keeps its namesake', async () => {
    await note([started]);
    await perform();
    await note([started], 1, 'uid-before');
    await perform();
    expect((await known()).map(({ uid }) => uid)).toEqual(['uid-web']);
    await database.transact(tx => deleteObject(tx, OBJECT));
    expect(await load()).toBeUndefined();
    expect(await known()).toEqual([]);
  });
});
