import {
  NOON,
  aBoundBinding,
  aCluster,
  aFailedReport,
  aRunState,
  aScheduledBinding,
  aStage,
  anAvailableReport,
  anUnavailableReport,
  anUnscheduledBinding,
  secondsAfter,
} from '../testing/builders';
import type { Binding } from '../state/placement';
import type { WorkReport } from '../work/report';
import { beginOf } from '../staged/progress';
import { busy, decide, done, inState, inTheMiddle, started, wait } from './decideRun.testing';
import { projectRun } from '../status/projectRun';
import { newProgress } from './progress';

describe('stop and resume (C/TE-014)', () => {
  const stopping = (
    reports: WorkReport[],
    at = [busy([{ cluster: 'c1', startedAt: started }, { cluster: 'c2' }])],
  ) => inTheMiddle([aStage('staging')], at, { run: inState('Stop'), reports });

  it.each<{ rule: string; reports: WorkReport[]; now?: typeof NOON; kind: string }>([
    {
      rule: 'C/TR-021, TR-045, UR-140, UR-142, UR-147: a cluster is being written',
      reports: [],
      kind: 'Stopping',
    },
    {
      rule: 'C/TR-022, TR-046, UR-146: nothing is in flight',
      reports: [anAvailableReport('c1')],
      kind: 'Stopped',
    },
    { rule: 'RUL 7: written, not available yet', reports: [anUnavailableReport('c1')], kind: 'Stopped' },
    {
      rule: 'RUL 7, C/UR-145: a failing cluster does not hold the stop',
      reports: [aFailedReport('c1')],
      kind: 'Stopped',
    },
    {
      rule: 'RUL 7, C/TR-024: nor does a stuck one',
      reports: [],
      now: secondsAfter(300, started),
      kind: 'Stopped',
    },
  ])('$rule', ({ reports, now, kind }) => {
    const decision = decide(stopping(reports), now);
    expect(decision.progress.phase?.kind).toBe(kind);
    expect(decision.progress.stages[0].phase?.kind).toBe(kind);
    expect(decision.kinds).toEqual([]);
    expect(decision.causes).toContain(kind);
    expect(decision.wakeAt !== undefined).toBe(
      kind === 'Stopping' || reports.some(r => r.available?.status !== 'True'),
    );
  });

  it.each<['Waiting' | 'Stuck' | 'Running', object]>([
    ['Stuck', { since: started, at: NOON }],
    ['Waiting', { since: started, at: NOON }],
    ['Running', { since: NOON }],
  ])('says when a run was stopped that was %s, whatever its condition keeps', (kind, times) => {
    const state = stopping([aFailedReport('c1')]);
    const before = { ...state, progress: { ...state.progress!, phase: { kind, since: started } } };
    const { phase } = decide(before).progress;
    expect(phase).toEqual({ kind: 'Stopped', ...times });
    expect(beginOf(phase!)).toBe(NOON);
  });

  it('C/AP-019, UR-151, TR-029: no approval is asked for, or taken, while stopped', () => {
    const at = [
      busy([{ cluster: 'c1', startedAt: started, succeededAt: done }], {
        updatedAt: done,
        after: [{ kind: 'Approval', request: 'run-1-staging' }],
      }),
    ];
    expect(decide(stopping([], at))).toMatchObject({ kinds: [], progress: { phase: { kind: 'Stopped' } } });
  });

  it('RUL 7, C/UR-122, UR-153, UR-154: the clock of a wait starts when the clusters were done, even while stopped', () => {
    const at = [
      busy([{ cluster: 'c1', startedAt: started }], { after: [{ kind: 'TimedWait', waitMs: 60_000 }] }),
    ];
    const stopped = decide(stopping([anAvailableReport('c1')], at));
    expect(stopped.progress.stages[0].updatedAt).toBe(NOON);
    const state = inTheMiddle([aStage('staging', { afterStageTasks: [wait('1m')] })], at);
    expect(decide({ ...state, progress: stopped.progress }, secondsAfter(30)).wakeAt).toBe(secondsAfter(60));
    expect(decide({ ...state, progress: stopped.progress }, secondsAfter(60)).progress.succeededAt).toBe(
      secondsAfter(60),
    );
  });

  it('C/TR-025, TR-027, UR-148, UR-152: a resume goes on where the run was', () => {
    const stopped = decide(stopping([anAvailableReport('c1')]));
    const { events, progress } = decide({
      ...stopping([anAvailableReport('c1')]),
      run: inState('Run'),
      progress: stopped.progress,
    });
    expect(events).toEqual(['resumed', 'clusterStarted c2']);
    expect(progress.resumedAt).toBe(NOON);
    expect([progress.turn, progress.phase?.kind, progress.stages[0].phase?.kind]).toEqual([
      1,
      'Running',
      'Running',
    ]);
  });

  describe('RUL 51, C/UR-039: a write that drops spec.state', () => {
    const idle = [anAvailableReport('c1')];

    it('leaves a stopped run stopped, and says how it goes on', () => {
      const stopped = decide(stopping(idle));
      const dropped = decide({ ...stopping(idle), run: inState(undefined), progress: stopped.progress });
      expect(dropped).toMatchObject({ kinds: [], events: [], causes: ['Stopped'] });
      expect(dropped.blockers[0].message).toBe(
        'the run is still stopped although a write dropped spec.state; set spec.state to Run to go on',
      );
      expect(projectRun(inState(undefined), dropped.progress, dropped.blockers).conditions).toContainEqual(
        expect.objectContaining({
          reason: 'UpdateRunStopped',
          message: expect.stringContaining('a write dropped spec.state'),
        }),
      );
    });

    it('leaves a run that stops stopping', () => {
      const before = decide(stopping([]));
      const dropped = decide({ ...stopping([]), run: inState(undefined), progress: before.progress });
      expect(dropped).toMatchObject({ kinds: [], causes: expect.arrayContaining(['Stopping']) });
    });

    it('starts no run that is only planned', () => {
      const planned = { ...stopping([]).progress!, heldState: 'Initialize' as const };
      const { startedAt: _, phase: __, ...progress } = planned;
      const dropped = decide({ ...stopping([]), run: inState(undefined), progress });
      expect(dropped).toMatchObject({ kinds: [], causes: ['NotStarted'] });
    });

    it('changes nothing for a run that was set to Run since, or never had a state (RUL 1)', () => {
      const stopped = decide(stopping(idle));
      const running = decide({ ...stopping(idle), run: inState('Run'), progress: stopped.progress });
      const on = decide({ ...stopping(idle), run: inState(undefined), progress: running.progress });
      expect(on.progress.phase?.kind).toBe('Running');
      expect(decide({ ...stopping(idle), run: inState(undefined) }).events).toContain('clusterStarted c2');
    });
  });

  it('C/UR-141: the stage that would be next is stopped, too, and has not begun by that', () => {
    const { progress } = decide(
      aRunState({
        run: inState('Stop'),
        strategy: { stages: [aStage('staging', { labelSelector: {} })] },
        clusters: [aCluster('c1')],
        bindings: [aScheduledBinding('c1')],
      }),
    );
    expect(progress.stages[0].phase?.kind).toBe('Stopped');
    expect(progress.stages[0]).not.toHaveProperty('startedAt');
  });

  it.each<{ rule: string; bindings: Binding[]; says: RegExp }>([
    {
      rule: 'C/UR-143: was moved on by somebody else',
      bindings: [
        aBoundBinding('c1', { applyStrategy: {}, resourceIndex: 1 }),
        aBoundBinding('c2', { applyStrategy: {} }),
      ],
      says: /c1.* by somebody else/,
    },
    {
      rule: 'C/UR-094, UR-144: is not bound any more',
      bindings: [aBoundBinding('c2', { applyStrategy: {} })],
      says: /c1 left/,
    },
  ])('C/TR-026, $rule: a stop does not hide that a cluster', ({ bindings, says }) => {
    const { progress, kinds } = decide({ ...stopping([]), bindings });
    expect(progress.failed?.message).toMatch(says);
    expect([kinds, progress.phase?.kind, progress.stages[0].phase?.kind]).toEqual([[], 'Failed', 'Failed']);
  });

  it('C/UR-149, TR-032: what was not asked for yet does not hold the stop, and is asked for after a resume', () => {
    const state = inTheMiddle([], [], {
      run: inState('Stop'),
      bindings: [anUnscheduledBinding('c8'), anUnscheduledBinding('c9', { releasedAt: started })],
    });
    const clusters = [{ cluster: 'c8' }, { cluster: 'c9', startedAt: started }];
    const deletion = { ...newProgress.deletion, enteredAt: started, startedAt: started, clusters };
    const progress = { ...state.progress!, deletion };
    const bindings = [anUnscheduledBinding('c8')];
    const stopped = decide({ ...state, progress, bindings });
    expect([stopped.kinds, stopped.progress.phase?.kind]).toEqual([[], 'Stopped']);
    const resumed = decide({ ...state, bindings, run: inState('Run'), progress: stopped.progress });
    expect([resumed.kinds, resumed.causes]).toEqual([['releaseBinding'], ['ReleasePending']]);
  });

  it('C/UR-149, TR-023: releases that were asked for are awaited, and nothing is forgotten', () => {
    const state = inTheMiddle([], [], {
      run: inState('Stop'),
      bindings: [anUnscheduledBinding('c9', { releasedAt: started })],
    });
    const deletion = {
      ...newProgress.deletion,
      enteredAt: started,
      startedAt: started,
      clusters: [{ cluster: 'c9', startedAt: started }],
    };
    const progress = { ...state.progress!, deletion };
    expect(decide({ ...state, progress })).toMatchObject({
      causes: ['ReleasePending', 'Stopping'],
      kinds: [],
    });
    expect(decide({ ...state, progress, bindings: [] })).toMatchObject({
      progress: { phase: { kind: 'Stopped' } },
      events: ['clusterSucceeded c9', 'stopped'],
    });
  });
});
