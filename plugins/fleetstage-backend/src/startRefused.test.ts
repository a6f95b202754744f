import { AuthorizeResult } from '@backstage/plugin-permission-common';
import { createTestDatabases } from './__testUtils__/databases';
import { eventually } from './__testUtils__/eventually';
import { startFleetBackend } from './__testUtils__/fleetBackend';
import { aMemberObject } from './__testUtils__/objects';
import { StubFleet } from './__testUtils__/stubFleet';

const databases = createTestDatabases();
const ADA = 'user:default/ada';

const IDENTITY = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-system' } };

/** Decisions 0030 and 0027. */
describe('a backend in production', () => {
  let fleet: StubFleet;
  let backend: Awaited<ReturnType<typeof startFleetBackend>> | undefined;

  beforeEach(async () => {
    fleet = await StubFleet.start();
    fleet.put(aMemberObject('c1'));
    jest.replaceProperty(process, 'env', { ...process.env, NODE_ENV: 'production' });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await backend?.stop();
    await fleet.stop();
  });

  const start = async (encryption: object) => {
    backend = await startFleetBackend({
      knex: await databases.init('SQLITE_3'),
      settings: { ...fleet.settings, members: { ...fleet.settings.members, contexts: ['c1'] }, encryption },
      policy: () => ({ result: AuthorizeResult.ALLOW }),
    });
    return backend.as(ADA);
  };
  const identify = (...clusters: string[]) => {
    for (const name of clusters)
      fleet.api.cluster(name).put({ group: '', version: 'v1', plural: 'namespaces' }, IDENTITY);
  };
  const heartbeat = () =>
    (fleet.find('MemberCluster', 'c1')?.status as { readonly agentStatus?: unknown } | undefined)
      ?.agentStatus;

  it('is not ready without a key, says which one to set, and reaches no cluster', async () => {
    const { get } = await start({});
    const { status, body } = await get('/health');
    expect(status).toBe(503);
    expect(body).toMatchObject({
      isReady: false,
      problems: [expect.stringMatching(/^fleetstage\.encryption\.keys is missing/)],
    });
    expect(heartbeat()).toBeUndefined();
  });

  it.each([{ keys: [{ secret: 'a passphrase of some length' }] }, { allowClearText: true }])(
    'works with %j',
    async encryption => {
      identify('hub', 'c1');
      const { get } = await start(encryption);
      const health = await eventually(
        () => get('/health'),
        ({ body }) => body.isReady,
      );
      expect(health).toMatchObject({ status: 200, body: { problems: [] } });
      await eventually(heartbeat, seen => seen !== undefined);
    },
  );

  it('does not read a hub that hides which cluster it is, and says what to grant', async () => {
    identify('c1');
    const { get } = await start({ allowClearText: true });
    const health = await eventually(
      () => get('/health'),
      ({ text }) => text.includes('kube-system'),
    );
    expect(health.status).toBe(503);
    expect(health.body.hub.ingest.problem).toContain('add hub to fleetstage.connections.allowUnidentified');
    expect(heartbeat()).toBeUndefined();
  });

  it('lets a member not join that hides which cluster it is', async () => {
    identify('hub');
    await start({ allowClearText: true });
    const joined = await eventually(
      () => JSON.stringify(fleet.find('MemberCluster', 'c1')?.status ?? {}),
      status => status.includes('FleetstageClusterUnidentified'),
    );
    expect(joined).toContain('add c1 to fleetstage.connections.allowUnidentified');
  });
});
