import type { TestDatabaseId } from '@backstage/backend-test-utils';
import {
  approveRunPermission,
  controlRunPermission,
  updatePlacementPermission,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { AuthorizeResult, type Permission } from '@backstage/plugin-permission-common';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { startReadyBackend } from '../__testUtils__/fleetBackend';
import { StubFleet } from '../__testUtils__/stubFleet';
import {
  createFleetPlacementConditionalDecision,
  createFleetRunConditionalDecision,
  fleetPlacementConditions,
  fleetRunConditions,
} from '../permissions/rules';

const databases = createTestDatabases();
const ADA = 'user:default/ada';
const BOB = 'user:default/bob';
const EVE = 'user:default/eve';
const ZOE = 'user:default/zoe';
const ALLOW = { result: AuthorizeResult.ALLOW } as const;
const DENY = { result: AuthorizeResult.DENY } as const;
const GATE = '/runs/_/r1/gates/canary/after';

/** Everybody may read; Eve may nothing else. Nobody approves a run of their own, and only canary may be approved. */
function policy(permission: Permission, user: string | undefined) {
  if (permission.name === 'fleetstage.view') return user === 'user:default/nobody' ? DENY : ALLOW;
  if (user === EVE) return DENY;
  if (permission.name === approveRunPermission.name && user !== undefined) {
    const { isInStage, isNotSelfInitiated, isPlacement } = fleetRunConditions;
    return createFleetRunConditionalDecision(approveRunPermission, {
      allOf: [
        isInStage({ stages: ['canary'] }),
        isNotSelfInitiated({ user }),
        isPlacement({ placements: ['web'] }),
      ],
    });
  }
  if (permission.name === controlRunPermission.name)
    return createFleetRunConditionalDecision(
      controlRunPermission,
      fleetRunConditions.isPlacement({ placements: ['web'] }),
    );
  if (permission.name === updatePlacementPermission.name)
    return createFleetPlacementConditionalDecision(
      updatePlacementPermission,
      fleetPlacementConditions.hasLabel({ key: 'team', values: ['blue'] }),
    );
  return ALLOW;
}

describe.each(databases.eachSupportedId())('what people do through REST, on %s', databaseId => {
  let fleet: StubFleet;
  let backend: Awaited<ReturnType<typeof startReadyBackend>>;
  let requestUid: string;

  beforeAll(async () => {
    fleet = await StubFleet.start();
    fleet.putFleet({ approvers: 'group:default/ops' });
    const { knex } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    const groups = { [ADA]: ['group:default/ops'], [BOB]: ['group:default/ops'] };
    backend = await startReadyBackend({ knex, settings: fleet.settings, policy, groups });
    await fleet.untilPlaced();
    const created = await backend
      .as(ADA)
      .post('/runs', { name: 'r1', placement: 'web', strategy: 'strategy' });
    expect(created.body).toEqual({ scope: '_', name: 'r1' });
    await fleet.untilAsked('r1');
    const gate = await eventually(
      () => backend.as(ADA).get(GATE),
      ({ body }) => body.gate?.requestUid !== undefined,
    );
    requestUid = gate.body.gate.requestUid;
  }, 60_000);
  afterAll(async () => {
    await backend.stop();
    await fleet.stop();
  });

  it('audits who has created the run', () => {
    expect(backend.audited[0]).toEqual({
      id: 'run-create',
      severity: 'medium',
      outcome: 'succeeded',
      meta: { hub: 'hub', run: 'r1', actor: ADA, outcome: 'done' },
    });
  });

  it.each([
    {
      who: 'without the right',
      user: EVE,
      says: 'You need the permission fleetstage.run.approve for run r1',
    },
    {
      who: 'who started the run',
      user: ADA,
      says: 'You created, started or resumed this run, so another person has to approve',
    },
    {
      who: 'outside the approvers',
      user: 'user:default/dan',
      says: 'Only group:default/ops may approve here',
    },
    { who: 'a service', user: undefined, says: 'People approve; the token of a service does not count' },
    {
      who: 'who may not even read',
      user: 'user:default/nobody',
      says: 'You need the permission fleetstage.view',
    },
  ])('refuses the forged approval of somebody $who, and audits it', async ({ user, says }) => {
    const before = backend.audited.length;
    const answer = await backend.as(user).post(`${GATE}/approve`, { requestUid });
    expect(answer.status).toBe(403);
    expect(answer.body.error).toMatchObject({
      name: 'NotAllowedError',
      message: expect.stringContaining(says),
    });
    expect(backend.audited.slice(before)).toEqual([
      expect.objectContaining({
        id: 'run-approve',
        severity: 'high',
        outcome: 'failed',
        meta: expect.objectContaining({ hub: 'hub', run: 'r1', stage: 'canary', outcome: 'refused' }),
        error: expect.stringContaining(says),
      }),
    ]);
    expect(fleet.find('ClusterApprovalRequest', 'r1-canary')?.status).toBeUndefined();
  });

  it.each([
    { why: 'a bad name', body: { name: 'Web_1' }, status: 400, says: /name "Web_1" is not allowed: use a-z/ },
    { why: 'a long name', body: { name: 'a'.repeat(64) }, status: 400, says: /name/ },
    {
      why: 'an unknown placement',
      body: { placement: 'shop' },
      status: 400,
      says: /placement "shop" does not exist/,
    },
    {
      why: 'a placement that rolls',
      body: { placement: 'rolls' },
      status: 400,
      says: /set its spec.strategy.type to External/,
    },
    {
      why: 'an unknown strategy',
      body: { strategy: 'none' },
      status: 400,
      says: /strategy "none" does not exist/,
    },
    {
      why: 'an unknown snapshot',
      body: { snapshot: '7' },
      status: 400,
      says: /snapshot 7 .* does not exist \(it has 0\)/,
    },
    { why: 'a taken name', body: { name: 'r1' }, status: 409, says: /name "r1" is taken/ },
    {
      why: 'an unknown hub',
      query: '?hub=moon',
      body: {},
      status: 404,
      says: /hub "moon" is not configured/i,
    },
    { why: 'a field that is none', body: { size: 3 }, status: 400, says: /size|additional/i },
  ])('creates no run with $why, and says what to do', async ({ body, status, says, query = '' }) => {
    if (fleet.find('ClusterResourcePlacement', 'rolls') === undefined) {
      const web = fleet.find('ClusterResourcePlacement', 'web')!;
      const resourceSelectors = [{ group: '', version: 'v1', kind: 'Namespace', name: 'rolls' }];
      fleet.put({
        ...web,
        metadata: { name: 'rolls' },
        spec: { ...(web.spec as object), resourceSelectors, strategy: {} },
      });
    }
    await eventually(
      () => backend.as(ADA).get('/placements/_/rolls'),
      answer => answer.status === 200,
    );
    const asked = { name: 'r2', placement: 'web', strategy: 'strategy', ...body };
    const answer = await backend.as(ADA).post(`/runs${query}`, asked);
    expect([answer.status, answer.body.error.message]).toEqual([status, expect.stringMatching(says)]);
    expect(fleet.find('ClusterStagedUpdateRun', 'r2')).toBeUndefined();
  });

  it('hands on what the hub refuses, in its words', async () => {
    const words = 'spec.resourceSnapshotIndex must be a whole number in quotes';
    fleet.hub.intercept = ({ verb, place }) =>
      verb === 'POST' && place.plural === 'clusterstagedupdateruns'
        ? { status: 422, body: { kind: 'Status', code: 422, reason: 'Invalid', message: words } }
        : undefined;
    const asked = { name: 'r3', placement: 'web', strategy: 'strategy' };
    const answer = await backend.as(ADA).post('/runs', asked);
    fleet.hub.intercept = undefined;
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining(words)]);
    expect(backend.audited.at(-1)).toMatchObject({
      id: 'run-create',
      outcome: 'failed',
      meta: { outcome: 'failed' },
    });
  });

  it('stops and resumes, once', async () => {
    const stop = { state: 'Stop', reason: 'pager' };
    const before = backend.audited.length;
    expect((await backend.as(ZOE).post('/runs/_/r1/state', stop)).body).toEqual({ state: 'Stop' });
    expect((await backend.as(ZOE).post('/runs/_/r1/state', stop)).body).toEqual({ state: 'Stop' });
    expect(fleet.find('ClusterStagedUpdateRun', 'r1')?.spec).toMatchObject({ state: 'Stop' });
    const timeline = async () =>
      (await backend.as(ADA).get('/runs/_/r1/timeline')).body.items as { event: string }[];
    expect((await timeline()).filter(({ event }) => event === 'stopAsked')).toHaveLength(1);
    expect((await backend.as(EVE).post('/runs/_/r1/state', { state: 'Run' })).status).toBe(403);
    await eventually(
      () => backend.as(ZOE).get('/runs/_/r1'),
      ({ body }) => body.run.state === 'stopped',
    );
    const { run } = (await backend.as(ADA).get('/runs/_/r1')).body;
    const refused = { isAllowed: false, reason: 'The run is stopped. Resume it first.' };
    expect(run.may.approve).toEqual(refused);
    expect(run.pipeline[0].gatesAfter).toEqual([expect.objectContaining({ mayApprove: refused })]);
    expect((await backend.as(ZOE).post('/runs/_/r1/state', { state: 'Run' })).body).toEqual({ state: 'Run' });
    expect(backend.audited.slice(before).map(({ id, severity, outcome }) => [id, severity, outcome])).toEqual(
      [
        ['run-stop', 'high', 'succeeded'],
        ['run-stop', 'high', 'succeeded'],
        ['run-start', 'medium', 'failed'],
        ['run-start', 'medium', 'succeeded'],
      ],
    );
    await eventually(
      () => backend.as(ZOE).get('/runs/_/r1'),
      ({ body }) => body.run.state === 'waitingForApproval',
    );
  }, 30_000);

  it('has nothing to retry where nothing fails, and names clusters that are not under way', async () => {
    expect((await backend.as(BOB).post('/runs/_/r1/retry')).body).toEqual({ clusters: 0 });
    const answer = await backend.as(BOB).post('/runs/_/r1/retry', { clusters: ['c2'] });
    expect([answer.status, answer.body.error.message]).toEqual([
      400,
      expect.stringContaining('is not updating c2'),
    ]);
  });

  it('writes a spec where nobody else has, and says by which label the policy decides', async () => {
    const { body } = await backend.as(BOB).get('/placements/_/web');
    const { resourceVersion, generation, manifest } = body.placement;
    const spec = { ...manifest.spec, revisionHistoryLimit: 3 };
    const late = await backend.as(BOB).put('/placements/_/web', { spec, resourceVersion: '1' });
    expect([late.status, late.body.error.message]).toEqual([409, expect.stringContaining('load it again')]);
    const written = await backend.as(BOB).put('/placements/_/web', { spec, resourceVersion, generation });
    expect([written.status, written.body.error]).toEqual([200, undefined]);
    expect(fleet.find('ClusterResourcePlacement', 'web')?.spec).toMatchObject({ revisionHistoryLimit: 3 });
    const other = await backend.as(BOB).put('/placements/_/rolls', { spec, resourceVersion });
    expect([other.status, other.body.error.message]).toEqual([
      403,
      'Your permission fleetstage.placement.update does not cover placement rolls',
    ]);
    const strategy = fleet.find('ClusterStagedUpdateStrategy', 'strategy')!;
    const forbidden = { spec: {}, resourceVersion: strategy.metadata.resourceVersion };
    expect((await backend.as(EVE).put('/strategies/_/strategy', forbidden)).status).toBe(403);
  });

  it('creates a placement, hands on what the hub refuses field by field, and deletes it', async () => {
    const { spec } = fleet.find('ClusterResourcePlacement', 'web')!;
    const asked = { scope: '_', name: 'fresh', spec, labels: { team: 'blue' } };
    expect((await backend.as(EVE).post('/placements', asked)).status).toBe(403);
    const message = 'spec.policy.numberOfClusters must be set';
    const causes = [{ field: 'spec.policy', reason: 'FieldValueInvalid', message }];
    fleet.hub.intercept = ({ verb, place }) =>
      verb === 'POST' && place.plural === 'clusterresourceplacements'
        ? {
            status: 422,
            body: { kind: 'Status', code: 422, reason: 'Invalid', message, details: { causes } },
          }
        : undefined;
    const refused = await backend.as(ADA).post('/placements', asked);
    const judged = await backend.as(ADA).post('/placements/validate', { ...asked, isNew: true });
    fleet.hub.intercept = undefined;
    expect([refused.status, refused.body.error.causes]).toEqual([400, [{ field: 'spec.policy', message }]]);
    expect([judged.status, judged.body]).toEqual([200, { causes: [{ field: 'spec.policy', message }] }]);
    const created = await backend.as(ADA).post('/placements', asked);
    expect([created.status, created.body]).toEqual([201, { scope: '_', name: 'fresh' }]);
    const shown = await eventually(
      () => backend.as(BOB).get('/placements/_/fresh'),
      ({ status }) => status === 200,
    );
    expect(shown.body.placement.may.delete).toEqual({ isAllowed: true });
    expect((await backend.as(EVE).get('/placements')).body.mayCreate).toMatchObject({ isAllowed: false });
    const { uid } = shown.body.placement;
    const act = '/placements/_/fresh';
    expect((await backend.as(EVE).delete(act, { uid })).status).toBe(403);
    expect((await backend.as(BOB).delete(act, { uid: 'another' })).status).toBe(409);
    expect((await backend.as(BOB).delete(act, { uid })).body).toEqual({ isDeleting: true });
    const recorded = backend.audited
      .filter(({ id, outcome }) => /^placement-(create|delete)$/.test(id) && outcome === 'succeeded')
      .map(({ id, severity, meta }) => [id, severity, meta.placement, meta.actor]);
    expect(recorded).toEqual([
      ['placement-create', 'medium', 'fresh', ADA],
      ['placement-delete', 'high', 'fresh', BOB],
    ]);
  });

  it('approves with a comment, audits it and notifies the pages', async () => {
    const before = backend.signalled.length;
    const approve = () => backend.as(BOB).post(`${GATE}/approve`, { requestUid, comment: 'looks good' });
    const [one, two] = await Promise.all([approve(), approve()]);
    expect([one.body.actor, two.body.actor]).toEqual([{ ref: BOB }, { ref: BOB }]);
    expect([one.body.isFirst, two.body.isFirst].sort()).toEqual([false, true]);
    const approved = backend.audited.filter(
      ({ id, outcome }) => id === 'run-approve' && outcome === 'succeeded',
    );
    expect(approved.map(({ severity, meta }) => [severity, meta.actor, meta.comment]).sort()).toEqual([
      ['high', BOB, 'looks good'],
      ['high', BOB, 'looks good'],
    ]);
    expect(approved.map(({ meta }) => meta.outcome).sort()).toEqual(['decidedBefore', 'done']);
    await eventually(
      () => backend.as(BOB).get('/runs/_/r1'),
      ({ body }) => body.run.state === 'succeeded',
      30_000,
    );
    const recorded = () =>
      (backend.signalled.slice(before) as { subjects: { kind: string; name: string }[] }[]).flatMap(message =>
        message.subjects.map(({ kind, name }) => `${kind} ${name}`),
      );
    await eventually(recorded, seen => seen.includes('run r1') && seen.includes('approval r1-canary'));
    const late = await backend.as(BOB).post('/runs/_/r1/state', { state: 'Stop' });
    expect([late.status, late.body.error.message]).toEqual([409, expect.stringContaining('has succeeded')]);
  }, 60_000);
});
