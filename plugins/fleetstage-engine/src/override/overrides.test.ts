import type {
  ClusterResourceOverrideSpec,
  KubeObject,
  OverrideRule,
  ResourceOverrideSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { NO_OVERRIDES } from '../desired/desired';
import { renderWork } from '../work/renderWork';
import { isMeant, labelsReadBy, matchOverrides } from './matchOverrides';
import { nameOfObject, overrideKeysOf } from './overrideKeys';
import { MAX_OVERRIDDEN_BYTES, overrideObjects } from './overrideObject';
import type { OverrideSnapshot } from './overrideSnapshot';

type Cluster = { readonly name: string; readonly labels: Readonly<Record<string, string>> };
const c1: Cluster = { name: 'c1', labels: { env: 'prod', region: 'eu' } };
const c2: Cluster = { name: 'c2', labels: { env: 'test' } };

const ALL: OverrideRule['clusterSelector'] = { clusterSelectorTerms: [] };
const inEnv = (env: string): OverrideRule['clusterSelector'] => ({
  clusterSelectorTerms: [{ labelSelector: { matchLabels: { env } } }],
});
const label = (key: string, value: string, clusterSelector = ALL): OverrideRule => ({
  clusterSelector,
  jsonPatchOverrides: [{ op: 'add', path: `/metadata/labels/${key}`, value }],
});
const DELETE: OverrideRule = { clusterSelector: ALL, overrideType: 'Delete' };
const FAILING: OverrideRule = {
  clusterSelector: ALL,
  jsonPatchOverrides: [{ op: 'remove', path: '/spec/nothing' }],
};

const NAMESPACE = { group: '', version: 'v1', kind: 'Namespace', name: 'web' };
const APP = { group: 'apps', version: 'v1', kind: 'Deployment', name: 'app' };

const cro = (
  name: string,
  overrideRules: readonly OverrideRule[],
  { placement, selectors = [NAMESPACE] }: { placement?: object; selectors?: readonly object[] } = {},
): OverrideSnapshot => ({
  kind: 'ClusterResourceOverrideSnapshot',
  ...{ name, hash: `hash of ${name}` },
  spec: {
    clusterResourceSelectors: selectors,
    policy: { overrideRules },
    ...(placement && { placement }),
  } as ClusterResourceOverrideSpec,
});
const ro = (
  name: string,
  overrideRules: readonly OverrideRule[],
  { placement, namespace = 'web' }: { placement?: object; namespace?: string } = {},
): OverrideSnapshot => ({
  kind: 'ResourceOverrideSnapshot',
  ...{ name, namespace, hash: `hash of ${name}` },
  spec: {
    resourceSelectors: [APP],
    policy: { overrideRules },
    ...(placement && { placement }),
  } as ResourceOverrideSpec,
});

const object = (kind: string, name: string, more: object = {}): KubeObject => ({
  apiVersion: kind === 'Deployment' ? 'apps/v1' : 'v1',
  kind,
  metadata: { name, ...(kind !== 'Namespace' && { namespace: 'web' }), labels: {} },
  ...more,
});
const namespace = object('Namespace', 'web');
const app = object('Deployment', 'app', { spec: {} });
const config = object('ConfigMap', 'config');

const matchedOn = (
  cluster: Cluster,
  snapshots: readonly OverrideSnapshot[],
  placement: { name: string; namespace?: string } = { name: 'crp' },
) =>
  matchOverrides(placement, { keys: overrideKeysOf([namespace, app, config].map(nameOfObject)), snapshots }, [
    cluster,
  ]).get(cluster.name) ?? NO_OVERRIDES;

/** Labels by object, in the order of the work; or why it is refused. */
function rendered(
  cluster: Cluster,
  snapshots: readonly OverrideSnapshot[],
  objects = [namespace, app, config],
) {
  const override = overrideObjects(matchedOn(cluster, snapshots), snapshots);
  const work = renderWork('crp', objects, { override });
  return (
    work.problem ??
    Object.fromEntries(work.manifests.map(({ kind, object: one }) => [kind, one.metadata.labels]))
  );
}

describe('which snapshots a cluster has', () => {
  const names = (cluster: Cluster, ...snapshots: readonly OverrideSnapshot[]) =>
    matchedOn(cluster, snapshots).snapshots.map(({ name, rules }) => `${name}: ${rules.join()}`);

  it('B/OV-033: CROs by name, then ROs by namespace and name', () => {
    const all = [ro('a', [DELETE]), cro('z', [DELETE]), cro('B', [DELETE]), cro('a', [DELETE])];
    expect(names(c1, ...all)).toEqual(['B: 0', 'a: 0', 'z: 0', 'a: 0']);
  });

  it.each<[string, OverrideRule['clusterSelector'], readonly string[]]>([
    ['B/OV-020: absent', undefined, []],
    ['B/OV-021: without terms', ALL, ['c1', 'c2']],
    ['B/OV-022: a term without labelSelector', { clusterSelectorTerms: [{}] }, []],
    ['B/OV-023: an empty labelSelector', { clusterSelectorTerms: [{ labelSelector: {} }] }, ['c1', 'c2']],
    ['B/OV-025: labels', inEnv('prod'), ['c1']],
    [
      'B/OV-024: either term',
      {
        clusterSelectorTerms: [
          { labelSelector: { matchLabels: { env: 'prod' } } },
          { labelSelector: { matchExpressions: [{ key: 'region', operator: 'DoesNotExist' }] } },
        ],
      },
      ['c1', 'c2'],
    ],
    [
      'B/OV-025: both parts',
      {
        clusterSelectorTerms: [
          {
            labelSelector: {
              matchLabels: { env: 'prod' },
              matchExpressions: [{ key: 'region', operator: 'NotIn', values: ['eu'] }],
            },
          },
        ],
      },
      [],
    ],
  ])('%s', (_, clusterSelector, expected) => {
    const snapshots = [cro('one', [{ clusterSelector, overrideType: 'Delete' }])];
    expect(
      [c1, c2].filter(cluster => names(cluster, ...snapshots).length > 0).map(({ name }) => name),
    ).toEqual(expected);
  });

  it('B/OV-032: only those that select what the placement has', () => {
    const other = { ...NAMESPACE, name: 'other' };
    const wrongVersion = { ...NAMESPACE, version: 'v2' };
    expect(names(c1, cro('x', [DELETE], { selectors: [other, wrongVersion] }))).toEqual([]);
    expect(names(c1, cro('x', [DELETE], { selectors: [other, NAMESPACE, NAMESPACE] }))).toEqual(['x: 0']);
    expect(names(c1, ro('x', [DELETE], { namespace: 'other' }))).toEqual([]);
  });

  it('B/OV-036: keeps which rules match and what they read', () => {
    const value = '${MEMBER-CLUSTER-NAME} in ${MEMBER-CLUSTER-LABEL-KEY-region}';
    const snapshots = [
      cro('x', [label('a', 'x', inEnv('test')), label('b', value), label('c', 'x', inEnv('prod'))]),
    ];
    expect(matchedOn(c1, snapshots)).toMatchObject({
      snapshots: [{ rules: [1, 2] }],
      variables: { '${MEMBER-CLUSTER-NAME}': 'c1', '${MEMBER-CLUSTER-LABEL-KEY-region}': 'eu' },
    });
    // A label that is missing is not there: when it comes, the revision is another one.
    expect(matchedOn(c2, snapshots)).toMatchObject({
      snapshots: [{ rules: [0, 1] }],
      variables: { '${MEMBER-CLUSTER-NAME}': 'c2' },
    });
  });
});

it('B/OV-096: variables of a label that the name is part of are those of each cluster', () => {
  const value = '${MEMBER-CLUSTER-LABEL-KEY-of-${MEMBER-CLUSTER-NAME}} ${MEMBER-CLUSTER-LABEL-KEY-env}';
  const cluster = { name: 'c1', labels: { 'of-c1': 'x', 'env': 'prod' } };
  expect(matchedOn(cluster, [cro('x', [label('a', value)])]).variables).toEqual({
    '${MEMBER-CLUSTER-NAME}': 'c1',
    '${MEMBER-CLUSTER-LABEL-KEY-env}': 'prod',
    '${MEMBER-CLUSTER-LABEL-KEY-of-c1}': 'x',
  });
});

it('B/OV-090: a value is read once for all clusters', () => {
  let readings = 0;
  const value = {
    toJSON: () => {
      readings += 1;
      return '${MEMBER-CLUSTER-LABEL-KEY-env}';
    },
  };
  const rule: OverrideRule = {
    clusterSelector: ALL,
    jsonPatchOverrides: [{ op: 'add', path: '/metadata/labels/a', value }],
  };
  const clusters = Array.from({ length: 100 }, (_, i) => ({ name: `c${i}`, labels: { env: `e${i}` } }));
  const keys = overrideKeysOf([namespace].map(nameOfObject));
  const matched = matchOverrides({ name: 'crp' }, { keys, snapshots: [cro('x', [rule])] }, clusters);
  expect(matched.get('c99')?.variables).toEqual({ '${MEMBER-CLUSTER-LABEL-KEY-env}': 'e99' });
  expect(readings).toBeLessThan(10);
});

describe('spec.placement (B/OV-003…005)', () => {
  const crp = { name: 'p' };
  const rp = { name: 'web/p', namespace: 'web' };
  const cluster = { name: 'p' };
  const namespaced = { name: 'p', scope: 'Namespaced' };
  it.each<[string, OverrideSnapshot, boolean, boolean]>([
    ['a CRO without', cro('x', []), true, true],
    ['a CRO of the CRP', cro('x', [], { placement: cluster }), true, false],
    ['a CRO of another one', cro('x', [], { placement: { name: 'q' } }), false, false],
    ['an RO without', ro('x', []), true, true],
    ['an RO of the CRP', ro('x', [], { placement: { ...cluster, scope: 'Cluster' } }), true, false],
    ['an RO of the RP', ro('x', [], { placement: namespaced }), false, true],
    ['an RO of an RP elsewhere', ro('x', [], { placement: namespaced, namespace: 'other' }), false, false],
  ])('%s', (_, snapshot, ofCrp, ofRp) => {
    expect([isMeant(crp, snapshot), isMeant(rp, snapshot)]).toEqual([ofCrp, ofRp]);
  });
});

describe('what overrides make of objects', () => {
  it('B/OV-001, B/OV-062: a CRO of a Namespace is for all objects in it', () => {
    expect(rendered(c1, [cro('x', [label('a', '1')])])).toEqual({
      Namespace: { a: '1' },
      Deployment: { a: '1' },
      ConfigMap: { a: '1' },
    });
  });

  it('B/OV-002, B/OV-063, B/OV-T17: an RO is for the object, and wins', () => {
    expect(rendered(c1, [ro('a', [label('a', 'ro')]), cro('z', [label('a', 'cro')])])).toEqual({
      Namespace: { a: 'cro' },
      Deployment: { a: 'ro' },
      ConfigMap: { a: 'cro' },
    });
  });

  it('B/OV-064: the last rule that matches wins', () => {
    const rules = [label('a', '1'), label('a', '2', inEnv('prod')), label('b', '3', inEnv('test'))];
    expect(rendered(c1, [ro('x', rules)])).toMatchObject({ Deployment: { a: '2' } });
    expect(rendered(c2, [ro('x', rules)])).toMatchObject({ Deployment: { a: '1', b: '3' } });
  });

  it.each<[string, readonly OverrideSnapshot[]]>([
    ['B/OV-065: ends the rules', [ro('x', [label('a', '1'), DELETE, FAILING])]],
    [
      'B/OV-066, B/OV-T18: CRO deletes, RO patches',
      [cro('x', [label('a', '1')]), ro('a', [DELETE]), ro('b', [FAILING])],
    ],
    ['B/OV-T19: CRO patches, RO deletes', [cro('x', [label('a', '1')]), ro('y', [DELETE])]],
  ])('Delete, %s', (_, snapshots) => {
    expect(rendered(c1, snapshots)).not.toHaveProperty('Deployment');
    expect(rendered(c1, snapshots)).toHaveProperty('ConfigMap');
  });

  it('B/OV-068: no type is JSONPatch', () => {
    expect(rendered(c1, [ro('x', [{ ...label('a', '1'), overrideType: '' as 'JSONPatch' }])])).toMatchObject({
      Deployment: { a: '1' },
    });
  });

  it('B/OV-071: those in an envelope, one by one, and never the envelope', () => {
    const envelope = {
      ...object('ResourceEnvelope', 'envelope', { data: { app, config } }),
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    };
    const snapshots = [cro('x', [label('a', '1')]), ro('y', [DELETE])];
    expect(rendered(c1, snapshots, [envelope])).toEqual({ ConfigMap: { a: '1' } });
  });
});

describe('what cannot be overridden stops the work of the cluster (B/OV-070, B/OV-072)', () => {
  it.each<[string, readonly OverrideSnapshot[], string]>([
    [
      'B/OV-T15: a patch that does not apply',
      [ro('x', [label('a', '1'), FAILING])],
      'ResourceOverrideSnapshot web/x cannot be applied to Deployment "app" in namespace "web": rule 2, remove /spec/nothing: there is no field "nothing"',
    ],
    [
      'B/OV-T14: a variable without its label',
      [ro('x', [label('a', '${MEMBER-CLUSTER-LABEL-KEY-zone}')])],
      'ResourceOverrideSnapshot web/x cannot be applied to Deployment "app" in namespace "web": rule 1, add /metadata/labels/a: cluster c1 has no label "zone", which the value reads; set it, or correct the override',
    ],
    [
      'B/OV-026, B/OV-035: a selector that cannot be read',
      [cro('x', [label('a', '1', inEnv('not a value!'))])],
      'ClusterResourceOverrideSnapshot x cannot be applied to Namespace "web": rule 1: clusterSelector: "not a value!" is not a label value (key "env")',
    ],
    [
      'B/OV-087: what comes out is no object',
      [
        ro('x', [
          { clusterSelector: ALL, jsonPatchOverrides: [{ op: 'add', path: '/metadata/labels', value: 'x' }] },
        ]),
      ],
      'overrides leave Deployment "app" in namespace "web" with metadata.labels that is no map of texts; correct the override',
    ],
  ])('%s', (_, snapshots, problem) => {
    expect(rendered(c1, snapshots)).toBe(problem);
  });

  it('B/OV-060: a snapshot that is not there', () => {
    const matched = matchedOn(c1, [ro('x', [DELETE])]);
    const work = renderWork('crp', [app], { override: overrideObjects(matched, []) });
    expect(work).toMatchObject({ manifests: [], isOverrideFailure: true });
    expect(work.problem).toMatch(/^ResourceOverrideSnapshot web\/x is not found/);
  });

  it('B/OV-060: a snapshot is the one that says the same, whatever its name, in its own namespace', () => {
    const one = ro('x', [label('a', '1')]);
    const matched = matchedOn(c1, [one]);
    const problemWith = (kept: OverrideSnapshot) =>
      renderWork('crp', [app], { override: overrideObjects(matched, [kept]) }).problem;
    expect(problemWith({ ...one, name: 'y' })).toBeUndefined();
    expect(problemWith({ ...one, namespace: 'other' } as OverrideSnapshot)).toMatch(/is not found/);
  });

  it('B/OV-073: an RO does not change what can give rights, and a CRO does', () => {
    const role = { ...object('Role', 'r', { rules: [] }), apiVersion: 'rbac.authorization.k8s.io/v1' };
    const selector = { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'Role', name: 'r' };
    const matched = (snapshot: OverrideSnapshot) =>
      matchOverrides(
        { name: 'crp' },
        { keys: overrideKeysOf([namespace, role].map(nameOfObject)), snapshots: [snapshot] },
        [c1],
      ).get('c1')!;
    const workWith = (snapshot: OverrideSnapshot) =>
      renderWork('crp', [role], { override: overrideObjects(matched(snapshot), [snapshot]) });
    for (const rule of [label('a', '1'), DELETE]) {
      const own = ro('x', [rule]);
      const spec = { ...own.spec, resourceSelectors: [selector] };
      expect(workWith({ ...own, spec } as OverrideSnapshot)).toMatchObject({
        isOverrideFailure: true,
        problem:
          'ResourceOverrideSnapshot web/x cannot be applied to Role "r" in namespace "web": objects of rbac.authorization.k8s.io can give rights on members, and authors of ResourceOverrides need not have these; change the object itself, or have a ClusterResourceOverride of its namespace',
      });
    }
    expect(workWith(cro('x', [label('a', '1')])).problem).toBeUndefined();
  });

  it('an object that no API server takes', () => {
    const value = 'ä'.repeat(MAX_OVERRIDDEN_BYTES / 2);
    const rule = {
      clusterSelector: ALL,
      jsonPatchOverrides: [{ op: 'add', path: '/spec/text', value }],
    } as const;
    expect(rendered(c1, [ro('x', [rule])])).toMatch(
      /^overrides make Deployment "app" in namespace "web" \d+ bytes long/,
    );
  });

  it('WG-064: an override that fails, and WG-065: one that leaves no object, are two things', () => {
    const work = (rules: readonly OverrideRule[]) => {
      const snapshots = [ro('x', rules)];
      return renderWork('crp', [app], { override: overrideObjects(matchedOn(c1, snapshots), snapshots) });
    };
    expect(work([FAILING]).isOverrideFailure).toBe(true);
    const broken: OverrideRule = {
      clusterSelector: ALL,
      jsonPatchOverrides: [{ op: 'add', path: '/metadata/annotations', value: [] }],
    };
    expect(work([broken]).isOverrideFailure).toBeUndefined();
  });
});

describe('RUL 18: which labels decide what an override does', () => {
  it('those of its selectors and of its variables', () => {
    const rules = [label('a', '${MEMBER-CLUSTER-LABEL-KEY-region}', inEnv('prod')), label('b', 'x')];
    expect(labelsReadBy(ro('x', rules))).toEqual(new Set(['env', 'region']));
  });

  it('any, where the name of the cluster is part of a key', () => {
    const value = '${MEMBER-CLUSTER-LABEL-KEY-of-${MEMBER-CLUSTER-NAME}}';
    expect(labelsReadBy(ro('x', [label('a', value)]))).toBe('any');
  });
});
