import { mockCredentials, type TestDatabaseId } from '@backstage/backend-test-utils';
import { AuthorizeResult } from '@backstage/plugin-permission-common';
import { annotationKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import request from 'supertest';
import { createTestDatabases, openTestDatabase } from '../../__testUtils__/databases';
import { eventually } from '../../__testUtils__/eventually';
import { startFleetBackend } from '../../__testUtils__/fleetBackend';
import { StubFleet } from '../../__testUtils__/stubFleet';

const databases = createTestDatabases();
const ALLOW = { result: AuthorizeResult.ALLOW } as const;

describe.each(databases.eachSupportedId())('the end of a run, on %s', databaseId => {
  let fleet: StubFleet;
  let backend: Awaited<ReturnType<typeof startFleetBackend>>;

  beforeAll(async () => {
    fleet = await StubFleet.start();
    fleet.putFleet();
    const { knex } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    backend = await startFleetBackend({ knex, settings: fleet.settings, policy: () => ALLOW });
    await fleet.untilPlaced();
    fleet.putRun('a-first');
    await fleet.untilAsked('a-first');
    fleet.putRun('b-next');
  }, 60_000);
  afterAll(async () => {
    await backend.stop();
    await fleet.stop();
  });

  const send = (method: 'get' | 'post' | 'delete', path: string, body?: object) => {
    const asked = request(backend.server)
      [method](`/api/fleetstage${path}`)
      .set('Authorization', mockCredentials.user.header('user:default/ada'));
    return body === undefined ? asked : asked.send(body);
  };
  const run = async (name: string) => {
    const { body } = await send('get', `/runs/_/${name}`);
    return body.run ?? body;
  };

  it('RUL 4, RUL 49: holds the next run until it is ended, which names who, why and what stays', async () => {
    await eventually(
      () => run('b-next'),
      next => next?.waitsFor?.cause === 'EarlierRun' && next.waitsFor.subject?.name === 'a-first',
      20_000,
    );
    expect((await run('a-first')).ifEnded).toMatchObject({ waiting: ['b-next'] });
    expect((await send('delete', '/runs/_/a-first', { uid: (await run('a-first')).uid })).status).toBe(409);
    expect((await send('post', '/runs/_/a-first/end', { reason: ' ' })).status).toBe(400);
    expect((await send('post', '/runs/_/a-first/end', { reason: 'wrong day' })).status).toBe(200);
    const ended = await eventually(
      () => run('a-first'),
      one => one?.state === 'ended',
      20_000,
    );
    expect(ended.failure).toMatch(/^ended by user:default\/\S+: wrong day; \d of \d clusters updated/);
    expect(ended.ended).toMatchObject({ actor: { ref: 'user:default/ada' }, reason: 'wrong day' });
    expect(ended.may.resume).toMatchObject({ isAllowed: false, reason: 'The run is over.' });
    await eventually(
      () => run('b-next'),
      next => next?.waitsFor?.cause !== 'EarlierRun' && next?.startedAt !== undefined,
      20_000,
    );
  }, 60_000);

  it('RUL 49: an annotation that kubectl writes ends a run, too, and nobody is named', async () => {
    const object = fleet.find('ClusterStagedUpdateRun', 'b-next')!;
    const annotations = { ...object.metadata.annotations, [annotationKeys.endRun]: 'by hand' };
    fleet.put({ ...object, metadata: { ...object.metadata, annotations } });
    const ended = await eventually(
      () => run('b-next'),
      one => one?.state === 'ended',
      20_000,
    );
    expect(ended.failure).toMatch(/^ended by an annotation on the hub: by hand/);
    expect(ended.ended).toEqual({ at: expect.any(String), reason: 'by hand' });
    expect((await send('post', '/runs/_/b-next/end', { reason: 'again' })).status).toBe(409);
  }, 60_000);

  it('deletes a run that is over, and no other of its name', async () => {
    const { uid } = await run('a-first');
    expect((await send('delete', '/runs/_/a-first', { uid: 'another' })).status).toBe(409);
    expect((await send('delete', '/runs/_/a-first', { uid })).status).toBe(200);
    await eventually(
      () => send('get', '/runs/_/a-first'),
      ({ status }) => status === 404,
      20_000,
    );
  }, 60_000);
});
