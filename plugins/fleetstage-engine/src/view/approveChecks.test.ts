import { plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  aBoundBinding,
  aCluster,
  aHealthyMember,
  anAvailableReport,
  aPlacement,
  aPlacementSpec,
  minutesBefore,
  requested,
} from '../testing/builders';
import { inState, started } from '../updaterun/decideRun.testing';
import type { RunProgress, RunState } from '../updaterun/state';
import { approveChecks, countChecks, startsStage, type ChangeFacts, type CheckFacts } from './approveChecks';
import type { CheckCountsView, CheckView } from './views';
import {
  aRequest,
  askedTask,
  aStageProgress,
  at,
  anUpdatedStage,
  buildRun,
  remembering,
} from './runView.testing';

type PhaseKind = NonNullable<RunProgress['phase']>['kind'];

const changes = {
  counts: { added: 1, changed: 2, deleted: 0, unchanged: 9 },
  deleted: [],
  hasPrevious: true,
};
const canary = anUpdatedStage('canary', { after: [askedTask('canary')] });
const bound = (name: string) => aBoundBinding(name, { applyStrategy: {} });

const waiting = (patch: Partial<RunState> = {}, stages = [canary, aStageProgress('production')]): RunState =>
  at(stages, {
    gateFacts: requested(aRequest('canary')),
    placement: aPlacement({ spec: aPlacementSpec({ strategy: { type: 'External', applyStrategy: {} } }) }),
    reports: [
      anAvailableReport('canary-1', {
        available: { ...anAvailableReport('x').available!, at: minutesBefore(47) },
      }),
    ],
    ...patch,
  });

function checksOf(state: RunState, facts: Partial<CheckFacts> = {}) {
  const model = buildRun(state);
  const gate = model.stages[0].after.find(({ kind }) => kind === 'approval')!;
  const checks = approveChecks({ model, state, changes, ...facts }, gate);
  return { model, gate, checks, of: (id: string) => checks.find(check => check.id === id)! };
}

describe('ready to approve, ui §5.6', () => {
  it('all is well, in numbers', () => {
    const state = waiting();
    const { checks, gate, model } = checksOf(state);
    expect(Object.fromEntries(checks.map(({ id, level, text }) => [id, `${level}: ${text}`]))).toEqual({
      proof: 'pass: 1 of 1 canary cluster available on snapshot 0, without a break for 47 min.',
      gates: 'pass: There is no earlier gate.',
      plan: 'pass: The plan holds: same policy, same 2 clusters.',
      targets: 'pass: 1 of 1 production cluster seen in the last 1 min.',
      runs: 'pass: No other run holds these clusters.',
      change: 'pass: Objects: 2 changed, 1 added, 0 deleted, 9 as before.',
    });
    expect(startsStage(model, gate, state)).toEqual({
      kind: 'stage',
      stage: 'production',
      clusterCount: 1,
      slots: 1,
    });
  });

  it.each([
    ['stopped', 'Stopped'],
    ['being stopped', 'Running'],
  ] as const)('of a run that is %s nothing can be decided, and nothing starts', (_, kind) => {
    const state = remembering(waiting({ run: inState('Stop', { name: 'run-1' }) }), {
      phase: { kind, since: started },
    });
    const { checks, gate, model } = checksOf(state);
    expect(checks[0]).toEqual({ id: 'gates', level: 'blocks', text: 'The run is stopped. Resume it first.' });
    expect(startsStage(model, gate, state)).toEqual({
      kind: 'nothing',
      clusterCount: 0,
      reason: 'The run is stopped. Resume it first.',
    });
  });

  const unsteady = { ...anAvailableReport('canary-1').available!, at: plus(started, 30_000) };
  const silent = aCluster('production-1', { health: aHealthyMember({ lastHeartbeatAt: minutesBefore(9) }) });
  it.each<[string, RunState, string, RegExp, Partial<CheckFacts>?]>([
    [
      'proof warn: not available now',
      waiting({ reports: [] }),
      'proof warn',
      /^0 of 1 canary cluster available on snapshot 0; not available now: canary-1\.$/,
    ],
    [
      'proof warn: was away',
      waiting({ reports: [anAvailableReport('canary-1', { available: unsteady })] }),
      'proof warn',
      /was not available for a while/,
    ],
    [
      'proof blocks: another snapshot',
      waiting({
        bindings: [aBoundBinding('canary-1', { applyStrategy: {}, resourceIndex: 7 }), bound('production-1')],
      }),
      'proof blocks',
      /another snapshot/,
    ],
    [
      'gates warn: a wait still counts',
      waiting({}, [
        anUpdatedStage('canary', { after: [{ kind: 'TimedWait', waitMs: 600_000 }, askedTask('canary')] }),
        aStageProgress('production'),
      ]),
      'gates warn',
      /still counts, for 9 min more; the approval takes effect then/,
    ],
    [
      'RUL 5: plan blocks',
      waiting({ placement: aPlacement({ uid: 'made-anew' }) }),
      'plan blocks',
      /^The run would fail: /,
    ],
    [
      'targets warn',
      waiting({ clusters: [aCluster('canary-1'), silent] }),
      'targets warn',
      /^1 of 1 production cluster has no recent status: production-1\. It would hold 1 of 1 slot\.$/,
    ],
    [
      'change warn: deletes',
      waiting(),
      'change warn',
      /Deletes ConfigMap web\/old\.$/,
      { changes: { ...changes, deleted: ['ConfigMap web/old'] } },
    ],
    ['change warn: not kept', waiting(), 'change warn', /not kept any more/, { changes: undefined }],
  ])('%s', (...[, state, expected, text, facts]) => {
    const [id, level] = expected.split(' ');
    const { of, checks } = checksOf(state, facts);
    expect(of(id)).toMatchObject({ level, text: expect.stringMatching(text) });
    expect(checks[0].level).not.toBe('pass');
  });

  it.each<[string, RunState['placement'], true | undefined]>([
    ['only a new run can go on', aPlacement({ uid: 'made-anew' }), true],
    ['no run can, where the placement is gone', undefined, undefined],
    [
      'no run can, where the placement is being deleted',
      aPlacement({ deletedAt: minutesBefore(1) }),
      undefined,
    ],
  ])('a plan that holds no more blocks: %s', (_, placement, needsNewRun) => {
    const { of } = checksOf(waiting({ placement }));
    expect(of('plan')).toMatchObject({ level: 'blocks' });
    expect(of('plan').needsNewRun).toBe(needsNewRun);
  });

  it.each<[string, readonly (readonly [string, PhaseKind])[], string]>([
    ['gets on', [['run-0', 'Running']], 'Waits for run-0, which began earlier.'],
    ['is stopped', [['run-0', 'Stopped']], 'Waits for run-0, which began earlier and is stopped.'],
    ['is stuck', [['run-0', 'Stuck']], 'Waits for run-0, which began earlier and is stuck.'],
    [
      'is stopped beside one that gets on',
      [
        ['run-0', 'Stopped'],
        ['run-00', 'Running'],
      ],
      'Waits for run-0, run-00, which began earlier; run-0 is stopped.',
    ],
  ])('says the state of the run that comes first: it %s', (_, ahead, text) => {
    const state = waiting();
    const siblings = ahead.map(([name, kind]) => ({
      name,
      createdAt: minutesBefore(60),
      progress: {
        ...state.progress!,
        turn: 1,
        phase: { kind, since: minutesBefore(26) },
        stages: state.progress!.stages.map(stage => ({ ...stage, succeededAt: undefined })),
      },
    }));
    const { of } = checksOf({ ...state, siblings, progress: { ...state.progress!, turn: 2 } });
    expect(of('runs')).toMatchObject({ level: 'warn', text });
  });

  it('names the images that change, old and new', () => {
    const images = [
      { before: 'web:1.2.0', after: 'web:1.3.0' },
      { before: 'proxy:7', after: 'proxy:8' },
    ];
    const textOf = (some: typeof images) =>
      checksOf(waiting(), { changes: { ...changes, images: some } }).of('change').text;
    expect(textOf(images.slice(0, 1))).toBe(
      'Objects: 2 changed, 1 added, 0 deleted, 9 as before. Image web:1.2.0 → web:1.3.0.',
    );
    expect(textOf(images)).toMatch(/Images web:1\.2\.0 → web:1\.3\.0(,| and) proxy:7 → proxy:8\.$/);
  });

  it.each<[string, ChangeFacts, string]>([
    [
      'first',
      { counts: { added: 4, changed: 0, deleted: 0, unchanged: 0 }, deleted: [], hasPrevious: false },
      '4 objects, all new: nothing was rolled out before.',
    ],
    [
      'same',
      { counts: { added: 0, changed: 0, deleted: 0, unchanged: 4 }, deleted: [], hasPrevious: true },
      'Nothing changes: 4 objects as before.',
    ],
  ])('the %s roll-out says so', (_, given, text) => {
    expect(checksOf(waiting(), { changes: given }).of('change')).toMatchObject({ level: 'pass', text });
  });

  it('says that the wait beside it still holds, and when that ends', () => {
    const stages = [
      anUpdatedStage('canary', {
        after: [{ kind: 'TimedWait', waitMs: 600_000 } as const, askedTask('canary')],
      }),
      aStageProgress('production'),
    ];
    const state = waiting({}, stages);
    const { model, gate } = checksOf(state);
    expect(startsStage(model, gate, state)).toMatchObject({
      kind: 'wait',
      clusterCount: 0,
      endsAt: '2026-11-21T12:09:00Z',
    });
  });

  it('the last gate lets the run end', () => {
    const state = waiting({}, [canary]);
    const { model, gate } = checksOf(state);
    expect(startsStage(model, gate, state)).toEqual({ kind: 'finish', clusterCount: 0 });
  });
});

describe('checks by level, ui §5.6', () => {
  it.each<[CheckView['level'][], CheckCountsView]>([
    [[], { total: 0, pass: 0, warn: 0, blocks: 0 }],
    [['pass', 'warn', 'pass'], { total: 3, pass: 2, warn: 1, blocks: 0 }],
    [['blocks', 'pass'], { total: 2, pass: 1, warn: 0, blocks: 1 }],
  ])('%j', (levels, counts) => {
    expect(countChecks(levels.map(level => ({ level })))).toEqual(counts);
  });
});
