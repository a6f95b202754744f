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

it('ignores creation times in templates', () => {
  const template = (creationTimestamp: unknown) => ({
    template: { metadata: { creationTimestamp, labels: { a: 'b' } } },
  });
  expect(diff(template(null), template('2026-01-01T00:00:00Z'), 'FullComparison')).toEqual([]);
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
