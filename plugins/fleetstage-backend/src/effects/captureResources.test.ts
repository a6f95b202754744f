import type { TestDatabaseId } from '@backstage/backend-test-utils';
import type { ResourceIdentifier } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aPlacement, anIdentifier } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { fixedCredentials, KubeClient } from '@fleetstage/kube-client';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabases, openTestDatabase, passTime } from '../__testUtils__/databases';
import { ManualPorts } from '../__testUtils__/ManualPorts';
import { aPlacementObject } from '../__testUtils__/objects';
import { isFresh, loadCapture, requestCapture } from '../database/captureStore';
import type { Database, Tx } from '../database/db';
import { lockPlacement } from '../database/lockPlacement';
import { deleteObject, saveObject } from '../database/mirrorStore';
import { savePlacementUid } from '../database/placementStore';
import { claim } from '../database/queue/claim';
import { loadResourceSnapshots } from '../database/snapshotStore';
import { ServedKinds } from '../kube/ServedKinds';
import { performOnce } from '../loop/performOnce';
import { systemPorts } from '../loop/systemPorts';
import { silentLog } from '../observe/log';
import { drainPlacement } from '../reconcilers/drainPlacement';
import { captureResources } from './captureResources';

const kind = (name: string, plural: string, scope: string) => ({
  resource: plural,
  responseKind: { kind: name },
  scope,
  verbs: ['get', 'list', 'watch'],
});
const group = (name: string, resources: readonly unknown[], freshness = 'Current') => ({
  metadata: { name },
  versions: [{ version: 'v1', resources, freshness }],
});
const discovery = (...items: readonly unknown[]) => ({ kind: 'APIGroupDiscoveryList', items });
const status = (code: number, reason: string, message: string) => ({ kind: 'Status', code, reason, message });
const list = (of: string, ...names: readonly string[]) => {
  const items = names.map(name => ({ metadata: { name, namespace: 'web' } }));
  const apiVersion = { ConfigMap: 'v1', Deployment: 'apps/v1', Widget: 'example.io/v1' }[of];
  return { apiVersion, kind: `${of}List`, metadata: { resourceVersion: '1' }, items };
};

const APPS = group('apps', [kind('Deployment', 'deployments', 'Namespaced')]);
const DEPLOYMENTS = '/apis/apps/v1/namespaces/web/deployments';
const WIDGETS = '/apis/example.io/v1/namespaces/web/widgets';
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/api': discovery(
    group('', [kind('Namespace', 'namespaces', 'Cluster'), kind('ConfigMap', 'configmaps', 'Namespaced')]),
  ),
  '/apis': discovery(APPS),
  '/api/v1/namespaces/web': { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } },
  '/api/v1/namespaces/web/configmaps': list('ConfigMap', 'settings'),
  [DEPLOYMENTS]: status(403, 'Forbidden', 'deployments is forbidden'),
};

/** A hub whose Deployments we may not read. */
class Hub {
  answers: Record<string, unknown> = { ...ANSWERS };
  /** Every path is answered with this text and 404, as by a proxy without a backend. */
  proxySays: string | undefined;
  private readonly server = createServer((request, response) => this.answer(request, response));

  async start(): Promise<KubeClient> {
    await new Promise<void>(resolve => this.server.listen(0, '127.0.0.1', resolve));
    const { port } = this.server.address() as AddressInfo;
    return new KubeClient({ server: `http://127.0.0.1:${port}`, credentials: fixedCredentials({}) });
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private answer({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
    const path = url.split('?', 1)[0];
    const isPlainGroups = path === '/apis' && !headers.accept?.includes('apidiscovery');
    const found = this.proxySays ?? (isPlainGroups ? { groups: [] } : this.answers[path]);
    if (typeof found !== 'object') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end(found ?? '404 page not found\n');
      return;
    }
    const { code = 200 } = found as { code?: number };
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(found));
  }
}

const NAMESPACE = anIdentifier();
const DEPLOYMENT = anIdentifier({ group: 'apps', kind: 'Deployment', name: 'app', namespace: 'web' });
const WIDGET = anIdentifier({ group: 'example.io', kind: 'Widget', name: 'w', namespace: 'web' });

let hub: Hub;
let client: KubeClient;
beforeEach(async () => {
  hub = new Hub();
  client = await hub.start();
});
afterEach(async () => {
  await client.close();
  hub.stop();
});

/** `holds`: what the watch of Deployments says. */
const theEffect = (holds: boolean | 'unknown' = true, clock = systemPorts.clock) =>
  captureResources({
    client: async () => client,
    servedKinds: new ServedKinds(
      async () => client,
      () => 0,
    ),
    holds: ({ kind: name }) => (name === 'Deployment' ? holds : true),
    clock,
    log: silentLog,
  });

function capture(held: readonly ResourceIdentifier[], effect = theEffect()) {
  const placement = aPlacement({ name: 'web' });
  const resourceSelectors = [{ group: '', version: 'v1', kind: 'Namespace', name: 'web' }];
  const input = {
    key: { hub: 'hub', name: 'web' },
    placement: { ...placement, spec: { ...placement.spec, resourceSelectors } },
    through: 1,
    held,
  };
  return effect.run(input, { signal: new AbortController().signal, log: silentLog });
}

const kindsOf = (captured: Awaited<ReturnType<typeof capture>>) =>
  captured.ok ? captured.value.identifiers.map(({ kind: name }) => name) : captured.error;

describe('captureResources on a hub that lets us read no Deployments', () => {
  it.each([true, false, 'unknown'] as const)('leaves them out where it never had any (%s)', async holds => {
    expect(kindsOf(await capture([NAMESPACE], theEffect(holds)))).toEqual(['Namespace', 'ConfigMap']);
  });

  it.each([true, false, 'unknown'] as const)(
    'says what is wrong, rather than take them off the members, where it has placed some (%s)',
    async holds => {
      expect(await capture([NAMESPACE, DEPLOYMENT], theEffect(holds))).toMatchObject({
        ok: false,
        error: expect.stringMatching(
          /^spec\.resourceSelectors\[\d\]: Deployment cannot be read on the hub: .*; let Fleetstage's account/,
        ),
      });
    },
  );
});

describe('captureResources on a hub that does not answer in full', () => {
  beforeEach(() => {
    hub.answers[DEPLOYMENTS] = list('Deployment');
  });

  it.each(['default backend - 404', '404 page not found\n'])(
    'takes nothing for absent because a proxy answers in the stead of the hub (%j)',
    async proxySays => {
      const effect = theEffect();
      expect(kindsOf(await capture([], effect))).toEqual(['Namespace', 'ConfigMap']);
      hub.proxySays = proxySays;
      await expect(capture([], effect)).rejects.toMatchObject({
        name: 'TransientError',
        cause: { isClusterWide: true, message: expect.stringContaining(proxySays.trim()) },
      });
    },
  );

  it('waits for a group whose API server is down, where it has placed some of its objects', async () => {
    hub.answers['/apis'] = discovery(APPS, group('example.io', [], 'Stale'));
    hub.answers['/apis/example.io/v1'] = status(503, 'ServiceUnavailable', 'no endpoints available');
    expect(kindsOf(await capture([NAMESPACE]))).toEqual(['Namespace', 'ConfigMap']);
    await expect(capture([NAMESPACE, WIDGET])).rejects.toMatchObject({
      name: 'TransientError',
      cause: { message: 'no endpoints available' },
    });
  });

  it('reads a kind that discovery has not listed', async () => {
    hub.answers['/apis/example.io/v1'] = {
      resources: [{ name: 'widgets', kind: 'Widget', namespaced: true }],
    };
    hub.answers[WIDGETS] = list('Widget', 'w');
    expect(kindsOf(await capture([NAMESPACE, WIDGET]))).toEqual(['Namespace', 'ConfigMap', 'Widget']);
    hub.answers[WIDGETS] = status(403, 'Forbidden', 'widgets is forbidden');
    expect(kindsOf(await capture([NAMESPACE, WIDGET]))).toContain('Widget cannot be read on the hub');
  });

  it.each([status(404, 'NotFound', 'the server could not find the requested resource'), undefined])(
    'goes on without a kind that is gone (%j)',
    async answer => {
      hub.answers['/apis/example.io/v1'] = answer;
      expect(kindsOf(await capture([NAMESPACE, WIDGET]))).toEqual(['Namespace', 'ConfigMap']);
    },
  );
});

const databases = createTestDatabases();

describe.each(databases.eachSupportedId())('the record of a capture on %s', databaseId => {
  const WEB = { hub: 'hub', name: 'web' };
  const ports = new ManualPorts();
  let database: Database;
  const rows = <T>(read: (tx: Tx) => Promise<T>) => database.transact(read);
  const see = (uid: string) => rows(tx => saveObject(tx, 'hub', aPlacementObject('web', {}, { uid })));
  const stateOf = () => rows(tx => loadCapture(tx, 'hub', 'web'));
  const snapshots = () => rows(tx => loadResourceSnapshots(tx, 'hub', 'web'));
  const marksOf = (queue: string) => rows(async tx => (await tx.sql('dirty_keys').where({ queue })).length);

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    await see('uid-1');
    await rows(tx => requestCapture(tx, 'hub', 'web'));
  });

  const take = () => {
    const options = { queue: 'capture-resources', limit: 1, token: ports.ids.next(), leaseMs: 60_000 };
    return rows(async tx => (await claim(tx, options))[0]);
  };
  /** Works on the key if it is due; `meanwhile` comes after the hub was read and before that is recorded. */
  async function work(meanwhile: () => Promise<unknown> = async () => undefined): Promise<boolean> {
    const taken = await take();
    if (taken === undefined) return false;
    const effect = theEffect(true, ports.clock);
    const { signal } = new AbortController();
    await performOnce(
      { database, timers: ports.timers, log: silentLog, signal, deadlineMs: 60_000 },
      {
        ...effect,
        run: async (input, context) => {
          const captured = await effect.run(input, context);
          await meanwhile();
          return captured;
        },
      },
      taken,
    );
    return true;
  }

  const countOfSelected = async () => (await snapshots()).at(-1)?.identifiers.length;
  const haveDeployment = async () => {
    hub.answers[DEPLOYMENTS] = list('Deployment', 'app');
    await work();
    expect(await countOfSelected()).toBe(3);
  };

  it('retries after a failure, and takes what was mended meanwhile', async () => {
    await haveDeployment();
    hub.answers[DEPLOYMENTS] = ANSWERS[DEPLOYMENTS];
    await rows(tx => requestCapture(tx, 'hub', 'web'));
    await work();
    expect((await stateOf()).failure?.message).toContain('Deployment cannot be read on the hub');
    expect(await work()).toBe(false);
    hub.answers[DEPLOYMENTS] = list('Deployment');
    await passTime(database, 30_000);
    expect(await work()).toBe(true);
    expect((await stateOf()).failure).toBeUndefined();
    expect(await countOfSelected()).toBe(2);
    await passTime(database, 30_000);
    expect(await work()).toBe(false);
  });

  it('retries more and more rarely what goes on failing', async () => {
    await haveDeployment();
    hub.answers[DEPLOYMENTS] = ANSWERS[DEPLOYMENTS];
    await rows(tx => requestCapture(tx, 'hub', 'web'));
    await work();
    ports.advance(120_000);
    await passTime(database, 30_000);
    expect(await work()).toBe(true);
    await passTime(database, 90_000);
    expect(await work()).toBe(false);
    await passTime(database, 30_000);
    expect(await work()).toBe(true);
  });

  it('says the same failure once', async () => {
    await haveDeployment();
    hub.answers[DEPLOYMENTS] = ANSWERS[DEPLOYMENTS];
    await rows(tx => requestCapture(tx, 'hub', 'web'));
    await work();
    const first = await stateOf();
    await rows(tx => tx.sql('dirty_keys').where({ queue: 'placement' }).delete());
    ports.advance(30_000);
    await passTime(database, 30_000);
    expect(await work()).toBe(true);
    expect(await stateOf()).toEqual(first);
    expect(await marksOf('placement')).toBe(0);
  });

  it('gives nothing of a deleted object to its namesake, and reads for that one at once', async () => {
    await work(() => see('uid-2'));
    expect(await snapshots()).toEqual([]);
    expect(isFresh(await stateOf())).toBe(false);
    expect(await work()).toBe(true);
    expect(await countOfSelected()).toBe(2);
    expect(await rows(tx => lockPlacement(tx, 'hub', 'web'))).toMatchObject({ uid: 'uid-2' });
  });

  it('makes no rows for an object that is gone', async () => {
    await work(() => rows(tx => deleteObject(tx, { ...WEB, kind: 'ClusterResourcePlacement' })));
    expect(await snapshots()).toEqual([]);
    expect(await rows(async tx => tx.sql('placements'))).toEqual([]);
    expect(await work()).toBe(false);
  });

  it('reads nothing until the rows of a namesake are gone', async () => {
    await rows(async tx => {
      await lockPlacement(tx, 'hub', 'web');
      await savePlacementUid(tx, WEB, 'uid-0');
    });
    await work();
    expect(await snapshots()).toEqual([]);
    expect(await work()).toBe(false);
    await passTime(database, 60_000);
    expect(await work()).toBe(false);
    await rows(tx => drainPlacement(tx, WEB));
    expect(await work()).toBe(true);
    expect(await countOfSelected()).toBe(2);
    expect(isFresh(await stateOf())).toBe(true);
  });
});
