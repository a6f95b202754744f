import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { AuthorizeResult, type Permission } from '@backstage/plugin-permission-common';
import {
  annotationKeys,
  updateStrategyPermission,
  viewPermission,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { startReadyBackend } from '../__testUtils__/fleetBackend';
import { StubFleet } from '../__testUtils__/stubFleet';

const databases = createTestDatabases();
const ADA = 'user:default/ada';
/** May create and delete strategies, but not name who approves. */
const MAX = 'user:default/max';
const EVE = 'user:default/eve';
const ALLOW = { result: AuthorizeResult.ALLOW } as const;
const DENY = { result: AuthorizeResult.DENY } as const;
const BOUND = { [annotationKeys.approvers]: 'group:default/sre' };
const ALL = { stages: [{ name: 'all', labelSelector: {} }] };
const HALF = { stages: [{ name: 'all', labelSelector: {}, maxConcurrency: '50%' }] };

function policy({ name }: Permission, user: string | undefined) {
  if (user === EVE) return name === viewPermission.name ? ALLOW : DENY;
  return user === MAX && name === updateStrategyPermission.name ? DENY : ALLOW;
}

describe.each(databases.eachSupportedId())('strategies through REST, on %s', databaseId => {
  let fleet: StubFleet;
  let backend: Awaited<ReturnType<typeof startReadyBackend>>;

  beforeAll(async () => {
    fleet = await StubFleet.start();
    fleet.putFleet();
    const { knex } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    backend = await startReadyBackend({ knex, settings: fleet.settings, policy });
    await fleet.untilPlaced();
    fleet.putRun('r1');
    await fleet.untilAsked('r1');
  }, 60_000);
  afterAll(async () => {
    await backend.stop();
    await fleet.stop();
  });

  const seen = (name: string, status = 200) =>
    eventually(
      () => backend.as(ADA).get(`/strategies/_/${name}`),
      answer => answer.status === status,
    );
  const create = (user: string, name: string, body: object = {}) =>
    backend.as(user).post('/strategies', { name, spec: ALL, ...body });
  const remove = (user: string, name: string, uid: string) =>
    backend.as(user).delete(`/strategies/_/${name}`, { uid });

  it('lists them with what uses them', async () => {
    const { body } = await eventually(
      () => backend.as(EVE).get('/strategies'),
      answer => answer.body.items?.[0]?.runCount === 1,
    );
    expect(body).toMatchObject({
      mayCreate: { isAllowed: false, permission: 'fleetstage.strategy.create' },
      items: [
        {
          name: 'strategy',
          runCount: 1,
          openRuns: ['r1'],
          placements: ['web'],
          lastRun: { name: 'r1' },
          stageDetails: [{ name: 'canary' }, expect.anything()],
        },
      ],
    });
  });

  it('shows one with its runs and where the clusters of a placement fall', async () => {
    const { body } = await backend.as(ADA).get('/strategies/_/strategy?placement=web');
    expect(body).toMatchObject({
      manifest: { kind: 'ClusterStagedUpdateStrategy', metadata: { name: 'strategy' } },
      uses: [{ name: 'web', runCount: 1, openRuns: ['r1'], isNamed: false }],
      runs: [{ name: 'r1' }],
      unpreparedRuns: [],
      expected: { runCount: 0 },
      preview: { problems: [], clusterCount: 2, approvalCount: expect.any(Number) },
      mayUpdate: { isAllowed: true },
    });
    expect((await backend.as(ADA).get('/strategies/_/none')).status).toBe(404);
  });

  it('creates, changes and deletes one, and keeps its history', async () => {
    expect((await create(ADA, 'fast', { annotations: BOUND })).body).toEqual({ scope: '_', name: 'fast' });
    const first = (await seen('fast')).body;
    expect(first.strategy).toMatchObject({ approvers: ['group:default/sre'], changedBy: { ref: ADA } });
    const { resourceVersion, uid } = first.strategy;
    const body = { spec: HALF, resourceVersion };
    expect((await backend.as(ADA).put('/strategies/_/fast', body)).status).toBe(200);
    const stale = await backend.as(ADA).put('/strategies/_/fast', body);
    expect([stale.status, stale.body.error.message]).toEqual([
      409,
      expect.stringMatching(/was changed since/),
    ]);
    expect((await remove(ADA, 'fast', 'another')).status).toBe(409);
    expect((await remove(ADA, 'fast', uid)).body).toEqual({ openRuns: [] });
    await seen('fast', 404);
    const { items } = (await backend.as(ADA).get('/strategies/_/fast/timeline')).body;
    expect(items.filter(({ actor }: { actor: { ref: string } }) => actor.ref === ADA)).toEqual([
      expect.objectContaining({ event: 'strategyDeleted' }),
      expect.objectContaining({ event: 'strategyUpdated', message: 'Stage all: at a time 1 → 50%.' }),
      expect.objectContaining({ event: 'strategyCreated' }),
    ]);
  });

  it('C/ST-002: refuses to write what the editor refuses before it is saved, by its field', async () => {
    const twice = { stages: [{ name: 'all' }, { name: 'all' }] };
    const { resourceVersion } = (await seen('strategy')).body.strategy;
    const answers = [
      await create(ADA, 'twice', { spec: twice }),
      await backend.as(ADA).put('/strategies/_/strategy', { spec: twice, resourceVersion }),
    ];
    for (const { status, body } of answers)
      expect([status, body.error]).toEqual([
        400,
        expect.objectContaining({
          message: expect.stringMatching(/^No run could use strategy .* is used twice/),
          causes: [expect.objectContaining({ field: 'spec.stages[1].name' })],
        }),
      ]);
    await seen('twice', 404);
  });

  it('decision 0028: only who may update strategies names who approves, or takes them away', async () => {
    const refused = await create(MAX, 'bound', { annotations: BOUND });
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      expect.stringMatching(/fleetstage\.strategy\.update.*fleetstage\.io\/approvers/),
    ]);
    expect((await create(MAX, 'free')).status).toBe(201);
    const { uid } = (await seen('free')).body.strategy;
    expect((await remove(MAX, 'free', uid)).status).toBe(200);
    expect((await create(ADA, 'bound', { annotations: BOUND })).status).toBe(201);
    const bound = (await seen('bound')).body.strategy;
    expect((await remove(MAX, 'bound', bound.uid)).status).toBe(403);
  });

  it('says what would be refused and what runs would meet, and writes nothing', async () => {
    const judge = (body: object) =>
      backend.as(ADA).post('/strategies/validate', { name: 'strategy', isNew: false, ...body });
    const lost = { stages: [{ name: 'none', labelSelector: { matchLabels: { no: 'where' } } }] };
    expect((await judge({ spec: lost })).body).toMatchObject({
      causes: [],
      warnings: [
        { placement: 'web', kind: 'inNoStage', isFatal: true, field: 'spec.stages' },
        { placement: 'web', kind: 'emptyStage', isFatal: false },
      ],
    });
    const wrong = { stages: [{ name: 'all', afterStageTasks: [{ type: 'TimedWait' }] }] };
    expect((await judge({ spec: wrong })).body.causes).toEqual([
      expect.objectContaining({ field: 'spec.stages[0].afterStageTasks[0].waitTime' }),
    ]);
    expect((await judge({ name: 'Bad Name', isNew: true, spec: ALL })).body.causes).toHaveLength(1);
    expect((await judge({ name: 'absent', spec: ALL })).status).toBe(404);
  });

  it('shows which open runs go on with their copy when one is deleted', async () => {
    const { strategy } = (await seen('strategy')).body;
    expect((await remove(ADA, 'strategy', strategy.uid)).body).toEqual({ openRuns: ['r1'] });
  });

  it('counts no placement that is gone, although its run is there', async () => {
    expect((await create(ADA, 'strategy')).status).toBe(201);
    expect((await seen('strategy')).body.uses).toMatchObject([{ name: 'web', runCount: 1 }]);
    fleet.delete('ClusterResourcePlacement', 'web');
    await eventually(
      () => backend.as(ADA).get('/strategies/_/strategy'),
      ({ body }) => body.uses?.length === 0 && body.strategy.runCount === 1,
    );
  });
});
