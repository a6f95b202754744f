import { fields, filled, mapOf, mostly, oneOf, some, sometimes, type Draw } from './shapes';

/** A kind that sequences write, and how its bodies are drawn. */
export interface Kind {
  readonly apiVersions: readonly string[];
  readonly kind: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
  /** Everything beside apiVersion, kind and metadata. */
  readonly content: Draw;
  readonly status?: Draw;
  readonly hasScale?: boolean;
  readonly isCustom?: boolean;
  /** JSON pointers that JSON patches name. */
  readonly pointers: readonly string[];
}

const text = oneOf('a', 'b', 'c', '', 'x y');
const name = oneOf('a', 'b', 'main', 'side');
const bytes = mostly(oneOf('YQ==', 'Yg==', ''), 'not base64!', 7);
const port = mostly(oneOf(80, 443, 8080, 9090), 0, 70000, 'http', '80', null);
const protocol = sometimes(60, mostly(oneOf('TCP', 'UDP'), 'HTTP', 5));

const limit = mostly(oneOf('1', '500m', '1Gi', 2, '0.5'), '-1', 'much');
const request = mostly(oneOf('100m', '64Mi', 1), '2x');

const container = fields({
  name: mostly(name, 'Not Good', undefined),
  image: mostly(oneOf('registry.example/web:1', 'registry.example/web:2'), '', undefined, 3),
  args: sometimes(30, some(2, text)),
  env: sometimes(40, some(3, fields({ name: oneOf('A', 'B', 'C'), value: mostly(text, 4, null) }))),
  ports: sometimes(
    40,
    some(2, fields({ containerPort: port, name: sometimes(40, oneOf('http', 'web')), protocol })),
  ),
  resources: sometimes(
    30,
    fields({
      limits: filled(['cpu', 'memory'], { cpu: limit, memory: limit }),
      requests: filled(['cpu', 'memory'], { cpu: request, memory: request }),
    }),
  ),
  imagePullPolicy: sometimes(20, mostly(oneOf('Always', 'IfNotPresent'), 'Sometimes')),
});

const template = fields({
  metadata: mostly(fields({ labels: oneOf({ app: 'a' }, { app: 'a', tier: 'x' }, { app: 'b' }) }), undefined),
  spec: fields({
    containers: mostly(some(2, container), null, {}, 'none'),
    terminationGracePeriodSeconds: sometimes(20, mostly(oneOf(0, 5, 30), -1, 'long')),
    nodeSelector: sometimes(20, mapOf(['zone', 'disk'], text)),
    tolerations: sometimes(
      20,
      some(
        2,
        fields({
          key: name,
          operator: mostly(oneOf('Exists', 'Equal'), 'Is'),
          effect: oneOf('NoSchedule', undefined),
        }),
      ),
    ),
    volumes: sometimes(20, some(2, fields({ name, emptyDir: oneOf({}, undefined) }))),
    restartPolicy: sometimes(10, oneOf('Always', 'Never')),
  }),
});

const selector = mostly(oneOf({ matchLabels: { app: 'a' } }), { matchLabels: { app: 'b' } }, undefined, {});

const conditions = some(
  2,
  fields({
    type: oneOf('Ready', 'Available'),
    status: mostly(oneOf('True', 'False'), 'Maybe', undefined),
    reason: text,
    message: text,
    lastTransitionTime: mostly(oneOf('2026-01-01T00:00:00Z'), 'yesterday', undefined),
  }),
);

export const kinds: readonly Kind[] = [
  {
    apiVersions: ['v1'],
    kind: 'ConfigMap',
    plural: 'configmaps',
    isNamespaced: true,
    content: fields({
      data: sometimes(80, mostly(mapOf(['a', 'b', 'c.txt'], mostly(text, 5, true, {})), 'text', [], null)),
      binaryData: sometimes(20, filled(['x', 'b'], { x: bytes, b: bytes })),
      immutable: sometimes(10, mostly(oneOf(true, false), 'yes')),
      unknown: sometimes(4, text),
    }),
    pointers: ['/data', '/data/a', '/data/c.txt', '/binaryData/x', '/immutable'],
  },
  {
    apiVersions: ['v1'],
    kind: 'Secret',
    plural: 'secrets',
    isNamespaced: true,
    content: fields({
      type: sometimes(40, mostly(oneOf('Opaque', 'example.io/mine', 'kubernetes.io/basic-auth'), '', 3)),
      data: sometimes(
        60,
        filled(['a', 'password', 'username'], { a: bytes, password: bytes, username: bytes }),
      ),
      stringData: sometimes(40, mapOf(['a', 'username'], mostly(text, 5))),
      immutable: sometimes(8, oneOf(true, false)),
    }),
    pointers: ['/data', '/data/a', '/type', '/stringData'],
  },
  {
    apiVersions: ['apps/v1'],
    kind: 'Deployment',
    plural: 'deployments',
    isNamespaced: true,
    hasScale: true,
    content: fields({
      spec: mostly(
        fields({
          replicas: sometimes(60, mostly(oneOf(0, 1, 3), -1, '2', null, 1.5)),
          selector,
          template,
          strategy: sometimes(
            30,
            fields({
              type: mostly(oneOf('RollingUpdate', 'Recreate'), 'Slowly'),
              rollingUpdate: sometimes(
                50,
                fields({
                  maxSurge: mostly(oneOf(1, '25%', 0), -1, '25', 'all'),
                  maxUnavailable: mostly(oneOf(0, 1, '50%'), '101%', true),
                }),
              ),
            }),
          ),
          minReadySeconds: sometimes(20, mostly(oneOf(0, 5), -3)),
          paused: sometimes(20, oneOf(true, false)),
          revisionHistoryLimit: sometimes(20, oneOf(0, 2)),
        }),
        undefined,
        null,
      ),
    }),
    status: fields({
      replicas: mostly(oneOf(0, 1, 2), -1),
      readyReplicas: oneOf(0, 1),
      observedGeneration: oneOf(1, 2),
      conditions,
    }),
    pointers: [
      '/spec/replicas',
      '/spec/template/spec/containers/0/image',
      '/spec/template/spec/containers/1',
      '/spec/paused',
      '/spec/selector',
      '/spec/strategy',
    ],
  },
  {
    apiVersions: ['v1'],
    kind: 'Service',
    plural: 'services',
    isNamespaced: true,
    content: fields({
      spec: fields({
        type: sometimes(30, mostly(oneOf('ClusterIP'), 'ExternalName', 'Internal')),
        clusterIP: sometimes(20, mostly(oneOf('None'), 'somewhere', '')),
        selector: sometimes(60, mapOf(['app', 'tier'], text)),
        ports: mostly(
          some(
            2,
            fields({
              port,
              name: sometimes(60, oneOf('http', 'web', 'UPPER')),
              protocol,
              targetPort: sometimes(40, mostly(oneOf(80, 'http'), 0, 'not a port!')),
            }),
          ),
          undefined,
        ),
        sessionAffinity: sometimes(15, mostly(oneOf('None', 'ClientIP'), 'Sticky')),
        publishNotReadyAddresses: sometimes(10, oneOf(true, false)),
      }),
    }),
    pointers: [
      '/spec/selector',
      '/spec/selector/app',
      '/spec/ports/0/port',
      '/spec/ports/0',
      '/spec/sessionAffinity',
    ],
  },
  {
    apiVersions: ['rbac.authorization.k8s.io/v1'],
    kind: 'Role',
    plural: 'roles',
    isNamespaced: true,
    content: fields({
      rules: sometimes(
        80,
        some(
          2,
          fields({
            apiGroups: mostly(some(2, oneOf('', 'apps', '*')), undefined),
            resources: some(2, oneOf('pods', 'secrets', '*')),
            verbs: mostly(some(3, oneOf('get', 'list', '*')), undefined),
            resourceNames: sometimes(20, some(1, name)),
          }),
        ),
      ),
    }),
    pointers: ['/rules', '/rules/0', '/rules/0/verbs/0', '/rules/-'],
  },
  {
    apiVersions: ['batch/v1'],
    kind: 'Job',
    plural: 'jobs',
    isNamespaced: true,
    content: fields({
      spec: fields({
        suspend: oneOf(true, false, undefined),
        parallelism: sometimes(30, mostly(oneOf(1, 2), -1)),
        completions: sometimes(30, mostly(oneOf(1, 2), 'two')),
        backoffLimit: sometimes(30, mostly(oneOf(0, 3), -1)),
        ttlSecondsAfterFinished: sometimes(20, oneOf(0, 100)),
        template: fields({
          spec: fields({
            containers: mostly(some(1, container), []),
            restartPolicy: mostly(oneOf('Never', 'OnFailure'), 'Always', undefined),
          }),
        }),
      }),
    }),
    pointers: [
      '/spec/suspend',
      '/spec/parallelism',
      '/spec/template/spec/containers/0/image',
      '/spec/backoffLimit',
    ],
  },
  {
    apiVersions: ['fuzz.example.io/v1', 'fuzz.example.io/v2'],
    kind: 'Widget',
    plural: 'widgets',
    isNamespaced: true,
    hasScale: true,
    isCustom: true,
    content: fields({
      spec: mostly(
        fields({
          size: sometimes(70, mostly(oneOf(0, 1, 5, 10), 11, -1, '5', null, 2.5)),
          max: sometimes(30, oneOf(1, 5, 10)),
          mode: sometimes(50, mostly(oneOf('fast', 'slow'), 'odd', 3, null)),
          tags: sometimes(
            40,
            mostly(oneOf([], ['a'], ['a', 'b'], ['c', 'a'], ['b', 'c', 'a']), ['a', 'a'], [1], 'a'),
          ),
          ports: sometimes(50, mostly(some(3, fields({ name, number: port, protocol })), null, {})),
          items: sometimes(30, some(2, oneOf(1, 2, 3))),
          count: sometimes(30, mostly(oneOf(1, '50%', 'x'), true, 1.5)),
          when: sometimes(20, mostly(oneOf('2026-01-01T00:00:00Z'), 'soon')),
          note: sometimes(30, oneOf('n', null, '')),
          nested: sometimes(
            40,
            fields({
              a: mostly(text, undefined, 1),
              b: sometimes(50, oneOf(1, 2)),
              lost: sometimes(20, text),
            }),
          ),
          free: sometimes(20, oneOf({ x: 1 }, { y: { z: ['1', null] } }, {})),
          labels: sometimes(30, mapOf(['a', 'b'], text)),
          replicas: sometimes(30, mostly(oneOf(0, 1, 2), -1)),
          unknown: sometimes(10, text),
        }),
        undefined,
        null,
        'text',
      ),
    }),
    status: fields({
      phase: mostly(text, 4),
      replicas: oneOf(0, 1, 2),
      conditions,
      unknown: sometimes(10, text),
    }),
    pointers: [
      '/spec',
      '/spec/size',
      '/spec/mode',
      '/spec/tags/0',
      '/spec/tags/-',
      '/spec/ports/0/number',
      '/spec/ports/-',
      '/spec/nested/a',
      '/spec/free/x',
      '/spec/labels/a',
      '/status/phase',
    ],
  },
  {
    apiVersions: ['fuzz.example.io/v1'],
    kind: 'Gadget',
    plural: 'gadgets',
    isNamespaced: false,
    isCustom: true,
    content: fields({
      // A field keeps its type: no schema says who owns one that changes from map to text.
      spec: sometimes(
        80,
        filled(['a', 'b', 'c'], {
          a: oneOf('x', 1, true),
          b: oneOf({ deep: { deeper: [1, 2] } }, { deep: { other: 'x' } }, { shallow: null }),
          c: oneOf([null], [1, { x: 'y' }]),
        }),
      ),
      status: sometimes(30, mapOf(['c'], text)),
      top: sometimes(20, oneOf('t', 1)),
    }),
    pointers: ['/spec', '/spec/a', '/spec/a/deep', '/status/c', '/top'],
  },
];
