import { mockCredentials, type TestDatabaseId } from '@backstage/backend-test-utils';
import { actionsRegistryServiceMock } from '@backstage/backend-test-utils/alpha';
import { AuthorizeResult, type Permission } from '@backstage/plugin-permission-common';
import type { JsonObject } from '@backstage/types';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { startReadyBackend } from '../__testUtils__/fleetBackend';
import { StubFleet } from '../__testUtils__/stubFleet';

jest.setTimeout(120_000);

const databases = createTestDatabases();
const ADA = 'user:default/ada';
const EVE = 'user:default/eve';
const NOBODY = 'user:default/nobody';
const ALLOW = { result: AuthorizeResult.ALLOW } as const;
const DENY = { result: AuthorizeResult.DENY } as const;

/** Everybody but `nobody` may read; Eve may nothing else. */
const policy = (permission: Permission, user: string | undefined) => {
  if (user === NOBODY) return DENY;
  return permission.name !== 'fleetstage.view' && user === EVE ? DENY : ALLOW;
};

const READING = [
  'list-placements',
  'get-placement',
  'explain-scheduling',
  'what-if',
  'list-update-runs',
  'get-update-run',
  'wait-for-run',
];
const DESTRUCTIVE = ['end-run', 'roll-back-run', 'reject-stage'];

describe('actions for templates and assistants', () => {
  const registry = actionsRegistryServiceMock();
  let fleet: StubFleet;
  let backend: Awaited<ReturnType<typeof startReadyBackend>>;

  const invoke = async (action: string, input: JsonObject, user?: string) => {
    const credentials = user === undefined ? mockCredentials.service() : mockCredentials.user(user);
    const { output } = await registry.invoke({ id: `test:${action}`, input, credentials });
    return output as JsonObject;
  };

  beforeAll(async () => {
    fleet = await StubFleet.start();
    fleet.putFleet({ approvers: 'group:default/ops' });
    const { knex } = await openTestDatabase(databases, 'SQLITE_3' as TestDatabaseId);
    backend = await startReadyBackend({
      ...{ knex, policy, actions: registry },
      settings: fleet.settings,
      groups: { [ADA]: ['group:default/ops'] },
    });
    await fleet.untilPlaced();
  });
  afterAll(async () => {
    await backend.stop();
    await fleet.stop();
  });

  it('are marked by whether they read or destroy, and seen by whoever may see the fleet', async () => {
    const { actions } = await registry.list();
    const named = (wanted: (attributes: (typeof actions)[number]['attributes']) => boolean) =>
      actions.filter(({ attributes }) => wanted(attributes)).map(({ name }) => name);
    expect(named(({ readOnly }) => readOnly)).toEqual(READING);
    expect(named(({ destructive }) => destructive).sort()).toEqual([...DESTRUCTIVE].sort());
    for (const { visibilityPermission } of registry.actions.values())
      expect(visibilityPermission?.name).toBe('fleetstage.view');
  });

  it('list and show placements, and say why a cluster was picked', async () => {
    const shown = { name: 'web', wanted: 2, picked: 2 };
    const { placements, total } = await invoke('list-placements', {}, EVE);
    expect([placements, total]).toEqual([[expect.objectContaining(shown)], 1]);
    const placement = await invoke('get-placement', { name: 'web' }, EVE);
    expect(placement).toMatchObject({ ...shown, causes: [{ cause: 'Picked', clusters: 2 }] });
    expect(placement).not.toHaveProperty('namespace');
    const why = await invoke('explain-scheduling', { placement: 'web', cluster: 'c1' }, EVE);
    expect(why).toMatchObject({ isPicked: true, cause: 'Picked' });
  });

  it('say what another policy would do, and write nothing', async () => {
    const requiredDuringSchedulingIgnoredDuringExecution = {
      clusterSelectorTerms: [{ labelSelector: { matchLabels: { stage: 'canary' } } }],
    };
    const clusterAffinity = { requiredDuringSchedulingIgnoredDuringExecution };
    const canaryOnly = { placementType: 'PickAll', affinity: { clusterAffinity } };
    const answer = await invoke('what-if', { placement: 'web', policy: canaryOnly }, EVE);
    expect(answer).toMatchObject({
      counts: { stays: 1, gains: 0, loses: 1 },
      changes: [{ cluster: 'c2', effect: 'loses' }],
    });
    await expect(
      invoke('what-if', { placement: 'web', policy: { placementType: 'PickSome' } }, EVE),
    ).rejects.toThrow(/placementType/);
  });

  it('refuse whoever may not, in the words of the page, and audit it', async () => {
    await expect(invoke('list-placements', {}, NOBODY)).rejects.toMatchObject({ name: 'NotAllowedError' });
    const asked = { placement: 'web', strategy: 'strategy', name: 'r0' };
    await expect(invoke('start-run', asked, EVE)).rejects.toMatchObject({
      name: 'NotAllowedError',
      message: expect.stringContaining('fleetstage.run.create'),
    });
    expect(backend.audited.at(-1)).toMatchObject({
      id: 'run-create',
      outcome: 'failed',
      meta: { actor: EVE, outcome: 'refused' },
    });
    await expect(invoke('get-placement', { name: 'gone' }, EVE)).rejects.toMatchObject({
      name: 'NotFoundError',
      message: expect.stringContaining('"gone"'),
    });
  });

  it('start a run, wait for its approval, approve it as the person who asks', async () => {
    const started = await invoke('start-run', { placement: 'web', strategy: 'strategy' }, ADA);
    const run = String(started.run);
    expect(run).toMatch(/^web-/);
    const waited = await invoke('wait-for-run', { run, until: 'decision', timeoutSeconds: 30 }, EVE);
    expect(waited).toMatchObject({ name: run, isOver: false, hasTimedOut: false });
    await fleet.untilAsked(run);
    await eventually(
      () => invoke('get-update-run', { run }, EVE),
      ({ state }) => state === 'waitingForApproval',
    );

    const gate = { run, stage: 'canary' };
    await expect(invoke('approve-stage', { ...gate, stage: 'gone' }, ADA)).rejects.toThrow(/"canary"/);
    await expect(invoke('approve-stage', gate)).rejects.toMatchObject({ name: 'NotAllowedError' });
    await expect(invoke('approve-stage', gate, EVE)).rejects.toMatchObject({ name: 'NotAllowedError' });
    const first = await invoke('approve-stage', { ...gate, comment: 'looks good' }, ADA);
    expect(first).toMatchObject({ actor: ADA, isFirst: true });
    expect(await invoke('approve-stage', gate, ADA)).toMatchObject({ actor: ADA, isFirst: false });
    expect(backend.audited.filter(({ id }) => id === 'run-approve').at(-2)).toMatchObject({
      outcome: 'succeeded',
      meta: { actor: ADA, run, stage: 'canary', comment: 'looks good' },
    });

    const over = await invoke('wait-for-run', { run, timeoutSeconds: 30 }, EVE);
    expect(over).toMatchObject({ state: 'succeeded', isOver: true, hasTimedOut: false });
    expect(await invoke('list-update-runs', { placement: 'web' }, EVE)).toMatchObject({
      runs: [{ name: run, state: 'succeeded' }],
      total: 1,
    });
  });

  it('give up waiting when their time is over, and say so', async () => {
    const started = await invoke('start-run', { placement: 'web', strategy: 'strategy', name: 'later' }, ADA);
    expect(started).toEqual({ run: 'later' });
    expect(await invoke('wait-for-run', { run: 'later', timeoutSeconds: 1 }, EVE)).toMatchObject({
      isOver: false,
      hasTimedOut: true,
    });
  });

  it('stop a run, let it go on, reject its approval, and end it', async () => {
    const run = 'later';
    expect(await invoke('stop-run', { run, reason: 'lunch' }, ADA)).toEqual({ state: 'Stop' });
    expect(await invoke('resume-run', { run }, ADA)).toEqual({ state: 'Run' });
    await fleet.untilAsked(run);
    const rejected = await eventually(
      () => invoke('reject-stage', { run, stage: 'canary', reason: 'too early' }, ADA).catch(String),
      answer => typeof answer !== 'string',
    );
    expect(rejected).toMatchObject({ actor: ADA, isFirst: true });
    expect(await invoke('end-run', { run, reason: 'enough' }, ADA)).toEqual({ isEnding: true });
    expect(await invoke('wait-for-run', { run, timeoutSeconds: 30 }, EVE)).toMatchObject({ isOver: true });
  });

  it('roll back only where there is a snapshot to go back to', async () => {
    await expect(invoke('roll-back-run', { run: 'later', reason: 'a bad image' }, ADA)).rejects.toMatchObject(
      { name: 'ConflictError', message: expect.stringContaining('"later"') },
    );
  });
});
