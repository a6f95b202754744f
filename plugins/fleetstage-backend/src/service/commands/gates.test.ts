import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { isTrue, type Condition, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Knex } from 'knex';
import { resolve } from 'node:path';
import { createTestDatabases, openTestDatabase, passTime } from '../../__testUtils__/databases';
import { eventually } from '../../__testUtils__/eventually';
import { StubFleet } from '../../__testUtils__/stubFleet';
import { ADA, aViewer } from '../../__testUtils__/viewers';
import { composeEngine, type Engine } from '../../compose';
import type { Database } from '../../database/db';
import { loadObject } from '../../database/mirrorStore';
import { loadRun } from '../../database/runStore';
import { loadLastAct } from '../../database/views/records';
import { listTimeline } from '../../database/timelineStore';
import { systemPorts } from '../../loop/systemPorts';
import { silentLog } from '../../observe/log';
import { parseSettings } from '../../settings';
import type { Viewer } from '../viewer';

const databases = createTestDatabases();
const GATE = { run: 'r1', stage: 'canary', task: 'after' } as const;
const BOB = aViewer('user:default/bob');

const conditionsOf = (object: KubeObject | undefined) =>
  ((object?.status as { conditions?: Condition[] } | undefined)?.conditions ?? []) as Condition[];

describe.each(databases.eachSupportedId())('decisions on a gate, on %s', databaseId => {
  let fleet: StubFleet;
  let knex: Knex;
  let database: Database;
  const engines: Engine[] = [];

  const compose = async () => {
    const engine = await composeEngine({
      knex,
      settings: parseSettings(fleet.settings, '/'),
      ports: systemPorts,
      log: silentLog,
      crdsDir: resolve(__dirname, '../../../crds'),
    });
    engines.push(engine);
    return engine;
  };
  const startEngine = async () => {
    const engine = await compose();
    await engine.start();
    await fleet.untilPlaced();
    if (fleet.find('ClusterStagedUpdateRun', 'r1') === undefined) fleet.putRun('r1');
    return engine;
  };

  beforeEach(async () => {
    fleet = await StubFleet.start();
    ({ knex, database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    fleet.putFleet();
  });
  afterEach(async () => {
    for (const engine of engines.splice(0)) await engine.stop();
    await fleet.stop();
  });

  const mirrored = () =>
    database.transact(tx =>
      loadObject(tx, { hub: 'hub', kind: 'ClusterApprovalRequest', name: 'r1-canary' }),
    );
  /** Asked on the hub, and the engine has seen it. */
  const untilAsked = async () => {
    await fleet.untilAsked('r1');
    const request = await eventually(mirrored, seen => seen !== undefined);
    return { requestUid: request!.metadata.uid!, resourceVersion: request!.metadata.resourceVersion };
  };
  const linesOf = async (event: string) =>
    (
      await database.transact(tx => listTimeline(tx, 'hub', { kind: 'ClusterStagedUpdateRun', name: 'r1' }))
    ).filter(line => line.event === event);
  const progress = async () => (await database.transact(tx => loadRun(tx, 'hub', 'r1')))?.progress;
  const untilProduction = () =>
    eventually(progress, now => now?.stages.at(-1)?.enteredAt !== undefined, 30_000);
  const live = () => fleet.find('ClusterApprovalRequest', 'r1-canary');
  const statusWrites = () =>
    fleet.hub.calls.filter(call => call.startsWith('PATCH') && call.endsWith('r1-canary/status'));

  it('approves once, whoever clicks how often on whichever replica', async () => {
    const [one, two] = [await startEngine(), await startEngine()];
    const { requestUid, resourceVersion } = await untilAsked();
    const asked = { gate: GATE, requestUid, resourceVersion, comment: 'looks good' };
    const answers = await Promise.all([
      one.commands.approve(ADA, asked),
      two.commands.approve(BOB, asked),
      one.commands.approve(ADA, asked),
    ]);
    expect(answers.filter(({ isFirst }) => isFirst)).toHaveLength(1);
    expect(new Set(answers.map(({ actor }) => actor.ref)).size).toBe(1);
    expect(answers.find(({ isFirst }) => isFirst)?.startsStage).toMatchObject({
      kind: 'stage',
      stage: 'production',
    });
    const [{ actor }] = answers;
    const approved = conditionsOf(live()).find(({ type }) => type === 'Approved');
    expect(approved).toMatchObject({
      status: 'True',
      reason: 'FleetstageApproved',
      message: `${actor.ref} approved it in Fleetstage: looks good`,
      observedGeneration: 1,
    });
    await untilProduction();
    expect(await linesOf('approvalGiven')).toMatchObject([
      {
        actor: actor.ref,
        message: 'looks good',
        stage: 'canary',
        data: { starts: { kind: 'stage', stage: 'production' } },
      },
    ]);
    expect(await linesOf('approved')).toEqual([]);
    await eventually(live, request => isTrue(conditionsOf(request), 'ApprovalAccepted'));
    expect(statusWrites()).toHaveLength(2);
    expect(await two.commands.approve(BOB, asked)).toMatchObject({ actor, isFirst: false });
  }, 60_000);

  it('finishes what a crash between the row and the hub has left', async () => {
    const first = await startEngine();
    const { requestUid } = await untilAsked();
    await first.stop();
    const dying = await compose();
    fleet.hub.intercept = ({ verb, place }) =>
      verb === 'PATCH' && place.name === 'r1-canary'
        ? { status: 503, body: { kind: 'Status', code: 503, message: 'going down' } }
        : undefined;
    await dying.commands.approve(ADA, { gate: GATE, requestUid });
    await dying.stop();
    fleet.hub.intercept = undefined;
    expect(conditionsOf(live())).toEqual([]);
    await passTime(database, 5_000);
    await startEngine();
    await untilProduction();
    expect(conditionsOf(live()).find(({ type }) => type === 'Approved')?.message).toBe(
      'user:default/ada approved it in Fleetstage',
    );
  }, 60_000);

  it('refuses what is not there to be decided, and says why', async () => {
    const { commands } = await startEngine();
    const { requestUid, resourceVersion } = await untilAsked();
    const approve = (viewer: Viewer, asked: object, gate: object = GATE) =>
      commands.approve(viewer, { gate: gate as typeof GATE, requestUid, ...asked });
    await expect(approve(ADA, { requestUid: 'of-another-time' })).rejects.toThrow(
      /asked for anew since you looked/,
    );
    await expect(approve(ADA, {}, { ...GATE, stage: 'nowhere' })).rejects.toThrow(/has no stage "nowhere"/);
    await expect(approve(ADA, {}, { ...GATE, task: 'before' })).rejects.toThrow(/has no approval before it/);
    await expect(approve(aViewer('x', { ref: undefined }), {})).rejects.toThrow(/token of a service/);
    const no = { isAllowed: false, reason: 'You started this run' };
    await expect(approve(aViewer('user:default/eve', { mayApprove: () => no }), {})).rejects.toThrow(
      no.reason,
    );
    const place = {
      group: 'placement.kubernetes-fleet.io',
      version: 'v1beta1',
      plural: 'clusterapprovalrequests',
    };
    fleet.hub.merge({ ...place, name: 'r1-canary' }, { metadata: { labels: { seen: 'no' } } }, undefined);
    await expect(approve(ADA, { resourceVersion })).rejects.toThrow(/has changed since you looked/);
    expect(await linesOf('approvalGiven')).toEqual([]);
    expect(statusWrites()).toEqual([]);
  }, 60_000);

  it('rejects: stops the run, says why, and lets it be approved after it goes on', async () => {
    const { commands } = await startEngine();
    const { requestUid } = await untilAsked();
    const rejected = { gate: GATE, requestUid, reason: 'error rate doubled' };
    expect(await commands.reject(ADA, rejected)).toMatchObject({ isFirst: true });
    expect(await commands.reject(BOB, rejected)).toMatchObject({ actor: { ref: ADA.ref }, isFirst: false });
    expect(fleet.find('ClusterStagedUpdateRun', 'r1')?.spec).toMatchObject({ state: 'Stop' });
    const said = () => conditionsOf(live()).find(({ type }) => type === 'FleetstageRejected');
    expect(said()).toMatchObject({ status: 'True', message: expect.stringContaining('error rate doubled') });
    expect(await linesOf('rejected')).toMatchObject([{ actor: ADA.ref, message: 'error rate doubled' }]);
    const run = { name: 'r1', uid: fleet.find('ClusterStagedUpdateRun', 'r1')!.metadata.uid! };
    const act = await database.transact(tx => loadLastAct(tx, 'hub', { run, events: ['rejected'] }));
    expect(act).toMatchObject({ event: 'rejected', actor: ADA.ref, message: 'error rate doubled' });
    await eventually(progress, now => now?.phase?.kind === 'Stopped', 30_000);
    await expect(commands.approve(BOB, { gate: GATE, requestUid })).rejects.toThrow(
      /was stopped .*resume it first/,
    );
    await commands.setRunState(BOB, { run: 'r1', state: 'Run', reason: 'fixed' });
    await eventually(progress, now => now?.phase?.kind !== 'Stopped', 30_000);
    await passTime(database, 5_000);
    await eventually(said, now => now?.status === 'False', 30_000);
    expect(await commands.approve(BOB, { gate: GATE, requestUid })).toMatchObject({ isFirst: true });
    await untilProduction();
  }, 90_000);

  it('stops a rejected run later, where the hub is silent at first', async () => {
    const { commands } = await startEngine();
    const { requestUid } = await untilAsked();
    fleet.hub.intercept = ({ verb, place }) =>
      verb === 'PATCH' && place.name === 'r1' && place.plural === 'clusterstagedupdateruns'
        ? { status: 503, body: { kind: 'Status', code: 503, message: 'going down' } }
        : undefined;
    await commands.reject(ADA, { gate: GATE, requestUid, reason: 'no' });
    expect(conditionsOf(live())).toEqual([]);
    fleet.hub.intercept = undefined;
    await passTime(database, 5_000);
    await eventually(live, request => isTrue(conditionsOf(request), 'FleetstageRejected'), 30_000);
    expect(fleet.find('ClusterStagedUpdateRun', 'r1')?.spec).toMatchObject({ state: 'Stop' });
  }, 60_000);

  it('takes an approval back until the next stage has begun', async () => {
    const engine = await startEngine();
    const { requestUid } = await untilAsked();
    await engine.stop();
    const { commands } = await compose();
    await commands.approve(ADA, { gate: GATE, requestUid });
    expect(await commands.withdraw(BOB, { gate: GATE, requestUid })).toMatchObject({
      actor: { ref: BOB.ref },
    });
    expect(isTrue(conditionsOf(live()), 'Approved')).toBe(false);
    await expect(commands.withdraw(BOB, { gate: GATE, requestUid })).rejects.toThrow(/nothing to take back/);
    expect(await commands.approve(ADA, { gate: GATE, requestUid })).toMatchObject({ isFirst: true });
    await startEngine();
    await untilProduction();
    await expect(commands.withdraw(ADA, { gate: GATE, requestUid })).rejects.toThrow(
      /next stage has begun|succeeded/,
    );
  }, 90_000);

  it('knows an approval by kubectl', async () => {
    const { commands } = await startEngine();
    const { requestUid } = await untilAsked();
    const lastTransitionTime = new Date().toISOString().replace(/\.\d+/, '');
    const approved = { type: 'Approved', status: 'True', observedGeneration: 1, reason: 'ok', message: '' };
    fleet.hub.setStatus(
      'clusterapprovalrequests',
      { conditions: [{ ...approved, lastTransitionTime }] },
      { name: 'r1-canary' },
    );
    const answer = commands.approve(ADA, { gate: GATE, requestUid });
    await expect(answer.catch(error => error.message)).resolves.toEqual(
      expect.objectContaining({ actor: { ref: 'kubectl' }, isFirst: false }),
    );
    await untilProduction();
    expect(await linesOf('approvalGiven')).toEqual([]);
  }, 60_000);
});
