import type { FailedResourcePlacement, Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import type { Blocker } from '../decision';
import type { Binding } from '../state/placement';
import {
  NOON,
  aBoundBinding,
  aCluster,
  aHealthyMember,
  aFailedDeployment,
  aFailedReport,
  aStage,
  anAvailableReport,
  anUnavailableReport,
  minutesBefore,
  secondsAfter,
} from '../testing/builders';
import { concurrencyLimit, usableSlots } from '../staged/slots';
import type { WorkReport } from '../work/report';
import { busy, decide, done, inTheMiddle, started } from './decideRun.testing';
import type { RunTrouble } from './state';

const unavailable = (cause: string) =>
  anUnavailableReport('c1', { failed: [aFailedDeployment('web', cause)] }, done);
const failure = (cause: string) => `Deployment shop/web: 0 of 2 replicas are available; ${cause}.`;

describe('clusters of a stage (C/TE-010, TE-011)', () => {
  it.each([
    [3, undefined, 1],
    [3, '70%', 2],
    [10, '33%', 3],
    [5, '10%', 1],
    [4, '100%', 4],
    [2, 150, 150],
    [0, '50%', 1],
  ])('C/UR-091: %s clusters at %s → %s', (count, maxConcurrency, limit) => {
    expect(concurrencyLimit(maxConcurrency, count)).toBe(limit);
  });

  it.each([
    [3, 4, 3],
    [3, 2, 2],
    [0, 4, 1],
    [4, '50%', 2],
  ])(
    'C/UR-091: of %s clusters at %s no more than %s are said to be at once',
    (count, maxConcurrency, slots) => {
      expect(usableSlots(maxConcurrency, count)).toBe(slots);
    },
  );

  const claims = (patch: Partial<WorkReport>) => anAvailableReport('c1', patch);
  const yes = { status: 'True' as const, reason: 'DiffReported', message: '', at: done };
  it.each<{ rule: string; report?: WorkReport; cause?: string; message?: RegExp; since?: Instant }>([
    { rule: 'C/UR-110, UR-110a, TR-062: available', report: claims({}) },
    {
      rule: 'C/UR-110a: availability that cannot be tracked',
      report: claims({ available: { ...yes, reason: 'NotAllWorkAreAvailabilityTrackable' } }),
    },
    {
      rule: 'C/UR-110a, RB-008: the comparison is complete',
      report: claims({ available: undefined, applied: undefined, diffReported: yes }),
    },
    {
      rule: 'C/UR-110c, TR-009: nothing was reported',
      cause: 'ClusterUpdating',
      message: /c1: being applied/,
    },
    {
      rule: 'revision-true: the report speaks of an older revision',
      report: claims({ revision: 'r-old' }),
      cause: 'ClusterUpdating',
    },
    {
      rule: 'RUL 8, C/UR-113: not available yet is in progress',
      report: anUnavailableReport('c1'),
      cause: 'ClusterUpdating',
      message: /c1: NotAllWorkAreAvailable/,
    },
    {
      rule: 'RUL 6, C/UR-110b, TR-064: applying failed is reported at once',
      report: aFailedReport('c1'),
      cause: 'ClusterFailing',
      message: /c1: NotAllWorkHaveBeenApplied/,
      since: aFailedReport('c1').applied?.at,
    },
  ])('$rule', ({ report, cause, message = /./, since = started }) => {
    const state = inTheMiddle([aStage('staging')], [busy([{ cluster: 'c1', startedAt: started }])], {
      reports: report ? [report] : [],
    });
    const { progress, blockers } = decide(state);
    expect(progress.stages[0].clusters[0].succeededAt).toBe(cause === undefined ? NOON : undefined);
    if (cause)
      expect(blockers[0]).toMatchObject({
        cause,
        message: expect.stringMatching(message),
        since,
        clusters: ['c1'],
      });
  });

  it.each<{ rule: string; binding: Partial<Binding>; says: RegExp }>([
    {
      rule: 'another snapshot',
      binding: {
        resourceIndex: 1,
        rollout: { status: 'True', reason: 'RolloutStarted', message: '', at: done, run: 'run-2' },
      },
      says: /c1.* moved to resource snapshot 1 by run "run-2"/,
    },
    {
      rule: 'another apply strategy',
      binding: { applyStrategy: { type: 'ReportDiff' } },
      says: /by somebody else/,
    },
    {
      rule: 'not let go any more',
      binding: { rollout: { status: 'False', reason: 'RolloutNotStartedYet', message: '', at: done } },
      says: /by somebody else/,
    },
  ])(
    'C/UR-093, UR-099, UR-112, TR-047, TR-063: a binding that somebody moved fails the run. $rule',
    ({ binding, says }) => {
      const at = [busy([{ cluster: 'c1', startedAt: started }])];
      const state = inTheMiddle([aStage('staging')], at, {
        bindings: [aBoundBinding('c1', { applyStrategy: {}, ...binding })],
      });
      const { progress, events } = decide(state);
      expect(progress.failed?.message).toMatch(says);
      expect(progress.stages[0].clusters[0].failed?.message).toMatch(says);
      expect(events).toEqual(['clusterFailed c1', 'failed']);
    },
  );

  it('reports each cause of not being available once per cluster, while it is under way', () => {
    const at = [busy([{ cluster: 'c1', startedAt: started }])];
    let state = inTheMiddle([aStage('staging')], at);
    const observe = (...failed: FailedResourcePlacement[]) => {
      const { progress, ...decision } = decide({
        ...state,
        reports: [anUnavailableReport('c1', { failed })],
      });
      state = { ...state, progress };
      const save = decision.actions.find(({ kind }) => kind === 'saveProgress');
      return (save?.kind === 'saveProgress' ? save.events : []).map(
        ({ event, message }) => `${event} ${message}`,
      );
    };
    const web = (cause: string) => aFailedDeployment('web', cause);
    expect(observe(web('container web runs and is not ready'))).toEqual([]);
    expect(observe(web('ErrImagePull: image web:bad not found (1 pod)'))).toEqual([
      'clusterUnavailable Deployment shop/web: 0 of 2 replicas are available; ErrImagePull: image web:bad not found (1 pod)',
    ]);
    expect(observe(web('ImagePullBackOff: image web:bad not found (2 pods)'))).toEqual([]);
    expect(observe()).toEqual([]);
    expect(observe(web('ErrImagePull: image web:bad not found'))).toEqual([]);
    expect(
      observe(web('CrashLoopBackOff: exit 1'), aFailedDeployment('api', 'CrashLoopBackOff: exit 2')),
    ).toEqual([
      'clusterUnavailable Deployment shop/web: 0 of 2 replicas are available; CrashLoopBackOff: exit 1',
      'clusterUnavailable Deployment shop/api: 0 of 2 replicas are available; CrashLoopBackOff: exit 2',
    ]);
    const many = ['a', 'b', 'c', 'd'].map(name => aFailedDeployment(name, 'CrashLoopBackOff: exit 1'));
    expect(observe(...many)).toHaveLength(2);
  });

  it.each<{
    what: string;
    reports?: readonly WorkReport[];
    clusters?: readonly ClusterFacts[];
    startedAt?: Instant;
    row: Pick<Blocker, 'cause' | 'brief' | 'since' | 'actor'>;
    trouble?: RunTrouble;
  }>([
    {
      what: 'that has not reported',
      row: { cause: 'ClusterUpdating', brief: 'Sent; the cluster has not reported yet.', since: started },
    },
    {
      what: 'that reports and is not available',
      reports: [unavailable('container web runs and is not ready')],
      row: {
        cause: 'ClusterUpdating',
        brief: failure('container web runs and is not ready'),
        since: started,
      },
    },
    {
      what: 'that does not answer',
      clusters: [
        aCluster('c1', { health: aHealthyMember({ message: 'connection refused' }) }),
        aCluster('c2'),
      ],
      row: {
        cause: 'ClusterUpdating',
        brief: 'No status from the cluster: connection refused.',
        since: started,
      },
    },
    {
      what: 'with an image that cannot be pulled',
      reports: [unavailable('ImagePullBackOff: no x')],
      row: {
        cause: 'ClusterStuck',
        brief: failure('ImagePullBackOff: no x'),
        since: done,
        actor: 'appOwner',
      },
      trouble: 'stuck',
    },
    {
      what: 'without room for a pod, however long',
      reports: [unavailable('Unschedulable: 0/3 nodes')],
      startedAt: minutesBefore(7),
      row: {
        cause: 'ClusterStuck',
        brief: failure('Unschedulable: 0/3 nodes'),
        since: done,
        actor: 'clusterOwner',
      },
      trouble: 'stuck',
    },
    {
      what: 'that takes more than five minutes',
      startedAt: minutesBefore(7),
      row: {
        cause: 'ClusterStuck',
        brief: 'Sent; the cluster has not reported yet. Updating for more than 5 minutes.',
        since: minutesBefore(2),
        actor: 'clusterOwner',
      },
      trouble: 'stuck',
    },
    {
      what: 'that fails, however long',
      reports: [aFailedReport('c1')],
      startedAt: minutesBefore(7),
      row: {
        cause: 'ClusterFailing',
        brief: 'NotAllWorkHaveBeenApplied.',
        since: aFailedReport('c1').applied?.at,
        actor: 'appOwner',
      },
      trouble: 'failing',
    },
  ])('B/RO-086, C/UR-101, UR-114, UR-115, RUL 6: keeps what pages say of a cluster $what', given => {
    const { reports = [], clusters, startedAt = started, row, trouble } = given;
    const at = [busy([{ cluster: 'c1', startedAt }, { cluster: 'c2' }])];
    const state = inTheMiddle([aStage('staging')], at, { reports, ...(clusters && { clusters }) });
    const { blockers, progress } = decide(state);
    const [own, limit] = blockers;
    expect({ actor: undefined, ...own }).toMatchObject({ actor: undefined, ...row });
    expect(progress.trouble).toBe(trouble);
    const holders = trouble && { clusters: ['c1'], actor: row.actor };
    expect(limit).toMatchObject({ cause: 'ConcurrencyLimit', ...holders });
    expect(limit.clusters).toEqual(holders?.clusters);
  });

  it('RUL 4: forgets the trouble that is over', () => {
    const at = [busy([{ cluster: 'c1', startedAt: started }, { cluster: 'c2' }])];
    const before = decide(inTheMiddle([aStage('staging')], at, { reports: [aFailedReport('c1')] }));
    const state = inTheMiddle([aStage('staging')], at);
    expect(decide({ ...state, progress: before.progress }).progress).not.toHaveProperty('trouble');
  });

  it('says no cause of another revision', () => {
    const at = [busy([{ cluster: 'c1', startedAt: started }])];
    const failed = [aFailedDeployment('web', 'CrashLoopBackOff: exit 1')];
    const reports = [anUnavailableReport('c1', { failed, revision: 'another' })];
    expect(decide(inTheMiddle([aStage('staging')], at, { reports })).events).toEqual([]);
  });

  it('C/TR-066, CC-003, UR-092: a cluster that has succeeded may be moved on by a later run', () => {
    const at = [busy([{ cluster: 'c1', startedAt: started, succeededAt: done }, { cluster: 'c2' }])];
    const state = inTheMiddle([aStage('staging')], at);
    const moved = state.bindings.map(b => (b.cluster === 'c1' ? { ...b, resourceIndex: 1 } : b));
    expect(decide({ ...state, bindings: moved }).events).toEqual(['clusterStarted c2']);
  });

  it('C/UR-088: keeps since when it is in progress from pass to pass', () => {
    const state = inTheMiddle([aStage('staging')], [busy([{ cluster: 'c1', startedAt: started }])]);
    for (const now of [NOON, secondsAfter(60)]) {
      const { progress } = decide(state, now);
      expect(progress.phase).toEqual({ kind: 'Running', since: started });
    }
  });

  it.each<{ rule: string; binding: Partial<Binding> }>([
    { rule: 'C/UR-096: is only scheduled', binding: { phase: 'Scheduled' } },
    { rule: 'C/UR-097: was never let go', binding: { rollout: undefined } },
  ])('moves a cluster that has the content of the run and $rule', ({ binding }) => {
    const at = [busy([{ cluster: 'c1' }], { startedAt: undefined, phase: undefined })];
    const bindings = [aBoundBinding('c1', { applyStrategy: {}, ...binding })];
    const { kinds, events } = decide(inTheMiddle([aStage('staging')], at, { bindings }));
    expect([kinds, events]).toEqual([['advanceBinding'], ['stageStarted', 'clusterStarted c1']]);
  });

  it('C/UR-098, UR-104, TR-061, CC-005, RB-004: a cluster that has it all succeeds at once, without a write', () => {
    const at = [
      busy([{ cluster: 'c1' }, { cluster: 'c2' }, { cluster: 'c3' }], {
        startedAt: undefined,
        phase: undefined,
      }),
    ];
    const state = inTheMiddle([aStage('staging')], at, {
      reports: [anAvailableReport('c1'), anAvailableReport('c2')],
    });
    const { events, kinds, causes } = decide(state);
    expect(events).toEqual([
      'stageStarted',
      'clusterStarted c1',
      'clusterSucceeded c1',
      'clusterStarted c2',
      'clusterSucceeded c2',
      'clusterStarted c3',
    ]);
    expect([kinds, causes]).toEqual([[], ['ClusterUpdating']]);
  });

  it('C/UR-102, UR-103, UR-114, TM-009, RL-026, TR-010, TR-011, TR-065: stuck after five minutes, and out of it again', () => {
    const at = [busy([{ cluster: 'c1', startedAt: started }, { cluster: 'c2' }])];
    const state = inTheMiddle([aStage('staging')], at);
    expect(decide(state).wakeAt).toBe(secondsAfter(300, started));
    const stuck = decide(state, secondsAfter(300, started));
    expect(stuck.progress.phase).toEqual({ kind: 'Stuck', since: secondsAfter(300, started) });
    expect(stuck).toMatchObject({ events: ['stuck'], causes: ['ClusterStuck', 'ConcurrencyLimit'] });
    expect(stuck.wakeAt).toBeUndefined();
    const again = decide(
      { ...state, progress: stuck.progress, reports: [anAvailableReport('c1')] },
      secondsAfter(400, started),
    );
    expect(again.progress.phase).toEqual({ kind: 'Running', since: secondsAfter(400, started) });
  });
});
