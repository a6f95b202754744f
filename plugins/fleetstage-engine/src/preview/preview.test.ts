import type { KubeObject, OverrideRule } from '@fleetstage/backstage-plugin-fleetstage-common';
import { matchedOn } from '../desired/desiredOf';
import { matchOverrides } from '../override/matchOverrides';
import { nameOfObject, overrideKeysOf } from '../override/overrideKeys';
import type { OverrideSnapshot } from '../override/overrideSnapshot';
import type { ReadableCluster } from '../override/variables';
import { MAX_LISTED, variantLimit, previewPlacement, type PreviewChange } from './previewPlacement';
import {
  applyOverrideChange,
  findOverrideEffects,
  previewOverride,
  type OverrideChange,
} from './previewOverride';

const NAMESPACE = { group: '', version: 'v1', kind: 'Namespace', name: 'web' };
const APP = { group: 'apps', version: 'v1', kind: 'Deployment', name: 'app' };
const inEnv = (env?: string): OverrideRule['clusterSelector'] => ({
  clusterSelectorTerms: env === undefined ? [] : [{ labelSelector: { matchLabels: { env } } }],
});
const patch = (path: string, value: unknown, env?: string): OverrideRule => ({
  clusterSelector: inEnv(env),
  jsonPatchOverrides: [{ op: 'replace', path, value }],
});
const LABELLED: OverrideRule = {
  clusterSelector: inEnv('prod'),
  jsonPatchOverrides: [{ op: 'add', path: '/metadata/labels/cluster', value: '${MEMBER-CLUSTER-NAME}' }],
};
const ro = (name: string, ...overrideRules: readonly OverrideRule[]): OverrideSnapshot => ({
  ...{ kind: 'ResourceOverrideSnapshot', name, namespace: 'web', hash: `hash of ${name}` },
  spec: { resourceSelectors: [APP], policy: { overrideRules } },
});
const cro = (name: string, ...overrideRules: readonly OverrideRule[]): OverrideSnapshot => ({
  ...{ kind: 'ClusterResourceOverrideSnapshot', name, hash: `hash of ${name}` },
  spec: { clusterResourceSelectors: [NAMESPACE], policy: { overrideRules } },
});

const MANIFESTS: readonly KubeObject[] = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web', labels: {} } },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'app', namespace: 'web', labels: {} },
    spec: {
      replicas: 1,
      template: {
        spec: {
          containers: [
            { name: 'log', image: 'log:1' },
            { name: 'app', image: 'app:1' },
          ],
        },
      },
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'key', namespace: 'web', labels: {} },
    data: { key: 'c2VjcmV0' },
  },
];
const KEYS = overrideKeysOf(MANIFESTS.map(nameOfObject));
const NAMED = { name: 'crp' };
const fleet = (count: number, env: string, prefix = env): ReadableCluster[] =>
  Array.from({ length: count }, (_, i) => ({ name: `${prefix}-${i}`, labels: { env } }));

function preview(
  snapshots: readonly OverrideSnapshot[],
  clusters: readonly ReadableCluster[],
  { cluster, manifests = MANIFESTS }: { cluster?: string; manifests?: readonly KubeObject[] } = {},
) {
  const matched = matchOverrides(NAMED, { keys: KEYS, snapshots }, clusters);
  let renders = 0;
  // An entry of an envelope is read once with each rendering.
  const parseText = (text: string) => {
    renders += 1;
    return JSON.parse(text);
  };
  const view = previewPlacement(
    { placement: 'crp', manifests, snapshots, options: { parseText } },
    clusters.map(({ name }) => ({ cluster: name, overrides: matchedOn(matched, name) })),
    cluster === undefined ? {} : { cluster },
  );
  return { ...view, renders };
}

const lines = (changes: readonly PreviewChange[]) =>
  changes.flatMap(({ change, kind, name, fields }) =>
    fields.length === 0
      ? [`${change} ${kind} ${name}`]
      : fields.map(({ path, before, after }) => `${kind} ${name} ${path}: ${before} → ${after}`),
  );

const IMAGE = '/spec/template/spec/containers/1/image';

describe('preview of a placement', () => {
  it('OV-061: groups clusters that get equal objects, with the overrides, the rules and the fields', () => {
    const clusters = [...fleet(3, 'prod'), ...fleet(5, 'test'), ...fleet(2, 'dev')];
    const scale = ro('scale-0', patch('/spec/replicas', 3, 'prod'), patch(IMAGE, 'app:2', 'dev'));
    const { variants, ...summary } = preview([scale], clusters);
    expect(summary).toMatchObject({ clusterCount: 10, variantCount: 3, sameCount: 5, refused: [] });
    expect(summary.byOverrideCount).toEqual([
      { overrides: 0, clusters: 5 },
      { overrides: 1, clusters: 5 },
    ]);
    expect(
      variants.map(({ clusters: names, overrides, changes }) => [names.length, overrides, lines(changes)]),
    ).toEqual([
      [5, [], []],
      [3, [{ ...SCALE, rules: [1] }], ['Deployment app spec.replicas: 1 → 3']],
      [
        2,
        [{ ...SCALE, rules: [2] }],
        ['Deployment app spec.template.spec.containers[app].image: app:1 → app:2'],
      ],
    ]);
  });
  const SCALE = { kind: 'ResourceOverride', namespace: 'web', name: 'scale', snapshot: 'scale-0' };

  it('renders 1,000 clusters in three variants three times', () => {
    const envelope: KubeObject = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'envelope',
        namespace: 'web',
        annotations: { 'kubernetes-fleet.io/envelope-configmap': 'true' },
      },
      data: {
        entry: JSON.stringify({
          apiVersion: 'v1',
          kind: 'ServiceAccount',
          metadata: { name: 'a', namespace: 'web' },
        }),
      },
    };
    const clusters = [...fleet(940, 'test'), ...fleet(40, 'prod'), ...fleet(20, 'dev')];
    const scale = ro('scale-0', patch('/spec/replicas', 3, 'prod'), patch('/spec/replicas', 2, 'dev'));
    const { variants, renders, sameCount } = preview([scale], clusters, {
      manifests: [...MANIFESTS, envelope],
    });
    expect(variants.map(({ clusterCount, objectCount }) => [clusterCount, objectCount])).toEqual([
      [940, 4],
      [40, 4],
      [20, 4],
    ]);
    expect([renders, sameCount]).toEqual([3, 940]);
  });

  it('OV-072: a failure is that of its variant; the others are shown', () => {
    const failing = ro('broken-4', patch('/spec/nothing/here', 1, 'prod'));
    const { variants } = preview([failing], [...fleet(2, 'prod'), ...fleet(3, 'test')]);
    expect(variants).toMatchObject([
      { clusterCount: 3, objectCount: 3 },
      {
        clusters: ['prod-0', 'prod-1'],
        changes: [],
        problem:
          'ResourceOverrideSnapshot web/broken-4 cannot be applied to Deployment "app" in namespace "web": rule 1, replace /spec/nothing/here: there is no field "nothing"',
      },
    ]);
  });

  it('OV-067: an object that is left out is deleted there', () => {
    const drop = ro('drop-0', { clusterSelector: inEnv('prod'), overrideType: 'Delete' });
    const { variants } = preview([drop], fleet(1, 'prod'));
    expect(variants.map(({ changes }) => lines(changes))).toEqual([['deleted Deployment app']]);
  });

  it('gives the manifests of one cluster, and no value of a Secret', () => {
    const clusters = [...fleet(3, 'test'), ...fleet(1, 'prod')];
    const { manifests } = preview([ro('a-0', patch('/spec/replicas', 3, 'prod'))], clusters, {
      cluster: 'prod-0',
    });
    expect(manifests).toMatchObject([
      { kind: 'Namespace', metadata: { name: 'web', labels: {} } },
      { kind: 'Deployment', spec: { replicas: 3 } },
      { kind: 'Secret', data: { key: 'Kioq' } },
    ]);
    expect(JSON.stringify(manifests)).not.toContain('c2VjcmV0');
    const selected = { version: 'v1', kind: 'Secret', group: '', name: 'key' };
    const secret = ro('secret-0', patch('/data/key', 'b3RoZXI=', 'prod'));
    const other = { ...secret, spec: { ...secret.spec, resourceSelectors: [selected] } } as OverrideSnapshot;
    const hidden = preview([other], clusters, { cluster: 'prod-0' });
    expect(lines(hidden.variants[1].changes)).toEqual(['Secret key data.key: *** → ***']);
    expect(JSON.stringify(hidden)).not.toMatch(/c2VjcmV0|b3RoZXI=/);
  });

  it('OV-091: where each cluster is its own variant, it renders so many and counts the others', () => {
    const clusters = [...fleet(130, 'prod'), ...fleet(1, 'test')];
    const answer = preview([cro('named-0', LABELLED)], clusters, { cluster: 'prod-120' });
    const { variants, variantCount, manifests, byOverrideCount } = answer;
    expect(variantCount).toBe(131);
    expect(byOverrideCount).toEqual([
      { overrides: 0, clusters: 1 },
      { overrides: 1, clusters: 130 },
    ]);
    expect(variants).toHaveLength(MAX_LISTED + 1);
    expect(variants.filter(({ isUnread }) => !isUnread)).toHaveLength(
      variantLimit({ manifests: MANIFESTS }) + 1,
    );
    expect(manifests).toMatchObject([{ metadata: { labels: { cluster: 'prod-120' } } }, {}, {}]);
  });
});

it.each([
  [1, 50],
  [100, 30],
  [300, 10],
  [5_000, 5],
])('of %i objects it renders at most %i variants for one answer', (count, limit) => {
  expect(variantLimit({ manifests: Array.from({ length: count }, () => MANIFESTS[0]) })).toBe(limit);
});

it('renders nothing more where an answer has no objects left', () => {
  expect(variantLimit({ manifests: MANIFESTS }, 0)).toBe(0);
  expect(variantLimit({ manifests: MANIFESTS }, 30)).toBe(10);
});

describe('what-if of an override', () => {
  const clusters = [...fleet(2, 'prod'), ...fleet(3, 'test')];
  const today = [ro('scale-7', patch('/spec/replicas', 3, 'prod')), cro('named-0', LABELLED)];
  const ask = (change: OverrideChange, snapshots: readonly OverrideSnapshot[] = today) => {
    const then = applyOverrideChange(snapshots, change);
    const found = findOverrideEffects({ named: NAMED, keys: KEYS, clusters }, snapshots, then);
    const source = { placement: 'crp', manifests: MANIFESTS, snapshots: [...snapshots, ...then] };
    const { effects, ...counts } = previewOverride(found, clusters.length, source);
    return {
      ...counts,
      effects: effects.map(({ clusters: names, changes, overrides, problem, problemToday }) => ({
        names,
        lines: lines(changes),
        overrides: overrides.map(({ snapshot, rules }) => `${snapshot}: ${rules}`),
        ...(problem !== undefined && { problem }),
        ...(problemToday !== undefined && { problemToday }),
      })),
    };
  };
  const scaleTo = (...overrideRules: readonly OverrideRule[]): OverrideChange => ({
    ...{ kind: 'ResourceOverride', namespace: 'web', name: 'scale' },
    spec: { resourceSelectors: [APP], policy: { overrideRules } },
  });

  it('changed: old and new value, on the clusters where they differ', () => {
    expect(ask(scaleTo(patch('/spec/replicas', 5, 'prod')), [today[0]])).toEqual({
      ...{ changedCount: 2, sameCount: 3 },
      effects: [
        {
          names: ['prod-0', 'prod-1'],
          lines: ['Deployment app spec.replicas: 3 → 5'],
          overrides: ['scale-8: 1'],
        },
      ],
    });
  });

  it('new: by clusters, beside overrides that stay', () => {
    const fresh: OverrideChange = {
      ...{ kind: 'ClusterResourceOverride', name: 'fresh' },
      spec: {
        clusterResourceSelectors: [NAMESPACE],
        policy: {
          overrideRules: [
            {
              clusterSelector: inEnv('test'),
              jsonPatchOverrides: [{ op: 'add', path: '/metadata/labels/tier', value: 'low' }],
            },
          ],
        },
      },
    };
    expect(ask(fresh)).toMatchObject({
      ...{ changedCount: 3, sameCount: 2 },
      effects: [{ names: ['test-0', 'test-1', 'test-2'], overrides: ['fresh-0: 1'] }],
    });
  });

  it('deleted: fields go back to what the objects say', () => {
    expect(ask({ kind: 'ResourceOverride', namespace: 'web', name: 'scale' }, [today[0]])).toMatchObject({
      changedCount: 2,
      effects: [{ lines: ['Deployment app spec.replicas: 3 → 1'], overrides: [] }],
    });
  });

  it('the same spec is no change; a rule that gives the same objects is one without fields', () => {
    expect(ask(scaleTo(patch('/spec/replicas', 3, 'prod')))).toEqual({
      ...{ changedCount: 0, sameCount: 5 },
      effects: [],
    });
    expect(ask(scaleTo(patch('/spec/replicas', 1, 'test')), [])).toMatchObject({
      effects: [{ names: ['test-0', 'test-1', 'test-2'], lines: [] }],
    });
  });

  it('OV-070: says what would fail, and what fails today', () => {
    const broken = patch('/spec/none/x', 1, 'prod');
    expect(ask(scaleTo(broken), [today[0]])).toMatchObject({
      effects: [{ lines: [], problem: expect.stringContaining('scale-8 cannot be applied') }],
    });
    const mended = ask(scaleTo(patch('/spec/replicas', 3, 'prod')), [ro('scale-7', broken)]);
    expect(mended).toMatchObject({
      effects: [{ lines: [], problemToday: expect.stringContaining('scale-7 cannot be applied') }],
    });
    expect(mended.effects[0]).not.toHaveProperty('problem');
  });

  it('an override of the same name in another namespace is another one', () => {
    const elsewhere = {
      ...scaleTo(patch('/spec/replicas', 9, 'prod')),
      namespace: 'other',
    } as OverrideChange;
    expect(ask(elsewhere)).toMatchObject({ changedCount: 0 });
  });
});
