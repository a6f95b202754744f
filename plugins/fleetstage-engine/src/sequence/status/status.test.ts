import { SEQUENCE_WARNINGS, toRfc3339, type Condition } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aStage } from '../assignment/sequence.testing';
import { someTargets } from '../catalog/catalog.testing';
import { resolveCatalog } from '../catalog/resolveCatalog';
import { days, hours, START, type SequenceStory } from '../decide/sequenceStory.testing';
import { CP, excluded, NP, small, twoStages } from '../decide/smallStory.testing';
import { openPass } from '../facts/sequencePass';
import { aPolicySpec, aWindow } from '../maintenance/maintenance.testing';
import { parsePolicy } from '../maintenance/policyRules';
import { projectCatalog, projectPolicy } from './projectCatalog';
import { projectMemberVersion } from './projectMemberVersion';
import { projectRollout } from './projectRollout';
import { projectSequence } from './projectSequence';
import { trimRollout } from './trimRollout';

const rolloutStatus = (story: SequenceStory, name = CP) => {
  const rollout = story.rollouts.find(one => one.name === name);
  if (rollout === undefined) throw new Error(`no rollout ${name}`);
  return projectRollout(rollout, { now: story.now });
};

const sequenceStatus = (story: SequenceStory) => projectSequence(story.state(), { now: story.now });

const conditionsOf = ({ conditions = [] }: { readonly conditions?: readonly Condition[] }) =>
  conditions.map(({ type, status, reason }) => `${type} ${status} ${reason}`);

function memberStatus(story: SequenceStory, name: string) {
  const pass = openPass(story.state(), story.now);
  const view = pass.ok ? pass.value.clusters.get(name) : undefined;
  if (!pass.ok || view === undefined) throw new Error(`no cluster ${name}`);
  return projectMemberVersion(pass.value, view, { now: story.now, generation: 1, provider: 'capi' });
}

describe('the status of a rollout (E §4.3)', () => {
  it('E/ST-001…009 shows stages, counts, times and clusters', () => {
    const story = small().runUntil(hours(1));
    const status = rolloutStatus(story);
    expect(status).toMatchObject({
      phase: 'Running',
      observedGeneration: 1,
      startTime: toRfc3339(START),
      currentStage: 'testing',
      currentStageNumber: 1,
      currentStagePhase: 'Soaking',
      summary: { total: 3, succeeded: 2, pending: 1, text: '2/3' },
    });
    expect(status.stages?.[0]).toEqual({
      number: 1,
      name: 'testing',
      phase: 'Soaking',
      fleets: ['testing'],
      startTime: '2026-11-02T00:00:00Z',
      soakStartTime: '2026-11-02T00:10:00Z',
      soakEndTime: '2026-11-05T00:10:00Z',
      soakDuration: '72h0m0s',
      soakSource: 'Sequence',
      counts: expect.objectContaining({ total: 2, succeeded: 2 }),
    });
    expect(status.clusters?.[1]).toEqual({
      name: 't1',
      stage: 'testing',
      lastUpdateTime: '2026-11-02T00:10:00Z',
      targets: [
        {
          state: 'Succeeded',
          reason: 'Upgraded',
          message: 'The control plane was upgraded to 1.31.2.',
          fromVersion: '1.30.9',
          version: '1.31.2',
          startTime: '2026-11-02T00:00:00Z',
          endTime: '2026-11-02T00:10:00Z',
          attempts: 1,
          operation: 'op-t1',
        },
      ],
    });
  });

  it.each<[shown: string, prepare: (story: SequenceStory) => SequenceStory, conditions: readonly string[]]>([
    [
      'runs',
      story => story.runUntil(START),
      ['Progressing True StageRunning', 'Succeeded Unknown RolloutInProgress'],
    ],
    [
      'soaks',
      story => story.runUntil(hours(1)),
      ['Progressing True StageSoaking', 'Succeeded Unknown RolloutInProgress'],
    ],
    [
      'is paused',
      story => story.runUntil(START).patchRollout(CP, { state: 'Pause' }).runUntil(hours(1)),
      ['Progressing False RolloutPaused', 'Succeeded Unknown RolloutInProgress'],
    ],
    [
      'is cancelled',
      story => story.runUntil(START).patchRollout(CP, { state: 'Cancel' }).runUntil(hours(1)),
      ['Progressing False RolloutCancelled', 'Succeeded False RolloutCancelled'],
    ],
    [
      'is done',
      story => story.runUntil(days(6)),
      ['Progressing False RolloutCompleted', 'Succeeded True RolloutCompleted'],
    ],
  ])('E/CO-001…003 %s', (_, prepare, conditions) => {
    expect(conditionsOf(rolloutStatus(prepare(small())))).toEqual([
      'Accepted True RolloutAccepted',
      ...conditions,
    ]);
  });

  it('E/CO-002 StageForcedSoaking, StageStuck with its causes, and StageWaiting', () => {
    const story = small({ maxUpgradeTime: '48h' });
    story.provider.get('t1').minutes = Infinity;
    story.clusters.get('t2')!.policies = excluded(START, days(9));
    story.runUntil(days(1));
    const stuck = rolloutStatus(story);
    expect(conditionsOf(stuck)).toContain('Progressing False StageStuck');
    expect(stuck.conditions?.[1].message).toMatch(/^t1: Nothing .* t2: /);
    expect(stuck.stages?.[0].blockers).toEqual([
      { reason: 'MaintenanceExclusion', clusters: 1, since: toRfc3339(START), until: toRfc3339(days(9)) },
      { reason: 'NoProgress', clusters: 1, since: '2026-11-02T00:30:00Z' },
    ]);
    story.designate('1.30 → 1.31.5').runUntil(days(2.1));
    expect(conditionsOf(rolloutStatus(story))).toContain('Progressing True StageForcedSoaking');
    expect(rolloutStatus(story).stages?.[0].forced).toBe(true);
    expect(conditionsOf(rolloutStatus(story, 'bank-cp-1-31-5'))).toContain('Progressing False StageWaiting');
  });

  it('E/CO-001 an object that the engine did not create, and overrides that have no effect (E/AC-003)', () => {
    const story = small().runUntil(hours(1));
    const { memory: _, ...foreign } = story.rollouts[0];
    expect(conditionsOf(projectRollout(foreign, { now: START }))).toEqual([
      'Accepted False NotCreatedByEngine',
    ]);
    story.patchRollout(CP, { soakOverrides: [{ stage: 'nowhere', soakDuration: '1h' }] }).pass();
    expect(rolloutStatus(story).conditions?.[0].message).toContain('nowhere');
    const orphan = projectRollout(story.rollouts[0], { now: START, hasSequence: false });
    expect(conditionsOf(orphan)[0]).toBe('Accepted False SequenceNotFound');
  });

  it('keeps foreign conditions, and the time of a status that has not flipped', () => {
    const story = small().runUntil(START);
    const previous = rolloutStatus(story).conditions ?? [];
    story.runUntil(hours(1));
    const foreign: Condition = { ...previous[0], type: 'Mine', reason: 'R' };
    const [, progressing, , mine] =
      projectRollout(story.rollouts[0], { now: story.now, previous: [...previous, foreign] }).conditions ??
      [];
    expect(progressing).toMatchObject({ reason: 'StageSoaking', lastTransitionTime: toRfc3339(START) });
    expect(mine).toEqual(foreign);
  });

  it('E/ST-020 is cut to what the store takes: messages, then clusters that are over', () => {
    const story = twoStages();
    for (let i = 0; i < 40; i++) story.cluster(`t${i}`, 'testing', [i < 20 ? '1.30.9' : '1.31.5']);
    const status = rolloutStatus(story.designate('1.30 → 1.31.2').runUntil(START));
    const bytes = JSON.stringify(status).length;
    expect(trimRollout(status, bytes)).toBe(status);
    const cut = trimRollout(status, Math.floor(bytes / 2));
    expect(JSON.stringify(cut).length).toBeLessThanOrEqual(bytes / 2);
    const states = new Set(cut.clusters?.flatMap(({ targets = [] }) => targets.map(({ state }) => state)));
    expect(states.has('Running')).toBe(true);
    expect(cut.clusters?.length).toBeLessThan(40);
    expect(cut.message).toContain('left out');
    expect(cut.summary?.total).toBe(40);
  });
});

describe('the status of a sequence (E §2.3)', () => {
  it('E/RS-030…036 shows stages with who is in them, who waits, and what they have qualified', () => {
    const story = small().runUntil(days(3.001)).designate('1.30 → 1.31.5', '1.31 → 1.31.5');
    story.provider.get('t1').minutes = 600;
    story.runUntil(days(3.1)).designate('1.30 → 1.31.6', '1.31 → 1.31.6').runUntil(days(3.2));
    const status = sequenceStatus(story);
    expect(status).toMatchObject({
      observedGeneration: 1,
      stageCount: 2,
      activeRollouts: [CP, 'bank-cp-1-31-5', 'bank-cp-1-31-6'],
      activeCount: 3,
      channel: 'Regular',
      target: { controlPlane: '1.31.6' },
      operationalState: { state: 'Active' },
    });
    expect(status.stages).toEqual([
      {
        name: 'testing',
        number: 1,
        clusters: 2,
        qualified: { controlPlane: '1.31.2' },
        occupiedBy: { controlPlane: 'bank-cp-1-31-5' },
        waiting: { controlPlane: ['bank-cp-1-31-6'] },
      },
      { name: 'production', number: 2, clusters: 1, occupiedBy: { controlPlane: CP } },
    ]);
    expect(status.assignmentHash).toMatch(/^[0-9a-f]{64}$/);
    story.edit({ maxUpgradeTime: '700h' }).pass();
    expect(sequenceStatus(story).lastChange).toEqual({ time: toRfc3339(story.now), class: 'Live' });
  });

  const conflicting = (story: SequenceStory) => {
    story.siblings = [{ name: 'older', createdAt: days(-1), stages: [aStage('testing')] }];
    return story;
  };

  const silent = (story: SequenceStory) => {
    for (const name of ['t1', 't2', 'p1']) story.provider.get(name).silentSince = START;
    return story;
  };

  it.each<[reason: string, prepare: (story: SequenceStory) => unknown]>([
    ['True SequenceActive', story => story],
    ['True SequenceSuspended', story => story.edit({ suspend: true })],
    ['False FleetInOtherSequence', conflicting],
    ['False NoClustersInSequence', story => ['t1', 't2', 'p1'].forEach(name => story.removeCluster(name))],
    [
      'False CatalogNotFound',
      story => {
        story.catalog = { ok: false, error: { reason: 'CatalogNotFound', message: 'No catalog.' } };
      },
    ],
    ['False ChannelNotFound', story => story.edit({ channel: 'Fast' })],
    ['False ProviderUnavailable', silent],
  ])('E/RC-001 Ready %s', (expected, prepare) => {
    const story = small();
    story.pass();
    prepare(story);
    story.runUntil(hours(1));
    expect(conditionsOf(sequenceStatus(story))[0]).toBe(`Ready ${expected}`);
  });

  it('E/RC-001 Initializing before the first pass, InternalError where a selector does not compile', () => {
    const story = small();
    expect(conditionsOf(sequenceStatus(story))).toEqual(['Ready Unknown Initializing']);
    const bad = { key: 'a', operator: 'In' as const, values: [] };
    story.edit({ ignoredClustersSelector: { matchExpressions: [bad] } }).pass();
    expect(story.last.blockers).toMatchObject([{ cause: 'SequenceInvalid' }]);
    expect(conditionsOf(sequenceStatus(story))).toEqual(['Ready False InternalError']);
  });

  it('E/RC-002, RS-035 has all warnings, in their order', () => {
    const story = twoStages({ stages: [...twoStages().spec.stages, aStage('nobody')] })
      .cluster('t1', 'testing', ['1.30.9'], { labels: { 'fleetstage.io/channel': 'Fast' } })
      .cluster('p1', 'production', ['1.30.9'], { policies: excluded(START, days(200)) })
      .channels({
        channels: [{ name: 'Fast' }, { name: 'Slow', targets: someTargets('1.30 → 1.31.2') }],
        minors: [{ minor: '1.30', endOfSupport: '2026-12-01T00:00:00Z' }],
      });
    story.pass();
    const observed = story.provider.observe('t1', story.now);
    const state = story.state();
    const clusters = state.clusters.map(one =>
      one.name === 't1' && observed !== undefined
        ? {
            ...one,
            versions: { kind: 'Managed' as const, observed: { ...observed, hasNativeAutoUpgrade: true } },
          }
        : one,
    );
    const status = projectSequence({ ...state, clusters }, { now: story.now });
    expect(status.operationalState).toMatchObject({ state: 'Warning', reasons: SEQUENCE_WARNINGS });
    expect(conditionsOf(status)[1]).toBe('Degraded True EmptyStage');
  });
});

describe('the status of a MemberVersion (E §6)', () => {
  it('shows versions, target, maintenance and rollouts', () => {
    const story = twoStages()
      .cluster('t1', 'testing', ['1.30.9', '1.30.9'], { policies: excluded(START, days(2)) })
      .cluster('t2', 'testing', ['1.31.2', '1.30.9'])
      .designate('1.30 → 1.31.2')
      .runUntil(hours(0.1));
    expect(memberStatus(story, 't1')).toMatchObject({
      fleet: 'testing',
      channel: 'Regular',
      provider: 'capi',
      controlPlane: { version: '1.30.9', desired: '1.30.9', upgrading: false, healthy: true },
      nodePools: [{ name: 'pool-0', versions: [{ version: '1.30.9', nodes: 3 }] }],
      target: { controlPlane: '1.31.2', node: '1.31.2' },
      maintenance: {
        open: false,
        nextOpen: toRfc3339(days(2)),
        policies: ['policy'],
        exclusions: ['policy/freeze'],
      },
      observedAt: toRfc3339(hours(0.1)),
    });
    expect(memberStatus(story, 't1').rollouts?.map(({ name, state }) => [name, state])).toEqual([
      [CP, 'Paused'],
      [NP, 'Pending'],
    ]);
    expect(memberStatus(story, 't2').target).toEqual({ node: '1.31.2' });
  });

  it('Known: Observed, ProviderUnavailable after 15 minutes, NotManaged', () => {
    const story = small();
    story.pass();
    expect(conditionsOf(memberStatus(story, 't1'))).toEqual(['Known True Observed']);
    story.provider.get('t1').silentSince = START;
    story.clusters.get('t2')!.isManaged = false;
    story.runUntil(hours(0.2));
    expect(conditionsOf(memberStatus(story, 't1'))).toEqual(['Known True Observed']);
    story.runUntil(hours(0.3));
    expect(conditionsOf(memberStatus(story, 't1'))).toEqual(['Known Unknown ProviderUnavailable']);
    expect(conditionsOf(memberStatus(story, 't2'))).toEqual(['Known False NotManaged']);
  });
});

describe('the status of catalogues and policies (E/VC-006, MP-009)', () => {
  const statement = { generation: 3, now: START };

  it('shows channels in force, or why there are none', () => {
    const spec = { channels: [{ name: 'Regular', targets: someTargets('1.30 → 1.31.2') }] };
    expect(projectCatalog(spec, resolveCatalog(spec), statement)).toMatchObject({
      observedGeneration: 3,
      source: 'Channels',
      channelCount: 1,
      channels: [{ name: 'Regular', targets: [{ from: '1.30', to: '1.31.2' }] }],
    });
    const ofClass = { clusterClass: { provider: 'capi', namespace: 'default', name: 'quick' } };
    const missing = projectCatalog(ofClass, resolveCatalog(ofClass, { kind: 'NotFound' }), statement);
    expect(conditionsOf(missing)).toEqual(['Ready False ClusterClassNotFound']);
    expect(missing.source).toBe('ClusterClass');
  });

  it('shows openings, or what is wrong', () => {
    const parsed = parsePolicy('nights', aPolicySpec({ windows: [aWindow()] }));
    const status = projectPolicy(parsed, 4, statement);
    expect(status).toMatchObject({ open: true, clusterCount: 4, nextChange: '2026-11-02T03:00:00Z' });
    expect(conditionsOf(status)).toEqual(['Accepted True PolicyAccepted']);
    const reasonOf = (spec: Parameters<typeof aPolicySpec>[0]) =>
      conditionsOf(projectPolicy(parsePolicy('p', aPolicySpec(spec)), 0, statement));
    expect(reasonOf({ timeZone: 'Moon/Base', windows: [aWindow()] })).toEqual([
      'Accepted False UnknownTimeZone',
    ]);
    expect(reasonOf({ windows: [aWindow({ recurrence: 'FREQ=HOURLY' })] })).toEqual([
      'Accepted False InvalidRecurrence',
    ]);
  });
});
