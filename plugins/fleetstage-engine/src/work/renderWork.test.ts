import { contentHash, failure, ok, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { identityKey, isSameObject, renderWork, toOwnerReference, type ManifestIdentity } from './renderWork';

const configMap = (metadata: object = {}, more: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'app', namespace: 'web', ...metadata },
  data: { a: '1' },
  ...more,
});

it('names the work after the placement (B/WG-031)', () => {
  expect(renderWork('web', []).name).toBe('web-work');
});

it('drops what a server owns and keeps the rest (B/WA-070)', () => {
  const dirty = configMap(
    {
      uid: 'u',
      resourceVersion: '1',
      generation: 3,
      managedFields: [],
      ownerReferences: [],
      creationTimestamp: 'x',
      finalizers: ['example.io/f'],
      labels: { l: '1' },
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}', 'kept': 'yes' },
    },
    { status: { phase: 'x' } },
  );
  const [manifest] = renderWork('web', [dirty]).manifests;
  expect(manifest.object).toEqual({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: 'app',
      namespace: 'web',
      finalizers: ['example.io/f'],
      labels: { l: '1' },
      annotations: { 'kept': 'yes', 'kubernetes-fleet.io/spec-hash': manifest.hash },
    },
    data: { a: '1' },
  });
  expect(manifest.hash).toMatch(/^[0-9a-f]{64}$/);
});

it('gives the same hash to the same content, whatever order and server fields it has', () => {
  const hashOf = (object: KubeObject) => renderWork('web', [object]).manifests[0].hash;
  const reordered = {
    data: { a: '1' },
    metadata: { namespace: 'web', name: 'app', uid: 'u' },
    kind: 'ConfigMap',
    apiVersion: 'v1',
  };
  expect(hashOf(reordered)).toBe(hashOf(configMap()));
  expect(hashOf(configMap({ labels: { 'kubernetes.io/x': '1' } }))).not.toBe(hashOf(configMap()));
});

const UNNAMED = { group: '', version: 'v1', kind: 'Pod', name: '' };
const NO_OBJECT = 'the manifest has no apiVersion, kind or metadata';

it.each([
  {
    rule: 'no apiVersion',
    object: { kind: 'Pod', metadata: { name: 'p' } },
    called: { ...UNNAMED, version: '', name: 'p' },
    fault: { reason: 'DecodingErred', message: NO_OBJECT },
  },
  {
    rule: 'no kind',
    object: { apiVersion: 'v1', metadata: { name: 'p' } },
    called: { ...UNNAMED, kind: '', name: 'p' },
    fault: { reason: 'DecodingErred', message: NO_OBJECT },
  },
  {
    rule: 'no metadata',
    object: { apiVersion: 'v1', kind: 'Pod' },
    called: UNNAMED,
    fault: { reason: 'DecodingErred', message: NO_OBJECT },
  },
  {
    rule: 'no name',
    object: { apiVersion: 'v1', kind: 'Pod', metadata: {} },
    called: UNNAMED,
    fault: { reason: 'DecodingErred', message: 'the manifest has no name' },
  },
  {
    rule: 'a generateName alone',
    object: { apiVersion: 'v1', kind: 'Pod', metadata: { generateName: 'p-' } },
    called: UNNAMED,
    fault: {
      reason: 'FoundGenerateName',
      message: 'the manifest has a generateName; only objects with a name can be placed',
    },
  },
  {
    rule: 'no version beside its group',
    object: { apiVersion: 'apps/', kind: 'Pod', metadata: { name: 'p' } },
    called: { ...UNNAMED, group: 'apps', version: '', name: 'p' },
    fault: {
      reason: 'DecodingErred',
      message: 'the version "" may not be empty; correct it in the manifest',
    },
  },
])('B/WA-020, WA-022 what has $rule is not placed, and the others are', ({ object, called, fault }) => {
  const [odd, other] = renderWork('web', [object as unknown as KubeObject, configMap()]).manifests;
  expect(odd).toMatchObject({ ...called, ordinal: 0, fault });
  expect(other.fault).toBeUndefined();
});

it.each([
  { other: 'a second time', is: {}, duplicated: true },
  { other: 'in another namespace', is: { metadata: { name: 'app', namespace: 'shop' } } },
  { other: 'of another kind', is: { kind: 'Secret' } },
  { other: 'of another version', is: { apiVersion: 'v2' } },
  { other: 'of a group', is: { apiVersion: 'example.io/v1' } },
  {
    other: 'by a name that reads on from its namespace',
    is: { metadata: { name: 'bapp', namespace: 'we' } },
  },
])('B/WA-023, FT-043 the object $other: duplicated $duplicated', ({ is, duplicated }) => {
  const { manifests } = renderWork('web', [configMap(), { ...configMap(), ...is }]);
  expect(manifests.map(({ fault }) => fault)).toEqual([
    undefined,
    duplicated && {
      reason: 'Duplicated',
      message: 'ConfigMap web/app is in the work twice; the first one is applied',
    },
  ]);
});

describe('what an object is called', () => {
  const app: ManifestIdentity = {
    ...{ group: 'apps', version: 'v1', kind: 'Deployment' },
    ...{ namespace: 'web', name: 'app' },
  };
  const { namespace: _, ...node }: ManifestIdentity = { ...app, group: '', kind: 'Node' };

  it.each([
    [app, 'apps/v1/Deployment/web/app'],
    [{ ...app, version: undefined }, 'apps//Deployment/web/app'],
    [node, '/v1/Node//app'],
  ])('B/WA-023 %j is %s', (identity, key) => expect(identityKey(identity)).toBe(key));

  it.each([
    ['a version', app, { ...app, version: 'v2' }, true],
    ['nothing', node, { kind: 'Node', name: 'app' }, true],
    ['an empty namespace', node, { ...node, namespace: '' }, true],
    ['a group', app, { ...app, group: undefined }, false],
    ['a kind', app, { ...app, kind: 'StatefulSet' }, false],
    ['a namespace', app, { ...app, namespace: 'shop' }, false],
    ['the want of a namespace', app, { ...app, namespace: undefined }, false],
    ['a name', app, { ...app, name: 'other' }, false],
  ])('B/WA-032 one that differs in %s: the same object %#', (_what, one, other, same) =>
    expect(isSameObject(one, other)).toBe(same),
  );

  it('B/WA-012, RUL 35 an AppliedWork owns without blocking its deletion', () => {
    expect(toOwnerReference({ name: 'web-work', uid: 'u1' })).toEqual({
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'AppliedWork',
      name: 'web-work',
      uid: 'u1',
      blockOwnerDeletion: false,
    });
  });
});

it('B/WA-041 the hash is that of what is applied, without annotations of others where it has no more', () => {
  const foreign = { 'deployment.kubernetes.io/revision': '3' };
  const { apiVersion, kind, data } = configMap();
  const hash = contentHash({ apiVersion, kind, data, metadata: { name: 'app', namespace: 'web' } });
  for (const annotations of [undefined, {}, foreign])
    expect(renderWork('web', [configMap({ annotations })]).manifests[0].hash).toBe(hash);
});

it('B/WA-071 owners are kept to be judged, whatever an author wrote there', () => {
  const owner = { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u' };
  const [manifest] = renderWork('web', [configMap({ ownerReferences: [owner, {}, 'text'] })]).manifests;
  const empty = { apiVersion: '', kind: '', name: '', uid: '' };
  expect(manifest.namedOwners).toEqual([owner, empty, empty]);
  expect(manifest.object.metadata).not.toHaveProperty('ownerReferences');
});

describe('overrides of an envelope', () => {
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'web' } };
  const envelope: KubeObject = {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ResourceEnvelope',
    metadata: { name: 'e', namespace: 'web' },
    data: { app: configMap(), pod },
  };

  it('B/OV-071, RUL 50 see each object that is applied, and none that is refused', () => {
    const seen: string[] = [];
    const override = (object: KubeObject) => {
      seen.push(object.kind);
      return object.kind === 'Pod' ? failure({ kind: 'failed' as const, message: 'no' }) : ok(object);
    };
    const { problem, manifests } = renderWork('web', [envelope], { override });
    expect(seen).toEqual(['ConfigMap']);
    expect(problem).toBeUndefined();
    expect(manifests.map(({ kind, fault }) => [kind, fault?.reason])).toEqual([
      ['ConfigMap', undefined],
      ['Pod', 'FleetstageEntryRefused'],
    ]);
  });
});

it.each([
  ['.', undefined, 'v1', `the name "." may not be '.'; correct it in the manifest`],
  ['..', undefined, 'v1', `the name ".." may not be '..'; correct it in the manifest`],
  ['a/b', 'web', 'v1', `the name "a/b" may not contain '/'; correct it in the manifest`],
  ['a', '..', 'v1', `the namespace ".." may not be '..'; correct it in the manifest`],
  ['a', 'web', 'apps/../v1', `the version "../v1" may not contain '/'; correct it in the manifest`],
  ['a', 'web', '../v1', `the group ".." may not be '..'; correct it in the manifest`],
  ['a', 'web', '%2e/v1', `the group "%2e" may not contain '%'; correct it in the manifest`],
])(
  'RUL 50, WA-020 no request is made for %j in %j of %j, and the others are placed',
  (name, namespace, apiVersion, message) => {
    const odd = { apiVersion, kind: 'ConfigMap', metadata: { name, ...(namespace && { namespace }) } };
    const { problem, manifests } = renderWork('web', [odd, configMap()]);
    expect(problem).toBeUndefined();
    expect(manifests.map(({ fault }) => fault)).toEqual([{ reason: 'DecodingErred', message }, undefined]);
  },
);

it('RUL 50 takes a name that YAML reads as a number for its text', () => {
  const odd = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 5, namespace: 7 },
  } as unknown as KubeObject;
  expect(renderWork('web', [odd]).manifests).toMatchObject([{ name: '5', namespace: '7' }]);
});
