import type {
  ClusterSelectorTerm,
  PlacementPolicy,
  PropertySelectorRequirement,
  RolloutStrategy,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { aPlacement, aPlacementSpec, clusters, NOON, PICK_ALL, pickFixed, pickN } from '../testing/builders';
import type { ClusterChange, WhatIfChange } from './change';
import { aDecided, effectsOf, errorOf, tryOut } from './whatIf.testing';
import { whatIf } from './whatIf';

const GPU = { key: 'gpu', operator: 'Exists' } as const;
const TERMS =
  'policy\\.affinity\\.clusterAffinity\\.requiredDuringSchedulingIgnoredDuringExecution\\.clusterSelectorTerms';
const required = (...clusterSelectorTerms: ClusterSelectorTerm[]): PlacementPolicy => ({
  ...PICK_ALL,
  affinity: { clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms } } },
});
const preferred = (preference: ClusterSelectorTerm, type = pickN(1)): PlacementPolicy => ({
  ...type,
  affinity: {
    clusterAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference }] },
  },
});
const rule = (
  operator: PropertySelectorRequirement['operator'],
  value: string,
  name = 'kubernetes-fleet.io/node-count',
): PropertySelectorRequirement => ({ name, operator, values: [value] });
const properties = (...matchExpressions: PropertySelectorRequirement[]) =>
  required({ propertySelector: { matchExpressions } });
const tolerating = (...tolerations: NonNullable<PlacementPolicy['tolerations']>) => ({
  ...PICK_ALL,
  tolerations,
});

/** Tried on a placement of the same type. */
const refusalOf = (policy: PlacementPolicy) => {
  const before = { PickAll: PICK_ALL, PickN: pickN(1), PickFixed: pickFixed('c1') };
  const state = aDecided(before[policy.placementType ?? 'PickAll'], clusters(2));
  return errorOf(whatIf(state, { policy }, NOON));
};

describe('policies that the hub refuses', () => {
  it.each<[string, PlacementPolicy, RegExp]>([
    [
      'A/WH-028 affinity of PickFixed',
      { ...pickFixed('a'), affinity: {} },
      /^policy\.affinity belongs to placementType PickAll and PickN; remove it$/,
    ],
    [
      'A/WH-028 tolerations of PickFixed',
      { ...pickFixed('a'), tolerations: [GPU] },
      /^policy\.tolerations belongs to/,
    ],
    [
      'A/WH-028 spread of PickFixed',
      { ...pickFixed('a'), topologySpreadConstraints: [{ topologyKey: 'a' }] },
      /^policy\.topologySpreadConstraints belongs to placementType PickN; remove it/,
    ],
    [
      'A/WH-027 a name twice',
      pickFixed('a', 'b', 'a'),
      /^policy\.clusterNames\[2\]: "a" is listed twice; remove/,
    ],
    [
      'A/WH-027 no name',
      pickFixed('a', 'B_1'),
      /^policy\.clusterNames\[1\]: "B_1" is not the name of a MemberCluster/,
    ],
    ['A/WH-027 a long name', pickFixed('a'.repeat(64)), /^policy\.clusterNames\[0\]: .*at most 63/],
    [
      'A/WH-030 preferences of PickAll',
      preferred({ labelSelector: {} }, PICK_ALL),
      /^policy\.affinity\..*preferred.* has no meaning when placementType is PickAll; remove it$/,
    ],
    [
      'A/WH-022 a label key',
      required({}, { labelSelector: { matchLabels: { 'a b': 'c' } } }),
      new RegExp(`^${TERMS}\\[1\\]\\.labelSelector: "a b" is not a label key; correct it$`),
    ],
    [
      'A/WH-032 a required sorter',
      required({ propertySorter: { name: 'a', sortOrder: 'Ascending' } }),
      new RegExp(`^${TERMS}\\[0\\]\\.propertySorter .*cannot be required; move it to preferred`),
    ],
    [
      'A/WH-033 a preferred selector',
      preferred({ propertySelector: { matchExpressions: [] } }),
      /preferredDuringSchedulingIgnoredDuringExecution\[0\]\.preference\.propertySelector .*move it to required/,
    ],
    [
      'A/WH-035 a resource of no capacity',
      preferred({ propertySorter: { name: 'resources.kubernetes-fleet.io/cpu', sortOrder: 'Ascending' } }),
      /preference\.propertySorter\.name: .*is not a resource property: write/,
    ],
    [
      'A/WH-036 a property name',
      properties(rule('Gt', '1'), rule('Gt', '1', 'a b')),
      new RegExp(
        `^${TERMS}\\[0\\]\\.propertySelector\\.matchExpressions\\[1\\]\\.name: "a b" is not a property name`,
      ),
    ],
    [
      'A/WH-039 a value that is no quantity',
      properties(rule('Gt', 'many')),
      new RegExp(
        `^${TERMS}\\[0\\]\\.propertySelector\\.matchExpressions\\[0\\]: .*not a quantity; correct it$`,
      ),
    ],
    [
      'A/WH-042 a topology key',
      { ...pickN(1), topologySpreadConstraints: [{ topologyKey: 'a' }, { topologyKey: 'a b' }] },
      /^policy\.topologySpreadConstraints\[1\]\.topologyKey: "a b" is not a label key/,
    ],
    [
      'A/WH-041 a toleration twice',
      tolerating(GPU, { ...GPU }),
      /^policy\.tolerations\[1\] is there twice; remove/,
    ],
    [
      'A/WH-041 Exists with a value',
      tolerating({ ...GPU, value: 'a' }),
      /^policy\.tolerations\[0\]\.value must be empty/,
    ],
    [
      'A/WH-041 Equal without a key',
      tolerating({ value: 'a' }),
      /^policy\.tolerations\[0\]\.key may be empty only/,
    ],
    [
      'A/WH-041 a key',
      tolerating({ key: 'a b' }),
      /^policy\.tolerations\[0\]\.key: "a b" is not a label key/,
    ],
    [
      'A/WH-041 a value',
      tolerating({ key: 'a', value: 'b c' }),
      /^policy\.tolerations\[0\]\.value: "b c" is not a label value/,
    ],
  ])('%s', (_, policy, message) => {
    expect(refusalOf(policy)).toMatch(message);
  });

  it('everything that is good is tried', () => {
    const good: PlacementPolicy = {
      ...preferred({
        propertySorter: { name: 'resources.kubernetes-fleet.io/available-cpu', sortOrder: 'Ascending' },
      }),
      topologySpreadConstraints: [{ topologyKey: 'example.com/zone' }],
      tolerations: [GPU, { key: 'gpu', value: 'a' }, { operator: 'Exists' }],
    };
    expect(refusalOf(good)).toBeUndefined();
    expect(refusalOf(properties(rule('Ge', '10'), rule('Le', '10')))).toBeUndefined();
  });
});

describe('requirements that no value meets (A/WH-040)', () => {
  const refused =
    /matchExpressions: "kubernetes-fleet\.io\/node-count" .* contradict each other; correct or remove/;
  type Short = readonly [PropertySelectorRequirement['operator'], string];
  it.each<{ rules: readonly Short[]; isRefused: boolean }>([
    {
      rules: [
        ['Eq', '5'],
        ['Eq', '10'],
      ],
      isRefused: true,
    },
    {
      rules: [
        ['Eq', '1000m'],
        ['Ne', '1'],
      ],
      isRefused: true,
    },
    {
      rules: [
        ['Gt', '10'],
        ['Lt', '5'],
      ],
      isRefused: true,
    },
    {
      rules: [
        ['Gt', '10'],
        ['Lt', '10'],
      ],
      isRefused: true,
    },
    {
      rules: [
        ['Gt', '10'],
        ['Le', '10'],
      ],
      isRefused: true,
    },
    {
      rules: [
        ['Ge', '10'],
        ['Lt', '10'],
      ],
      isRefused: true,
    },
    {
      rules: [
        ['Ge', '10'],
        ['Le', '10'],
      ],
      isRefused: false,
    },
    {
      rules: [
        ['Gt', '10'],
        ['Gt', '5'],
        ['Lt', '7'],
      ],
      isRefused: true,
    },
    {
      rules: [
        ['Ge', '10'],
        ['Eq', '5'],
      ],
      isRefused: true,
    },
    {
      rules: [
        ['Gt', '10'],
        ['Eq', '10'],
      ],
      isRefused: true,
    },
    {
      rules: [
        ['Le', '10'],
        ['Eq', '20'],
      ],
      isRefused: true,
    },
    {
      rules: [
        ['Lt', '10'],
        ['Eq', '10'],
      ],
      isRefused: true,
    },
    {
      rules: [
        ['Lt', '1024'],
        ['Eq', '1Ki'],
      ],
      isRefused: true,
    },
    {
      rules: [
        ['Gt', '5'],
        ['Lt', '10'],
        ['Ne', '7'],
      ],
      isRefused: false,
    },
    {
      rules: [
        ['Eq', '5'],
        ['Eq', '5000m'],
        ['Ge', '5'],
        ['Le', '5'],
      ],
      isRefused: false,
    },
  ])('$rules', ({ rules, isRefused }) => {
    const said = refusalOf(properties(...rules.map(([operator, value]) => rule(operator, value))));
    if (isRefused) expect(said).toMatch(refused);
    else expect(said).toBeUndefined();
  });

  it('are of one property', () => {
    expect(refusalOf(properties(rule('Eq', '5', 'a'), rule('Eq', '6', 'b')))).toBeUndefined();
  });
});

describe('changes that the hub refuses', () => {
  const external = aPlacement({ spec: aPlacementSpec({ strategy: { type: 'External' } }) });
  const onExternal = (strategy: RolloutStrategy) =>
    errorOf(whatIf({ ...aDecided(PICK_ALL, clusters(1)), placement: external }, { strategy }, NOON));

  it('A/PL-141, A/WH-050 another type of placement, unless nobody has created it', () => {
    const state = aDecided(undefined, clusters(2));
    const says =
      /^policy\.placementType is immutable: it is PickAll and cannot become PickN; create another placement instead$/;
    expect(errorOf(whatIf(state, { policy: pickN(1) }, NOON))).toMatch(says);
    expect(errorOf(whatIf(state, { policy: pickN(1) }, NOON, { isNew: true }))).toBeUndefined();
    const spec = { resourceSelectors: [], policy: pickN(1) };
    expect(errorOf(whatIf(state, { spec }, NOON))).toMatch(/^spec\.policy\.placementType is immutable/);
  });

  it('A/WH-050 tolerations that go or change, and none that come', () => {
    const state = aDecided(tolerating(GPU), clusters(2));
    const says =
      /^policy\.tolerations can only be added, not changed or removed; put the one of taint "gpu" back$/;
    for (const policy of [PICK_ALL, null, tolerating({ ...GPU, effect: 'NoSchedule' })])
      expect(errorOf(whatIf(state, { policy }, NOON))).toMatch(says);
    expect(
      errorOf(whatIf(state, { policy: tolerating({ key: 'a', value: 'b' }, GPU) }, NOON)),
    ).toBeUndefined();
  });

  it('A/PL-153 External that is taken back', () => {
    expect(onExternal({ type: 'RollingUpdate' })).toMatch(/^strategy\.type cannot change from External/);
    expect(onExternal({})).toMatch(/^strategy\.type cannot change from External/);
    expect(onExternal({ type: 'External' })).toBeUndefined();
  });

  it.each<[string, RolloutStrategy, RegExp]>([
    [
      'A/WH-043 limits of External',
      { type: 'External', rollingUpdate: {} },
      /^strategy\.rollingUpdate has no meaning/,
    ],
    [
      'RUL 10 maxUnavailable 0',
      { rollingUpdate: { maxUnavailable: 0 } },
      /^strategy\.rollingUpdate\.maxUnavailable must be at least 1/,
    ],
    [
      'RUL 10 maxUnavailable 0%',
      { rollingUpdate: { maxUnavailable: '0%' } },
      /^strategy\.rollingUpdate\.maxUnavailable must be at least 1/,
    ],
    [
      'A/WH-043 a surge that is no number',
      { rollingUpdate: { maxSurge: 'all' } },
      /^strategy\.rollingUpdate\.maxSurge: .*write a number or a share/,
    ],
    [
      'A/WH-044 server-side settings of another type',
      { applyStrategy: { type: 'ClientSideApply', serverSideApplyConfig: { force: true } } },
      /^strategy\.applyStrategy\.serverSideApplyConfig belongs to type ServerSideApply; remove it/,
    ],
  ])('%s', (_, strategy, message) => {
    expect(errorOf(whatIf(aDecided(PICK_ALL, clusters(1)), { strategy }, NOON))).toMatch(message);
  });

  it('A/WH-050 what is wrong already and is not changed prevents nothing', () => {
    const state = aDecided(tolerating(GPU, GPU), clusters(1));
    expect(errorOf(whatIf(state, { strategy: { type: 'External' } }, NOON))).toBeUndefined();
  });
});

describe('clusters that there cannot be', () => {
  const state = aDecided(PICK_ALL, clusters(1));
  const tried = (change: Partial<ClusterChange>): WhatIfChange => ({
    clusters: [{ cluster: 'c1', change: 'edit', ...change }],
  });

  it.each<[string, Partial<ClusterChange>, RegExp]>([
    [
      'a name',
      { cluster: 'C_9', change: 'add' },
      /^clusters\[0\]\.cluster: "C_9" is not the name of a MemberCluster/,
    ],
    ['a label key', { labels: { 'a b': 'c' } }, /^clusters\[0\]\.labels\["a b"\]: "a b" is not a label key/],
    ['a label value', { labels: { a: 'b c' } }, /^clusters\[0\]\.labels\["a"\]: "b c" is not a label value/],
    [
      'a property name',
      { properties: { 'a b': '1' } },
      /^clusters\[0\]\.properties\["a b"\]: .*not a property name/,
    ],
    [
      'a count of nodes',
      { properties: { 'kubernetes-fleet.io/node-count': 'many' } },
      /^clusters\[0\]\.properties\["kubernetes-fleet\.io\/node-count"\]: .*not a quantity/,
    ],
    [
      'a taint key',
      { addTaints: [{ key: 'a b', effect: 'NoSchedule' }] },
      /^clusters\[0\]\.addTaints\[0\]\.key: "a b" is not a label key/,
    ],
    [
      'a taint value',
      { addTaints: [{ key: 'a', value: 'b c', effect: 'NoSchedule' }] },
      /^clusters\[0\]\.addTaints\[0\]\.value: "b c"/,
    ],
  ])('%s', (_, change, message) => {
    expect(errorOf(whatIf(state, tried(change), NOON))).toMatch(message);
  });

  it('what may be any text, or goes, is no fault', () => {
    const change = {
      labels: { 'example.com/a': '', 'b': null },
      properties: {
        'k8s.io/k8s-version': 'v1.36.3',
        'kubernetes-fleet.io/node-count': null,
        'example.com/cost': 'low',
      },
    };
    expect(errorOf(whatIf(state, tried(change), NOON))).toBeUndefined();
  });
});

describe('an added cluster and a ResourcePlacement (A/SCH-059)', () => {
  const decided = aDecided(PICK_ALL, []);
  const inTeam = { ...decided, placement: { ...decided.placement, namespace: 'team' } };
  const add = (patch: Partial<ClusterChange> = {}): WhatIfChange => ({
    clusters: [{ cluster: 'c9', change: 'add', ...patch }],
  });

  it('has the namespaces that it is given, and no others', () => {
    expect(effectsOf(tryOut(inTeam, add(), { show: 'all' }))).toBe('.c9');
    expect(effectsOf(tryOut(inTeam, add({ addNamespaces: ['other'] }), { show: 'all' }))).toBe('.c9');
    expect(effectsOf(tryOut(inTeam, add({ addNamespaces: ['team'] }), { show: 'all' }))).toBe('+c9');
  });

  it('is no matter of namespaces to a ClusterResourcePlacement', () => {
    expect(effectsOf(tryOut(decided, add(), { show: 'all' }))).toBe('+c9');
  });
});
