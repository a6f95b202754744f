import type { Conversation, Step } from '../../schema/builtinSamples.testing';

/** A custom kind with one field of each way to merge. */
export const thingDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.golden.example' },
  spec: {
    group: 'golden.example',
    scope: 'Namespaced',
    names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
    conversion: { strategy: 'None' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  size: { type: 'integer', default: 1 },
                  note: { type: 'string' },
                  tags: { 'type': 'array', 'items': { type: 'string' }, 'x-kubernetes-list-type': 'set' },
                  plain: { type: 'array', items: { type: 'string' } },
                  parts: {
                    'type': 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['name', 'port'],
                    'items': {
                      type: 'object',
                      required: ['name'],
                      properties: {
                        name: { type: 'string' },
                        port: { type: 'integer', default: 80 },
                        weight: { type: 'integer' },
                        opts: { type: 'object', additionalProperties: { type: 'string' } },
                      },
                    },
                  },
                  piece: {
                    'type': 'object',
                    'x-kubernetes-map-type': 'atomic',
                    'properties': { a: { type: 'string' }, b: { type: 'string' } },
                  },
                  free: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true },
                  labels: { type: 'object', additionalProperties: { type: 'string' } },
                  amount: { 'x-kubernetes-int-or-string': true },
                },
              },
              status: {
                type: 'object',
                properties: {
                  phase: { type: 'string' },
                  conditions: {
                    'type': 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['type'],
                    'items': {
                      type: 'object',
                      required: ['type'],
                      properties: { type: { type: 'string' }, status: { type: 'string' } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    ],
  },
};

interface Kind {
  readonly resource: string;
  readonly apiVersion: string;
  readonly kind: string;
}

const configMaps: Kind = { resource: 'configmaps', apiVersion: 'v1', kind: 'ConfigMap' };
const deployments: Kind = { resource: 'deployments', apiVersion: 'apps/v1', kind: 'Deployment' };
const services: Kind = { resource: 'services', apiVersion: 'v1', kind: 'Service' };
const things: Kind = { resource: 'things', apiVersion: 'golden.example/v1', kind: 'Thing' };

type Fields = Record<string, unknown>;
type Story = (
  say: {
    readonly [K in 'create' | 'update' | 'json' | 'merge' | 'strategic']: (
      body: unknown,
      subresource?: string,
    ) => Step;
  } & {
    readonly apply: (manager: string, body: Fields, how?: { force?: boolean; subresource?: string }) => Step;
  },
) => readonly Step[];

function story(name: string, { resource, apiVersion, kind }: Kind, build: Story): Conversation {
  const id = name.replace(/[^a-z0-9]+/g, '-');
  const whole = (body: Fields) => ({
    apiVersion,
    kind,
    ...body,
    metadata: { name: id, ...(body.metadata as object) },
  });
  const steps = build({
    create: body => ({ do: 'create', body: whole(body as Fields) }),
    update: body => ({ do: 'update', body: whole(body as Fields) }),
    json: body => ({ do: 'json-patch', body }),
    merge: (body, subresource) => ({
      do: 'merge-patch',
      body,
      ...(subresource && { subresource, manager: 'status-writer' }),
    }),
    strategic: body => ({ do: 'strategic-merge-patch', body }),
    apply: (manager, body, how = {}) => ({ do: 'apply-patch', manager, body: whole(body), ...how }),
  });
  return { name, resource, steps };
}

const labels = { app: 'web' };
const web = {
  name: 'web',
  image: 'registry.example/web:1',
  ports: [{ containerPort: 80 }],
  env: [
    { name: 'A', value: '1' },
    { name: 'B', value: '2' },
  ],
};
const side = { name: 'side', image: 'registry.example/side:1' };
const containers = (...list: readonly unknown[]) => ({ spec: { template: { spec: { containers: list } } } });
const deployment = (spec: Fields = {}, ...list: readonly unknown[]) => ({
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: list.length > 0 ? list : [web] } },
    ...spec,
  },
});

const jsonPatches: readonly Conversation[] = [
  ...[
    [{ op: 'add', path: '/data/b', value: '2' }],
    [
      { op: 'add', path: '/metadata/labels', value: { 'a/b': 'c' } },
      { op: 'replace', path: '/metadata/labels/a~1b', value: 'd' },
    ],
    [{ op: 'remove', path: '/data/a' }],
    [{ op: 'replace', path: '/data/new', value: 'x' }],
    [{ op: 'move', from: '/data/a', path: '/data/z' }],
    [{ op: 'copy', from: '/data/a', path: '/data/z' }],
    [
      { op: 'test', path: '/data/a', value: '1' },
      { op: 'add', path: '/data/ok', value: 'yes' },
    ],
    [{ op: 'test', path: '/data/a', value: '9' }],
    [{ op: 'test', path: '/data/none', value: null }],
    [{ op: 'remove', path: '/data/none' }],
    [{ op: 'add', path: '/none/x', value: '1' }],
    [{ op: 'move', from: '/none', path: '/data/x' }],
    [{ op: 'explode', path: '/data' }],
    [{ op: 'add', path: 'data/x', value: '1' }],
    { op: 'add', path: '/data/b', value: '2' },
  ].map((body, index) =>
    story(`json patch ${index}`, configMaps, ({ create, json }) => [
      create({ data: { a: '1' } }),
      json(body),
    ]),
  ),
  story('json patch of lists', deployments, ({ create, json }) => [
    create(deployment({}, web, side)),
    json([{ op: 'add', path: '/spec/template/spec/containers/-', value: { name: 'third', image: 'x' } }]),
    json([{ op: 'replace', path: '/spec/template/spec/containers/-1/name', value: 'last' }]),
    json([{ op: 'add', path: '/spec/template/spec/containers/0', value: { name: 'first', image: 'x' } }]),
    json([{ op: 'remove', path: '/spec/template/spec/containers/1' }]),
    json([{ op: 'remove', path: '/spec/template/spec/containers/7' }]),
    json([{ op: 'add', path: '/spec/template/spec/containers/7', value: {} }]),
    json([
      { op: 'test', path: '/spec/template/spec/containers/0/name', value: 'first' },
      { op: 'add', path: '/spec/replicas', value: 4 },
    ]),
  ]),
];

const mergePatches: readonly Conversation[] = [
  story('merge patch', configMaps, ({ create, merge }) => [
    create({ data: { a: '1', b: '2' }, metadata: { labels: { x: 'y' } } }),
    merge({ data: { a: null, c: '3' } }),
    merge({ metadata: { labels: null, annotations: { note: 'n' } } }),
    merge({ data: { c: '3' } }),
    merge({ data: null }),
    merge([1]),
  ]),
  story('merge patch replaces lists', deployments, ({ create, merge }) => [
    create(deployment({}, web, side)),
    merge(containers(side)),
  ]),
];

const strategicPatches: readonly Conversation[] = [
  story('strategic merge by key', deployments, ({ create, strategic }) => [
    create(deployment({}, web, side)),
    strategic(containers({ name: 'side', image: 'registry.example/side:2' })),
    strategic(containers({ name: 'third', image: 'x' })),
    strategic(
      containers({
        name: 'web',
        env: [
          { name: 'B', value: 'two' },
          { name: 'C', value: '3' },
        ],
      }),
    ),
    strategic(containers({ name: 'web', env: [{ name: 'A', $patch: 'delete' }] })),
    strategic(containers({ name: 'side', $patch: 'delete' })),
    strategic(containers({ $patch: 'replace' }, { name: 'only', image: 'x' })),
    strategic(containers({ image: 'x' })),
    strategic(containers({ name: 'a', image: 'x', $patch: 'bogus' })),
    strategic({ spec: { $patch: 'bogus' } }),
    strategic([1]),
  ]),
  story('strategic merge with an order', deployments, ({ create, strategic }) => [
    create(deployment({}, web, side, { name: 'third', image: 'x' })),
    strategic({
      spec: {
        template: {
          spec: { '$setElementOrder/containers': [{ name: 'third' }, { name: 'web' }, { name: 'side' }] },
        },
      },
    }),
    strategic({
      spec: {
        template: {
          spec: {
            '$setElementOrder/containers': [{ name: 'new' }, { name: 'web' }],
            'containers': [
              { name: 'new', image: 'y' },
              { name: 'side', $patch: 'delete' },
            ],
          },
        },
      },
    }),
    strategic({
      spec: {
        template: {
          spec: {
            '$setElementOrder/containers': [{ name: 'zz' }],
            'containers': [{ name: 'web', image: 'x' }],
          },
        },
      },
    }),
  ]),
  story('strategic merge that retains keys', deployments, ({ create, strategic }) => [
    create(deployment({ strategy: { rollingUpdate: { maxSurge: 3 } } })),
    strategic({ spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } }),
    strategic({ spec: { strategy: { $retainKeys: ['type'], type: 'RollingUpdate', rollingUpdate: {} } } }),
    strategic({
      spec: { strategy: { $patch: 'replace', type: 'RollingUpdate', rollingUpdate: { maxSurge: 5 } } },
    }),
  ]),
  story('strategic merge of primitives', configMaps, ({ create, strategic }) => [
    create({ metadata: { finalizers: ['golden.example/a', 'golden.example/b'] }, data: { a: '1' } }),
    strategic({ metadata: { finalizers: ['golden.example/c', 'golden.example/a'] } }),
    strategic({ metadata: { '$deleteFromPrimitiveList/finalizers': ['golden.example/b'] } }),
    strategic({
      metadata: {
        '$setElementOrder/finalizers': ['golden.example/a', 'golden.example/c'],
        'finalizers': ['golden.example/c'],
      },
    }),
    strategic({ data: { $patch: 'replace', b: '2' } }),
    strategic({ data: { b: null } }),
    strategic({ metadata: { finalizers: null } }),
  ]),
  story('strategic merge of ports', services, ({ create, strategic }) => [
    create({ spec: { ports: [{ port: 80, name: 'http' }], selector: labels } }),
    strategic({ spec: { ports: [{ port: 443, name: 'https' }] } }),
    strategic({ spec: { ports: [{ port: 80, $patch: 'delete' }], selector: { tier: 'front' } } }),
    strategic({ spec: { ports: 5 } }),
  ]),
];

const updates: readonly Conversation[] = [
  story('update takes fields over', configMaps, ({ create, update, apply }) => [
    create({ data: { a: '1', b: '2' }, metadata: { labels: { x: 'y' } } }),
    apply('other', { data: { c: '3' } }),
    update({ data: { a: '1', b: 'two', c: 'three' } }),
    update({ data: { a: '1', b: 'two', c: 'three' } }),
    update({ data: {} }),
  ]),
  story('update of lists', deployments, ({ create, update }) => [
    create(deployment({ replicas: 2 })),
    update(
      deployment({ replicas: 3, minReadySeconds: 5 }, { ...web, env: [{ name: 'B', value: '2' }] }, side),
    ),
    update(deployment({ replicas: 3, paused: true }, side)),
  ]),
  story('update by hand of the managers', configMaps, ({ create, merge }) => [
    create({ data: { a: '1' } }),
    merge({ metadata: { managedFields: [{}] } }),
    merge({ data: { b: '2' } }),
  ]),
  story('ten managers and more', configMaps, ({ create, merge }) => [
    create({ data: { a: '0' } }),
    ...Array.from({ length: 12 }, (_, i): Step => ({
      ...(merge({ data: { [`k${i}`]: 'x' } }) as Step & { do: 'merge-patch' }),
      manager: `m${String(i).padStart(2, '0')}`,
    })),
  ]),
];

const applies: readonly Conversation[] = [
  story('apply makes and keeps', configMaps, ({ apply }) => [
    apply('one', { data: { a: '1', b: '2' }, metadata: { labels: { x: 'y' } } }),
    apply('one', { data: { a: '1', b: '2' }, metadata: { labels: { x: 'y' } } }),
    apply('one', { data: { a: '1' } }),
    apply('two', { data: { a: '1' } }),
    apply('two', { data: { a: '2' } }),
    apply('two', { data: { a: '2', c: '3' } }, { force: true }),
    apply('one', { data: {} }),
    apply('two', {}),
  ]),
  story('apply meets an updater', configMaps, ({ create, apply, merge }) => [
    create({ data: { a: '1', b: '2' } }),
    apply('one', { data: { a: '1' } }),
    apply('one', { data: { a: '9', b: '9' } }),
    apply('one', { data: { a: '9' } }, { force: true }),
    merge({ data: { a: '5' } }),
    apply('one', { data: { a: '9' } }),
    apply('one', {}),
  ]),
  story('apply to a deployment', deployments, ({ apply, merge }) => [
    apply('kubectl', deployment({ replicas: 2, strategy: { rollingUpdate: { maxSurge: 2 } } }, web, side)),
    apply('kubectl', deployment({}, { ...web, env: [{ name: 'B', value: '2' }] })),
    apply('sidecars', containers({ name: 'side', image: 'registry.example/side:3' })),
    apply('kubectl', deployment({ replicas: 5 }, { ...web, ports: [{ containerPort: 81 }] })),
    merge({ spec: { replicas: 7 } }),
    apply('kubectl', deployment({ replicas: 5 })),
    apply('kubectl', deployment({ replicas: 5 }), { force: true }),
    apply('sidecars', {}),
    apply('kubectl', deployment({ nope: 1 })),
    apply('kubectl', deployment({ replicas: 'x' })),
  ]),
  story('apply beside a note of the last one', configMaps, ({ create, apply }) => [
    create({
      data: { a: '1' },
      metadata: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}' } },
    }),
    apply('other', { data: { b: '<2>' } }),
    apply('kubectl', { data: { c: '<3>' }, metadata: { annotations: { note: 'n' } } }),
  ]),
  story('apply to a service', services, ({ apply }) => [
    apply('one', { spec: { ports: [{ port: 80 }], selector: labels } }),
    apply('one', {
      spec: {
        ports: [
          { port: 81, name: 'b' },
          { port: 80, name: 'a' },
        ],
        selector: labels,
      },
    }),
    apply('two', { spec: { ports: [{ port: 53, name: 'dns', protocol: 'UDP' }] } }),
    apply('one', { spec: { ports: [{ port: 80, name: 'a' }] } }),
  ]),
  story('apply to a thing', things, ({ apply, merge }) => [
    apply('one', {
      spec: {
        tags: ['a', 'b'],
        parts: [{ name: 'x' }, { name: 'y', port: 1 }],
        free: { deep: { er: [1] } },
        piece: { a: '1' },
        labels: { k: 'v' },
        amount: 5,
      },
    }),
    apply('two', {
      spec: {
        tags: ['c', 'b'],
        parts: [{ name: 'z' }, { name: 'x', weight: 2, opts: { o: '1' } }],
        free: { more: 'x' },
      },
    }),
    apply('two', { spec: { size: 2, piece: { b: '2' }, labels: { k: 'w' }, amount: '5' } }),
    apply('one', { spec: { tags: ['b'], parts: [{ name: 'x' }], free: { deep: {} } } }),
    merge({
      spec: { parts: [{ name: 'x', weight: 9 }], tags: ['b', 'q'], plain: ['p'], free: { deep: { b: 1 } } },
    }),
    apply('one', { spec: {} }),
    apply('two', { spec: { parts: [{ name: 'x', weight: 2 }] } }),
  ]),
  story('apply to a status', things, ({ apply, merge }) => [
    apply('one', { spec: { size: 3 }, status: { phase: 'ignored' } }),
    apply(
      'one',
      {
        metadata: { labels: { a: 'b' } },
        spec: { note: 'n' },
        status: { phase: 'p', conditions: [{ type: 'Ready', status: 'True' }] },
      },
      { subresource: 'status' },
    ),
    merge(
      {
        metadata: { labels: { a: 'b' } },
        spec: { note: 'n' },
        status: { phase: 'q', conditions: [{ type: 'Ready', status: 'False' }] },
      },
      'status',
    ),
    apply('one', { status: { phase: 'p' } }, { subresource: 'status' }),
    apply(
      'one',
      { status: { phase: 'p', conditions: [{ type: 'Other' }] } },
      { subresource: 'status', force: true },
    ),
    apply('two', { status: { conditions: [{ type: 'Synced', status: 'True' }] } }, { subresource: 'status' }),
  ]),
  story('apply to the status of a deployment', deployments, ({ create, apply, merge }) => [
    create(deployment()),
    apply(
      'one',
      { status: { replicas: 1, conditions: [{ type: 'Available', status: 'True' }] } },
      { subresource: 'status' },
    ),
    merge({ status: { replicas: 2, readyReplicas: 0, observedGeneration: 1 } }, 'status'),
  ]),
  ...[
    { spec: { size: 'y' } },
    { spec: { note: 5 } },
    { spec: { note: { a: 1 } } },
    { spec: { note: [1] } },
    { spec: { parts: { a: 1 } } },
    { spec: { parts: ['a'] } },
    { spec: 5 },
    { spec: [] },
    { spec: { tags: [{ a: 1 }] } },
    { spec: { tags: ['a', 'a'] } },
    { spec: { parts: [{ name: 'x' }, { name: 'x', port: 80 }] } },
    { spec: { foo: 1 } },
    { spec: { foo: 1 }, metadata: { labels: { a: 5 } } },
    { spec: { size: {} } },
    { metadata: { finalizers: 'x' } },
    { kind: 'Other' },
    { apiVersion: 'golden.example/v2' },
    { metadata: { managedFields: [{ manager: 'x' }] } },
  ].map((body, index) =>
    story(`apply that does not fit ${index}`, things, ({ apply }) => [apply('one', body)]),
  ),
];

export const patchConversations: readonly Conversation[] = [
  ...jsonPatches,
  ...mergePatches,
  ...strategicPatches,
  ...updates,
  ...applies,
];
