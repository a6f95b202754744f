import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { sumSizes, tallyOf } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { aRun } from '../../__testUtils__/aRun';
import { aPlacement } from '../../__testUtils__/aPlacement';
import { causeLook, causeSegments } from './causes';
import { askedGate, placementNow, waitsForRun, type Placement } from './now';
import { compareLabels, readPolicy } from './requirements';
import { resourceTree } from './resourceTree';
import { refusalOf } from './why';

const NOW = Date.parse('2026-11-20T11:18:00Z');
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

const placement = (more: Partial<Placement> = {}) =>
  aPlacement({
    policy: '',
    wanted: 3,
    picked: 3,
    available: 3,
    snapshots: [{ index: '2', clusters: 3 }],
    latestSnapshot: '2',
    moves: 'runs',
    createdAt: minutesAgo(100),
    manifest: {},
    ...more,
  });

const termsOf = (...clusterSelectorTerms: object[]) => ({
  spec: {
    policy: {
      placementType: 'PickN',
      affinity: {
        clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms } },
      },
    },
  },
});

const gold = {
  labelSelector: {
    matchLabels: { tier: 'gold' },
    matchExpressions: [{ key: 'region', operator: 'In', values: ['weu', 'neu'] }],
  },
};
const lab = { labelSelector: { matchExpressions: [{ key: 'lab', operator: 'Exists' }] } };

const row = (
  cause: string,
  more: Partial<Schemas['PlacementCluster']> = {},
): Schemas['PlacementCluster'] => ({
  cluster: 'c1',
  isPicked: cause === 'Picked',
  cause,
  reason: '',
  conditions: [],
  ...more,
});

describe('what a placement says first', () => {
  const stuck = { state: 'stuck', actor: 'appOwner' } as const;
  const running = (state: Schemas['RunState']): Partial<Placement> => ({
    state: 'held',
    run: 'web-2',
    runs: [{ ...aRun([]), name: 'web-2', state }],
  });

  it.each<[string, Partial<Placement>, string, string]>([
    ['that all is well', {}, 'well', 'success'],
    ['that a cluster is silent', { available: 2, silent: 1 }, 'silent', 'warning'],
    ['that differences are known', { state: 'diffReported' }, 'well', 'info'],
    ['that it is worked on', { state: 'deciding' }, 'working', 'info'],
    ['a failure before missing clusters', { state: 'applyFailed', picked: 1 }, 'failed', 'error'],
    ['missing clusters', { state: 'notEnoughClusters', picked: 1 }, 'missing', 'warning'],
    ['objects that cannot be captured', { resourcesProblem: 'too many' }, 'invalid', 'error'],
    ['a short wait quietly', { state: 'notAvailable' }, 'notAvailable', 'info'],
    ['a wait that is trouble loudly', { state: 'notAvailable', trouble: stuck }, 'notAvailable', 'warning'],
    ['that no cluster matches', { state: 'noMatch', picked: 0, wanted: 0 }, 'noMatch', 'neutral'],
    ['its run', { state: 'held', run: 'web-2' }, 'moving', 'info'],
    ['its run, in order', running('updating'), 'moving', 'info'],
    ['its run that waits for an approval', running('waitingForApproval'), 'moving', 'warning'],
    ['its run that somebody has to start', running('readyToStart'), 'moving', 'neutral'],
    ['its run that is stuck', running('stuck'), 'runHeld', 'warning'],
    ['its run that is stopped', running('stopped'), 'runHeld', 'warning'],
    ['its run that fails', running('failing'), 'runHeld', 'error'],
    [
      'its run that is stuck before the cluster of it',
      { ...running('stuck'), state: 'notAvailable', trouble: stuck },
      'runHeld',
      'warning',
    ],
    [
      'its run that is stuck before missing clusters',
      { ...running('stuck'), state: 'notEnoughClusters' },
      'runHeld',
      'warning',
    ],
    [
      'a failure before its run that is stuck',
      { ...running('stuck'), state: 'applyFailed' },
      'failed',
      'error',
    ],
    [
      'its run that fails before the failure',
      { ...running('failing'), state: 'applyFailed' },
      'runHeld',
      'error',
    ],
    ['that a run is lacking', { latestSnapshot: '3' }, 'noRun', 'info'],
    ['that it goes', { state: 'applyFailed', isDeleting: true }, 'deleting', 'info'],
  ])('%s', (_, more, kind, tone) => {
    const now = placementNow(placement(more));
    expect([now.kind, now.tone]).toEqual([kind, tone]);
  });

  it.each([
    ['the engine, of what is not available', { state: 'notAvailable', trouble: stuck }, 'appOwner'],
    ['nobody, before it is trouble', { state: 'notAvailable' }, 'engine'],
    ['the blocker of its run', running('stuck'), 'clusterOwner'],
  ] as const)('who can act, by %s', (_, more, acts) => {
    const web = placement(more);
    const runs = web.runs.map(run => ({
      ...run,
      waitsFor: {
        cause: 'ClusterStuck',
        message: '',
        clusters: ['c'],
        clusterCount: 1,
        actor: 'clusterOwner' as const,
      },
    }));
    expect(placementNow({ ...web, runs }).acts).toBe(acts);
  });

  it.each<[string, Partial<Schemas['StageBar']>, object | undefined]>([
    ['after a stage', { gatesAfter: [{ kind: 'approval', state: 'asked' }] }, { stage: 's', gate: 'after' }],
    [
      'before a stage',
      { gatesBefore: [{ kind: 'approval', state: 'asked' }] },
      { stage: 's', gate: 'before' },
    ],
    ['a wait is none', { gatesAfter: [{ kind: 'wait', state: 'counting' }] }, undefined],
    ['one that is given is none', { gatesAfter: [{ kind: 'approval', state: 'given' }] }, undefined],
  ])('the approval that its run waits for: %s', (_, gates, expected) => {
    const bar = { name: 's', state: 'done', total: 0, counts: {}, tally: tallyOf({}) } as const;
    const web = placement(running('waitingForApproval'));
    const stages = [{ ...bar, gatesBefore: [], gatesAfter: [], ...gates }];
    expect(askedGate({ ...web, runs: [{ ...web.runs[0], stages }] })).toEqual(expected);
    expect(askedGate({ ...web, runs: [{ ...web.runs[0], stages, state: 'updating' }] })).toBeUndefined();
  });

  it('waits for a run only where it moves by runs and has clusters', () => {
    expect(waitsForRun(placement({ latestSnapshot: '3', moves: 'rolling' }))).toBe(false);
    expect(waitsForRun(placement({ latestSnapshot: '3', picked: 0 }))).toBe(false);
    expect(waitsForRun(placement({ snapshots: [{ index: '2', clusters: 2 }] }))).toBe(true);
  });
});

describe('the cause bar', () => {
  const counts = (n: number) => Array.from({ length: n }, (_, i) => ({ cause: `c${i}`, clusters: n - i }));

  it('folds the rarest of more than six causes', () => {
    expect(causeSegments(counts(6))).toHaveLength(6);
    expect(causeSegments(counts(8))).toHaveLength(6);
    expect(causeSegments(counts(8)).at(-1)).toEqual({ causes: counts(8).slice(5), clusters: 6 });
  });

  it('counts every cluster once', () => {
    const total = causeSegments(counts(9)).reduce((sum, { clusters }) => sum + clusters, 0);
    expect(total).toBe(45);
  });

  it('has a look for causes of a later engine', () => {
    expect(causeLook('SpreadBroken').label).toBe('other');
    expect(causeLook('toString').label).toBe('other');
  });
});

describe('why, or why not', () => {
  const policy = readPolicy(termsOf(gold, lab));

  it('compares with the term that a cluster comes closest to', () => {
    expect(compareLabels(policy, { tier: 'gold', region: 'asw' })).toEqual([
      { key: 'tier', wanted: 'tier=gold', values: ['gold'], seen: 'gold', isMet: true },
      { key: 'region', wanted: 'region in (weu,neu)', values: ['weu', 'neu'], seen: 'asw', isMet: false },
    ]);
    expect(compareLabels(policy, { lab: '' })).toEqual([
      { key: 'lab', wanted: 'lab', seen: '', isMet: true },
    ]);
  });

  it('reads the taint out of the sentence of the scheduler', () => {
    const reason = 'ClusterUnschedulable, taint &{Key:gpu Value: Effect:NoSchedule} cannot be tolerated.';
    expect(refusalOf(row('UntoleratedTaint', { reason }), policy)).toMatchObject({
      taint: 'gpu:NoSchedule',
      reason: 'Taint &{Key:gpu Value: Effect:NoSchedule} cannot be tolerated.',
    });
  });

  it('names only the labels that keep the cluster out', () => {
    const refused = row('AffinityMismatch', { labels: { tier: 'gold', region: 'asw' } });
    expect(refusalOf(refused).unmet).toEqual([]);
    const refusal = refusalOf(refused, policy);
    expect(refusal.unmet.map(({ key }) => key)).toEqual(['region']);
  });

  it.each([{}, { spec: 7 }, { spec: { policy: { affinity: [] } } }])(
    'reads %j as a policy that asks for nothing',
    manifest => {
      expect(readPolicy(manifest)).toEqual({ type: 'PickAll', terms: [], hasProperties: false });
    },
  );
});

it('shows objects by namespace and kind, those without a namespace first', () => {
  const resources = [
    { kind: 'Service', namespace: 'shop', name: 'web', bytes: 10 },
    { kind: 'Deployment', group: 'apps', namespace: 'shop', name: 'web', bytes: 20, entries: 2 },
    { kind: 'Service', namespace: 'shop', name: 'api' },
    { kind: 'Namespace', name: 'shop' },
  ];
  const tree = resourceTree({ resources, namespaces: sumSizes(resources).namespaces });
  expect(tree).toEqual([
    { objects: 1, bytes: 0, kinds: [{ kind: 'Namespace', objects: [{ name: 'shop' }] }] },
    {
      namespace: 'shop',
      objects: 3,
      bytes: 30,
      kinds: [
        { kind: 'Deployment', group: 'apps', objects: [{ name: 'web', bytes: 20, entries: 2 }] },
        { kind: 'Service', objects: [{ name: 'api' }, { name: 'web', bytes: 10 }] },
      ],
    },
  ]);
});
