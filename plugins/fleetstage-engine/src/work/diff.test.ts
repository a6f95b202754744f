import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Comparison } from './compareValues';
import { diffManifest } from './diff';
import { holdsAll } from './serverForm';

const anObject = (spec: unknown, more: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'x' },
  ...(spec === undefined ? {} : { spec }),
  ...more,
});
const diff = (hub: unknown, member: unknown, comparison: Comparison = 'PartialComparison') =>
  diffManifest(anObject(hub), anObject(member), comparison);
const port = (name: string, number: number) => ({ name, port: number, protocol: 'TCP', targetPort: name });

it.each([
  {
    rule: 'a value that the member lacks (B/WA-094)',
    hub: { strategy: { type: 'Recreate' } },
    member: { strategy: {} },
    diffs: [{ path: '/spec/strategy/type', valueInHub: 'Recreate' }],
  },
  {
    rule: 'numbers bare',
    hub: { limit: 10 },
    member: {},
    diffs: [{ path: '/spec/limit', valueInHub: '10' }],
  },
  {
    rule: 'booleans bare',
    hub: { paused: true },
    member: {},
    diffs: [{ path: '/spec/paused', valueInHub: 'true' }],
  },
  {
    rule: 'lists and maps in one line, keys sorted (B/WA-096)',
    hub: { ports: [{ port: 80, name: 'http', targetPort: 8080, protocol: 'TCP' }] },
    member: {},
    diffs: [{ path: '/spec/ports', valueInHub: '[map[name:http port:80 protocol:TCP targetPort:8080]]' }],
  },
  {
    rule: 'maps on the hub only',
    hub: { selector: { app: 'nginx' } },
    member: {},
    diffs: [{ path: '/spec/selector', valueInHub: 'map[app:nginx]' }],
  },
  {
    rule: 'both values where both have one',
    hub: { ports: [{ port: 80 }] },
    member: { ports: [{ port: 8080 }] },
    diffs: [{ path: '/spec/ports/0/port', valueInMember: '8080', valueInHub: '80' }],
  },
  {
    rule: 'scalars in lists by index, a longer member at "-" (B/WA-093, B/WA-095)',
    hub: { args: ['a'] },
    member: { args: ['b', 'c'] },
    diffs: [
      { path: '/spec/args/0', valueInMember: 'b', valueInHub: 'a' },
      { path: '/spec/args/-', valueInMember: 'c' },
    ],
  },
  {
    rule: 'a shorter member at the first missing index (B/WA-095)',
    hub: { args: ['a', 'b', 'c'] },
    member: { args: ['a'] },
    diffs: [
      { path: '/spec/args/1', valueInHub: 'b' },
      { path: '/spec/args/1', valueInHub: 'c' },
    ],
  },
  {
    rule: 'a named element that is missing, and no other',
    hub: { ports: [port('http', 80), port('custom', 81), port('https', 443)] },
    member: { ports: [port('http', 80), port('https', 443)] },
    diffs: [{ path: '/spec/ports/1', valueInHub: 'map[name:custom port:81 protocol:TCP targetPort:custom]' }],
  },
  {
    rule: 'nothing where the member added a named element',
    hub: { containers: [{ name: 'app', image: 'a' }] },
    member: { containers: [{ name: 'sidecar' }, { name: 'app', image: 'a' }] },
    diffs: [],
  },
  {
    rule: 'nothing between equal quantities',
    hub: { resources: { limits: { cpu: 1, memory: '1024Mi' } } },
    member: { resources: { limits: { cpu: '1000m', memory: '1Gi' } } },
    diffs: [],
  },
  {
    rule: 'text that only resembles a quantity',
    hub: { tags: { a: '1000m' } },
    member: { tags: { a: '1' } },
    diffs: [{ path: '/spec/tags/a', valueInHub: '1000m', valueInMember: '1' }],
  },
  {
    rule: 'quantities that are not equal',
    hub: { resources: { limits: { cpu: 1 } }, volume: { storage: '1Gi' } },
    member: { resources: { limits: { cpu: 2 } }, volume: { storage: '2Gi' } },
    diffs: [
      { path: '/spec/resources/limits/cpu', valueInHub: '1', valueInMember: '2' },
      { path: '/spec/volume/storage', valueInHub: '1Gi', valueInMember: '2Gi' },
    ],
  },
  {
    rule: 'nothing between equal sizes of storage',
    hub: { storage: '1Gi' },
    member: { storage: '1024Mi' },
    diffs: [],
  },
  {
    rule: 'what is no quantity where one belongs',
    hub: { limits: { cpu: 'many', gpu: '1', memory: ['1'], disk: 'all' } },
    member: { limits: { cpu: '1', gpu: 'one', memory: '1', disk: 'full' } },
    diffs: [
      { path: '/spec/limits/cpu', valueInHub: 'many', valueInMember: '1' },
      { path: '/spec/limits/disk', valueInHub: 'all', valueInMember: 'full' },
      { path: '/spec/limits/gpu', valueInHub: '1', valueInMember: 'one' },
      { path: '/spec/limits/memory', valueInHub: '[1]', valueInMember: '1' },
    ],
  },
  {
    rule: 'fields in the order of their names (B/WA-093)',
    hub: { b: 1, c: 1, a: 1 },
    member: { a: 2, b: 2 },
    diffs: [
      { path: '/spec/a', valueInHub: '1', valueInMember: '2' },
      { path: '/spec/b', valueInHub: '1', valueInMember: '2' },
      { path: '/spec/c', valueInHub: '1' },
    ],
  },
  {
    rule: 'nulls and lists as text (B/WA-096)',
    hub: { a: null, b: ['x', 'y'] },
    member: { a: 1 },
    diffs: [
      { path: '/spec/a', valueInHub: '<nil>', valueInMember: '1' },
      { path: '/spec/b', valueInHub: '[x y]' },
    ],
  },
  {
    rule: 'what was added to an empty list (B/WA-095)',
    hub: { ports: [] },
    member: { ports: [{ name: 'http' }] },
    diffs: [{ path: '/spec/ports/-', valueInMember: 'map[name:http]' }],
  },
  {
    rule: 'nothing where ports are in another order, TCP where none is said',
    hub: { ports: [{ containerPort: 53 }, { containerPort: 53, protocol: 'UDP' }] },
    member: {
      ports: [
        { containerPort: 53, protocol: 'UDP' },
        { containerPort: 53, protocol: 'TCP' },
      ],
    },
    diffs: [],
  },
  {
    rule: 'nothing where a name stands twice on both sides',
    hub: {
      env: [
        { name: 'A', value: '1' },
        { name: 'A', value: '2' },
      ],
    },
    member: {
      env: [
        { name: 'A', value: '1' },
        { name: 'A', value: '2' },
      ],
    },
    diffs: [],
  },
  {
    rule: 'elements by their places where a name stands twice on the member (B/WA-093)',
    hub: {
      env: [
        { name: 'A', value: '1' },
        { name: 'B', value: '2' },
      ],
    },
    member: {
      env: [
        { name: 'A', value: '1' },
        { name: 'A', value: '3' },
      ],
    },
    diffs: [
      { path: '/spec/env/1/name', valueInHub: 'B', valueInMember: 'A' },
      { path: '/spec/env/1/value', valueInHub: '2', valueInMember: '3' },
    ],
  },
  {
    rule: 'elements by their places where one has no name (B/WA-093)',
    hub: { parts: [{ name: 'a' }, { size: 1 }] },
    member: { parts: [{ size: 1 }, { name: 'a' }] },
    diffs: [
      { path: '/spec/parts/0/name', valueInHub: 'a' },
      { path: '/spec/parts/1/size', valueInHub: '1' },
    ],
  },
  {
    rule: 'a renamed element in its place',
    hub: { containers: [{ name: 'app', image: 'a' }] },
    member: { containers: [{ name: 'web', image: 'a' }] },
    diffs: [{ path: '/spec/containers/0/name', valueInHub: 'app', valueInMember: 'web' }],
  },
  { rule: 'nothing between empty and absent', hub: { a: {}, b: [], c: null }, member: {}, diffs: [] },
  {
    rule: 'slashes escaped',
    hub: { 'a/b~c': 1 },
    member: {},
    diffs: [{ path: '/spec/a~1b~0c', valueInHub: '1' }],
  },
])('shows $rule', ({ hub, member, diffs }) => {
  expect(diff(hub, member)).toEqual(diffs);
});

it.each(['constructor', 'toString', '__proto__'])(
  'takes a key %s for a key like any other (B/WA-091)',
  key => {
    const keyed = (data: string) => JSON.parse(`{"data":{${data}}}`);
    const [held, lacking] = [keyed(`"a":"1","${key}":"1"`), keyed('"a":"1"')];
    expect(diff(held, lacking)).toEqual([{ path: `/spec/data/${key}`, valueInHub: '1' }]);
    expect(diff(lacking, held, 'FullComparison')).toEqual([
      { path: `/spec/data/${key}`, valueInMember: '1' },
    ]);
  },
);

it('sees fields of others in full comparison only (B/WA-091)', () => {
  expect(diff({ a: 1 }, { a: 1, b: 2 })).toEqual([]);
  expect(diff({ a: 1 }, { a: 1, b: 2 }, 'FullComparison')).toEqual([{ path: '/spec/b', valueInMember: '2' }]);
});

it('ignores what servers and Fleetstage own, and only that (B/WA-090, RUL 14)', () => {
  const metadata = (entries: Record<string, string>) => ({
    metadata: { name: 'x', labels: entries, finalizers: ['f'] },
  });
  const reserved = { 'kubernetes.io/a': '1', 'k8s.io/a': '1', 'kubernetes-fleet.io/a': '1' };
  const hub = anObject(undefined, metadata({ ...reserved, 'app.kubernetes.io/name': 'web' }));
  const member = anObject(undefined, { metadata: { name: 'x', uid: 'u', generation: 4 }, status: { x: 1 } });
  expect(diffManifest(hub, member, 'FullComparison')).toEqual([
    { path: '/metadata/labels', valueInHub: 'map[app.kubernetes.io/name:web]' },
  ]);
});

it('sees elements that others added in full comparison only (B/WA-091, B/WA-095)', () => {
  const [app, sidecar] = ['app', 'sidecar'].map(name => ({ name, image: name }));
  const [hub, member] = [{ containers: [app] }, { containers: [sidecar, app] }];
  expect(diff(hub, member)).toEqual([]);
  expect(diff(hub, member, 'FullComparison')).toEqual([
    { path: '/spec/containers/-', valueInMember: 'map[image:sidecar name:sidecar]' },
  ]);
});

describe('B/WA-090 of templates', () => {
  const pods = (creationTimestamp: unknown, image = 'a', labels: object = { a: 'b' }) => ({
    template: { metadata: { creationTimestamp, labels }, spec: { containers: [{ name: 'app', image }] } },
  });
  const jobs = (...args: Parameters<typeof pods>) => ({ jobTemplate: { spec: pods(...args) } });

  it.each([
    ['pods', pods, '/spec/template'],
    ['jobs', jobs, '/spec/jobTemplate/spec/template'],
  ])('the times of creation of %s do not count, all else does', (_what, specOf, path) => {
    expect(diff(specOf(null), specOf('2026-01-01T00:00:00Z'), 'FullComparison')).toEqual([]);
    expect(diff(specOf(null), specOf(null, 'b', { a: 'c' }))).toEqual([
      { path: `${path}/metadata/labels/a`, valueInHub: 'b', valueInMember: 'c' },
      { path: `${path}/spec/containers/0/image`, valueInHub: 'a', valueInMember: 'b' },
    ]);
  });

  it.each([
    ['a text for a spec', 'one', 'two', ''],
    ['a text for a template', { template: 'one' }, { template: 'two' }, '/template'],
    [
      'a text for its metadata',
      { template: { metadata: 'one' } },
      { template: { metadata: 'two' } },
      '/template/metadata',
    ],
    ['a text for jobs', { jobTemplate: 'one' }, { jobTemplate: 'two' }, '/jobTemplate'],
  ])('%s is compared as it is', (_what, hub, member, path) => {
    expect(diff(hub, member)).toEqual([{ path: `/spec${path}`, valueInHub: 'one', valueInMember: 'two' }]);
  });

  it('the text of a Secret that servers do not give back does not count, that of another kind does', () => {
    const typed = (kind: string, more: object) => anObject(undefined, { kind, ...more });
    const stringData = { stringData: { a: '1' } };
    expect(diffManifest(typed('Secret', stringData), typed('Secret', {}), 'FullComparison')).toEqual([]);
    expect(diffManifest(typed('Widget', stringData), typed('Widget', {}), 'FullComparison')).toEqual([
      { path: '/stringData', valueInHub: 'map[a:1]' },
    ]);
  });
});

it('hides the values of secrets (B/WA-097)', () => {
  const secret = (data: object) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, data });
  expect(diffManifest(secret({ a: 'MQ==', b: 'Mg==' }), secret({ a: 'Mw==' }), 'PartialComparison')).toEqual([
    {
      path: '/data/a',
      valueInMember: '(redacted for security reasons)',
      valueInHub: '(redacted for security reasons)',
    },
    { path: '/data/b', valueInHub: '(redacted for security reasons)' },
  ]);
});

describe('values of Secrets (B/WA-097)', () => {
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 's' },
    data: { token: 'cGxhbnRlZA==' },
  };
  const list = (kind: string, items: readonly object[]) => ({ apiVersion: 'v1', kind, metadata: {}, items });
  const bare = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } };

  it.each<[string, object, object]>([
    ['a Secret on the member alone', { ...bare, kind: 'ConfigMap' }, secret],
    ['a list of Secrets on the member', bare, list('SecretList', [{ data: secret.data }])],
    ['a list of any kind', bare, list('List', [secret])],
    ['a list on the hub', list('SecretList', [{ data: secret.data }]), bare],
    ['the whole of the data', { ...secret, data: undefined }, secret],
    [
      'an annotation in which a tool has noted it',
      { ...secret, data: {} },
      { ...secret, metadata: { name: 's', annotations: { 'kapp.k14s.io/original': 'cGxhbnRlZA==' } } },
    ],
    ['a field that no Secret has', secret, { ...secret, spec: { token: 'cGxhbnRlZA==' } }],
  ])('are hidden in %s', (_, hub, member) => {
    const shown = diffManifest(hub as KubeObject, member as KubeObject, 'FullComparison');
    expect(shown.length).toBeGreaterThan(0);
    expect(JSON.stringify(shown)).not.toContain('cGxhbnRlZA==');
  });

  it('are those of the core group: a kind of that name in another one is shown', () => {
    const other = { ...secret, apiVersion: 'example.io/v1' };
    expect(diffManifest(other, { ...other, data: {} }, 'PartialComparison')).toEqual([
      { path: '/data/token', valueInHub: 'cGxhbnRlZA==' },
    ]);
  });

  it('are said to be empty where they are', () => {
    const emptied = { ...secret, data: { token: '' } };
    expect(diffManifest(emptied, secret, 'PartialComparison')).toEqual([
      { path: '/data/token', valueInHub: '', valueInMember: '(redacted for security reasons)' },
    ]);
  });

  it('are no reason to hide its type and labels', () => {
    const typed = { ...secret, type: 'Opaque', metadata: { name: 's', labels: { team: 'a' } } };
    expect(diffManifest(typed, secret, 'PartialComparison')).toEqual([
      { path: '/metadata/labels', valueInHub: 'map[team:a]' },
      { path: '/type', valueInHub: 'Opaque' },
    ]);
  });
});

it('keeps a hundred differences (B/WA-098)', () => {
  const many = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`k${i}`, i]));
  expect(diff(many, {})).toHaveLength(100);
});

it('cuts what a member could fill memory with', () => {
  const long = 'x'.repeat(1_000_000);
  const [entry] = diff({}, { [long]: { value: long } }, 'FullComparison');
  expect([entry.path.length, entry.valueInMember?.length]).toEqual([4_001, 4_001]);
});

it('knows when there is nothing left to apply', () => {
  const desired = anObject({ a: 1 }, { metadata: { name: 'x', labels: { 'kubernetes.io/a': '1' } } });
  expect(
    holdsAll(
      desired,
      anObject({ a: 1, b: 2 }, { metadata: { name: 'x', labels: { 'kubernetes.io/a': '1' } } }),
    ),
  ).toBe(true);
  expect(holdsAll(desired, anObject({ a: 1, b: 2 }))).toBe(false);
});
