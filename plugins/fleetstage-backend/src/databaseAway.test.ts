import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { AuthorizeResult } from '@backstage/plugin-permission-common';
import makeKnex, { type Knex } from 'knex';
import request from 'supertest';
import { createTestDatabases } from './__testUtils__/databases';
import { eventually } from './__testUtils__/eventually';
import { startFleetBackend } from './__testUtils__/fleetBackend';
import { Line } from './__testUtils__/Line';
import { aMemberObject } from './__testUtils__/objects';
import { StubFleet } from './__testUtils__/stubFleet';

jest.setTimeout(90_000);

const databases = createTestDatabases();
/** Short of the minute for which a question waits for a free connection. */
const ANSWER_TIMEOUT_MS = 30_000;
const AWAY = expect.stringMatching(/^the database cannot be reached, or answers too late: [^:]*$/);

describe.each(databases.eachSupportedId())('the database goes while the backend runs, on %s', databaseId => {
  const isPostgres = databaseId !== 'SQLITE_3';
  let fleet: StubFleet;
  let backend: Awaited<ReturnType<typeof startFleetBackend>>;
  let knex: Knex;
  /** To the server of PostgreSQL. */
  let line: Line | undefined;

  beforeEach(async () => {
    fleet = await StubFleet.start();
    fleet.put(aMemberObject('c1'));
    knex = await databases.init(databaseId as TestDatabaseId);
    if (isPostgres) {
      const { connection } = knex.client.config;
      line = await Line.to(`http://${connection.host}:${connection.port ?? 5432}`);
      const { hostname: host, port } = new URL(line.address);
      knex = makeKnex({
        client: 'pg',
        connection: { ...connection, host, port: Number(port) },
        log: { warn: () => {}, error: () => {}, debug: () => {}, deprecate: () => {} },
      });
    }
    backend = await startFleetBackend({
      knex,
      settings: fleet.settings,
      policy: () => ({ result: AuthorizeResult.ALLOW }),
    });
    await eventually(health, ({ status }) => status === 200, 30_000);
  });
  afterEach(async () => {
    await backend.stop();
    await knex.destroy();
    await line?.close();
    line = undefined;
    await fleet.stop();
  });

  const ask = async (path: string) => {
    const { status, body, text } = await request(backend.server)
      .get(`/api/fleetstage${path}`)
      .timeout(ANSWER_TIMEOUT_MS);
    return { status, body, text };
  };
  const health = () => ask('/health');

  /** Nobody without a token hears more than that it is away, whatever the driver says. */
  async function expectAway(): Promise<void> {
    const answer = await eventually(health, ({ status }) => status !== 200, 20_000);
    expect(answer).toMatchObject({ status: 503 });
    expect(answer.body).toEqual({
      isReady: false,
      problems: [AWAY],
      hub: { isReachable: expect.any(Boolean), isRead: expect.any(Boolean) },
      members: { total: 1, reachable: expect.any(Number) },
    });
    const metrics = await ask('/metrics');
    expect(metrics).toMatchObject({ status: 200 });
    for (const { text } of [answer, metrics])
      expect(text).not.toMatch(/acquire|ECONN|127\.0\.0\.1|postgres/i);
    const { status, body } = await backend.as('user:default/ada').get('/health');
    expect([status, body.problems, body.queues]).toEqual([503, [AWAY], []]);
  }

  it('its connections are all taken: health says so, and when one is free again', async () => {
    const { pool } = knex.client;
    const held = Array.from({ length: pool.max }, () => knex.transaction());
    try {
      await expectAway();
      const waiting = pool.numPendingAcquires();
      const crowd = await Promise.all(Array.from({ length: 100 }, health));
      expect(crowd.filter(({ status }) => status !== 503)).toEqual([]);
      // Probes share one question; what else waits is work of the engine.
      expect(pool.numPendingAcquires() - waiting).toBeLessThan(50);
    } finally {
      await Promise.all(held.map(async one => (await one).rollback()));
    }
    await eventually(health, ({ status }) => status === 200, 40_000);
  });

  it('its connections are closed: health says so', async () => {
    await knex.destroy();
    await expectAway();
    knex.initialize();
  });

  if (isPostgres)
    it.each(['cut', 'freeze'] as const)('the line to its server breaks: health says so (%s)', async how => {
      line![how]();
      await expectAway();
      if (how === 'freeze') return line!.cut();
      line!.mend();
      await eventually(health, ({ status }) => status === 200, 40_000);
      return undefined;
    });
});
