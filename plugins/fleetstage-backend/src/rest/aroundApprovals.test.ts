import type { TestDatabaseId } from '@backstage/backend-test-utils';
import {
  approveRunPermission,
  updateStrategyPermission,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { AuthorizeResult, type Permission } from '@backstage/plugin-permission-common';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { startFleetBackend } from '../__testUtils__/fleetBackend';
import { aRunObject } from '../__testUtils__/objects';
import { StubFleet } from '../__testUtils__/stubFleet';
import { createFleetRunConditionalDecision, fleetRunConditions } from '../permissions/rules';

const databases = createTestDatabases();
const ADA = 'user:default/ada';
const BOB = 'user:default/bob';
/** As an identity provider may spell her. */
const CAROL = 'User:Default/Carol';
/** Asks for runs whose initiators are known. */
const STRICT = 'user:default/strict';
const ALLOW = { result: AuthorizeResult.ALLOW } as const;
const DENY = { result: AuthorizeResult.DENY } as const;

/** Nobody approves what they have brought about themselves. */
function policy(permission: Permission, user: string | undefined) {
  const { isNotSelfInitiated, areInitiatorsKnown } = fleetRunConditions;
  if (permission.name === updateStrategyPermission.name) return DENY;
  if (permission.name !== approveRunPermission.name || user === undefined) return ALLOW;
  const isOfAnother = isNotSelfInitiated({ user });
  return createFleetRunConditionalDecision(
    approveRunPermission,
    user === STRICT ? { allOf: [isOfAnother, areInitiatorsKnown()] } : isOfAnother,
  );
}

describe.each(databases.eachSupportedId())('ways round an approval, on %s', databaseId => {
  let fleet: StubFleet;
  let backend: Awaited<ReturnType<typeof startFleetBackend>>;

  beforeAll(async () => {
    fleet = await StubFleet.start();
    fleet.putFleet();
    const { knex } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    backend = await startFleetBackend({ knex, settings: fleet.settings, policy, groups: {} });
    await eventually(
      () => backend.as(ADA).get('/health'),
      ({ status }) => status === 200,
      30_000,
    );
    await fleet.untilPlaced();
  }, 60_000);
  afterAll(async () => {
    await backend.stop();
    await fleet.stop();
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
  /** What stands beside the disabled button, and what the API says to a forged request. */
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

  it('is no run made anew with kubectl under the name of one that somebody else has created', async () => {
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
});
