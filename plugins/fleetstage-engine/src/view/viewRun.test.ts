import { DELETION_STAGE, plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  aFailedDeployment,
  aFailedReport,
  anAvailableReport,
  anUnavailableReport,
  aRun,
  minutesBefore,
  NOON,
  requested,
} from '../testing/builders';
import { inState, started } from '../updaterun/decideRun.testing';
import type { RunState } from '../updaterun/state';
import {
  aBusyStage,
  approvedFor,
  aRequest,
  askedTask,
  aStageProgress,
  at,
  anUpdatedStage,
  buildRun,
  remembering,
  unseen,
} from './runView.testing';
import { foreseeEnd } from './endOfRun';
import { viewRun } from './viewRun';

const production = aStageProgress('production');
const longAgo = minutesBefore(10);
const failing = (cluster: string) => aFailedReport(cluster);
const named = (state: RunState, run: Partial<RunState['run']>): RunState => ({
  ...state,
  run: { ...state.run, ...run },
});
const stopped = { kind: 'Stopped', since: started } as const;

/** One failing cluster, one that is stuck, and an approval that cannot be asked for yet. */
const troubled = (patch: Partial<RunState> = {}) =>
  at(
    [
      aBusyStage('canary', {
        clusters: [
          { cluster: 'c1', startedAt: longAgo },
          { cluster: 'c2', startedAt: longAgo },
        ],
        after: [{ kind: 'Approval', request: 'run-1-canary' }],
      }),
      production,
    ],
    { reports: [failing('c1')], ...patch },
  );
const gated = (after: ReturnType<typeof askedTask>[], patch: Partial<RunState> = {}) =>
  at([anUpdatedStage('canary', { after }), production], patch);

describe('the state of a run, ui §2: the first that holds', () => {
  it.each<[string, RunState, string, string?]>([
    ['no pass has observed it', unseen(), 'preparing'],
    [
      'it could not be planned',
      remembering(at([production]), { initializationFailed: { at: NOON, message: 'no' } }),
      'couldNotPrepare',
    ],
    [
      'planned, and its state is Initialize',
      remembering(at([production], { run: inState('Initialize', { name: 'run-1' }) }), {
        startedAt: undefined,
      }),
      'readyToStart',
    ],
    ['a cluster moves', at([aBusyStage('canary'), production]), 'updating', 'updating'],
    [
      'an approval is asked for',
      gated([askedTask('canary')], { gateFacts: requested(aRequest('canary')) }),
      'waitingForApproval',
      'waitingForApproval',
    ],
    [
      'an approval and a clock',
      at(
        [
          anUpdatedStage('canary', {
            after: [{ kind: 'TimedWait', waitMs: 3_600_000 }, askedTask('canary')],
          }),
          production,
        ],
        { gateFacts: requested(aRequest('canary')) },
      ),
      'waitingForApproval',
      'waitingForApproval',
    ],
    [
      'only a clock',
      at([anUpdatedStage('canary', { after: [{ kind: 'TimedWait', waitMs: 3_600_000 }] }), production]),
      'waiting',
      'waiting',
    ],
    ['a cluster fails, another is stuck', troubled(), 'failing', 'failing'],
    ['a cluster is stuck', troubled({ reports: [] }), 'stuck', 'stuck'],
    [
      'stopped beats failing',
      remembering(named(troubled(), inState('Stop', { name: 'run-1' })), { phase: stopped }),
      'stopped',
      'stopped',
    ],
    [
      'asked to stop, not idle',
      named(troubled(), inState('Stop', { name: 'run-1' })),
      'stopping',
      'stopping',
    ],
    [
      'failed beats everything',
      remembering(troubled(), { failed: { at: NOON, message: 'the plan does not hold' } }),
      'failed',
    ],
    [
      'over',
      remembering(at([anUpdatedStage('canary', { succeededAt: started })]), { succeededAt: NOON }),
      'succeeded',
      'done',
    ],
  ])('%s', (...[, state, run, stage]) => {
    const model = buildRun(state);
    expect(model.state).toBe(run);
    if (stage !== undefined) expect(model.stages[0].state).toBe(stage);
  });

  it('RUL 7: an approval that was taken back before the next stage began is waited for again', () => {
    const canary = anUpdatedStage('canary', {
      after: [askedTask('canary', { doneAt: started })],
      succeededAt: started,
    });
    const model = buildRun(at([canary, production], { gateFacts: requested(aRequest('canary')) }));
    expect([model.state, model.stages[0].after[0].state]).toEqual(['waitingForApproval', 'asked']);
    expect(model.blockers.map(({ cause }) => cause)).toContain('ApprovalRevoked');
  });
});

describe('a gate, ui §2', () => {
  const doneTask = askedTask('canary', { doneAt: started });
  it.each<[string, ReturnType<typeof askedTask>, Partial<RunState>, string, object]>([
    [
      'asked',
      askedTask('canary'),
      { gateFacts: requested(aRequest('canary')) },
      'asked',
      { requestUid: 'uid-canary', requestGeneration: 1 },
    ],
    [
      'approved on the hub, not counted',
      askedTask('canary'),
      { gateFacts: requested(aRequest('canary', approvedFor(1))) },
      'given',
      { actor: { ref: 'kubectl' }, comment: 'looks good' },
    ],
    [
      'counted',
      doneTask,
      { gateFacts: requested(aRequest('canary', approvedFor(1))) },
      'approved',
      { actor: { ref: 'kubectl' } },
    ],
    [
      'C/AP-013: for another generation',
      askedTask('canary'),
      { gateFacts: requested(aRequest('canary', { generation: 2, ...approvedFor(1) })) },
      'wrongGeneration',
      { message: 'It was approved for generation 1; the request is at generation 2. Approve it again.' },
    ],
    [
      'C/AP-021: the request of an earlier run of that name',
      askedTask('canary'),
      { gateFacts: requested(aRequest('canary', { runUid: 'another', ...approvedFor(1) })) },
      'asked',
      {},
    ],
  ])('%s', (_, task, patch, state, more) => {
    expect(buildRun(gated([task], patch)).stages[0].after[0]).toMatchObject({ state, ...more });
  });

  it('is rejected with who and why, until somebody approves', () => {
    const no = {
      requestUid: 'uid-canary',
      verdict: 'rejected',
      actor: 'user:default/ada',
      comment: 'too risky',
      at: started,
    } as const;
    const asked = gated([askedTask('canary')], { gateFacts: requested(aRequest('canary')) });
    expect(buildRun(asked, [no]).stages[0].after[0]).toMatchObject({
      state: 'rejected',
      actor: { ref: no.actor },
      comment: 'too risky',
    });
    const given = gated([askedTask('canary')], { gateFacts: requested(aRequest('canary', approvedFor(1))) });
    expect(buildRun(given, [no]).stages[0].after[0].state).toBe('given');
  });

  it.each([
    ['asked for', [askedTask('canary')], 'cutShort', 'The run ended.'],
    ['never asked for', [{ kind: 'Approval', request: 'run-1-canary' }], 'notReached', 'The run ended.'],
    ['counting', [{ kind: 'TimedWait', waitMs: 600_000 }], 'cutShort', 'Counted 1 min, then the run ended.'],
    ['counted', [askedTask('canary', { doneAt: started })], 'approved', undefined],
    ['elapsed before the end', [{ kind: 'TimedWait', waitMs: 60_000 }], 'elapsed', undefined],
  ] as const)('of a run that a person ended, %s', (_, after, state, message) => {
    const ended = remembering(at([anUpdatedStage('canary', { after: [...after] }), production]), {
      ended: { at: NOON, reason: 'a bad image', message: 'ended by a person' },
    });
    // Long after the end no clock goes on.
    const [gate] = buildRun(ended, [], plus(NOON, 3_600_000)).stages[0].after;
    expect([gate.state, gate.message]).toEqual([state, message]);
  });

  it('counts down from when the last cluster was updated', () => {
    const counting = at([
      anUpdatedStage('canary', { after: [{ kind: 'TimedWait', waitMs: 600_000 }] }),
      production,
    ]);
    expect(buildRun(counting).stages[0].after[0]).toMatchObject({
      state: 'counting',
      waitSeconds: 600,
      beganAt: '2026-11-21T11:59:00Z',
      endsAt: '2026-11-21T12:09:00Z',
    });
  });
});

describe('clusters of a run, ui §2', () => {
  it('RUL 8: fails by its own report, is stuck without one, waits for a slot that is held', () => {
    const canary = aBusyStage('canary', {
      clusters: [
        { cluster: 'c1', startedAt: longAgo, succeededAt: started },
        { cluster: 'c2', startedAt: longAgo },
        { cluster: 'c3', startedAt: longAgo },
        { cluster: 'c4' },
        { cluster: 'c5' },
        { cluster: 'c6' },
      ],
    });
    const model = buildRun(at([canary, production], { reports: [anAvailableReport('c1'), failing('c2')] }));
    expect(model.stages[0].clusters.map(({ state }) => state)).toEqual([
      'updated',
      'failing',
      'stuck',
      'waiting',
      'notStarted',
      'notStarted',
    ]);
    const { counts, total, waitsFor } = viewRun(model);
    expect(counts).toEqual({ updated: 1, failing: 1, stuck: 1, waiting: 1, notStarted: 3 });
    expect(total).toBe(Object.values(counts).reduce((a, b) => a + b));
    expect(waitsFor).toMatchObject({
      cause: 'ClusterFailing',
      actor: 'appOwner',
      clusters: ['c2'],
      clusterCount: 1,
    });
  });

  it('stuck begins five minutes after the start, not before', () => {
    const stateAfter = (ms: number) =>
      buildRun(at([aBusyStage('canary', { clusters: [{ cluster: 'c1', startedAt: plus(NOON, -ms) }] })]))
        .stages[0].clusters[0].state;
    expect([stateAfter(299_999), stateAfter(300_000)]).toEqual(['updating', 'stuck']);
  });

  it.each([
    ['ImagePullBackOff: image x:bad not found', 'stuck', 'appOwner'],
    ['Unschedulable: 0/3 nodes are available', 'stuck', 'clusterOwner'],
    ['container web runs and is not ready', 'updating', undefined],
  ])('a cause that is final is trouble at once, for whoever can mend it: %s', (cause, state, actor) => {
    const report = anUnavailableReport('c1', { failed: [aFailedDeployment('web', cause)] }, NOON);
    const clusters = [{ cluster: 'c1', startedAt: plus(NOON, -1000) }];
    const model = buildRun(at([aBusyStage('canary', { clusters })], { reports: [report] }));
    const [result] = model.stages[0].clusters;
    expect([result.state, result.cause]).toEqual([
      state,
      `Deployment shop/web: 0 of 2 replicas are available; ${cause}.`,
    ]);
    const trouble = model.blockers.find(({ clusterCount }) => clusterCount > 0);
    expect(trouble?.actor).toBe(actor);
  });

  it('a run that is over tries none of its clusters again', () => {
    const over = remembering(at([aBusyStage('canary')]), {
      failed: { at: NOON, message: 'the placement is gone' },
    });
    const view = viewRun(buildRun(over));
    expect(view.pipeline[0].clusters[0]).toMatchObject({
      state: 'failed',
      cause: 'The run failed before this cluster was done.',
    });
    expect([view.failure, view.blockers]).toEqual(['the placement is gone', []]);
  });

  it.each([
    ['failed', { failed: { at: NOON, message: 'no' } }],
    ['ended', { ended: { at: NOON, reason: 'a bad image', message: 'ended by a person' } }],
  ])('a run that %s promises nothing of what it did not reach', (how, over) => {
    const after = [{ kind: 'TimedWait', waitMs: 600_000 }, { kind: 'Approval' }] as const;
    const state = remembering(at([aBusyStage('canary'), aStageProgress('production', { after })]), {
      ...over,
      deletion: aStageProgress(DELETION_STAGE),
    });
    const [, second, removal] = viewRun(buildRun(state)).pipeline;
    for (const stage of [second, removal])
      expect(stage).toMatchObject({ state: 'notReached', message: `Not reached: the run ${how}.` });
    expect(second.gatesAfter).toMatchObject([
      { state: 'notReached', message: `The run ${how}.` },
      { state: 'notReached', message: `The run ${how}.` },
    ]);
  });

  it('a run that was ended removes nothing more', () => {
    const deletion = aBusyStage(DELETION_STAGE, { phase: { kind: 'Ended', since: NOON } });
    const state = remembering(at([anUpdatedStage('canary', { succeededAt: started })]), {
      ended: { at: NOON, reason: 'a bad image', message: 'ended by a person' },
      deletion,
    });
    const [, removal] = viewRun(buildRun(state)).pipeline;
    expect([removal.state, removal.clusters[0].state]).toEqual(['ended', 'ended']);
  });

  it('counts a cluster in the middle of its update on no snapshot, and as what an end would leave', () => {
    const canary = aBusyStage('canary', {
      clusters: [
        { cluster: 'c1', startedAt: longAgo, succeededAt: started },
        { cluster: 'c2', startedAt: longAgo },
        { cluster: 'c3' },
      ],
    });
    const state = at([canary, production], {
      reports: ['c1', 'c2', 'c3'].map(name => anAvailableReport(name)),
    });
    const model = buildRun(state);
    const { snapshots, midUpdate, pipeline } = viewRun(model);
    expect(snapshots.reduce((sum, { clusters }) => sum + clusters, 0)).toBe(2);
    expect(midUpdate).toBe(1);
    expect(foreseeEnd(model.assessment)?.inFlight).toBe(midUpdate);
    expect(pipeline[0].clusters.map(({ isInFlight }) => isInFlight)).toEqual([undefined, true, undefined]);
  });

  it('a cluster that an ended run left in the middle is ended, not failed', () => {
    const ended = remembering(at([aBusyStage('canary')]), {
      ended: { at: NOON, reason: 'a bad image', message: 'ended by a person' },
    });
    const view = viewRun(buildRun(ended));
    expect(view.pipeline[0].clusters[0]).toMatchObject({
      state: 'ended',
      cause: 'The run was ended before this cluster was done.',
    });
    expect(view.counts).toMatchObject({ ended: 1 });
  });

  it('RUL 4: in front of a stage that an earlier run has not left, its first wave waits for that run', () => {
    const first = at([aBusyStage('canary')]).progress!;
    const second = remembering(
      at([aStageProgress('canary', { clusters: [{ cluster: 'canary-1' }, { cluster: 'canary-2' }] })]),
      { turn: 2 },
    );
    const model = buildRun({
      ...second,
      run: aRun({ name: 'run-2' }),
      siblings: [{ name: 'run-1', createdAt: minutesBefore(9), progress: { ...first, turn: 1 } }],
    });
    expect(model.state).toBe('waiting');
    expect(model.stages[0].clusters).toMatchObject([
      { state: 'waiting', cause: 'Blocked by the earlier run run-1.' },
      { state: 'notStarted' },
    ]);
    expect(model.blockers[0]).toMatchObject({
      cause: 'EarlierRun',
      message: 'Canary begins when the earlier run run-1 has left it.',
      subject: { kind: 'run', name: 'run-1' },
    });
  });

  it('a finished stage shows what it rests on now: a report of another revision is no proof', () => {
    const done = anUpdatedStage('canary', { succeededAt: started });
    const proof = (reports: RunState['reports']) =>
      viewRun(buildRun(at([done, production], { reports }))).pipeline[0].proof;
    expect(proof([anAvailableReport('canary-1')])).toMatchObject({
      snapshot: '0',
      available: 1,
      total: 1,
      unbrokenSince: expect.any(String),
    });
    expect(proof([anAvailableReport('canary-1', { revision: 'another' })])).toEqual({
      snapshot: '0',
      available: 0,
      total: 1,
    });
  });
});
