import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { AuthorizeResult } from '@backstage/plugin-permission-common';
import { annotationKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import { createTestDatabases, openTestDatabase } from '../../__testUtils__/databases';
import { eventually } from '../../__testUtils__/eventually';
import { startFleetBackend } from '../../__testUtils__/fleetBackend';
import { StubFleet } from '../../__testUtils__/stubFleet';

const databases = createTestDatabases();
const NAMESPACES = { group: '', version: 'v1', plural: 'namespaces' };
const RUN = 'ClusterStagedUpdateRun';

describe.each(databases.eachSupportedId())('rolling a run back, on %s', databaseId => {
  let fleet: StubFleet;
  let backend: Awaited<ReturnType<typeof startFleetBackend>>;

  // c1 was available on snapshot 0 by a-first, which has ended; b-second has brought it snapshot 1 and waits.
  beforeAll(async () => {
    fleet = await StubFleet.start();
    fleet.putFleet();
    const { knex } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    const policy = () => ({ result: AuthorizeResult.ALLOW }) as const;
    backend = await startFleetBackend({ knex, settings: fleet.settings, policy });
    await fleet.untilPlaced();
    fleet.putRun('a-first');
    await fleet.untilAsked('a-first');
    expect((await ada().post('/runs/_/a-first/end', { reason: 'not on a Friday' })).status).toBe(200);
    await untilState('a-first', 'ended');
    const metadata = { name: 'web', labels: { version: '2' } };
    fleet.hub.put(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata });
    fleet.putRun('b-second');
    await fleet.untilAsked('b-second');
  }, 90_000);
  afterAll(async () => {
    await backend.stop();
    await fleet.stop();
  });

  const ada = () => backend.as('user:default/ada');
  const run = async (name: string) => (await ada().get(`/runs/_/${name}`)).body.run;
  const untilState = (name: string, state: string) =>
    eventually(
      () => run(name),
      one => one?.state === state,
      30_000,
    );
  const isEnding = () =>
    fleet.find(RUN, 'b-second')!.metadata.annotations?.[annotationKeys.endRun] !== undefined;

  it('offers the snapshot that the touched clusters were available on last', async () => {
    expect((await run('b-second')).rollBack).toEqual({
      from: '1',
      to: '0',
      touched: 1,
      verified: 1,
      others: [],
    });
  });

  it.each([
    { what: 'a name that is taken', body: { newName: 'a-first', snapshot: '0' }, status: 409 },
    { what: 'a snapshot that is not kept', body: { newName: 'c-back', snapshot: '7' }, status: 400 },
    { what: 'a name that is none', body: { newName: 'C back', snapshot: '0' }, status: 400 },
  ])('ends nothing where the new run cannot be: $what', async ({ body, status }) => {
    expect((await ada().post('/runs/_/b-second/rollback', body)).status).toBe(status);
    expect(isEnding()).toBe(false);
  });

  it('ends the run and creates one to that snapshot, which goes on at once', async () => {
    const answer = await ada().post('/runs/_/b-second/rollback', { newName: 'c-back', snapshot: '0' });
    expect([answer.status, answer.body]).toEqual([201, { scope: '_', name: 'c-back' }]);
    const ended = await untilState('b-second', 'ended');
    expect(ended.failure).toMatch(/^ended by user:default\/ada: rolled back to snapshot 0; 1 of 2 clusters/);
    await fleet.untilAsked('c-back');
    expect(fleet.find(RUN, 'c-back')!.spec).toMatchObject({
      placementName: 'web',
      stagedRolloutStrategyName: 'strategy',
      resourceSnapshotIndex: '0',
    });
  });

  it('offers nothing that only a later run has brought', async () => {
    expect((await run('a-first')).rollBack).toEqual({
      from: '0',
      touched: 1,
      verified: 0,
      others: [{ cluster: 'c1' }],
    });
  });

  it('creates a run to any kept snapshot from one that is over', async () => {
    const answer = await ada().post('/runs/_/b-second/rollback', { newName: 'd-on', snapshot: '1' });
    expect(answer.status).toBe(201);
    await eventually(
      () => run('d-on'),
      one => one?.waitsFor?.cause === 'EarlierRun' && one.waitsFor.subject?.name === 'c-back',
      30_000,
    );
  });
});
