import type { TestDatabaseId } from '@backstage/backend-test-utils';
import type { VersionRolloutSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import { createTestDatabases, openTestDatabase } from '../../__testUtils__/databases';
import { aCatalog, aSequence, HUB, SequenceTrial } from '../../__testUtils__/sequenceTrial';
import { ADA, aViewer } from '../../__testUtils__/viewers';
import { listTimeline } from '../../database/timelineStore';
import { createHubWriter } from '../../kube/hubWriter';
import { silentLog } from '../../observe/log';
import type { SequenceResource } from '../../permissions/resources';
import { FleetCommands } from '../FleetCommands';

const databases = createTestDatabases();
const CP = 'bank-cp-1-31-2';
const STAGES = [
  { name: 'testing', fleets: ['testing'], soakDuration: '72h' },
  { name: 'production', fleets: ['production'] },
];

describe.each(databases.eachSupportedId())('what people do to sequences, on %s', databaseId => {
  let trial: SequenceTrial;
  let commands: FleetCommands;

  beforeEach(async () => {
    const { database } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    trial = await SequenceTrial.start(database);
    const { clock } = trial;
    const writer = createHubWriter({ hub: HUB, client: trial.hubClient, clock });
    commands = new FleetCommands({ database, hub: HUB, writer, log: silentLog, clock });
    await trial.cluster('t1', 'testing', 'v1.30.9');
    await trial.cluster('p1', 'production', 'v1.30.9');
    await trial.create(aCatalog('1.30', '1.31.2'));
    await trial.create(aSequence('bank', STAGES));
    await trial.decide();
    await trial.writeRollout(CP);
    await trial.seeRollouts();
  });
  afterEach(() => trial.stop());

  const shown = (kind: 'Rollout' | 'RolloutSequence' = 'Rollout', name = CP) => {
    const { resourceVersion = '', generation } = trial.find(kind, name)!.metadata;
    return { name, resourceVersion, generation };
  };
  const specOf = () => trial.find('Rollout', CP)!.spec as VersionRolloutSpec;
  const lastLine = async (kind: string, name: string) => {
    const [line] = await trial.database.transact(tx => listTimeline(tx, HUB, { kind, name, limit: 1 }));
    return line;
  };

  it('E/AC-001, AC-011: pauses a rollout by its spec, and the timeline names who did and why', async () => {
    const act = { kind: 'Pause' } as const;
    const { resourceVersion } = await commands.actOnRollout(ADA, { ...shown(), act, reason: 'an incident' });
    expect(specOf().state).toBe('Pause');
    expect(resourceVersion).toBe(trial.find('Rollout', CP)?.metadata.resourceVersion);
    expect(await lastLine('Rollout', CP)).toMatchObject({
      ...{ event: 'pauseAsked', actor: 'user:default/ada', message: 'an incident' },
      data: { sequence: 'bank', generation: 2 },
    });
    await trial.seeRollouts();
    await trial.decide();
    expect((await trial.rollouts('bank'))[0].memory).toMatchObject({
      ...{ phase: 'Paused', reason: 'PausedByUser' },
    });
    // It is so already: nothing is written a second time.
    await commands.actOnRollout(ADA, { ...shown(), act });
    expect(trial.find('Rollout', CP)?.metadata.resourceVersion).toBe(resourceVersion);
  });

  it('E/AC-011: refuses what was changed since it was shown, but for statuses', async () => {
    const before = shown();
    await commands.actOnRollout(ADA, { ...before, act: { kind: 'Pause' } });
    await expect(commands.actOnRollout(ADA, { ...before, act: { kind: 'Cancel' } })).rejects.toMatchObject({
      name: 'ConflictError',
      message: expect.stringContaining('it is at generation 2 now'),
    });
    const { generation } = shown();
    const late = { name: CP, resourceVersion: '1', generation };
    await commands.actOnRollout(ADA, { ...late, act: { kind: 'Resume' } });
    expect(specOf().state).toBe('Run');
  });

  it('E/AC-002…006: writes each act into its field, with the entries that were there', async () => {
    await commands.actOnRollout(ADA, { ...shown(), act: { kind: 'SkipClusters', clusters: ['p1'] } });
    await commands.actOnRollout(ADA, { ...shown(), act: { kind: 'SkipClusters', clusters: ['t1'] } });
    await commands.actOnRollout(ADA, { ...shown(), act: { kind: 'UnskipClusters', clusters: ['t1'] } });
    await commands.actOnRollout(ADA, {
      ...shown(),
      act: { kind: 'OverrideSoak', stage: 'production', soakDuration: '4h' },
    });
    await commands.actOnRollout(ADA, { ...shown(), act: { kind: 'IgnoreMaintenance', ignore: true } });
    await commands.actOnRollout(ADA, { ...shown(), act: { kind: 'ForceComplete', stage: 'testing' } });
    expect(specOf()).toMatchObject({
      skippedClusters: ['p1'],
      soakOverrides: [{ stage: 'production', soakDuration: '4h' }],
      ignoreMaintenance: true,
      forceCompletedStages: ['testing'],
    });
    expect(await lastLine('Rollout', CP)).toMatchObject({ event: 'forceCompleteAsked', stage: 'testing' });
  });

  it.each([
    [{ kind: 'ForceComplete', stage: 'production' } as const, 'STAGE_NOT_CURRENT', 'stage'],
    [{ kind: 'OverrideSoak', stage: 'none', soakDuration: '1h' } as const, 'STAGE_NOT_OPEN', 'stage'],
    [{ kind: 'SkipClusters', clusters: ['x1'] } as const, 'CLUSTER_UNKNOWN', 'clusters'],
    [{ kind: 'RetryClusters', clusters: ['t1'], requestedAt: '' } as const, 'CLUSTER_UNKNOWN', 'clusters'],
  ])('E/AC-002…005: refuses %j with a code, the field and the fix', async (act, code, field) => {
    await expect(commands.actOnRollout(ADA, { ...shown(), act })).rejects.toMatchObject({
      name: 'InputError',
      message: expect.stringContaining(`${code}: `),
      causes: [{ field, message: expect.stringContaining(code) }],
    });
    expect(await lastLine('Rollout', CP)).not.toMatchObject({ actor: 'user:default/ada' });
  });

  it('E/AC-010: refuses every act on a rollout that is over', async () => {
    await commands.actOnRollout(ADA, { ...shown(), act: { kind: 'Cancel' } });
    await trial.seeRollouts();
    await trial.decide();
    await expect(commands.actOnRollout(ADA, { ...shown(), act: { kind: 'Pause' } })).rejects.toMatchObject({
      name: 'ConflictError',
      message: expect.stringContaining('ROLLOUT_FINAL: '),
    });
  });

  it('E/RS-017, AC-007: suspends a sequence and starts a version', async () => {
    const bank = () => shown('RolloutSequence', 'bank');
    const spec = () => trial.find('RolloutSequence', 'bank')?.spec;
    await commands.suspendSequence(ADA, { ...bank(), suspend: true, reason: 'holidays' });
    expect(spec()).toMatchObject({ suspend: true });
    expect(await lastLine('RolloutSequence', 'bank')).toMatchObject({
      ...{ event: 'suspendAsked', message: 'holidays' },
    });
    await commands.suspendSequence(ADA, { ...bank(), suspend: false });
    await commands.startVersion(ADA, { ...bank(), version: '1.31.3', force: true });
    expect(spec()).toMatchObject({ suspend: false, target: { version: '1.31.3', force: true } });
    await expect(
      commands.startVersion(ADA, { ...bank(), version: '1.31', force: false }),
    ).rejects.toMatchObject({
      causes: [{ field: 'version', message: expect.stringContaining('VERSION_INCOMPLETE') }],
    });
  });

  it('D/AC-001, E/RV-011: refuses a fleet that another sequence has, and every fault of stages at once', async () => {
    const create = (stages: readonly object[]) =>
      commands.createSequence(ADA, { name: 'shop', spec: { stages } });
    await expect(create([{ name: 'all', fleets: ['testing'] }])).rejects.toMatchObject({
      name: 'InputError',
      causes: [
        { field: 'spec.stages[0].fleets[0]', message: expect.stringContaining('FLEET_IN_OTHER_SEQUENCE') },
      ],
    });
    const canary = { matchLabels: { canary: 'true' } };
    await expect(
      create([{ name: 'canary', fleets: ['shop'], clusterSelector: canary, soakDuration: '900h' }]),
    ).rejects.toMatchObject({
      causes: [
        { message: expect.stringContaining('SOAK_OUT_OF_RANGE') },
        { message: expect.stringContaining('CATCH_ALL_MISSING') },
      ],
    });
    expect(await create([{ name: 'all', fleets: ['shop'] }])).toEqual({ name: 'shop' });
  });

  it('D/RS-045: takes the right to every fleet that a sequence names, before and after an edit', async () => {
    const testing = aViewer('user:default/eve', {
      maySequence: (_, resource?: SequenceResource) => ({
        isAllowed: resource?.fleets.every(fleet => ['testing', 'production'].includes(fleet)) ?? true,
        reason: 'not your fleet',
      }),
    });
    const { name, resourceVersion } = shown('RolloutSequence', 'bank');
    const edit = (stages: readonly object[]) =>
      commands.updateSequence(testing, { name, resourceVersion, spec: { stages } });
    await expect(edit([...STAGES, { name: 'more', fleets: ['secret'] }])).rejects.toMatchObject({
      name: 'NotAllowedError',
    });
    await edit([{ ...STAGES[0], soakDuration: '4h' }, STAGES[1]]);
    expect(trial.find('RolloutSequence', 'bank')?.spec).toMatchObject({
      stages: [{ soakDuration: '4h' }, {}],
    });
  });

  it('E/RO-006: deletes a sequence, and says which rollouts that cancels', async () => {
    const uid = trial.find('RolloutSequence', 'bank')?.metadata.uid ?? '';
    await expect(commands.deleteSequence(ADA, { name: 'bank', uid: 'other' })).rejects.toMatchObject({
      name: 'ConflictError',
    });
    expect(await commands.deleteSequence(ADA, { name: 'bank', uid })).toEqual({ cancels: [CP] });
    expect(await lastLine('RolloutSequence', 'bank')).toMatchObject({ event: 'sequenceDeleted' });
  });
});
