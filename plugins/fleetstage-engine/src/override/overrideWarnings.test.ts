import type {
  ClusterResourceOverrideSpec,
  ResourceOverrideSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { overrideKeysOf } from './overrideKeys';
import type { OverrideSnapshot } from './overrideSnapshot';
import { findOverrideWarnings, MAX_OVERRIDES } from './overrideWarnings';

const NAMESPACE = { group: '', version: 'v1', kind: 'Namespace', name: 'web' };
const ROLE = { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRole', name: 'reader' };
const APP = { group: 'apps', version: 'v1', kind: 'Deployment', name: 'app' };
const CONFIG = { group: '', version: 'v1', kind: 'ConfigMap', name: 'config' };

const keys = overrideKeysOf([
  NAMESPACE,
  ROLE,
  { ...APP, namespace: 'web' },
  { ...CONFIG, namespace: 'web' },
  { ...CONFIG, namespace: 'api' },
]);
const cro = (
  name: string,
  selectors: readonly object[] = [NAMESPACE],
  more: object = {},
): OverrideSnapshot => ({
  ...{ kind: 'ClusterResourceOverrideSnapshot', name: `${name}-7`, hash: name },
  spec: {
    clusterResourceSelectors: selectors,
    policy: { overrideRules: [] },
    ...more,
  } as ClusterResourceOverrideSpec,
});
const ro = (
  name: string,
  selectors: readonly object[] = [APP],
  { namespace = 'web', ...more }: { namespace?: string; placement?: object } = {},
): OverrideSnapshot => ({
  ...{ kind: 'ResourceOverrideSnapshot', name: `${name}-0`, hash: name, namespace },
  spec: { resourceSelectors: selectors, policy: { overrideRules: [] }, ...more } as ResourceOverrideSpec,
});
const many = (count: number, make: (name: string, i: number) => OverrideSnapshot) =>
  Array.from({ length: count }, (_, i) => make(`o${String(i).padStart(3, '0')}`, i));

const warn = (...snapshots: readonly OverrideSnapshot[]) =>
  findOverrideWarnings({ name: 'crp' }, { keys, snapshots });
const messages = (...snapshots: readonly OverrideSnapshot[]) =>
  warn(...snapshots).map(({ message }) => message);

describe('B/OV-041: more overrides than are supported', () => {
  const otherRoles = (count: number) => many(count, name => cro(name, [{ ...ROLE, name }]));

  it.each([
    ['99 others and one that concerns it', otherRoles(MAX_OVERRIDES - 1), []],
    ['100 others and one', otherRoles(MAX_OVERRIDES), ['FleetstageTooManyOverrides']],
  ])('%s', (_, others, reasons) => {
    expect(warn(cro('mine'), ...others).map(({ reason }) => reason)).toEqual(reasons);
  });

  it('says how many there are, how many may be, and what to do', () => {
    expect(messages(cro('mine'), ...otherRoles(120))).toEqual([
      'there are 121 ClusterResourceOverrides on the hub, and at most 100 are supported; all of them apply; put rules of several into one, or delete those that are not needed',
    ]);
  });

  it('counts ResourceOverrides by their namespace, and not those of others', () => {
    const inWeb = many(101, name => ro(name, [{ ...APP, name }]));
    const inApi = many(100, name => ro(name, [{ ...APP, name }], { namespace: 'api' }));
    expect(
      messages(ro('mine'), ro('theirs', [CONFIG], { namespace: 'api' }), ...inWeb, ...inApi.slice(1)),
    ).toEqual([expect.stringMatching(/^there are 102 ResourceOverrides in namespace web, and at most 100/)]);
    expect(messages(...inWeb)).toEqual([]);
  });

  it('is of no concern to a placement that none of them is for', () => {
    const placement = { name: 'other' };
    expect(messages(...many(101, name => cro(name, [NAMESPACE], { placement })))).toEqual([]);
  });
});

describe('B/OV-046: an object that two overrides of a kind select', () => {
  it('is named with both, in the order in which they apply', () => {
    expect(warn(cro('b', [ROLE]), cro('a', [ROLE, NAMESPACE]))).toEqual([
      {
        reason: 'FleetstageOverridesOverlap',
        message:
          'several overrides of one kind select the same object, and apply in the order of their names, each to what the one before it left: ClusterRole reader by a, b; put their rules into one',
      },
    ]);
  });

  it.each<[string, readonly OverrideSnapshot[]]>([
    ['one of each kind: the ResourceOverride wins (B/OV-063)', [cro('a'), ro('a')]],
    ['different objects', [ro('a', [APP]), ro('b', [CONFIG])]],
    ['objects of one name in two namespaces', [ro('a', [CONFIG]), ro('b', [CONFIG], { namespace: 'api' })]],
    ['an object that the placement does not have', many(2, name => ro(name, [{ ...APP, name: 'x' }]))],
    ['one of them is for another placement', [ro('a'), ro('b', [APP], { placement: { name: 'other' } })]],
    ['another version of the kind', [ro('a'), ro('b', [{ ...APP, version: 'v1beta1' }])]],
    ['none', []],
  ])('%s is no overlap', (_, snapshots) => {
    expect(warn(...snapshots)).toEqual([]);
  });

  it('of many objects and overrides three are named', () => {
    const roles = ['d', 'c', 'b', 'a'].map(name => ({ ...ROLE, name }));
    const all = many(5, name => cro(name, roles));
    const found = findOverrideWarnings({ name: 'crp' }, { keys: overrideKeysOf(roles), snapshots: all });
    expect(found[0].message).toContain(
      ': ClusterRole a by o000, o001, o002, 2 more; ClusterRole b by o000, o001, o002, 2 more; ClusterRole c by o000, o001, o002, 2 more; 1 more; put',
    );
  });

  it('of a ResourceOverride the namespace is said', () => {
    expect(messages(ro('x-1'), ro('x'))[0]).toContain('Deployment web/app by x, x-1;');
  });
});
