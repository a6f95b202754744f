import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { Dice } from '../contract/differential/Dice';
import { always, fields, listBy, mapOf, maybe, oneOf, some, type Draw } from './draws';

/** What a merge starts from: how the object was made by others, what was applied last, what is wanted. */
export interface DrawnCase {
  readonly seed: number;
  /** As somebody has written it meanwhile. */
  readonly found: KubeObject;
  readonly last?: KubeObject;
  readonly wanted: KubeObject;
}

const word = oneOf('1', '2', '3', '');
const metadata = (name: string): Draw =>
  fields({
    name: always(name),
    labels: maybe(60, mapOf(['app', 'tier', 'team'], oneOf('a', 'b'))),
    annotations: maybe(60, mapOf(['example.com/a', 'example.com/b', 'example.com/c'], word)),
    finalizers: maybe(15, some('example.com/one', 'example.com/two', 'example.com/three')),
  });

const container = {
  image: oneOf('registry.example/web:1', 'registry.example/web:2'),
  env: maybe(60, listBy('name', ['A', 'B', 'C', 'D'], { value: maybe(90, oneOf('1', '2')) })),
  ports: maybe(50, listBy('containerPort', [80, 81, 443], { protocol: maybe(30, oneOf('TCP')) })),
  volumeMounts: maybe(
    30,
    listBy('mountPath', ['/a', '/b', '/c'], {
      name: always('data'),
      readOnly: maybe(30, oneOf(true, false)),
    }),
  ),
  args: maybe(40, some('--one', '--two', '--three')),
  resources: maybe(40, fields({ requests: maybe(70, mapOf(['cpu', 'memory'], oneOf('100m', '1'))) })),
  readinessProbe: maybe(
    30,
    fields({ httpGet: always({ path: '/', port: 80 }), periodSeconds: maybe(50, oneOf(5, 7)) }),
  ),
  imagePullPolicy: maybe(20, oneOf('Always', 'IfNotPresent')),
};

/** One source per volume: a server refuses two, and a merge must take the old one out. */
const volumes: Draw = (dice, before) => {
  const names = ['cache', 'config', 'secret'];
  const old = Array.isArray(before) ? before : [];
  const sources = [{ emptyDir: {} }, { configMap: { name: 'c' } }, { secret: { secretName: 's' } }];
  const drawn = names.flatMap(name => {
    const found = old.find(volume => volume.name === name);
    if (!dice.chance(found ? 75 : 40)) return [];
    return [found && dice.chance(60) ? found : { name, ...dice.pick(sources) }];
  });
  return [{ name: 'data', emptyDir: {} }, ...drawn];
};

const strategy: Draw = (dice, before) =>
  before !== undefined && dice.chance(50)
    ? before
    : dice.pick([
        { type: 'Recreate' },
        { type: 'RollingUpdate' },
        { type: 'RollingUpdate', rollingUpdate: { maxSurge: 2 } },
        { rollingUpdate: { maxUnavailable: 1 } },
      ]);

const pods = (more: Readonly<Record<string, Draw>> = {}) =>
  fields({
    metadata: fields({
      labels: (dice, before) => ({
        ...(mapOf(['tier', 'team'], oneOf('a', 'b'))(dice, before) as object),
        app: 'web',
      }),
      annotations: maybe(30, mapOf(['example.com/a', 'example.com/b'], word)),
    }),
    spec: fields({
      containers: listBy('name', ['web', 'side', 'third'], container, 1),
      initContainers: maybe(20, listBy('name', ['first', 'second'], { image: oneOf('i:1', 'i:2') }, 1)),
      volumes,
      tolerations: maybe(
        30,
        some({ key: 'a', operator: 'Exists' }, { key: 'b', value: 'x', effect: 'NoSchedule' }),
      ),
      nodeSelector: maybe(30, mapOf(['disk', 'zone'], oneOf('a', 'b'))),
      imagePullSecrets: maybe(30, listBy('name', ['one', 'two', 'three'], {})),
      hostAliases: maybe(20, listBy('ip', ['10.0.0.1', '10.0.0.2'], { hostnames: some('a', 'b') })),
      topologySpreadConstraints: maybe(
        20,
        listBy('topologyKey', ['zone', 'host'], {
          maxSkew: oneOf(1, 2),
          whenUnsatisfiable: oneOf('DoNotSchedule'),
        }),
      ),
      terminationGracePeriodSeconds: maybe(30, oneOf(10, 20)),
      securityContext: maybe(30, mapOf(['runAsUser', 'fsGroup'], oneOf(1, 2))),
      ...more,
    }),
  });

const selector = always({ matchLabels: { app: 'web' } });
const rules = some(
  { apiGroups: [''], resources: ['pods'], verbs: ['get'] },
  { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list'] },
  { apiGroups: ['apps'], resources: ['deployments'], verbs: ['*'] },
);
const widget = fields({
  size: maybe(60, oneOf(1, 2, 3)),
  parts: maybe(60, listBy('name', ['a', 'b', 'c'], { count: maybe(70, oneOf(1, 2)) })),
  tags: maybe(50, some('x', 'y', 'z')),
  nested: maybe(
    60,
    fields({ deep: maybe(60, mapOf(['one', 'two'], word)), flag: maybe(50, oneOf(true, false)) }),
  ),
});

const printerColumns = some(
  { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
  { name: 'Kind', type: 'string', jsonPath: '.kind' },
);

/** A definition whose group has the case's name, as no two may be called alike. */
function definition(name: string): Draw {
  const names = { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' };
  return fields({
    group: always(`${name}.example.com`),
    scope: always('Namespaced'),
    names: fields({
      ...Object.fromEntries(Object.entries(names).map(([field, value]) => [field, always(value)])),
      shortNames: maybe(50, some('ga', 'gad', 'gdg')),
      categories: maybe(30, some('all', 'toys')),
    }),
    versions: (dice, before) => {
      const [old] = Array.isArray(before) ? before : [];
      const schema = { openAPIV3Schema: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true } };
      const columns = maybe(50, printerColumns)(dice, old?.additionalPrinterColumns);
      return [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema,
          ...(columns !== undefined && { additionalPrinterColumns: columns }),
        },
      ];
    },
  });
}

interface Kind {
  readonly apiVersion: string;
  readonly kind: string;
  /** Of a hundred cases. */
  readonly share: number;
  readonly body: (name: string) => Readonly<Record<string, Draw>>;
}

export const KINDS: readonly Kind[] = [
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    share: 34,
    body: () => ({
      spec: fields({
        replicas: maybe(60, oneOf(0, 1, 2)),
        selector,
        strategy: maybe(40, strategy),
        minReadySeconds: maybe(30, oneOf(5, 6)),
        paused: maybe(20, oneOf(true, false)),
        template: pods(),
      }),
    }),
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    share: 14,
    body: () => ({
      spec: fields({
        selector: mapOf(['app', 'tier'], oneOf('a', 'b')),
        ports: (dice, before) =>
          (
            listBy(
              'port',
              [80, 81, 443],
              { targetPort: maybe(50, oneOf(8080, 'web')), protocol: maybe(30, oneOf('TCP')) },
              1,
            )(dice, before) as { port: number }[]
          ).map(port => ({ name: `p${port.port}`, ...port })),
        type: maybe(20, oneOf('ClusterIP')),
        sessionAffinity: maybe(20, oneOf('ClientIP', 'None')),
        publishNotReadyAddresses: maybe(20, oneOf(true, false)),
      }),
    }),
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    share: 10,
    body: () => ({
      data: maybe(90, mapOf(['a', 'b', 'c.yaml'], word)),
      binaryData: maybe(20, mapOf(['bin'], oneOf('AA==', 'AQ=='))),
    }),
  },
  {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    share: 8,
    body: () => ({
      automountServiceAccountToken: maybe(40, oneOf(true, false)),
      secrets: maybe(60, listBy('name', ['one', 'two', 'three'], {})),
      imagePullSecrets: maybe(50, some({ name: 'one' }, { name: 'two' })),
    }),
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    share: 8,
    body: () => ({ rules: maybe(90, rules) }),
  },
  {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    share: 8,
    body: () => ({
      spec: fields({
        schedule: oneOf('0 1 1 1 *', '0 2 1 1 *'),
        suspend: always(true),
        jobTemplate: fields({ spec: fields({ template: pods({ restartPolicy: always('Never') }) }) }),
      }),
    }),
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    share: 6,
    body: () => ({
      spec: fields({
        minAvailable: oneOf(1, 2),
        selector: maybe(
          90,
          fields({
            matchLabels: maybe(80, mapOf(['app', 'tier'], oneOf('a', 'b'))),
            matchExpressions: maybe(
              40,
              some({ key: 'x', operator: 'Exists' }, { key: 'y', operator: 'DoesNotExist' }),
            ),
          }),
        ),
      }),
    }),
  },
  {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    share: 4,
    body: name => ({ spec: definition(name) }),
  },
  { apiVersion: 'merge.example.com/v1', kind: 'Widget', share: 8, body: () => ({ spec: widget }) },
];

/** What of the kind cannot be merged by kubectl as we do it, is left out: shared lists of custom resources (B/WA-055). */
function drawObject({ apiVersion, kind, body }: Kind, name: string): Draw {
  const drawn = fields({
    apiVersion: always(apiVersion),
    kind: always(kind),
    metadata: metadata(name),
    ...body(name),
  });
  return (dice, before) => {
    const object = drawn(dice, before) as KubeObject;
    if (kind !== 'Widget') return object;
    const { finalizers: _, ...rest } = object.metadata as { finalizers?: unknown } & KubeObject['metadata'];
    return { ...object, metadata: rest };
  };
}

export function drawCase(seed: number): DrawnCase {
  const dice = new Dice(seed);
  const roll = dice.number(KINDS.reduce((sum, { share }) => sum + share, 0));
  let passed = 0;
  const kind = KINDS.find(({ share }) => (passed += share) > roll) ?? KINDS[0];
  const name = kind.kind === 'CustomResourceDefinition' ? `gadgets.case-${seed}.example.com` : `case-${seed}`;
  const draw = drawObject(kind, kind.kind === 'CustomResourceDefinition' ? `case-${seed}` : name);
  const first = withName(draw(dice), name);
  const found = dice.chance(25) ? first : withName(draw(dice, first), name);
  const wanted = withName(draw(dice, first), name);
  return { seed, found, wanted, ...(dice.chance(85) && { last: first }) };
}

const withName = (object: unknown, name: string): KubeObject => {
  const { metadata: own, ...rest } = object as KubeObject;
  return { ...rest, metadata: { ...own, name } } as KubeObject;
};
