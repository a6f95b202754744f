import type { StageConfig } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aCluster, aScheduledBinding, aStage, anUnscheduledBinding } from '../testing/builders';
import { planStages } from './planStages';

const fleet = (labels: Record<string, Record<string, string>>) =>
  Object.entries(labels).map(([name, of]) => aCluster(name, { labels: of }));

const plan = (
  stages: StageConfig[],
  labels: Record<string, Record<string, string>>,
  patch: { only?: string[]; leaving?: string[] } = {},
) => {
  const clusters = fleet(labels);
  const selected = patch.only ?? clusters.map(c => c.name);
  return planStages({
    run: 'run-1',
    stages,
    clusters,
    bindings: [
      ...selected.map(name => aScheduledBinding(name)),
      ...(patch.leaving ?? []).map(name => anUnscheduledBinding(name)),
    ],
  });
};

const layout = (result: ReturnType<typeof planStages>) =>
  result.ok
    ? result.stages.map(s => `${s.name}: ${s.clusters.map(c => c.cluster).join(' ')}`.trim())
    : result.message;

const all = (name: string, patch: Partial<StageConfig> = {}) => aStage(name, { labelSelector: {}, ...patch });

interface Row {
  readonly rule: string;
  readonly stages: StageConfig[];
  readonly labels: Record<string, Record<string, string>>;
  readonly only?: string[];
  readonly expected: unknown;
}

describe('planStages (C/TE-006)', () => {
  it.each<Row>([
    {
      rule: 'C/UR-056: without a sorting key clusters go by name',
      stages: [all('a')],
      labels: { c2: {}, c10: {}, c1: {} },
      expected: ['a: c1 c10 c2'],
    },
    {
      rule: 'C/ST-004, UR-056: a sorting key orders by its number, ties by name',
      stages: [all('a', { sortingLabelKey: 'order' })],
      labels: { c1: { order: '10' }, c2: { order: '9' }, c4: { order: '-1' }, c3: { order: '9' } },
      expected: ['a: c4 c2 c3 c1'],
    },
    {
      rule: 'C/ST-003: no selector selects nobody',
      stages: [aStage('a', { labelSelector: undefined }), all('b')],
      labels: { c1: {} },
      expected: ['a:', 'b: c1'],
    },
    {
      rule: 'C/UR-079: a stage may be empty',
      stages: [aStage('a'), all('b')],
      labels: { c1: {} },
      expected: ['a:', 'b: c1'],
    },
    {
      rule: 'C/UR-078: clusters that are not scheduled are left out',
      stages: [all('a')],
      labels: { c1: {}, c2: {} },
      only: ['c2'],
      expected: ['a: c2'],
    },
    {
      rule: 'C/UR-058: no cluster in two stages, both named',
      stages: [aStage('a', { labelSelector: { matchLabels: { x: '1' } } }), all('b')],
      labels: { c1: { x: '1' } },
      expected: expect.stringMatching(/cluster "c1" .* stages "a" and "b"/),
    },
    {
      rule: 'C/UR-059: every scheduled cluster is in a stage; the lost ones are named',
      stages: [aStage('a', { labelSelector: { matchLabels: { x: '1' } } })],
      labels: { c3: {}, c1: { x: '1' }, c2: {} },
      expected: expect.stringMatching(/^2 scheduled cluster\(s\) are selected by no stage: c2, c3;/),
    },
    {
      rule: 'C/UR-057, DX-014, RUL 32: a missing sorting label names cluster and label',
      stages: [all('a', { sortingLabelKey: 'order' })],
      labels: { c1: {} },
      expected: expect.stringMatching(/label "order", but cluster "c1" does not have it/),
    },
    {
      rule: 'C/UR-057, RUL 32: a value that is no integer is named',
      stages: [all('a', { sortingLabelKey: 'order' })],
      labels: { c1: { order: '1.5' } },
      expected: expect.stringMatching(/cluster "c1" has the value "1.5"; label it with a whole number/),
    },
    {
      rule: 'C/UR-059: at most ten are named',
      stages: [],
      labels: Object.fromEntries([...'abcdefghijkl'].map(c => [c, {}])),
      expected: expect.stringMatching(/: a, b, c, d, e, f, g, h, i, j and 2 more;/),
    },
  ])('$rule', ({ stages, labels, only, expected }) => {
    expect(layout(plan(stages, labels, { only }))).toEqual(expected);
  });

  it('C/UR-077, UR-021: unscheduled bindings make the deletion stage, by name', () => {
    const result = plan([all('a')], { c1: {} }, { leaving: ['c9', 'c8'] });
    expect(result.ok && result.deletion).toEqual({
      name: 'kubernetes-fleet.io/deleteStage',
      clusters: [{ cluster: 'c8' }, { cluster: 'c9' }],
      before: [],
      after: [],
    });
  });

  it('RUL 2, RUL 30, C/UR-019, UR-020: requests have their names from the start, tasks the order of the strategy', () => {
    const stages = [
      all('a', {
        beforeStageTasks: [{ type: 'Approval' }],
        afterStageTasks: [{ type: 'TimedWait', waitTime: '1h' }, { type: 'Approval' }],
      }),
    ];
    const result = plan(stages, { c1: {} });
    expect(result.ok && result.stages[0]).toMatchObject({
      before: [{ kind: 'Approval', request: 'run-1-before-a' }],
      after: [
        { kind: 'TimedWait', waitMs: 3_600_000 },
        { kind: 'Approval', request: 'run-1-a' },
      ],
    });
  });
});
