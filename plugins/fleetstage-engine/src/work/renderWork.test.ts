import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { renderWork } from './renderWork';

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

it('says what cannot be placed (B/WA-020…023)', () => {
  const manifests = [
    configMap(),
    configMap(),
    { apiVersion: 'v1', kind: 'Pod', metadata: { generateName: 'p-' } },
    { apiVersion: 'v1', kind: 'Pod', metadata: {} },
    { kind: 'Pod' },
  ] as unknown as KubeObject[];
  expect(renderWork('web', manifests).manifests.map(({ fault }) => fault?.reason)).toEqual([
    undefined,
    'Duplicated',
    'FoundGenerateName',
    'DecodingErred',
    'DecodingErred',
  ]);
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
