import type { TestDatabaseId } from '@backstage/backend-test-utils';
import {
  approveRunPermission,
  createRunPermission,
  updateStrategyPermission,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { AuthorizeResult, type Permission } from '@backstage/plugin-permission-common';
import type { Knex } from 'knex';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { startReadyBackend } from '../__testUtils__/fleetBackend';
import { anApprovalObject, aRunObject, aStrategyObject } from '../__testUtils__/objects';
import { StubFleet } from '../__testUtils__/stubFleet';
import {
  createFleetNewRunConditionalDecision,
  createFleetRunConditionalDecision,
  fleetNewRunConditions,
  fleetRunConditions,
} from '../permissions/rules';

const databases = createTestDatabases();
const ADA = 'user:default/ada';
const BOB = 'user:default/bob';
/** As an identity provider may spell her. */
const CAROL = 'User:Default/Carol';
/** Asks for runs whose initiators are known. */
const STRICT = 'user:default/strict';
/** Approves what the strategy `guarded` is for. */
const OPS = 'user:default/ops-person';
/** Creates runs of `web` by `guarded` alone. */
const LIMITED = 'user:default/limited';
/** Writes strategies. */
const PLATFORM = 'user:default/platform-person';
const GROUPS = { [OPS]: ['group:default/ops'] };
const ALLOW = { result: AuthorizeResult.ALLOW } as const;
const DENY = { result: AuthorizeResult.DENY } as const;

/** Nobody approves what they have brought about themselves. */
function policy(permission: Permission, user: string | undefined) {
  const { isNotSelfInitiated, areInitiatorsKnown } = fleetRunConditions;
  if (permission.name === updateStrategyPermission.name) return user === PLATFORM ? ALLOW : DENY;
  if (permission.name === createRunPermission.name && user === LIMITED) {
    const { isPlacement, isStrategy, hasLabel } = fleetNewRunConditions;
    return createFleetNewRunConditionalDecision(createRunPermission, {
      allOf: [
        isPlacement({ placements: ['web'] }),
        isStrategy({ strategies: ['guarded'] }),
        hasLabel({ key: 'team', values: ['blue'] }),
      ],
    });
  }
  if (permission.name !== approveRunPermission.name || user === undefined) return ALLOW;
  const isOfAnother = isNotSelfInitiated({ user });
  return createFleetRunConditionalDecision(
    approveRunPermission,
    user === STRICT ? { allOf: [isOfAnother, areInitiatorsKnown()] } : isOfAnother,
  );
}

describe.each(databases.eachSupportedId())('ways round an approval, on %s', databaseId => {
  let fleet: StubFleet;
  let backend: Awaited<ReturnType<typeof startReadyBackend>>;
  let knex: Knex;

  beforeAll(async () => {
    fleet = await StubFleet.start();
    fleet.putFleet();
    ({ knex } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    backend = await startReadyBackend({ knex, settings: fleet.settings, policy, groups: GROUPS });
    await fleet.untilPlaced();
  }, 60_000);
  afterAll(async () => {
    await backend.stop();
    await fleet.stop();
  });
  beforeEach(async () => {
    const { spec } = fleet.find('ClusterStagedUpdateStrategy', 'strategy')!;
    const annotations = { 'fleetstage.io/approvers': 'group:OPS' };
    fleet.put({ ...aStrategyObject('guarded', []), metadata: { name: 'guarded', annotations }, spec });
    await untilStrategy('guarded', one => one?.approvers.length === 1);
  });
  /** One run at a time: the next one of its placement waits for it. */
  afterEach(async () => {
    for (const { metadata } of runs()) fleet.delete('ClusterStagedUpdateRun', metadata.name);
    await eventually(
      () => backend.as(ADA).get('/runs'),
      ({ body }) => body.total === 0,
      30_000,
    );
  }, 40_000);

  type Strategy = { readonly name: string; readonly approvers: readonly string[] };
  const untilStrategy = (name: string, test: (strategy: Strategy | undefined) => boolean) =>
    eventually(
      () => backend.as(ADA).get('/strategies'),
      ({ body }) => test((body.items as Strategy[]).find(one => one.name === name)),
      30_000,
    );
  const runs = () => fleet.list('ClusterStagedUpdateRun');
  const create = async (user: string, more: object = {}) => {
    const answer = await backend
      .as(user)
      .post('/runs', { name: 'r1', placement: 'web', strategy: 'strategy', ...more });
    expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  };
  const setState = async (user: string, state: 'Run' | 'Stop') => {
    const answer = await eventually(
      () => backend.as(user).post('/runs/_/r1/state', { state }),
      ({ status }) => status !== 404,
    );
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  };
  /** Once it is asked for. */
  const gate = async () => {
    await fleet.untilAsked('r1');
    const asked = () => backend.as(ADA).get('/runs/_/r1/gates/canary/after');
    const { body } = await eventually(asked, answer => answer.body.gate?.requestUid !== undefined, 30_000);
    return body.gate as { requestUid: string };
  };
  /** What is beside the disabled button, and what the API says to a forged request. */
  const approve = async (user: string) => {
    const { requestUid } = await gate();
    const page = await backend.as(user).get('/runs/_/r1');
    const answer = await backend.as(user).post('/runs/_/r1/gates/canary/after/approve', { requestUid });
    const says = answer.body.error?.message ?? 'approved';
    if (answer.status === 403) expect(page.body.run.may.approve).toMatchObject({ reason: says });
    return `${answer.status} ${says}`;
  };
  const OWN = '403 You created, started or resumed this run, so another person has to approve';
  const UNKNOWN = expect.stringContaining('403 It is not known who created and started this run');

  it('is no other spelling of the own name', async () => {
    await create(CAROL);
    expect(await approve('user:default/carol')).toBe(OWN);
    expect(await approve(CAROL)).toBe(OWN);
    expect(await approve(BOB)).toBe('200 approved');
  }, 60_000);

  it('is no start by somebody else', async () => {
    await create(ADA, { state: 'Initialize' });
    await setState(BOB, 'Run');
    expect(await approve(ADA)).toBe(OWN);
    expect(await approve(BOB)).toBe(OWN);
    expect(await approve(STRICT)).toBe('200 approved');
  }, 60_000);

  it('is no stop with a resumption by oneself', async () => {
    await create(ADA);
    await gate();
    await setState(BOB, 'Stop');
    await eventually(
      () => backend.as(BOB).get('/runs/_/r1'),
      ({ body }) => body.run.state === 'stopped',
      30_000,
    );
    await setState(BOB, 'Run');
    expect(await approve(BOB)).toBe(OWN);
    expect(await approve(STRICT)).toBe('200 approved');
  }, 60_000);

  it('is nothing that waits for anybody while the run is stopped, and waits anew once it goes on', async () => {
    await create(ADA);
    const { requestUid } = await gate();
    const inbox = async () => {
      const { forYou, forOthers, items } = (await backend.as(BOB).get('/approvals?show=all')).body;
      return { waiting: [forYou, forOthers, items.length], askedAt: items[0]?.gate.askedAt as string };
    };
    const first = await inbox();
    expect(first.waiting).toEqual([1, 0, 1]);
    const no = { requestUid, reason: 'not now' };
    expect((await backend.as(BOB).post('/runs/_/r1/gates/canary/after/reject', no)).status).toBe(200);
    await eventually(
      () => backend.as(BOB).get('/runs/_/r1'),
      ({ body }) => body.run.state === 'stopped',
      30_000,
    );
    expect((await inbox()).waiting).toEqual([0, 0, 0]);
    const { body } = await backend.as(BOB).get('/runs/_/r1/gates/canary/after');
    expect(body.startsStage).toMatchObject({
      kind: 'nothing',
      reason: 'The run is stopped. Resume it first.',
    });
    expect(body.checkCounts.blocks).toBeGreaterThan(0);
    // Times are shown in whole seconds: a run that goes on within the second in which it asked would show the same one.
    await eventually(
      async () => new Date().toISOString(),
      now => now.slice(0, 19) > first.askedAt.slice(0, 19),
      5_000,
    );
    await setState(ADA, 'Run');
    const later = await eventually(inbox, ({ askedAt }) => askedAt > first.askedAt, 30_000);
    expect(later.waiting).toEqual([1, 0, 1]);
  }, 90_000);

  it('is no creation, and no start, with kubectl where the policy asks who it was', async () => {
    fleet.putRun('r1');
    expect(await approve(STRICT)).toEqual(UNKNOWN);
    fleet.delete('ClusterStagedUpdateRun', 'r1');
    await eventually(
      () => backend.as(ADA).get('/runs'),
      ({ body }) => body.total === 0,
      30_000,
    );
    await create(ADA, { state: 'Initialize' });
    fleet.merge('ClusterStagedUpdateRun', 'r1', { spec: { state: 'Run' } });
    expect(await approve(STRICT)).toEqual(UNKNOWN);
    await setState(BOB, 'Stop');
    await setState(BOB, 'Run');
    await eventually(
      () => backend.as(STRICT).get('/runs/_/r1'),
      ({ body }) => body.run.may.approve.isAllowed,
      30_000,
    );
    expect(await approve(STRICT)).toBe('200 approved');
  }, 60_000);

  it('is no run recreated with kubectl under the name of one that somebody else has created', async () => {
    await create(ADA);
    await gate();
    const { annotations } = fleet.find('ClusterStagedUpdateRun', 'r1')!.metadata;
    fleet.delete('ClusterStagedUpdateRun', 'r1');
    await eventually(
      () => backend.as(ADA).get('/runs'),
      ({ body }) => body.total === 0,
      30_000,
    );
    fleet.put(aRunObject('r1', {}, { annotations }));
    expect(await approve(STRICT)).toEqual(UNKNOWN);
  }, 60_000);

  const NOT_OPS =
    '403 Only group:default/ops may approve here, as the strategy said when the run was planned';

  it('is no edit, and no deletion, of the strategy while the run goes on', async () => {
    await create(ADA, { strategy: 'guarded' });
    await gate();
    const annotations = { 'fleetstage.io/approvers': null };
    fleet.merge('ClusterStagedUpdateStrategy', 'guarded', { metadata: { annotations } });
    await untilStrategy('guarded', one => one?.approvers.length === 0);
    expect(await approve(BOB)).toBe(NOT_OPS);
    fleet.delete('ClusterStagedUpdateStrategy', 'guarded');
    await untilStrategy('guarded', one => one === undefined);
    expect(await approve(BOB)).toBe(NOT_OPS);
    const inbox = (await backend.as(BOB).get('/approvals?show=all')).body;
    expect([inbox.forYou, inbox.items[0].approvers]).toEqual([0, ['group:default/ops']]);
    expect((await backend.as(BOB).get('/runs/_/r1')).body.run.approvers).toEqual(['group:default/ops']);
    expect(await approve(OPS)).toBe('200 approved');
  }, 60_000);

  it('is no deletion of the strategy of a run that a version without kept approvers has planned', async () => {
    await create(ADA, { strategy: 'guarded' });
    await gate();
    const row = await knex('runs').where({ name: 'r1' }).first();
    const { plan, ...rest } = JSON.parse(String(row?.progress));
    await knex('runs')
      .where({ name: 'r1' })
      .update({ progress: JSON.stringify({ ...rest, plan: { ...plan, approvers: undefined } }) });
    expect(await approve(BOB)).toBe(NOT_OPS);
    fleet.delete('ClusterStagedUpdateStrategy', 'guarded');
    await untilStrategy('guarded', one => one === undefined);
    const unknown = expect.stringMatching(
      /^403 Who approves this run is not known any more: .* its strategy is gone/,
    );
    expect(await approve(BOB)).toEqual(unknown);
    expect(await approve(OPS)).toEqual(unknown);
    expect(await approve(PLATFORM)).toBe('200 approved');
  }, 60_000);

  it('is no request that is there, and approved, before the run asks', async () => {
    const conditions = [
      { type: 'Approved', status: 'True', reason: 'early', message: 'early', observedGeneration: 1 },
      { type: 'ApprovalAccepted', status: 'True', reason: 'early', message: 'early', observedGeneration: 1 },
    ];
    await create(ADA, { state: 'Initialize' });
    // Before its run is there, a request goes.
    await eventually(
      () => backend.as(ADA).get('/runs/_/r1'),
      ({ body }) => body.run?.state === 'readyToStart',
      30_000,
    );
    const early = fleet.put(anApprovalObject('r1-canary', 'r1', 'canary', { conditions }));
    await setState(ADA, 'Run');
    const asked = await eventually(
      () => fleet.find('ClusterApprovalRequest', 'r1-canary'),
      request => request !== undefined && request.metadata.uid !== early.metadata.uid,
      30_000,
    );
    const { requestUid } = await gate();
    expect([requestUid, asked?.status]).toEqual([asked?.metadata.uid, undefined]);
    expect((await backend.as(ADA).get('/runs/_/r1')).body.run.state).toBe('waitingForApproval');
    expect(await approve(BOB)).toBe('200 approved');
  }, 60_000);

  it('is no strategy that the policy does not allow', async () => {
    const as = backend.as(LIMITED);
    const asked = { name: 'r1', placement: 'web', strategy: 'strategy' };
    const reason =
      'Your permission fleetstage.run.create does not cover runs of placement web by strategy strategy';
    const refused = await as.post('/runs', asked);
    expect([refused.status, refused.body.error?.message]).toEqual([403, reason]);
    const preview = async (strategy: string) =>
      (await as.post('/runs/preview', { placement: 'web', strategy })).body.mayCreate;
    expect(await preview('strategy')).toMatchObject({ isAllowed: false, reason });
    expect(await preview('guarded')).toEqual({ isAllowed: true });
    expect((await as.get('/runs')).body.mayCreate).toEqual({ isAllowed: true });
    expect((await as.get('/placements/_/web')).body.placement.may.createRun).toEqual({ isAllowed: true });
    await create(LIMITED, { strategy: 'guarded' });
    await gate();
    expect((await as.get('/runs/_/r1')).body.run.may.create).toEqual({ isAllowed: true });
    const refs = ['hub/web/strategy', 'hub/web/guarded', 'hub/none/guarded'];
    const decision = policy(createRunPermission, LIMITED);
    const items = refs.map((resourceRef, i) => ({
      id: String(i),
      resourceRef,
      resourceType: 'fleetstage-new-run',
      conditions: 'conditions' in decision ? decision.conditions : undefined,
    }));
    const applied = await backend
      .as(undefined)
      .post('/.well-known/backstage/permissions/apply-conditions', { items });
    expect(applied.body.items?.map(({ result }: { result: string }) => result)).toEqual([
      'DENY',
      'ALLOW',
      'DENY',
    ]);
  }, 60_000);

  it('is no strategy that the placement does not accept', async () => {
    const accept = async (names: string | null) => {
      const annotations = { 'fleetstage.io/accepted-strategies': names };
      fleet.merge('ClusterResourcePlacement', 'web', { metadata: { annotations } });
      const shown = () => backend.as(BOB).get('/placements/_/web');
      const { body } = await eventually(
        shown,
        answer =>
          (answer.body.placement.manifest.metadata.annotations?.['fleetstage.io/accepted-strategies'] ??
            null) === names,
      );
      return body.placement as { resourceVersion: string; generation: number; manifest: { spec: object } };
    };
    const placement = await accept('guarded');
    const asked = { name: 'r1', placement: 'web', strategy: 'strategy' };
    const says =
      /placement "web" does not accept strategy "strategy": its annotation .* names guarded; use one of them/;
    const refused = await backend.as(BOB).post('/runs', asked);
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(says)]);
    fleet.putRun('r1');
    const failed = await eventually(
      () => fleet.find('ClusterStagedUpdateRun', 'r1')?.status as { conditions?: object[] } | undefined,
      status => status?.conditions !== undefined,
      30_000,
    );
    expect(failed?.conditions).toEqual([
      expect.objectContaining({
        type: 'Initialized',
        status: 'False',
        reason: 'UpdateRunInitializedFailed',
        message: expect.stringMatching(says),
      }),
    ]);
    const { spec } = placement.manifest;
    const { resourceVersion, generation } = placement;
    const lift = { spec, annotations: {}, resourceVersion, generation };
    const bind = { ...lift, annotations: { 'fleetstage.io/accepted-strategies': 'guarded', 'note': 'x' } };
    const check = { scope: '_', name: 'web', spec, annotations: {}, isNew: false };
    const no =
      /fleetstage.strategy.update: it is asked for to change the annotation fleetstage.io\/accepted-strategies/;
    for (const answer of [
      await backend.as(BOB).put('/placements/_/web', lift),
      await backend.as(BOB).post('/placements/validate', check),
    ])
      expect([answer.status, answer.body.error?.message]).toEqual([403, expect.stringMatching(no)]);
    const { uid } = fleet.find('ClusterResourcePlacement', 'web')!.metadata;
    const deletion = await backend.as(BOB).delete('/placements/_/web', { uid });
    const shown = (await backend.as(BOB).get('/placements/_/web')).body.placement;
    const listed = (await backend.as(BOB).get('/placements')).body.items[0];
    const lost = /fleetstage.strategy.update: placement "web" has the annotation .* would lose it/;
    for (const reason of [deletion.body.error?.message, shown.may.delete.reason, listed.may.delete.reason])
      expect(reason).toMatch(lost);
    expect(deletion.status).toBe(403);
    expect((await backend.as(PLATFORM).get('/placements/_/web')).body.placement.may.delete.isAllowed).toBe(
      true,
    );
    expect((await backend.as(BOB).put('/placements/_/web', bind)).status).toBe(200);
    const again = {
      ...lift,
      resourceVersion: fleet.find('ClusterResourcePlacement', 'web')!.metadata.resourceVersion,
    };
    expect((await backend.as(PLATFORM).put('/placements/_/web', again)).status).toBe(200);
    expect(fleet.find('ClusterResourcePlacement', 'web')!.metadata.annotations ?? {}).toEqual({});
  }, 60_000);
});
