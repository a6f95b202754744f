import type {
  ClusterResourceOverrideSpec,
  OverrideRule,
  ResourceOverrideSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { isMeant, labelsReadBy, matchOverrides, matchSnapshots, selectsAny } from './matchOverrides';
import { overrideKeysOf, type OverrideKeys } from './overrideKeys';
import type { OverrideSnapshot } from './overrideSnapshot';

const NAMESPACE = { group: '', version: 'v1', kind: 'Namespace', name: 'web' };
const APP = { group: 'apps', version: 'v1', kind: 'Deployment', name: 'app' };
const ALL: OverrideRule['clusterSelector'] = { clusterSelectorTerms: [] };
const c1 = { name: 'c1', labels: { env: 'prod', region: 'eu' } };

const setting = (...values: readonly unknown[]): OverrideRule => ({
  clusterSelector: ALL,
  jsonPatchOverrides: values.map(value => ({ op: 'add', path: '/metadata/labels/a', value })),
});
const selecting = (labelSelector: object | undefined): OverrideRule => ({
  clusterSelector: { clusterSelectorTerms: [{ ...(labelSelector && { labelSelector }) }] },
  overrideType: 'Delete',
});
const cro = (name: string, rules: readonly OverrideRule[], more: object = {}): OverrideSnapshot => ({
  ...{ kind: 'ClusterResourceOverrideSnapshot', name, hash: name },
  spec: {
    clusterResourceSelectors: [NAMESPACE],
    policy: { overrideRules: rules },
    ...more,
  } as ClusterResourceOverrideSpec,
});
const ro = (
  name: string,
  rules: readonly OverrideRule[],
  {
    namespace = 'web',
    ...more
  }: { namespace?: string; resourceSelectors?: object[]; placement?: object } = {},
): OverrideSnapshot => ({
  ...{ kind: 'ResourceOverrideSnapshot', name, hash: name, namespace },
  spec: { resourceSelectors: [APP], policy: { overrideRules: rules }, ...more } as ResourceOverrideSpec,
});
const keys = overrideKeysOf([NAMESPACE, { ...APP, namespace: 'web' }, { ...APP, namespace: 'api' }]);
const match = (...snapshots: readonly OverrideSnapshot[]) =>
  matchOverrides({ name: 'crp' }, { keys, snapshots }, [c1]).get('c1');
const namesOf = (...snapshots: readonly OverrideSnapshot[]) =>
  match(...snapshots)?.snapshots.map(({ namespace, name }) => (namespace ? `${namespace}/${name}` : name));

it('B/OV-031: a snapshot of another hand without selectors selects nothing', () => {
  const snapshot = {
    kind: 'ClusterResourceOverrideSnapshot',
    name: 'cro-0',
    hash: 'h',
    spec: { policy: { overrideRules: [] } },
  } as unknown as OverrideSnapshot;
  const all = { ofClusters: new Set(['a']), ofNamespaces: new Set(['a']) } as unknown as OverrideKeys;
  expect(selectsAny(snapshot, all)).toBe(false);
});

describe('the overrides of a cluster', () => {
  it('B/OV-033: CROs come first, then ROs by namespace before name, however they were listed', () => {
    const rule = [selecting({})];
    const all = [ro('a', rule), ro('z', rule, { namespace: 'api' }), cro('b', rule), cro('a', rule)];
    const sorted = ['a', 'b', 'api/z', 'web/a'];
    expect(namesOf(...all)).toEqual(sorted);
    expect(namesOf(...[...all].reverse())).toEqual(sorted);
    expect(matchSnapshots(all, c1).snapshots.map(({ name }) => name)).toEqual(['a', 'b', 'z', 'a']);
  });

  it('B/OV-032: one selector that names an object is enough', () => {
    const other = { ...APP, name: 'other' };
    expect(namesOf(ro('a', [selecting({})], { resourceSelectors: [other, APP] }))).toEqual(['web/a']);
    expect(namesOf(ro('a', [selecting({})], { resourceSelectors: [other] }))).toBeUndefined();
  });

  it('B/OV-030, B/OV-034: without a rule for a cluster it has no entry', () => {
    expect(match()).toBeUndefined();
    expect(match(cro('a', [selecting({ matchLabels: { env: 'test' } })]))).toBeUndefined();
  });

  it('B/OV-069: a snapshot without a policy is skipped', () => {
    expect(match(cro('a', [], { policy: undefined }))).toBeUndefined();
    expect(labelsReadBy(cro('a', [], { policy: undefined }))).toEqual(new Set());
  });

  it('B/OV-027: properties of a term, of before the definition refused them, select nothing', () => {
    const term = { propertySelector: { matchExpressions: [] }, propertySorter: {} };
    const rule = { clusterSelector: { clusterSelectorTerms: [term] }, overrideType: 'Delete' };
    expect(match(cro('a', [rule as unknown as OverrideRule]))).toBeUndefined();
  });

  it('B/OV-092: variables are kept in the order of their names, whichever rule reads them', () => {
    const reading = setting(
      '${MEMBER-CLUSTER-NAME} ${MEMBER-CLUSTER-LABEL-KEY-region}',
      '${MEMBER-CLUSTER-LABEL-KEY-env}',
    );
    expect(Object.entries(match(cro('a', [reading]))?.variables ?? {})).toEqual([
      ['${MEMBER-CLUSTER-LABEL-KEY-env}', 'prod'],
      ['${MEMBER-CLUSTER-LABEL-KEY-region}', 'eu'],
      ['${MEMBER-CLUSTER-NAME}', 'c1'],
    ]);
  });
});

describe('B/OV-003, B/OV-004, B/OV-005: which placement an override is for', () => {
  const crp = { name: 'p' };
  const rp = { name: 'web/p', namespace: 'web' };
  const rpElsewhere = { name: 'api/p', namespace: 'api' };
  it.each<[string, OverrideSnapshot, readonly boolean[]]>([
    ['a CRO without one', cro('a', []), [true, true, true]],
    ['a CRO', cro('a', [], { placement: { name: 'p' } }), [true, false, false]],
    [
      'a CRO of scope Namespaced, which the definition refuses',
      cro('a', [], { placement: { name: 'p', scope: 'Namespaced' } }),
      [true, false, false],
    ],
    ['another CRO', cro('a', [], { placement: { name: 'q' } }), [false, false, false]],
    [
      'an RO of scope Cluster',
      ro('a', [], { placement: { name: 'p', scope: 'Cluster' } }),
      [true, false, false],
    ],
    [
      'an RO of scope Namespaced',
      ro('a', [], { placement: { name: 'p', scope: 'Namespaced' } }),
      [false, true, false],
    ],
  ])('%s', (_, snapshot, expected) => {
    expect([crp, rp, rpElsewhere].map(placement => isMeant(placement, snapshot))).toEqual(expected);
  });
});

describe('RUL 18, B/OV-036: the labels that an override reads', () => {
  it.each<[string, readonly OverrideRule[], readonly string[] | 'any']>([
    [
      'of selectors',
      [selecting({ matchLabels: { env: 'prod' }, matchExpressions: [{ key: 'zone', operator: 'Exists' }] })],
      ['env', 'zone'],
    ],
    ['of a term without a selector', [selecting(undefined)], []],
    ['of a rule for nobody', [{ overrideType: 'Delete' }], []],
    ['of values', [setting('${MEMBER-CLUSTER-LABEL-KEY-region}', 'x')], ['region']],
    [
      'of a name in one of the values',
      [setting('x', '${MEMBER-CLUSTER-LABEL-KEY-of-${MEMBER-CLUSTER-NAME}}')],
      'any',
    ],
    ['none', [setting('x', undefined)], []],
  ])('%s', (_, rules, labels) => {
    expect(labelsReadBy(cro('a', rules))).toEqual(labels === 'any' ? 'any' : new Set(labels));
  });
});
