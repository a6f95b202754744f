import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PlacementState } from '../state/placement';
import {
  aCluster,
  aPlacement,
  aPlacementState,
  aRun,
  aRunState,
  aStage,
  clusters,
  minutesBefore,
  NOON,
  PICK_ALL,
  pickFixed,
  pickN,
} from '../testing/builders';
import type { WhatIfChange } from './change';
import { whatIf } from './whatIf';
import { aDecided, effectsOf, errorOf, settled, tryOut, whyOf } from './whatIf.testing';

const GPU = { key: 'gpu', effect: 'NoSchedule' } as const;
const inEnv = (env: string): PlacementPolicy['affinity'] => ({
  clusterAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      clusterSelectorTerms: [{ labelSelector: { matchLabels: { env } } }],
    },
  },
});
const byEnv = (env: string): PlacementPolicy => ({ placementType: 'PickAll', affinity: inEnv(env) });
const prod = (name: string) => aCluster(name, { labels: { env: 'prod' } });
const test = (name: string) => aCluster(name, { labels: { env: 'test' } });
const tainted = (name: string) => aCluster(name, { taints: [GPU] });
const inRegion = (name: string, region: string) => aCluster(name, { labels: { region } });
const spreadOver = (topologyKey: string, policy: PlacementPolicy): PlacementPolicy => ({
  ...policy,
  topologySpreadConstraints: [{ topologyKey, maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' }],
});
const NODES = 'kubernetes-fleet.io/node-count';
const mostNodesOrProd: PlacementPolicy = {
  ...pickN(1),
  affinity: {
    clusterAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 100, preference: { propertySorter: { name: NODES, sortOrder: 'Descending' } } },
        { weight: 50, preference: { labelSelector: { matchLabels: { env: 'prod' } } } },
      ],
    },
  },
};
const edit = (cluster: string, change: object): WhatIfChange => ({
  clusters: [{ cluster, change: 'edit', ...change }],
});

interface Row {
  readonly name: string;
  readonly state: PlacementState;
  readonly change: WhatIfChange;
  readonly effects: string;
  readonly why?: Readonly<Record<string, string>>;
  readonly nothing?: string;
}

const rows: readonly Row[] = [
  {
    name: 'an empty change moves nobody and says so',
    state: aDecided(pickN(2), clusters(3)),
    change: {},
    effects: '',
    nothing: 'Nothing is changed.',
  },
  {
    name: 'the same policy again is no change, defaults filled in or not',
    state: aDecided(
      { placementType: 'PickAll', tolerations: [{ key: 'a', operator: 'Equal' }] },
      clusters(2),
    ),
    change: { policy: { tolerations: [{ key: 'a' }] } },
    effects: '',
    nothing: 'Nothing is changed.',
  },
  {
    name: 'A/SCH-080 a larger number gains the next by rank, nobody moves',
    state: aDecided(pickN(2), clusters(4)),
    change: { policy: pickN(3) },
    effects: '+c2',
    why: { c2: 'The policy picks 3 clusters instead of 2. It ranks 3 of 4.' },
  },
  {
    name: 'A/SCH-085 a smaller number loses the smaller name among equals',
    state: aDecided(pickN(2), clusters(3)),
    change: { policy: pickN(1) },
    effects: '-c2',
    why: { c2: 'The policy picks only 1 cluster, and others rank higher.' },
  },
  {
    name: 'A/SCH-061 a taint that goes lets its cluster in',
    state: aDecided(PICK_ALL, [aCluster('c1'), tainted('c2')]),
    change: edit('c2', { removeTaints: [{ key: 'gpu' }] }),
    effects: '+c2',
    why: { c2: 'Taint gpu is gone.' },
  },
  {
    name: 'A/SCH-061 a toleration lets it in, too',
    state: aDecided(PICK_ALL, [aCluster('c1'), tainted('c2')]),
    change: { policy: { ...PICK_ALL, tolerations: [{ key: 'gpu', operator: 'Exists' }] } },
    effects: '+c2',
    why: { c2: 'Taint gpu is tolerated.' },
  },
  {
    name: 'a taint with another value is not the one that is meant',
    state: aDecided(PICK_ALL, [tainted('c2')]),
    change: edit('c2', { removeTaints: [{ key: 'gpu', value: 'a' }] }),
    effects: '',
    nothing: 'A change of labels, taints or usage takes no placed cluster away, and it brings none in here.',
  },
  {
    name: 'A/SCH-013 a new taint takes no placed cluster away, and keeps a new one out',
    state: aDecided(PICK_ALL, clusters(2)),
    change: {
      clusters: [
        { cluster: 'c1', change: 'edit', addTaints: [GPU] },
        { cluster: 'c9', change: 'add', addTaints: [GPU] },
      ],
    },
    effects: '.c9',
    why: { c9: 'Taint gpu is not tolerated.' },
    nothing:
      'A change of labels, taints or usage takes no placed cluster away, and it brings none in here. The policy picks none of the added clusters.',
  },
  {
    name: 'A/SCH-040 a label lets a cluster in',
    state: aDecided(byEnv('prod'), [prod('c1'), test('c2')]),
    change: edit('c2', { labels: { env: 'prod' } }),
    effects: '+c2',
    why: { c2: 'It matches with env = prod.' },
  },
  {
    name: 'A/SCH-086 another policy takes away who does not match',
    state: aDecided(byEnv('prod'), [prod('c1'), test('c2')]),
    change: { policy: byEnv('test') },
    effects: '-c1 +c2',
    why: {
      c1: 'Its labels do not match the changed policy.',
      c2: 'It matches the changed policy.',
    },
  },
  {
    name: 'no policy is every cluster',
    state: aDecided(byEnv('prod'), [prod('c1'), test('c2')]),
    change: { policy: null },
    effects: '+c2',
  },
  {
    name: 'A/SCH-092 names come and go',
    state: aDecided(pickFixed('c1', 'c3'), clusters(2)),
    change: { policy: pickFixed('c2', 'c3'), clusters: [{ cluster: 'c3', change: 'add' }] },
    effects: '-c1 +c2 +c3',
    why: {
      c1: 'The policy no longer names it.',
      c2: 'The policy names it.',
      c3: 'The policy names it, and it is in the fleet now.',
    },
  },
  {
    name: 'C/MC-061 whoever leaves the fleet loses, and the next takes the place',
    state: aDecided(pickN(1), clusters(2)),
    change: { clusters: [{ cluster: 'c2', change: 'remove' }] },
    effects: '-c2 +c1',
    why: { c2: 'Removed from the fleet.', c1: 'One more cluster is needed. It ranks 1 of 1.' },
  },
  {
    name: 'A/SCH-071 the region of a removed cluster is no domain of the spread any more',
    state: aDecided(spreadOver('region', pickN(3)), [
      inRegion('e1', 'east'),
      inRegion('e2', 'east'),
      inRegion('e3', 'east'),
      inRegion('w1', 'west'),
    ]),
    change: { clusters: [{ cluster: 'w1', change: 'remove' }] },
    effects: '-w1 +e1',
    why: { w1: 'Removed from the fleet.', e1: 'One more cluster is needed. It ranks 3 of 3.' },
  },
  {
    name: 'A/SCH-052 a removed cluster is no extreme of a property any more',
    state: aDecided(mostNodesOrProd, [
      aCluster('c1', { properties: { [NODES]: '10' } }),
      aCluster('c2', { properties: { [NODES]: '5' }, labels: { env: 'prod' } }),
      aCluster('c3', { properties: { [NODES]: '100' }, labels: { env: 'prod' } }),
    ]),
    change: { clusters: [{ cluster: 'c3', change: 'remove' }] },
    effects: '-c3 +c1',
    why: { c3: 'Removed from the fleet.' },
  },
  {
    name: 'an added cluster counts as joined and healthy',
    state: aDecided(byEnv('prod'), [prod('c1')]),
    change: { clusters: [{ cluster: 'c2', change: 'add', labels: { env: 'prod' } }] },
    effects: '+c2',
    why: { c2: 'It is new in the fleet.' },
  },
  {
    name: 'added clusters that nobody picks, and removed ones without anything',
    state: aDecided(byEnv('prod'), [prod('c1'), test('c2')]),
    change: {
      clusters: [
        { cluster: 'c3', change: 'add' },
        { cluster: 'c2', change: 'remove' },
      ],
    },
    effects: '.c2 .c3',
    nothing: 'The policy picks none of the added clusters. Nothing is placed on the removed clusters.',
  },
  {
    name: 'A/SCH-043 usage under the name that policies use',
    state: aDecided(
      {
        placementType: 'PickAll',
        affinity: {
          clusterAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              clusterSelectorTerms: [
                {
                  propertySelector: {
                    matchExpressions: [
                      { name: 'resources.kubernetes-fleet.io/available-cpu', operator: 'Ge', values: ['4'] },
                    ],
                  },
                },
              ],
            },
          },
        },
      },
      [aCluster('c1', { resourceUsage: { available: { cpu: '2' } } })],
    ),
    change: edit('c1', { properties: { 'resources.kubernetes-fleet.io/available-cpu': '4000m' } }),
    effects: '+c1',
    why: { c1: 'It matches with its changed usage.' },
  },
  {
    name: 'several changes combine',
    state: aDecided(pickN(1), [aCluster('c1'), tainted('c2'), tainted('c3')]),
    change: {
      policy: pickN(3),
      clusters: [
        { cluster: 'c2', change: 'edit', removeTaints: [{ key: 'gpu' }] },
        { cluster: 'c4', change: 'add' },
        { cluster: 'c4', change: 'edit', labels: { env: 'prod' } },
      ],
    },
    effects: '+c2 +c4',
    why: { c2: 'Taint gpu is gone. It ranks 3 of 3.', c4: 'It is new in the fleet. It ranks 2 of 3.' },
  },
  {
    name: 'the same clusters under another policy',
    state: aDecided(PICK_ALL, clusters(2)),
    change: { policy: { ...PICK_ALL, tolerations: [{ key: 'gpu', operator: 'Exists' }] } },
    effects: '',
    nothing: 'The changed policy picks the same clusters.',
  },
  {
    name: 'A/SCH-080 a number that cannot be reached',
    state: aDecided(pickN(2), clusters(2)),
    change: { policy: pickN(5) },
    effects: '',
    nothing: 'The policy asks for the same clusters.',
  },
  {
    name: 'A/SCH-091 a list of no names holds everything',
    state: aDecided(pickFixed('c1'), clusters(1)),
    change: { policy: pickFixed() },
    effects: '',
    nothing:
      'The policy names no cluster in spec.policy.clusterNames: nothing is picked and nothing is taken away until it does; name the clusters to place on.',
  },
];

describe('what a change would do', () => {
  it.each(rows)('$name', ({ state, change, effects, why = {}, nothing }) => {
    const tried = tryOut(state, change);
    expect(
      effectsOf(tried)
        .split(' ')
        .filter(one => one !== '' && !one.startsWith('=')),
    ).toEqual(effects.split(' ').filter(Boolean));
    for (const [cluster, text] of Object.entries(why))
      expect([cluster, whyOf(tried, cluster)]).toEqual([cluster, text]);
    expect(tried.nothingChanges).toBe(nothing);
  });

  it('A/SCH-013 says that a placed cluster stays though it would be refused if it were asked anew', () => {
    const tried = tryOut(aDecided(byEnv('prod'), [prod('c1')]), edit('c1', { labels: { env: null } }), {
      show: 'all',
    });
    expect(tried.items).toMatchObject([{ cluster: 'c1', effect: 'stays' }]);
    expect(whyOf(tried, 'c1')).toBe(
      'Already placed. Changes of labels, taints or usage do not remove it, though it would not be picked anew.',
    );
  });

  it('counts every cluster once, with both sides and their causes', () => {
    const tried = tryOut(
      aDecided(pickN(2), [...clusters(3), tainted('c4')]),
      { policy: pickN(3) },
      { show: 'all' },
    );
    expect(tried.counts).toEqual({ stays: 2, gains: 1, loses: 0, without: 1 });
    expect(effectsOf(tried)).toBe('+c1 =c2 =c3 .c4');
    expect(tried).toMatchObject({
      total: 4,
      today: { found: 2, wanted: 2, isFulfilled: true, total: 4 },
      then: {
        found: 3,
        wanted: 3,
        isFulfilled: true,
        causes: [
          { cause: 'Picked', clusters: 3 },
          { cause: 'UntoleratedTaint', clusters: 1 },
        ],
      },
    });
  });

  it('A/SCH-092 a removed cluster that the policy names is not found', () => {
    const state = aDecided(pickFixed('c1', 'c2'), clusters(2));
    const { then, items } = tryOut(state, { clusters: [{ cluster: 'c2', change: 'remove' }] });
    expect(then.causes).toEqual([
      { cause: 'Picked', clusters: 1 },
      { cause: 'NotFound', clusters: 1 },
    ]);
    expect(items).toMatchObject([
      { cluster: 'c2', effect: 'loses', fleet: 'removed', why: 'Removed from the fleet.' },
    ]);
  });

  it('ranks by score and name among those that passed', () => {
    const { items } = tryOut(aDecided(pickN(1), clusters(3)), { policy: pickN(2) }, { show: 'all' });
    expect(items.map(({ cluster, then }) => [cluster, then?.rank, then?.of])).toEqual([
      ['c2', 2, 3],
      ['c3', 1, 3],
      ['c1', 3, 3],
    ]);
  });

  it('does not distinguish a cluster that leaves from the placement as one of the fleet', () => {
    const state = aDecided(PICK_ALL, [aCluster('c1'), aCluster('c2', { isLeaving: true })]);
    const tried = tryOut(state, { clusters: [{ cluster: 'c2', change: 'add' }] });
    expect(tried.today.total).toBe(1);
    expect(tried.then.total).toBe(2);
    expect(effectsOf(tried)).toBe('+c2');
  });
});

describe('what the rollout would begin', () => {
  it('B/RO-045 binds new clusters as far as the surge goes; the others wait', () => {
    const { rollout } = tryOut(aDecided(pickN(1), clusters(5)), { policy: pickN(5) });
    expect(rollout).toMatchObject({
      kind: 'rolling',
      begins: ['c1', 'c2', 'c3', 'c4'],
      waits: [],
      leaves: [],
    });
    expect(rollout.message).toBe('Rollout to 4 clusters starts immediately.');
  });

  it('removes where nothing ran well at once', () => {
    const state = settled(aDecided(PICK_ALL, [prod('c1'), test('c2')]));
    const { rollout } = tryOut(state, { policy: byEnv('prod') });
    expect(rollout.begins).toEqual([]);
    expect([...rollout.leaves, ...rollout.waits]).not.toContain('c1');
  });

  it('moves nothing by itself where runs do', () => {
    const external = aDecided(pickN(1), clusters(2));
    const state = {
      ...external,
      placement: aPlacement({ spec: { ...external.placement.spec, strategy: { type: 'External' } } }),
    } as const;
    expect(tryOut(state, { policy: pickN(2) }).rollout).toEqual({
      kind: 'runs',
      begins: [],
      waits: ['c1'],
      leaves: [],
      updates: [],
      message: 'Managed by update runs: 1 cluster needs a run.',
    });
  });

  it('begins nothing where nothing changes', () => {
    expect(tryOut(aDecided(PICK_ALL, clusters(2)), {}).rollout).toMatchObject({
      kind: 'none',
      message: 'No cluster changes.',
    });
  });

  it('says that nothing was captured', () => {
    const state = { ...aDecided(PICK_ALL, clusters(1)), resourceSnapshots: [] };
    expect(tryOut(state, {}).rollout.kind).toBe('nothingCaptured');
  });

  it('says that another selection is captured first', () => {
    const state = aDecided(PICK_ALL, clusters(1));
    const spec = {
      ...state.placement.spec,
      resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'b' }],
    };
    expect(tryOut(state, { spec }).rollout).toMatchObject({
      kind: 'rolling',
      message:
        'No cluster changes. The changed selection is captured first, then rolled out to all clusters.',
    });
  });
});

describe('a placement that nobody has created', () => {
  const empty = aPlacementState({ clusters: clusters(3), policySnapshots: [], resourceSnapshots: [] });
  const spec = { resourceSelectors: [], policy: pickN(2) };

  it('is nowhere today, and would roll out at once', () => {
    const tried = tryOut(empty, { spec }, { isNew: true });
    expect(effectsOf(tried)).toBe('+c2 +c3');
    expect(whyOf(tried, 'c3')).toBe('The policy picks it. It ranks 1 of 3.');
    expect(tried.today).toMatchObject({
      found: 0,
      isFulfilled: false,
      message: 'The placement does not exist yet.',
    });
    expect(tried.rollout.message).toBe('Rollout to 2 clusters starts immediately.');
  });
});

describe('the stages of a run', () => {
  it('C/UR-090 are planned on both sides', () => {
    const staged = (name: string, stage: string) => aCluster(name, { labels: { stage } });
    const state = aDecided(pickN(1), [staged('c1', 'staging'), staged('c2', 'staging')]);
    const external = aPlacement({ spec: { ...state.placement.spec, strategy: { type: 'External' } } });
    const run = aRunState({
      ...state,
      run: aRun(),
      placement: external,
      strategy: { stages: [aStage('staging')] },
    });
    const tried = tryOut({ ...state, placement: external }, { policy: pickN(2) }, { run });
    expect(tried.run).toMatchObject({
      strategy: 'strategy',
      stages: [{ name: 'staging', today: 1, then: 2, gains: ['c1'], loses: [], slots: 1 }],
      problems: [],
    });
  });
});

describe('a change that cannot be tried', () => {
  const state = aDecided(PICK_ALL, clusters(1));
  const cases: readonly [string, WhatIfChange, RegExp][] = [
    [
      'an edited cluster that nobody knows',
      edit('x', {}),
      /^clusters\[0\]\.cluster: "x" is not in the fleet; use change "add"/,
    ],
    [
      'a removed cluster that is edited after it',
      {
        clusters: [
          { cluster: 'c1', change: 'remove' },
          { cluster: 'c1', change: 'edit' },
        ],
      },
      /^clusters\[1\]\.cluster: "c1" is not in the fleet/,
    ],
    [
      'an added cluster that is there',
      { clusters: [{ cluster: 'c1', change: 'add' }] },
      /^clusters\[0\]\.cluster: "c1" is in the fleet already; use change "edit"/,
    ],
    [
      'usage that is no quantity',
      edit('c1', { properties: { 'resources.kubernetes-fleet.io/available-cpu': 'much' } }),
      /^clusters\[0\]\.properties\["resources.kubernetes-fleet.io\/available-cpu"\]: /,
    ],
    [
      'PickN without a number',
      { policy: { placementType: 'PickN' } },
      /^policy\.numberOfClusters must be set/,
    ],
    [
      'names for PickN',
      { policy: { ...pickN(1), clusterNames: ['a'] } },
      /^policy\.clusterNames belongs to placementType PickFixed/,
    ],
    [
      'PickFixed without names',
      { policy: { placementType: 'PickFixed' } },
      /^policy\.clusterNames is required/,
    ],
    [
      'a number for PickFixed',
      { policy: { ...pickFixed('a'), numberOfClusters: 1 } },
      /^policy\.numberOfClusters belongs to placementType PickN/,
    ],
    [
      'a number for PickAll',
      { policy: { numberOfClusters: 1 } },
      /^policy\.numberOfClusters belongs to placementType PickN/,
    ],
    ['names for PickAll', { policy: { clusterNames: ['a'] } }, /^policy\.clusterNames belongs/],
    [
      'spread for PickAll, in a whole spec',
      { spec: { resourceSelectors: [], policy: { topologySpreadConstraints: [{ topologyKey: 'a' }] } } },
      /^spec\.policy\.topologySpreadConstraints belongs to placementType PickN/,
    ],
  ];

  it.each(cases)('%s', (_, change, message) => {
    expect(errorOf(whatIf(state, change, NOON))).toMatch(message);
  });

  it('a placement that is being deleted', () => {
    const placement = aPlacement({ deletedAt: minutesBefore(1) });
    expect(errorOf(whatIf({ ...state, placement }, {}, NOON))).toMatch(/^placement "web" is being deleted/);
  });
});
