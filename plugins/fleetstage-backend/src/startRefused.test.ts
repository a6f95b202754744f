import { AuthorizeResult } from '@backstage/plugin-permission-common';
import { createTestDatabases } from './__testUtils__/databases';
import { eventually } from './__testUtils__/eventually';
import { startFleetBackend } from './__testUtils__/fleetBackend';
import { aMemberObject } from './__testUtils__/objects';
import { StubFleet } from './__testUtils__/stubFleet';

const databases = createTestDatabases();
const ADA = 'user:default/ada';

/** Decision 0030. */
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
      settings: { ...fleet.settings, encryption },
      policy: () => ({ result: AuthorizeResult.ALLOW }),
    });
    return backend.as(ADA);
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
      const { get } = await start(encryption);
      const health = await eventually(
        () => get('/health'),
        ({ body }) => body.isReady,
      );
      expect(health).toMatchObject({ status: 200, body: { problems: [] } });
      await eventually(heartbeat, seen => seen !== undefined);
    },
  );
});
