import type { NamedGates, Result, StageConfig } from '@fleetstage/backstage-plugin-fleetstage-common';
import { projectRun } from '../status/projectRun';
import {
  NOON,
  aBoundBinding,
  aCluster,
  aRun,
  aRunState,
  minutesBefore,
  requested,
} from '../testing/builders';
import { explainApproval } from '../view/explainApproval';
import { previewRun } from '../view/previewRun';
import { previewStrategy } from '../view/previewStrategy';
import { strategyChangeInWords } from '../view/strategyChange';
import { buildRunModel } from '../view/viewRun';
import { busy, decide, done, inTheMiddle, started } from './decideRun.testing';
import { gatePluginsOf, type GatePlugin, type GateVerdict } from './gatePlugin';
import type { RunState, StageProgress } from './state';
import { validateStrategy } from './validateStrategy';

const stages: StageConfig[] = [
  { name: 'staging', labelSelector: { matchLabels: { stage: 'staging' } } },
  { name: 'production', labelSelector: { matchLabels: { stage: 'production' } } },
];

const minutesAfter = (minutes: number) => minutesBefore(-minutes);

/** Answers what its config says. */
const kind = (patch: Partial<GatePlugin> = {}): GatePlugin => ({
  name: 'Freeze',
  title: 'Change freeze',
  sides: ['before', 'after'],
  readConfig: config => ({ ok: true, value: config }),
  preview: config => `says ${JSON.stringify(config)}`,
  decide: config => config as GateVerdict,
  ...patch,
});

const SHUT = { kind: 'waiting', message: 'no stage begins on Saturdays', actor: 'operator' } as const;

const memory = (config: unknown) => ({
  kind: 'Freeze',
  added: { title: 'Change freeze', says: 'no Saturday', config },
});

const production = (patch: Partial<StageProgress>): StageProgress =>
  busy([{ cluster: 'c1' }], { name: 'production', startedAt: undefined, ...patch });

/** In front of its one stage. */
const held = (config: unknown, patch: Partial<RunState> = {}) =>
  inTheMiddle([stages[1]], [production({ before: [memory(config)] })], {
    gatePlugins: gatePluginsOf([kind()]),
    ...patch,
  });

describe('a gate of an added kind', () => {
  it('that is open lets the stage begin in the same pass, and the timeline says so', () => {
    const { progress, events, causes } = decide(held({ kind: 'open' }));
    expect(events).toEqual(['gateOpened Change freeze', 'stageStarted', 'clusterStarted c1']);
    expect(causes).not.toContain('GateWaiting');
    expect(progress.stages[0].before[0].doneAt).toBe(NOON);
  });

  it('that is shut holds the stage: why, since when, until when, who can act', () => {
    const until = minutesAfter(90);
    const state = held({ ...SHUT, until });
    const { blockers, wakeAt, progress, events } = decide(state);
    expect(blockers).toEqual([
      {
        cause: 'GateWaiting',
        actor: 'operator',
        message: 'gate "Change freeze" before stage "production" is shut: no stage begins on Saturdays',
        since: NOON,
        until,
      },
    ]);
    expect(wakeAt).toBe(until);
    expect(events).toContain('gateWaiting Change freeze');
    expect(progress.stages[0].startedAt).toBeUndefined();
    const again = decide({ ...state, progress }, minutesAfter(5));
    expect(again.blockers[0].since).toBe(NOON);
    expect(again.events).toEqual([]);
  });

  it('is asked again after a minute where it does not know the end', () => {
    expect(decide(held(SHUT)).wakeAt).toBe(minutesAfter(1));
  });

  it('shuts again until what is behind it has begun, and is not asked after that', () => {
    const open = { ...memory(SHUT), doneAt: started };
    const shut = decide(held(SHUT, inTheMiddle([stages[1]], [production({ before: [open] })])));
    expect(shut.progress.stages[0].before[0].doneAt).toBeUndefined();
    const begun = production({
      before: [open],
      startedAt: done,
      clusters: [{ cluster: 'c1', startedAt: done }],
    });
    const state = {
      ...held(SHUT),
      ...inTheMiddle([stages[1]], [begun]),
      gatePlugins: gatePluginsOf([kind()]),
    };
    expect(decide(state).causes).not.toContain('GateWaiting');
  });

  it('reads run, placement and the clusters of its stage', () => {
    const contexts: unknown[] = [];
    const spy = kind({
      decide: (_, context) => {
        contexts.push(context);
        return SHUT;
      },
    });
    const state = held({});
    decide({
      ...state,
      run: { ...state.run, annotations: { 'example.com/urgent': 'yes' } },
      clusters: [aCluster('c1', { labels: { stage: 'production' } }), aCluster('c9')],
      gatePlugins: gatePluginsOf([spy]),
    });
    expect(contexts).toMatchObject([
      {
        now: NOON,
        run: { annotations: { 'example.com/urgent': 'yes' }, labels: {} },
        placement: { name: 'web' },
        stage: {
          name: 'production',
          side: 'before',
          clusters: [{ name: 'c1', labels: { stage: 'production' } }],
        },
      },
    ]);
  });

  it.each<{ what: string; plugins: GatePlugin[]; config?: unknown; says: RegExp }>([
    {
      what: 'is not installed any more',
      plugins: [],
      says: /is shut: the gate kind Freeze is not installed; install the backend module that adds it, or end the run/,
    },
    {
      what: 'throws',
      plugins: [
        kind({
          decide: () => {
            throw new Error('no calendar');
          },
        }),
      ],
      says: /the gate kind Freeze failed: no calendar/,
    },
    {
      what: 'does not take the config any more',
      plugins: [kind({ readConfig: () => ({ ok: false, error: 'windows is missing' }) })],
      says: /does not take its config any more: windows is missing; create a new run/,
    },
    {
      what: 'answers nothing',
      plugins: [kind()],
      says: /answered neither that the gate is open nor why it waits/,
    },
    {
      what: 'gives no reason',
      plugins: [kind()],
      config: { ...SHUT, message: ' ' },
      says: /answered neither that the gate is open nor why/,
    },
    {
      what: 'waits until the past',
      plugins: [kind()],
      config: { ...SHUT, until: NOON },
      says: /waits until no moment to come/,
    },
    {
      what: 'waits until a part of a millisecond',
      plugins: [kind()],
      config: { ...SHUT, until: NOON + 1_000.5 },
      says: /waits until no moment to come/,
    },
    {
      what: 'waits until after all dates',
      plugins: [kind()],
      config: { ...SHUT, until: Number.MAX_SAFE_INTEGER },
      says: /waits until no moment to come/,
    },
    {
      what: 'throws what has no text',
      plugins: [
        kind({
          decide: () => {
            throw Symbol('x');
          },
        }),
      ],
      says: /failed: it threw something that is no Error/,
    },
    {
      what: 'says more than a status takes',
      plugins: [
        kind({
          decide: () => {
            throw new Error('x'.repeat(100_000));
          },
        }),
      ],
      says: /^.{1,5000}$/,
    },
  ])('holds the run by name where the kind $what, and is asked again', ({ plugins, config, says }) => {
    const { blockers, wakeAt, progress } = decide(held(config, { gatePlugins: gatePluginsOf(plugins) }));
    expect(blockers).toMatchObject([{ cause: 'GateWaiting', message: expect.stringMatching(says) }]);
    expect(wakeAt).toBe(minutesAfter(1));
    expect(progress.failed).toBeUndefined();
    expect(progress.stages[0].before[0].added?.waits?.actor).toBe('operator');
  });

  it('stays as the last pass left it for whoever does not know the kinds', () => {
    const { progress } = decide(held(SHUT));
    const shown = decide({ ...held({ kind: 'open' }), progress, gatePlugins: undefined });
    expect(shown.blockers).toMatchObject([
      { message: expect.stringContaining('no stage begins on Saturdays') },
    ]);
    expect(shown.kinds).toEqual([]);
    const unasked = decide({ ...held({ kind: 'open' }), gatePlugins: undefined });
    expect(unasked.blockers).toMatchObject([{ message: expect.stringContaining('was not asked yet') }]);
  });

  it('is on pages with its words, and on the hub in a message only', () => {
    const { progress, blockers } = decide(held({ ...SHUT, until: minutesAfter(90) }));
    const state = { ...held({}), progress };
    const model = buildRunModel({ ...state, blockers }, NOON);
    expect(model.stages[0].before).toEqual([
      {
        kind: 'Freeze',
        title: 'Change freeze',
        says: 'no Saturday',
        task: 'before',
        stage: 'production',
        state: 'waiting',
        message: 'No stage begins on Saturdays.',
        beganAt: '2026-11-21T12:00:00Z',
        endsAt: '2026-11-21T13:30:00Z',
        actsNext: 'operator',
      },
    ]);
    expect(model.blockers).toMatchObject([
      {
        cause: 'GateWaiting',
        actor: 'operator',
        message: 'Change freeze before production: No stage begins on Saturdays.',
      },
    ]);
    const { stagesStatus } = projectRun(state.run, progress, blockers);
    expect(stagesStatus?.[0].beforeStageTaskStatus).toBeUndefined();
    expect(stagesStatus?.[0].conditions?.[0].message).toContain('no stage begins on Saturdays');
  });

  it('shows an approver that it holds the run, too', () => {
    const request = { kind: 'Approval', request: 'r1-before-production', requestedAt: started };
    const state = inTheMiddle([stages[1]], [production({ before: [request, memory(SHUT)] })], {
      gatePlugins: gatePluginsOf([kind()]),
      gateFacts: requested({
        name: 'r1-before-production',
        uid: 'u1',
        generation: 1,
        run: aRun().name,
        stage: 'production',
        isAccepted: false,
        isDeleting: false,
      }),
    });
    const gate = { request: 'r1-before-production', stage: 'production', task: 'before' } as const;
    expect(explainApproval(state, gate, NOON)).toMatchObject({
      kind: 'nothing',
      reason: expect.stringContaining('no stage begins on Saturdays'),
    });
    const until = minutesAfter(90);
    const clocked = held({ ...SHUT, until }, { gateFacts: state.gateFacts });
    const [stage] = clocked.progress!.stages;
    const both = { ...stage, before: [request, ...stage.before] };
    const progress = { ...clocked.progress!, stages: [both] };
    expect(explainApproval({ ...clocked, progress }, gate, NOON)).toEqual({
      kind: 'wait',
      clusterCount: 0,
      endsAt: '2026-11-21T13:30:00Z',
      title: 'Change freeze',
    });
  });
});

describe('the gates that a strategy names beside its tasks', () => {
  const strategy = { stages };
  const gates = (value: NamedGates): Result<NamedGates> => ({ ok: true, value });
  const before = (...list: { kind: string; config?: unknown }[]) =>
    gates({ production: { before: list, after: [] } });
  const plugins = gatePluginsOf([kind(), kind({ name: 'Metrics', sides: ['after'] })]);
  const unplanned = (patch: Partial<RunState>) =>
    aRunState({
      progress: undefined,
      strategy,
      clusters: [
        aCluster('c1', { labels: { stage: 'staging' } }),
        aCluster('c2', { labels: { stage: 'production' } }),
      ],
      bindings: [aBoundBinding('c1'), aBoundBinding('c2')],
      gatePlugins: plugins,
      ...patch,
    });

  it.each<{ named: Result<NamedGates>; says: string }>([
    {
      named: { ok: false, error: 'the annotation fleetstage.io/gates: must be …' },
      says: 'gates: must be …',
    },
    {
      named: gates({ prod: { before: [], after: [] } }),
      says: 'gates, prod: the strategy has no stage of this name; use one of staging, production',
    },
    {
      named: before({ kind: 'Frieze' }),
      says: 'gates, production.before[0].kind: the gate kind Frieze is not installed (there are Freeze, Metrics); correct',
    },
    {
      named: before({ kind: 'Freeze' }, { kind: 'Metrics' }),
      says: 'gates, production.before[1].kind: Metrics may not be before a stage, only after it',
    },
  ])('are refused: $says', ({ named, says }) => {
    const verdict = validateStrategy(strategy, { gates: named, gatePlugins: plugins });
    expect(verdict).toMatchObject({ ok: false, message: expect.stringContaining(says) });
    const { progress } = decide(unplanned({ gates: named }));
    expect(progress.initializationFailed?.message).toMatch(
      /^ClusterStagedUpdateStrategy "[^"]+", the annotation .*; then create a new run$/,
    );
  });

  it.each([
    { what: 'refuses', part: { readConfig: () => ({ ok: false, error: 'windows is missing' }) as const } },
    {
      what: 'fails on',
      part: {
        preview: () => {
          throw new Error('windows is missing');
        },
      },
    },
  ])('are refused where the kind $what the config', ({ part }) => {
    const verdict = validateStrategy(strategy, {
      gates: before({ kind: 'Freeze' }),
      gatePlugins: gatePluginsOf([kind(part)]),
    });
    expect(verdict).toMatchObject({
      ok: false,
      message: expect.stringMatching(/production\.before\[0\]\.config: .*windows is missing/),
    });
  });

  it('are frozen with the plan, with their words', () => {
    const named = before({ kind: 'Freeze', config: SHUT });
    const { progress } = decide(unplanned({ gates: named }));
    expect(progress.plan?.gates).toEqual(named.ok && named.value);
    expect(progress.stages[1].before).toEqual([
      {
        kind: 'Freeze',
        added: { title: 'Change freeze', says: `says ${JSON.stringify(SHUT)}`, config: SHUT },
      },
    ]);
  });

  it('are previewed in their stage, with words where the kind is known', () => {
    const named = before({ kind: 'Freeze', config: { days: 2 } });
    const words = { kind: 'Freeze', title: 'Change freeze', says: 'says {"days":2}' };
    expect(previewRun(unplanned({ gates: named }), NOON).stages[1].gatesBefore).toEqual([words]);
    const known = previewStrategy({ spec: strategy, clusters: [], gates: named, gatePlugins: plugins });
    expect(known.stages[1].gatesBefore).toEqual([words]);
    expect(known.problems.filter(({ kind: problem }) => problem === 'invalid')).toEqual([]);
    const unknown = previewStrategy({ spec: strategy, clusters: [], gates: named });
    expect(unknown.stages[1].gatesBefore).toEqual([{ kind: 'Freeze', title: 'Freeze', says: '{"days":2}' }]);
  });

  it('record a change in the history of the strategy', () => {
    const [old, young] = [undefined, before({ kind: 'Freeze', config: 1 })].map(named => ({
      spec: strategy,
      approvers: [],
      gatePlugins: plugins,
      ...(named && { gates: named }),
    }));
    expect(strategyChangeInWords(old, young)).toBe(
      'Stage production: before no gate → Change freeze (says 1).',
    );
  });

  it('keep a run of other gates from running beside (RUL 4)', () => {
    const named = before({ kind: 'Freeze', config: { kind: 'open' } });
    const { progress } = decide(unplanned({}));
    const siblings = [{ name: 'earlier', createdAt: minutesAfter(-60), progress }];
    expect(decide(unplanned({ siblings })).progress.initializationFailed).toBeUndefined();
    expect(decide(unplanned({ gates: named, siblings })).progress.initializationFailed?.message).toContain(
      'run "earlier" of placement',
    );
  });
});
