import { plus, toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  NOON,
  aFailedDeployment,
  aFailedReport,
  anUnavailableReport,
  aRun,
  minutesBefore,
  requested,
} from '../testing/builders';
import type { BlockerCause } from '../blocker/causes';
import type { Blocker } from '../decision';
import { inState, started } from '../updaterun/decideRun.testing';
import type { RunProgress, RunState } from '../updaterun/state';
import {
  aBusyStage,
  aRequest,
  askedTask,
  aStageProgress,
  anUpdatedStage,
  at,
  buildRun,
  remembering,
} from './runView.testing';
import { buildRunModel, summarizeRun } from './viewRun';

type Phase = NonNullable<RunProgress['phase']>;

describe('a slot that other clusters wait for (ui §2)', () => {
  const unavailable = (cause: string) =>
    anUnavailableReport('c1', { failed: [aFailedDeployment('web', cause)] }, NOON);

  it.each([
    ['an image that cannot be pulled', unavailable('ImagePullBackOff: image x:bad not found'), 'appOwner'],
    ['no room', unavailable('Unschedulable: 0/3 nodes are available'), 'clusterOwner'],
    ['objects that cannot be applied', aFailedReport('c1'), 'appOwner'],
  ])('is freed by who can mend what holds it: %s', (_, report, actor) => {
    const clusters = [{ cluster: 'c1', startedAt: plus(NOON, -1000) }, { cluster: 'c2' }];
    const { blockers, stages } = buildRun(at([aBusyStage('canary', { clusters })], { reports: [report] }));
    const [{ state }] = stages[0].clusters;
    expect(blockers.find(({ cause }) => cause === 'ConcurrencyLimit')).toMatchObject({
      actor,
      clusters: ['c1'],
      message: `1 of 1 slot held by c1, which is ${state}; 1 cluster still to come.`,
    });
  });

  it.each<[string, readonly ('failing' | 'stuck')[], string]>([
    [
      'two that fail',
      ['failing', 'failing'],
      '2 of 4 slots held by 2 failing clusters; 3 clusters still to come.',
    ],
    [
      'one that fails and one that is stuck',
      ['stuck', 'failing'],
      '2 of 4 slots held by 1 failing and 1 stuck cluster; 3 clusters still to come.',
    ],
    [
      'one that fails and two that are stuck',
      ['stuck', 'failing', 'stuck'],
      '3 of 4 slots held by 1 failing and 2 stuck clusters; 3 clusters still to come.',
    ],
  ])('is explained by what holds it: %s', (_, states, message) => {
    const names = states.map((state, index) => `${state}-${index}`);
    const clusters = [
      ...names.map(cluster => ({ cluster, startedAt: plus(NOON, -3_600_000) })),
      ...['x', 'y', 'z'].map(cluster => ({ cluster })),
    ];
    const reports = names.map(name =>
      name.startsWith('failing') ? aFailedReport(name) : anUnavailableReport(name, {}, NOON),
    );
    const state = at([aBusyStage('canary', { clusters })], { reports });
    const [stage] = state.progress!.plan!.stages;
    const plan = { ...state.progress!.plan!, stages: [{ ...stage, maxConcurrency: 4 }] };
    const { blockers } = buildRun({ ...state, progress: { ...state.progress!, plan } });
    expect(blockers.find(({ cause }) => cause === 'ConcurrencyLimit')?.message).toBe(message);
  });
});

describe('a run that was stuck and is stopped', () => {
  const stuck = anUnavailableReport(
    'c1',
    { failed: [aFailedDeployment('web', 'ImagePullBackOff: no x')] },
    NOON,
  );
  const stopped = (phase: Phase) =>
    remembering(
      at([aBusyStage('canary', { clusters: [{ cluster: 'c1', startedAt: minutesBefore(9) }] })], {
        run: inState('Stop', { name: 'run-1' }),
        reports: [stuck],
      }),
      { phase },
    );

  it.each<[string, Phase, object]>([
    [
      'stopped while it was stuck',
      { kind: 'Stopped', since: minutesBefore(7), at: NOON },
      { cause: 'Stopped', actor: 'operator', since: toRfc3339(NOON) },
    ],
    [
      'stopped after it came to rest',
      { kind: 'Stopped', since: NOON },
      { cause: 'Stopped', actor: 'operator', since: toRfc3339(NOON) },
    ],
    [
      'coming to rest',
      { kind: 'Stopping', since: NOON },
      { cause: 'Stopping', actor: 'engine', since: toRfc3339(NOON) },
    ],
    [
      'asked to stop, and no pass has seen it',
      { kind: 'Stuck', since: minutesBefore(7) },
      { cause: 'Stopping', actor: 'engine' },
    ],
  ])('waits for what it is now: %s', (_, phase, first) => {
    const model = buildRun(stopped(phase));
    const { cause, actor, since } = summarizeRun(model).waitsFor ?? {};
    expect({ cause, actor, ...(since && { since }) }).toEqual(first);
    expect(model.blockers.map(one => one.cause)).toContain('ClusterStuck');
  });
});

describe('what the decision found (B/RO-086)', () => {
  const found = (blocker: Partial<Blocker>) => {
    const state = at([aBusyStage('canary')]);
    const words = { cause: 'NotFoundYet', message: 'it waits', ...blocker } as const;
    const inputs = { ...state, blockers: [words] };
    return buildRunModel(inputs, NOON).blockers;
  };

  it('is shown with the state and the actor of its cause', () => {
    expect(found({})).toMatchObject([
      { cause: 'NotFoundYet', state: 'waiting', actor: 'operator', message: 'It waits.', stage: 'canary' },
    ]);
  });

  it('names whom the decision named', () => {
    expect(found({ actor: 'appOwner' })).toMatchObject([{ actor: 'appOwner' }]);
  });

  it('is shown also for a cause that is not known here', () => {
    expect(found({ cause: 'OfALaterVersion' as BlockerCause })).toMatchObject([
      { cause: 'OfALaterVersion', state: 'info', actor: 'engine' },
    ]);
  });

  it('is left to the words of the page for its stages', () => {
    expect(found({ cause: 'ClusterUpdating' })).toEqual([]);
  });
});

describe('a run behind an earlier one (RUL 4)', () => {
  const behind = (memory: Partial<RunProgress>): RunState => {
    const { progress } = remembering(at([aBusyStage('canary', { clusters: [{ cluster: 'c1' }] })]), memory);
    const mine = at([aStageProgress('canary', { clusters: [{ cluster: 'c1' }] })], {
      run: aRun({ name: 'run-2', uid: 'uid-2' }),
      siblings: [{ name: 'run-1', createdAt: started, progress }],
    });
    return remembering(mine, { turn: 2 });
  };
  const running: Phase = { kind: 'Running', since: started };

  it.each<[string, RunState, string, string, RegExp]>([
    [
      'that gets on',
      behind({ phase: running }),
      'EarlierRun',
      'engine',
      /begins when the earlier run run-1 has left it/,
    ],
    [
      'with a cluster that is stuck for a final cause, and not yet for long',
      behind({ phase: running, trouble: 'stuck' }),
      'EarlierRunStuck',
      'operator',
      /which is stuck\. Repair its clusters/,
    ],
    [
      'that fails',
      behind({ phase: running, trouble: 'failing' }),
      'EarlierRunStuck',
      'operator',
      /which is failing\. Repair its clusters/,
    ],
    [
      'that has been stuck for long',
      behind({ phase: { kind: 'Stuck', since: started } }),
      'EarlierRunStuck',
      'operator',
      /which is stuck/,
    ],
    [
      'that is stopped while it is stuck',
      behind({ phase: { kind: 'Stopped', since: started }, trouble: 'stuck' }),
      'EarlierRunStopped',
      'operator',
      /which is stopped\. Resume or end/,
    ],
  ])('says who has to act for one %s', (_, state, cause, actor, message) => {
    const [first] = buildRun(state).blockers;
    expect(first).toMatchObject({ cause, actor, subject: { name: 'run-1' } });
    expect(first.message).toMatch(message);
  });
});

describe('an approval of a run that was stopped and goes on', () => {
  const canary = anUpdatedStage('canary', {
    after: [askedTask('canary', { requestedAt: minutesBefore(9) })],
  });
  const asked = at([canary, aStageProgress('production')], { gateFacts: requested(aRequest('canary')) });

  it.each([
    ['never stopped', {}, minutesBefore(9)],
    ['resumed since', { resumedAt: minutesBefore(2) }, minutesBefore(2)],
    ['resumed before it was asked for', { resumedAt: minutesBefore(20) }, minutesBefore(9)],
  ])('waits since it could be decided: %s', (_, memory, since) => {
    const { stages, blockers } = buildRun(remembering(asked, memory));
    expect(stages[0].after[0].askedAt).toBe(toRfc3339(since));
    expect(blockers[0]).toMatchObject({ cause: 'ApprovalPending', since: toRfc3339(since) });
  });
});
