import type { TestDatabaseId } from '@backstage/backend-test-utils';
import { createTestDatabases, openTestDatabase } from '../../__testUtils__/databases';
import { anObject } from '../../__testUtils__/objects';
import { aCatalog, aSequence, HUB, runs, SequenceTrial } from '../../__testUtils__/sequenceTrial';
import { prune } from '../../database/prune';
import { saveClusterVersions } from '../../database/sequences/clusterVersionStore';
import { UNASSIGNED } from '../../database/sequences/markSequences';
import { endVersionRollout } from '../../database/sequences/versionRolloutStore';
import { publishMemberVersions } from './publishMemberVersions';
import { publishSequenceEvents } from './publishSequenceEvents';
import { policyStatus, sequenceStatus } from './sequenceStatuses';

const databases = createTestDatabases();
const CP = 'bank-cp-1-31-2';

describe.each(databases.eachSupportedId())('what sequences publish, on %s', databaseId => {
  let trial: SequenceTrial;

  beforeEach(async () => {
    const { database } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    trial = await SequenceTrial.start(database);
    await trial.cluster('t1', 'testing', 'v1.30.9');
    await trial.see(aCatalog('1.30', '1.31.2'));
    await trial.see(aSequence('bank', [{ name: 'testing', fleets: ['testing'] }]));
  });
  afterEach(() => trial.stop());

  const transact: SequenceTrial['database']['transact'] = work => trial.database.transact(work);
  const members = (name = 'bank') =>
    trial.perform(publishMemberVersions(trial.hubClient, trial.clock, trial.settings), `hub/${name}`);
  const statusOf = (name: string) =>
    trial.find('MemberVersion', name)?.status as Record<string, unknown> | undefined;
  const events = () => trial.perform(publishSequenceEvents(trial.hubClient, trial.clock), 'hub/bank');

  it('E §6: a MemberVersion of each cluster in a stage, owned by its MemberCluster', async () => {
    await trial.decide();
    await members();
    expect(trial.find('MemberVersion', 't1')).toMatchObject({
      metadata: { ownerReferences: [{ kind: 'MemberCluster', name: 't1', uid: 'uid-t1' }] },
      status: {
        fleet: 'testing',
        channel: 'Regular',
        providerRef: 'p/ns/t1',
        controlPlane: { version: 'v1.30.9' },
        target: { controlPlane: '1.31.2' },
        rollouts: [{ name: CP, stage: 'testing' }],
      },
    });
    const before = trial.find('MemberVersion', 't1')?.metadata.resourceVersion;
    // Asked again, the provider says the same a second later: nothing is written for that.
    trial.pass(1_000);
    await trial.observe('t1', runs('v1.30.9', trial.now));
    await members();
    expect(trial.find('MemberVersion', 't1')?.metadata.resourceVersion).toBe(before);
    await trial.observe('t1', runs('v1.31.2', trial.now, '2'));
    await members();
    expect(statusOf('t1')).toMatchObject({ controlPlane: { version: 'v1.31.2' } });
  });

  it('of clusters in no sequence, where a provider knows them; it goes with its reason', async () => {
    await trial.cluster('x1', 'elsewhere', 'v1.29.1');
    await trial.see(anObject('MemberCluster', 'x2'));
    await members();
    expect([statusOf('x1'), statusOf('x2')]).toEqual([undefined, undefined]);
    await members(UNASSIGNED);
    expect(statusOf('x1')).toMatchObject({ fleet: 'elsewhere', controlPlane: { version: 'v1.29.1' } });
    expect(statusOf('x2')).toBeUndefined();
    await transact(tx =>
      saveClusterVersions(tx, HUB, { cluster: 'x1', unmanaged: 'several providers have it' }),
    );
    await members(UNASSIGNED);
    expect(trial.find('MemberVersion', 'x1')).toBeUndefined();
  });

  it('and it goes with its MemberCluster', async () => {
    await members();
    await trial.lose('MemberCluster', 't1');
    await members(UNASSIGNED);
    expect(trial.find('MemberVersion', 't1')).toBeUndefined();
  });

  it('E §8: Events once their objects are seen, in order and once', async () => {
    await trial.create(aSequence('bank', []));
    await trial.see(aSequence('bank', [{ name: 'testing', fleets: ['testing'] }]));
    await trial.decide();
    await trial.writeRollout(CP);
    // The mirror has not seen the Rollout: its lines wait, and all after them.
    await events();
    await trial.seeRollouts();
    await events();
    expect((await trial.events()).sort()).toEqual([
      'Rollout RolloutCreated',
      'Rollout StageStarted',
      'RolloutSequence RolloutCreated',
      'RolloutSequence VersionDesignated',
      'RolloutSequence VersionDesignated',
    ]);
    expect(await events()).toBe(false);
  });

  it('a sequence says nothing of a generation that no pass has decided on', async () => {
    const { load } = sequenceStatus(trial.clock, trial.settings);
    const edited = aSequence('bank', [{ name: 'other', fleets: ['testing'] }], {
      generation: 2,
      resourceVersion: '2',
    });
    await trial.decide();
    await trial.see(edited);
    expect(await transact(tx => load(tx, 'hub/bank', edited))).toBeUndefined();
    await trial.decide();
    expect(await transact(tx => load(tx, 'hub/bank', edited))).toMatchObject({ sequence: { generation: 2 } });
  });

  it('E/MP-009: a policy speaks again when its window or exclusion begins or ends', async () => {
    const exclusion = { name: 'x', startTime: '2026-11-01T00:00:00Z', endTime: '2026-12-01T00:00:00Z' };
    const policy = anObject('MaintenancePolicy', 'freeze', {
      spec: { clusters: { all: true }, exclusions: [exclusion] },
    });
    const source = policyStatus(trial.clock);
    const rows = (await transact(tx => source.load(tx, 'hub/freeze', policy)))!;
    expect(source.project(rows, undefined)).toMatchObject({
      open: false,
      clusterCount: 1,
      activeExclusions: ['x'],
    });
    expect(source.validMs!(rows)).toBe(Date.parse(exclusion.endTime) - trial.now);
  });

  it('keeps a rollout that is gone as history, as long as the timeline', async () => {
    await trial.decide();
    const ended = (await trial.rollouts('bank'))[0];
    await transact(tx => endVersionRollout(tx, { hub: HUB, name: CP }, ended.createdAt));
    expect(await trial.rollouts('bank')).toEqual([]);
    const longer = 100 * 365 * 86_400_000;
    expect(await transact(tx => prune(tx, HUB, { timelineMs: longer }))).toMatchObject({
      versionRollouts: 0,
    });
    expect(await transact(tx => prune(tx, HUB, { timelineMs: -longer }))).toMatchObject({
      versionRollouts: 1,
    });
  });
});
