import { previewStrategy } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { createStrategyRequest, judgeRequest, updateStrategyRequest } from './base';
import { refusalsOf, refusedByEngine } from './refusals';
import { stageHintsOf } from './stageHints';
import {
  approversIn,
  approversText,
  concurrencyOf,
  freeGates,
  freshGate,
  hasApproval,
  namedGatesAt,
  specOf,
  strategyFields,
} from './strategyFields';
import { risksOf, usesOf } from './uses';
import { countsBy, wavePositions } from './waves';

const WAIT = { type: 'TimedWait', waitTime: '1h' };
const APPROVAL = { type: 'Approval' };
const strategy = (...stages: object[]) => ({
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ClusterStagedUpdateStrategy',
  metadata: { name: 'careful' },
  spec: { stages },
});
const stage = (more: object = {}) => ({ name: 'prod', labelSelector: {}, ...more });
const NAME = 'spec.stages[0].name';
const AFTER = 'spec.stages[0].afterStageTasks';

describe('what admission refuses', () => {
  it.each([
    ['a good stage (C/ST-001)', [stage({ afterStageTasks: [WAIT, APPROVAL] })], []],
    ['no stage', [], [['spec.stages', 'noStages']]],
    [
      'more than 31 stages (C/ST-002)',
      Array.from({ length: 32 }, (_, i) => stage({ name: `s${i}` })),
      [['spec.stages', 'tooManyStages']],
    ],
    ['31 stages', Array.from({ length: 31 }, (_, i) => stage({ name: `s${i}` })), []],
    ['no name', [stage({ name: '' })], [[NAME, 'stageName']]],
    ['a name with a dash (C/ST-002)', [stage({ name: 'pro-d' })], [[NAME, 'stageName']]],
    ['a name of 64', [stage({ name: 'a'.repeat(64) })], [[NAME, 'stageName']]],
    ['a name twice (C/ST-005)', [stage(), stage()], [['spec.stages[1].name', 'stageNameTwice']]],
    ['nobody at a time', [stage({ maxConcurrency: 0 })], [['spec.stages[0].maxConcurrency', 'concurrency']]],
    [
      'a word at a time',
      [stage({ maxConcurrency: 'all' })],
      [['spec.stages[0].maxConcurrency', 'concurrency']],
    ],
    ['a share', [stage({ maxConcurrency: '25%' })], []],
    [
      'no time to wait (C/ST-011)',
      [stage({ afterStageTasks: [{ type: 'TimedWait' }] })],
      [[`${AFTER}[0].waitTime`, 'waitMissing']],
    ],
    [
      'half a second (C/ST-011)',
      [stage({ afterStageTasks: [{ ...WAIT, waitTime: '500ms' }] })],
      [[`${AFTER}[0].waitTime`, 'waitShort']],
    ],
    [
      'a word to wait',
      [stage({ afterStageTasks: [{ ...WAIT, waitTime: 'long' }] })],
      [[`${AFTER}[0].waitTime`, 'waitUnread']],
    ],
    [
      'a wait on an approval (C/ST-011)',
      [stage({ afterStageTasks: [{ ...APPROVAL, waitTime: '1h' }] })],
      [[`${AFTER}[0]`, 'waitOnApproval']],
    ],
    ['two waits after', [stage({ afterStageTasks: [WAIT, WAIT] })], [[`${AFTER}[1]`, 'twoGates']]],
    [
      'two approvals before',
      [stage({ beforeStageTasks: [APPROVAL, APPROVAL] })],
      [['spec.stages[0].beforeStageTasks[1]', 'twoGates']],
    ],
    [
      'a wait before',
      [stage({ beforeStageTasks: [WAIT] })],
      [['spec.stages[0].beforeStageTasks[0]', 'waitBefore']],
    ],
  ])('%s', (_, stages, expected) => {
    expect(refusalsOf(strategy(...stages)).map(({ field, code }) => [field, code])).toEqual(expected);
  });

  it('is shown under a field that the form has', () => {
    const manifest = strategy(
      stage({ name: '', maxConcurrency: 0, afterStageTasks: [{ type: 'TimedWait' }] }),
    );
    const fields = strategyFields(manifest);
    expect(refusalsOf(manifest).filter(({ field }) => !fields.includes(field))).toEqual([]);
  });
});

it.each([
  ['25 %', '25%'],
  ['3', 3],
  ['', undefined],
  ['many', 'many'],
])('writes "%s" at a time as %p', (text, value) => expect(concurrencyOf(text)).toBe(value));

it('offers the gates that are not there yet', () => {
  expect(freeGates('beforeStageTasks', [])).toEqual(['Approval']);
  expect(freeGates('afterStageTasks', [WAIT])).toEqual(['Approval']);
  expect(freeGates('afterStageTasks', [WAIT, APPROVAL])).toEqual([]);
});

it('reads and writes who approves', () => {
  const annotations = { 'fleetstage.io/approvers': 'ops, user:Ada' };
  const refs = approversIn({ metadata: { name: 'a', annotations } });
  expect(refs).toEqual(['group:default/ops', 'user:default/ada']);
  expect(approversText(refs)).toBe('group:default/ops, user:default/ada');
  expect(approversText([])).toBeUndefined();
  expect(hasApproval(strategy(stage({ beforeStageTasks: [APPROVAL] })))).toBe(true);
  expect(hasApproval(strategy(stage({ afterStageTasks: [WAIT] })))).toBe(false);
});

describe('hints of the preview', () => {
  const clusters: { name: string; labels: Record<string, string> }[] = [
    { name: 'a', labels: { env: 'prod', order: '1' } },
    { name: 'b', labels: { env: 'prod', ring: 'canary' } },
    { name: 'c', labels: {} },
  ];
  const hints = (...stages: object[]) =>
    stageHintsOf(previewStrategy({ spec: specOf(strategy(...stages)), clusters }));
  const prod = { name: 'prod', labelSelector: { matchLabels: { env: 'prod' } } };

  it('names clusters of two stages at both', () => {
    const [first, second] = hints(
      { name: 'canary', labelSelector: { matchLabels: { ring: 'canary' } } },
      prod,
    );
    expect(first.also).toEqual({ clusters: ['b'], stages: ['prod'] });
    expect(second.also).toEqual({ clusters: ['b'], stages: ['canary'] });
  });
  it('names clusters without an order', () =>
    expect(hints({ ...prod, sortingLabelKey: 'order' })[0].noOrder).toEqual(['b']));
  it('counts the share', () => {
    const [{ matches, share }] = hints({ ...prod, maxConcurrency: '60%' });
    expect({ matches, share }).toEqual({ matches: 2, share: { text: '60%', slots: 1 } });
  });
  it('sees an empty stage', () => expect(hints({ name: 'prod' })[0].matches).toBe(0));
  it('survives fields of any shape while they are typed', () =>
    expect(hints({ name: 3, labelSelector: 'x', maxConcurrency: {}, afterStageTasks: 'y' })).toHaveLength(1));
});

it('lists placements in trouble first', () => {
  const warning = {
    placement: 'web',
    kind: 'inNoStage' as const,
    isFatal: true,
    message: 'No.',
    stages: [],
    clusters: [],
  };
  const uses = usesOf(['api', 'web'], [warning, { ...warning, placement: 'api', isFatal: false }]);
  expect(uses.map(({ placement, problems }) => [placement, problems.length])).toEqual([
    ['web', 1],
    ['api', 0],
  ]);
});

describe('what saving repeats', () => {
  const problem = { kind: 'inNoStage' as const, isFatal: true, message: 'No.', stages: [], clusters: [] };
  const share = { ...problem, kind: 'share' as const, isFatal: false };
  const risky = (placement?: string) => ({ ...(placement && { placement }), problems: [problem] });

  it.each([
    ['nothing', ['api'], [], undefined, []],
    ['a placement that uses it', ['api'], [{ ...problem, placement: 'api' }], undefined, [risky('api')]],
    ['no note', ['api'], [{ ...share, placement: 'api' }], undefined, []],
    ['the preview, which is newer', ['api'], [], { placement: 'api', problems: [problem] }, [risky('api')]],
    ['not twice', ['api'], [{ ...problem, placement: 'api' }], { placement: 'api', problems: [] }, []],
    ['another placement', ['api'], [], { placement: 'web', problems: [problem, share] }, [risky('web')]],
    ['not all clusters beside placements', ['api'], [], { placement: '', problems: [problem] }, []],
    ['all clusters of a new one', [], [], { placement: '', problems: [problem] }, [risky()]],
  ])('%s', (_, used, warnings, previewed, expected) =>
    expect(risksOf(usesOf(used, warnings, previewed), previewed)).toMatchObject(expected),
  );
});

it('is refused for what every run would refuse, whatever clusters it has', () => {
  const [refused] = refusedByEngine(strategy(stage(), stage()));
  expect(refused).toMatchObject({
    field: 'spec.stages[1].name',
    message: expect.stringMatching(/used twice/),
  });
  expect(refusedByEngine(strategy(stage()))).toEqual([]);
});

it('counts positions and regions of a wave', () => {
  const waves = [['a', 'b'], ['c']];
  expect(waves.map((_, i) => wavePositions(waves, i))).toEqual([
    { from: 1, to: 2 },
    { from: 3, to: 3 },
  ]);
  const regions: Record<string, string> = { a: 'weu', b: 'neu', c: 'neu' };
  const labelsOf = (name: string) => ({ region: regions[name] });
  expect(countsBy(['a', 'b', 'c'], 'region', labelsOf)).toEqual([
    ['neu', 2],
    ['weu', 1],
  ]);
  expect(countsBy(['a'], undefined, labelsOf)).toEqual([]);
});

it('previews 1,000 clusters in 31 stages each once', () => {
  const many = Array.from({ length: 1000 }, (_, i) => ({ name: `c${i}`, labels: { ring: `r${i % 31}` } }));
  const stages = Array.from({ length: 31 }, (_, i) => ({
    name: `s${i}`,
    labelSelector: { matchLabels: { ring: `r${i}` } },
    maxConcurrency: '50%',
  }));
  const view = previewStrategy({ spec: specOf(strategy(...stages)), clusters: many });
  expect(view.stages.reduce((sum, one) => sum + one.clusters.length, 0)).toBe(1000);
});

it('asks and writes the whole strategy', () => {
  const manifest = { ...strategy(stage()), metadata: { name: 'careful', annotations: { a: 'b' } } };
  expect(createStrategyRequest(manifest)).toEqual({
    name: 'careful',
    spec: { stages: [stage()] },
    annotations: { a: 'b' },
  });
  expect(judgeRequest(manifest, true)).toMatchObject({ name: 'careful', isNew: true });
  expect(
    updateStrategyRequest(manifest, { manifest: strategy(stage()), resourceVersion: '7' }),
  ).toMatchObject({
    spec: { stages: [stage()] },
    annotations: { a: 'b' },
    resourceVersion: '7',
  });
});

describe('gates of added kinds', () => {
  const named = (text: string) => ({
    ...strategy(stage({ name: 'prod' })),
    metadata: { name: 'staged', annotations: { 'fleetstage.io/gates': text } },
  });
  const freeze = named('{"prod":{"before":[{"kind":"Freeze","config":{"days":2}}]}}');

  it('show in their stage with the config as it is written', () => {
    expect(namedGatesAt(freeze, 'prod', 'beforeStageTasks')).toEqual([
      { kind: 'Freeze', title: 'Freeze', says: '{"days":2}' },
    ]);
    expect(namedGatesAt(freeze, 'prod', 'afterStageTasks')).toEqual([]);
    expect(refusedByEngine(freeze)).toEqual([]);
  });

  it('are refused at once where the annotation cannot be read', () => {
    expect(namedGatesAt(named('prod:'), 'prod', 'beforeStageTasks')).toEqual([]);
    expect(refusedByEngine(named('prod:'))).toEqual([
      {
        message: expect.stringContaining(
          'The annotation fleetstage.io/gates: must be a JSON object by stage',
        ),
      },
    ]);
    expect(refusedByEngine(named('{"canary":{}}'))).toEqual([
      { message: expect.stringContaining('canary: the strategy has no stage of this name; use one of prod') },
    ]);
  });
});

it('a new gate begins as its kind says', () => {
  expect(freshGate('TimedWait')).toEqual({ type: 'TimedWait', waitTime: '1h' });
  expect(freshGate('Approval')).toEqual({ type: 'Approval' });
});
