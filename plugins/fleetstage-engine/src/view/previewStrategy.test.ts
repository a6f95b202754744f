import {
  annotationKeys,
  instant,
  type UpdateStrategySpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { NOON, secondsAfter } from '../testing/builders';
import type { RunProgress } from '../updaterun/state';
import { previewStrategy, strategySeverity } from './previewStrategy';
import { strategyChangeInWords } from './strategyChange';
import { usualDurations } from './usualDurations';

const stage = (name: string, patch: Partial<UpdateStrategySpec['stages'][number]> = {}) => ({
  name,
  labelSelector: { matchLabels: { stage: name } },
  ...patch,
});
const cluster = (name: string, labels: Record<string, string> = {}) => ({ name, labels });
const CANARY = cluster('c1', { stage: 'canary' });
const PROD = ['p1', 'p2', 'p3', 'p4', 'p5'].map((name, i) =>
  cluster(name, { stage: 'prod', order: String(5 - i) }),
);

describe('previewStrategy', () => {
  it.each<[string, Partial<Parameters<typeof previewStrategy>[0]>, readonly unknown[]]>([
    ['nothing is wrong', { spec: { stages: [stage('canary'), stage('prod')] } }, []],
    [
      'C/UR-059 a cluster is in no stage',
      { spec: { stages: [stage('canary')] } },
      [['inNoStage', true, 'spec.stages', ['p1', 'p2', 'p3', 'p4', 'p5']]],
    ],
    [
      'C/UR-058 a cluster is in two stages',
      {
        spec: {
          stages: [
            stage('canary'),
            stage('prod'),
            stage('all', { labelSelector: { matchLabels: { stage: 'canary' } } }),
          ],
        },
      },
      [['inTwoStages', true, 'spec.stages', ['c1']]],
    ],
    [
      'RUL 32 an order label is missing',
      {
        spec: {
          stages: [
            stage('canary', { sortingLabelKey: 'order' }),
            stage('prod', { sortingLabelKey: 'order' }),
          ],
        },
      },
      [['noOrder', true, 'spec.stages[0].sortingLabelKey', ['c1']]],
    ],
    [
      'RUL 28 a stage has no cluster, of the placement asked for',
      { spec: { stages: [stage('canary'), stage('prod')] }, bound: ['p1'] },
      [['emptyStage', false, 'spec.stages[0].labelSelector', []]],
    ],
    [
      'a share becomes a number',
      { spec: { stages: [stage('canary'), stage('prod', { maxConcurrency: '50%' })] } },
      [['share', false, 'spec.stages[1].maxConcurrency', []]],
    ],
    [
      'C/ST-011 a run refuses a field',
      { spec: { stages: [stage('canary', { afterStageTasks: [{ type: 'TimedWait' }] }), stage('prod')] } },
      [['invalid', true, 'spec.stages[0].afterStageTasks[0].waitTime', []]],
    ],
  ])('%s', (_, input, expected) => {
    const { problems } = previewStrategy({
      spec: { stages: [] },
      clusters: [CANARY, ...PROD],
      ...input,
    });
    expect(problems.map(({ kind, isFatal, field, clusters }) => [kind, isFatal, field, clusters])).toEqual(
      expected,
    );
  });

  it.each([
    ['a name that is used twice', [stage('canary'), stage('canary')], 'refused'],
    ['a cluster in no stage', [stage('canary')], 'risky'],
    ['a share', [stage('canary'), stage('prod', { maxConcurrency: '50%' })], 'note'],
  ])('%s is judged for whoever saves it', (_, stages, severity) => {
    const { problems } = previewStrategy({ spec: { stages }, clusters: [CANARY, ...PROD] });
    expect(strategySeverity(problems[0])).toBe(severity);
  });

  it.each([
    [1, '1 cluster is in no stage: p1. Change its labels, or add a stage that selects it.'],
    [2, '2 clusters are in no stage: p1, p2. Change their labels, or add a stage that selects them.'],
  ])('says what to do with %i in no stage', (count, message) => {
    const { problems } = previewStrategy({
      spec: { stages: [stage('canary')] },
      clusters: [CANARY, ...PROD.slice(0, count)],
    });
    expect(problems[0].message).toBe(message);
  });

  it('puts clusters in order into waves, and sums waits and usual updates', () => {
    const view = previewStrategy({
      spec: {
        stages: [
          stage('canary', { afterStageTasks: [{ type: 'TimedWait', waitTime: '1h' }, { type: 'Approval' }] }),
          stage('prod', {
            sortingLabelKey: 'order',
            maxConcurrency: '50%',
            beforeStageTasks: [{ type: 'Approval' }],
          }),
        ],
      },
      clusters: [CANARY, ...PROD],
      durations: { clusterSeconds: 60 },
    });
    expect(view.stages[1]).toMatchObject({
      selector: 'stage=prod',
      slots: 2,
      clusters: [{ name: 'p5', order: '1' }, { name: 'p4' }, { name: 'p3' }, { name: 'p2' }, { name: 'p1' }],
      waves: [['p5', 'p4'], ['p3', 'p2'], ['p1']],
      expectedSeconds: 180,
    });
    expect(view).toMatchObject({ clusterCount: 6, waitSeconds: 3600, approvalCount: 2, bestSeconds: 3840 });
  });
});

describe('usualDurations', () => {
  const run = (seconds: number, patch: Partial<RunProgress> = {}): RunProgress => ({
    startedAt: NOON,
    succeededAt: secondsAfter(seconds),
    stages: [
      {
        name: 'canary',
        clusters: [{ cluster: 'c1', startedAt: NOON, succeededAt: secondsAfter(seconds / 2) }],
        before: [],
        after: [],
        startedAt: NOON,
        updatedAt: secondsAfter(seconds / 2),
        succeededAt: secondsAfter(seconds),
      },
    ],
    deletion: { name: 'deletion', clusters: [], before: [], after: [] },
    ...patch,
  });

  it('takes medians of the runs that succeeded, and knows nothing of a new stage', () => {
    const failed = run(9000, { succeededAt: undefined, failed: { at: instant(0), message: '' } });
    expect(usualDurations([run(100), failed, run(300), run(200)], ['canary', 'new'])).toEqual({
      runCount: 3,
      totalSeconds: 200,
      clusterSeconds: 100,
      stages: [{ name: 'canary', updateSeconds: 100, totalSeconds: 200 }],
    });
  });

  it('knows nothing without a run', () => {
    expect(usualDurations([], ['canary'])).toEqual({ runCount: 0, stages: [] });
  });
});

describe('strategyChangeInWords', () => {
  const before = { spec: { stages: [stage('canary'), stage('prod')] }, approvers: [] };

  it.each([
    ['nothing', before, undefined],
    [
      'a stage more',
      { ...before, spec: { stages: [...before.spec.stages, stage('last')] } },
      'Added stage last.',
    ],
    [
      'another share',
      { ...before, spec: { stages: [stage('canary'), stage('prod', { maxConcurrency: '50%' })] } },
      'Stage prod: at a time 1 → 50%.',
    ],
    [
      'another order',
      { ...before, spec: { stages: [stage('prod'), stage('canary')] } },
      'New order: prod, canary.',
    ],
    [
      `${annotationKeys.approvers}`,
      { ...before, approvers: ['group:default/sre'] },
      'Approvers: none → group:default/sre.',
    ],
  ])('%s', (_, after, words) => {
    expect(strategyChangeInWords(before, after)).toBe(words);
  });
});
