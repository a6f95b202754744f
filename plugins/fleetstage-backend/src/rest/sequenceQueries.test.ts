import type { TestDatabaseId } from '@backstage/backend-test-utils';
import type express from 'express';
import request from 'supertest';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { ManualPorts } from '../__testUtils__/ManualPorts';
import { anObject } from '../__testUtils__/objects';
import { queriesApp } from '../__testUtils__/queriesApp';
import { aCatalog, aSequence, HUB, runs, SequenceTrial } from '../__testUtils__/sequenceTrial';
import { listDesiredUpgradesOn, saveUpgradeAnswer } from '../database/sequences/desiredUpgradeStore';

const databases = createTestDatabases();
const CP = 'bank-cp-1-31-2';
const HOUR_MS = 3_600_000;
const STAGES = [
  { name: 'testing', fleets: ['testing'], soakDuration: '72h' },
  {
    name: 'canary',
    fleets: ['production'],
    clusterSelector: { matchLabels: { canary: 'true' } },
    soakDuration: '24h',
  },
  { name: 'production', fleets: ['production'] },
];

describe.each(databases.eachSupportedId())('what pages read of sequences, on %s', databaseId => {
  let trial: SequenceTrial;
  let app: express.Express;

  beforeEach(async () => {
    const { database } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    trial = await SequenceTrial.start(database);
    app = queriesApp({ database, ports: { clock: trial.clock, timers: new ManualPorts().timers } });
    for (const [name, fleet] of [
      ['t1', 'testing'],
      ['t2', 'testing'],
      ['p1', 'production'],
    ])
      await trial.cluster(name, fleet, 'v1.30.9');
    await trial.create(aCatalog('1.30', '1.31.2'));
    await trial.create(aSequence('bank', STAGES, { spec: { displayName: 'The bank' } }));
  });
  afterEach(() => trial.stop());

  const ask = async (path: string, status = 200) => {
    const answer = await request(app).get(path);
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status });
    return answer.body;
  };
  /** The first rollout is on the hub, and t1 is being upgraded. */
  const begin = async () => {
    await trial.decide();
    await trial.writeRollout(CP);
    await trial.seeRollouts();
    await trial.database.transact(async tx => {
      const [upgrade] = await listDesiredUpgradesOn(tx, HUB, 't1');
      return saveUpgradeAnswer(tx, HUB, upgrade, { kind: 'Accepted', at: trial.now });
    });
    await trial.decide();
  };

  it('D/AC-002, LM-001, E/UI-001: lists sequences with what runs in them', async () => {
    expect((await ask('/sequences')).items).toMatchObject([
      { name: 'bank', state: 'Initializing', activeRollouts: [] },
    ]);
    await begin();
    const body = await ask('/sequences');
    expect(body).toMatchObject({
      total: 1,
      mayCreate: { isAllowed: true },
      items: [
        {
          name: 'bank',
          displayName: 'The bank',
          channel: 'Regular',
          target: { controlPlane: '1.31.2' },
          fleets: ['testing', 'production'],
          stageCount: 3,
          clusterCount: 3,
          isSuspended: false,
          activeRollouts: [{ name: CP, upgradeType: 'ControlPlane', phase: 'Running', text: '0/3' }],
        },
      ],
    });
    expect((await ask('/sequences?q=other')).total).toBe(0);
    expect((await ask('/sequences?state=Error')).total).toBe(0);
    const { error } = await ask('/sequences?state=Fine', 400);
    expect(error.message).toContain('state "Fine" does not exist; use one or more of Error, Warning');
  });

  it('E/UI-001: shows the stages of a sequence with their lanes', async () => {
    await begin();
    const { sequence } = await ask('/sequences/bank');
    expect(sequence).toMatchObject({
      state: 'Warning',
      reasons: ['EmptyStage'],
      generation: 1,
      stages: [
        {
          ...{ number: 1, name: 'testing', clusterCount: 2, clusters: ['t1', 't2'], soakDuration: '72h' },
          ...{ maxConcurrency: '100%', occupiedBy: { controlPlane: CP } },
        },
        { number: 2, name: 'canary', selector: 'canary=true', clusterCount: 0 },
        { number: 3, name: 'production', clusters: ['p1'], soakDuration: '0s' },
      ],
      may: {
        suspend: { isAllowed: true },
        resume: { isAllowed: false, reason: 'The sequence is not suspended.' },
        start: { isAllowed: true },
      },
    });
    expect(sequence.conditions.map(({ type }: { type: string }) => type)).toEqual(['Ready', 'Degraded']);
    const { error } = await ask('/sequences/none', 404);
    expect(error.message).toContain('sequence "none" does not exist on hub "hub"');
  });

  it('E/UI-002: shows a rollout with its pipeline, why it waits, and what may be done', async () => {
    await begin();
    const { rollout } = await ask(`/version-rollouts/${CP}`);
    expect(rollout).toMatchObject({
      ...{ name: CP, sequence: 'bank', version: '1.31.2', trigger: 'System', isOver: false },
      ...{ currentStage: 'testing', currentStageNumber: 1, currentStagePhase: 'Running', clusterCount: 3 },
      counts: { total: 3 },
      pipeline: [
        {
          name: 'testing',
          phase: 'Running',
          fleets: ['testing'],
          soakDuration: '72h0m0s',
          soakSource: 'Sequence',
        },
        { name: 'canary', phase: 'Pending', selector: 'canary=true' },
        { name: 'production', phase: 'Pending' },
      ],
      may: {
        pause: { isAllowed: true },
        resume: { isAllowed: false },
        forceComplete: { isAllowed: true },
        retry: { isAllowed: false, reason: 'No upgrade has failed.' },
      },
    });
    // 30 days of upgrades at the most; nothing is in the way, so that soaks alone count.
    const hours = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 3_600_000;
    expect(hours(rollout.startedAt, rollout.forcedSoakAt)).toBe(720);
    expect(Math.round(hours(rollout.startedAt, rollout.predictedFinish))).toBe(96);
  });

  it('lists rollouts by sequence, phase, type and cluster', async () => {
    await begin();
    const names = async (query: string) =>
      (await ask(`/version-rollouts${query}`)).items.map(({ name }: { name: string }) => name);
    expect(await names('')).toEqual([CP]);
    expect(await names('?sequence=bank&phase=Running,Paused&type=ControlPlane&cluster=p1')).toEqual([CP]);
    for (const query of ['?sequence=other', '?phase=Completed', '?type=Node', '?cluster=p9'])
      expect(await names(query)).toEqual([]);
  });

  it('E/UI-003: pages the clusters of a rollout, by state, reason and stage', async () => {
    await begin();
    const body = await ask(`/version-rollouts/${CP}/clusters?limit=2`);
    expect(body).toMatchObject({ total: 3, counts: { Running: 2, Pending: 1 } });
    expect(body.items[0]).toMatchObject({
      ...{ name: 't1', fleet: 'testing', stage: 'testing', stageNumber: 1, state: 'Running' },
      ...{ controlPlane: 'v1.30.9', nodes: '1.30.9', isSkipped: false },
      targets: [{ state: 'Running', fromVersion: '1.30.9' }],
    });
    const rest = await ask(`/version-rollouts/${CP}/clusters?limit=2&cursor=${body.nextCursor}`);
    expect(rest.items).toMatchObject([{ name: 'p1', state: 'Pending', reason: 'WaitingForStage' }]);
    expect((await ask(`/version-rollouts/${CP}/clusters?state=Pending`)).total).toBe(1);
    expect((await ask(`/version-rollouts/${CP}/clusters?reason=WaitingForStage`)).total).toBe(1);
    expect((await ask(`/version-rollouts/${CP}/clusters?stage=testing&q=t2`)).total).toBe(1);
    const { error } = await ask(`/version-rollouts/${CP}/clusters?reason=Tired`, 400);
    expect(error.message).toContain('reason "Tired" does not exist');
  });

  it('E/UI-005: has windows, exclusions, forced soaks and ends of support in its calendar', async () => {
    await trial.create(
      anObject('MaintenancePolicy', 'nights', {
        spec: {
          clusters: { fleets: ['production'] },
          windows: [{ name: 'week', recurrence: 'FREQ=DAILY', startTime: '19:00', duration: '8h' }],
          exclusions: [
            {
              ...{ name: 'ledger', startTime: '2027-01-01T00:00:00Z', endTime: '2027-01-05T00:00:00Z' },
              reason: 'payments',
            },
          ],
        },
      }),
    );
    await begin();
    const { items } = await ask('/sequences/bank/calendar');
    const kinds = new Set(items.map(({ kind }: { kind: string }) => kind));
    expect([...kinds].sort()).toEqual(['Exclusion', 'ForcedSoak', 'PredictedFinish', 'Window']);
    expect(items.filter(({ kind }: { kind: string }) => kind === 'Window')).toHaveLength(90);
    expect(items.find(({ kind }: { kind: string }) => kind === 'Exclusion')).toMatchObject({
      ...{ policy: 'nights', name: 'ledger', scope: 'NoUpgrades', reason: 'payments', clusterCount: 1 },
    });
    const week = await ask('/sequences/bank/calendar?days=7&from=2026-12-24T00:00:00Z');
    expect([week.from, week.to]).toEqual(['2026-12-24T00:00:00Z', '2026-12-31T00:00:00Z']);
    await ask('/sequences/bank/calendar?days=91', 400);
    expect((await ask('/maintenance-policies')).items).toMatchObject([
      { name: 'nights', clusterCount: 1, windows: ['week'], exclusions: ['ledger'] },
    ]);
  });

  it('lists catalogs with the versions that they designate', async () => {
    expect((await ask('/version-catalogs')).items).toEqual([
      {
        ...{ name: 'default', isConfigured: false, source: 'Channels' },
        channels: [{ name: 'Regular', versions: ['1.31.2'] }],
      },
    ]);
  });

  it('E §6: shows the versions of a cluster with its sequence, stage and rollouts', async () => {
    await begin();
    const { versions } = await ask('/clusters/t1/versions');
    expect(versions).toMatchObject({
      ...{ sequence: 'bank', stage: 'testing', stageNumber: 1, fleet: 'testing', known: 'Observed' },
      ...{ provider: 'p', providerRef: 'p/ns/t1', target: { controlPlane: '1.31.2' } },
      controlPlane: { version: 'v1.30.9' },
      nodePools: [{ name: 'workers', versions: [{ version: 'v1.30.9', nodes: 2 }] }],
      maintenance: { isOpen: true },
      rollouts: [{ name: CP, stage: 'testing', state: 'Running', rollout: { name: CP } }],
    });
    await trial.create(anObject('MemberCluster', 'lonely'));
    const lonely = await ask('/clusters/lonely/versions');
    expect(lonely.versions).toMatchObject({ known: 'ProviderUnavailable', nodePools: [], rollouts: [] });
    await ask('/clusters/none/versions', 404);
  });

  const preview = async (body: object) => {
    const answer = await request(app).post('/sequences/preview').send(body);
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
    return answer.body;
  };

  it('D/LM-017, E/MO-006: says what an edit does before it is saved', async () => {
    await begin();
    const [testing, canary, production] = STAGES;
    const edited = (stages: readonly object[]) =>
      preview({ name: 'bank', isNew: false, spec: { stages, displayName: 'The bank' } });
    const longer = await edited([{ ...testing, soakDuration: '96h' }, canary, production]);
    expect(longer).toMatchObject({
      issues: [],
      edit: { class: 'Live', fields: ['stages'], cancels: [], movedCount: 0 },
      stages: [{ name: 'testing', clusterCount: 2 }, { clusterCount: 0 }, { clusters: ['p1'] }],
    });
    const hours = (Date.parse(longer.earliestCompletion) - Date.parse(longer.asOf)) / 3_600_000;
    expect(Math.round(hours)).toBe(120);
    const swapped = await edited([canary, production, testing]);
    expect(swapped.edit).toMatchObject({ class: 'Participants', cancels: [CP] });
  });

  it('E/RV-003, RV-011: lists what is wrong with a draft, with the stages that it lacks', async () => {
    const body = await preview({
      name: 'shop',
      isNew: true,
      spec: {
        stages: [
          { name: 'one', fleets: ['testing'] },
          { name: 'two', fleets: ['nobody'], clusterSelector: { matchLabels: { canary: 'true' } } },
        ],
      },
    });
    expect(body.issues).toMatchObject([
      { code: 'CATCH_ALL_MISSING', severity: 'Error', path: 'spec.stages[1]' },
      { code: 'FLEET_IN_OTHER_SEQUENCE', severity: 'Error', path: 'spec.stages[0].fleets[0]' },
      { code: 'FLEET_NOT_FOUND', severity: 'Warning' },
    ]);
    expect(body.withCatchAlls).toHaveLength(3);
    expect(body.withCatchAlls[2]).toEqual({ name: 'nobody-others', fleets: ['nobody'] });
    expect(body.edit).toBeUndefined();
    expect(await preview({ name: '', isNew: true, spec: { stages: 'none' } })).toMatchObject({ stages: [] });
  });

  it('E/RS-018: names the field of a limit that is none', async () => {
    const body = await preview({
      name: 'bank',
      isNew: false,
      spec: { stages: STAGES, failurePolicy: { maxFailedClusters: '0%' } },
    });
    expect(body.issues).toMatchObject([
      {
        ...{ code: 'FAILURE_LIMIT_OUT_OF_RANGE', severity: 'Error' },
        path: 'spec.failurePolicy.maxFailedClusters',
      },
    ]);
  });

  it('shows on the overview what is not over', async () => {
    await begin();
    const { versionRollouts } = await ask('/overview');
    expect(versionRollouts).toMatchObject({ total: 1, items: [{ name: CP, phase: 'Running' }] });
  });

  it('has the end of a soak among what comes next on the overview', async () => {
    await begin();
    expect((await ask('/overview')).next).toEqual([]);
    for (const name of ['t1', 't2']) await trial.observe(name, runs('v1.31.2', trial.now));
    await trial.decide();
    // More than a day ahead.
    expect((await ask('/overview')).next).toEqual([]);
    trial.pass(50 * HOUR_MS);
    const { next } = await ask('/overview');
    expect(next).toMatchObject([
      { versionRollout: CP, stage: 'testing', text: 'Soak of testing ends, canary starts: no clusters.' },
    ]);
    expect(next[0].run).toBeUndefined();
  });

  it('E/RS-035: has a sequence in state Error among the trouble of the overview', async () => {
    const troubleOf = async () =>
      (await ask('/overview')).trouble.filter(
        ({ subject }: { subject: { kind: string } }) => subject.kind === 'sequence',
      );
    await begin();
    expect(await troubleOf()).toEqual([]);
    await trial.lose('VersionCatalog', 'default');
    await trial.decide();
    expect((await ask('/sequences/bank')).sequence.state).toBe('Error');
    expect(await troubleOf()).toMatchObject([
      { cause: 'CatalogNotFound', state: 'stuck', actor: 'operator', subject: { name: 'bank' } },
    ]);
  });

  it('shows timelines of both', async () => {
    await begin();
    const events = async (path: string) =>
      (await ask(path)).items.map(({ event }: { event: string }) => event);
    expect(await events('/sequences/bank/timeline')).toEqual([
      'RolloutCreated',
      'VersionDesignated',
      'VersionDesignated',
    ]);
    expect(await events(`/version-rollouts/${CP}/timeline`)).toContain('StageStarted');
  });
});
