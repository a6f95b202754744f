import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { finalizerKeys, instant, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { fixedCredentials, KubeClient } from '@fleetstage/kube-client';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { forgetCluster, saveCluster } from '../database/clusterStore';
import type { Database } from '../database/db';
import { saveHubUid } from '../database/hubStore';
import { deleteObject, saveObject } from '../database/mirrorStore';
import { silentLog } from '../observe/log';
import { ensureOwnCluster } from './ensureOwnCluster';

const databases = createTestDatabases();
const NOON = 1_795_262_400_000;

interface MemberPatch {
  readonly uid?: string;
  readonly createdMinutesAgo?: number;
  readonly hasJoinedBefore?: true;
}

/** A member cluster answers with whatever `cluster` names; `undefined`: it does not show its namespace. */
describe.each(databases.eachSupportedId())('ensureOwnCluster on %s', databaseId => {
  let server: Server;
  let cluster: string | undefined;
  let database: Database;
  let now = NOON;
  let isAllowed = true;
  const seen: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      const body = cluster
        ? { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-system', uid: cluster } }
        : {
            apiVersion: 'v1',
            kind: 'Status',
            status: 'Failure',
            code: 403,
            reason: 'Forbidden',
            message: 'no',
          };
      response.writeHead(cluster ? 200 : 403, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    await database.transact(tx => saveHubUid(tx, 'hub', 'hub-cluster'));
    seen.length = 0;
    now = NOON;
    isAllowed = true;
  });

  let versions = 0;
  const see = (name: string, { uid, createdMinutesAgo = 60, hasJoinedBefore }: MemberPatch = {}) => {
    versions += 1;
    const object: KubeObject = {
      apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
      kind: 'MemberCluster',
      metadata: {
        name,
        uid: uid ?? `uid-of-${name}`,
        resourceVersion: `${versions}`,
        creationTimestamp: new Date(NOON - createdMinutesAgo * 60_000).toISOString(),
        ...(hasJoinedBefore && { finalizers: [finalizerKeys.memberCluster] }),
      },
    };
    return database.transact(tx => saveObject(tx, 'hub', object));
  };
  const lose = (name: string) =>
    database.transact(async tx => {
      await deleteObject(tx, { hub: 'hub', kind: 'MemberCluster', name });
      await forgetCluster(tx, 'hub', name);
    });
  const ask = (name: string, answers: string | undefined) => {
    cluster = answers;
    const { port } = server.address() as AddressInfo;
    const client = new KubeClient({ server: `http://127.0.0.1:${port}`, credentials: fixedCredentials({}) });
    const clock = { now: () => instant(now) };
    return ensureOwnCluster(
      {
        ...{ hub: 'hub', database, clock, log: silentLog, timeoutMs: 5_000 },
        mayBeUnidentified: () => isAllowed,
      },
      name,
      client,
    ).finally(() => client.close());
  };
  const refused = (reason: string, text: string) => ({ reason, message: expect.stringContaining(text) });

  it('refuses the hub, having read one namespace of it and nothing else', async () => {
    await see('c1');
    await expect(ask('c1', 'hub-cluster')).rejects.toMatchObject(
      refused('FleetstageSameCluster', 'hub "hub"'),
    );
    expect(seen).toEqual(['GET /api/v1/namespaces/kube-system']);
  });

  it('refuses the second name of a cluster until the first one leaves', async () => {
    await see('c1');
    await see('c2', { createdMinutesAgo: 90 });
    expect(await ask('c1', 'east')).toBe('identified');
    now += 1;
    const bySecondName = () => ask('c2', 'east');
    await expect(bySecondName()).rejects.toMatchObject(refused('FleetstageSameCluster', 'MemberCluster c1'));
    expect(await ask('c1', 'east')).toBe('identified');
    await lose('c1');
    expect(await bySecondName()).toBe('identified');
  });

  it('gives two names that join at once one member', async () => {
    await see('c1');
    await see('c2');
    const outcomes = await Promise.allSettled([ask('c1', 'east'), ask('c2', 'east')]);
    const again = [
      ...(await Promise.allSettled([ask('c1', 'east')])),
      ...(await Promise.allSettled([ask('c2', 'east')])),
    ];
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(again.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('lets a name that had joined before the record was lost take its place back', async () => {
    await see('c1', { hasJoinedBefore: true });
    await see('c2', { createdMinutesAgo: 90 });
    expect(await ask('c2', 'east')).toBe('identified');
    expect(await ask('c1', 'east')).toBe('identified');
    await expect(ask('c2', 'east')).rejects.toMatchObject(
      refused('FleetstageSameCluster', 'MemberCluster c1'),
    );
  });

  it('does not take a name that never joined for a joined one, whatever finalizer it has', async () => {
    await see('c1', { hasJoinedBefore: true });
    await see('c2');
    const health = { joined: false, healthy: 'Unknown' } as const;
    await database.transact(tx => saveCluster(tx, 'hub', 'c1', { properties: {}, health }));
    expect(await ask('c2', 'east')).toBe('identified');
    now += 1;
    await expect(ask('c1', 'east')).rejects.toMatchObject(
      refused('FleetstageSameCluster', 'MemberCluster c2'),
    );
  });

  it('refuses another cluster under a name until its MemberCluster is created anew', async () => {
    await see('c1');
    expect(await ask('c1', 'east')).toBe('identified');
    await expect(ask('c1', 'west')).rejects.toMatchObject(
      refused('FleetstageClusterChanged', 'delete MemberCluster c1 and create it again'),
    );
    expect(await ask('c1', 'east')).toBe('identified');
    await see('c1', { uid: 'of-the-next' });
    expect(await ask('c1', 'west')).toBe('identified');
  });

  it('says that it does not know where the namespace is not shown, and refuses that where it is not allowed', async () => {
    await see('c1');
    expect(await ask('c1', undefined)).toBe('unidentified');
    isAllowed = false;
    const hidden = refused('FleetstageClusterUnidentified', 'fleetstage.connections.allowUnidentified');
    await expect(ask('c1', undefined)).rejects.toMatchObject(hidden);
    expect(await ask('c1', 'east')).toBe('identified');
  });

  it('refuses who hides the namespace and has shown it: another cluster would', async () => {
    await see('c1');
    expect(await ask('c1', 'east')).toBe('identified');
    const hidden = refused('FleetstageClusterUnidentified', 'the one that answers now does not');
    await expect(ask('c1', undefined)).rejects.toMatchObject(hidden);
    expect(await ask('c1', 'east')).toBe('identified');
  });

  it('lets nobody in whose MemberCluster is gone', async () => {
    await expect(ask('c1', 'east')).rejects.toThrow('MemberCluster c1 is no member of hub "hub"');
  });
});
