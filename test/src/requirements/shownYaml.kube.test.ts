// No package exports how pages write YAML; here kubectl and a hub are asked whether it may be copied from them.
// eslint-disable-next-line @backstage/no-relative-monorepo-imports
import { toYaml } from '../../../plugins/fleetstage/src/model/yaml';
import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';

interface Shown {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

const WORDS = ['off', 'on', 'yes', 'No', 'y', 'N', 'true', 'null', '~', '', '='];
const NUMBERS = [
  '12',
  '012',
  '0o14',
  '0x1f',
  '0b1',
  '1e3',
  '1_000',
  '1e1_0',
  '+1',
  '.5',
  '1.',
  '.inf',
  '1:20',
];
const OTHERS = [
  '2020-01-01',
  '2020-01-01T00:00:00Z',
  '10.0.0.1',
  '250m',
  '2001:db8::1',
  '- a',
  'a: b',
  '# x',
];
const LINES = [
  'two\nlines',
  'ends\n',
  'ends twice\n\n',
  '  indented\nfirst',
  'tab\there',
  ' x ',
  "it's",
  '"x"',
];

const configMap: Shown = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'tricky',
    namespace: 'default',
    labels: { 'off': 'on', 'order': '012', 'example.com/since': '2020-01-01' },
    annotations: { yes: 'no', 1: '2' },
  },
  data: {
    FEATURE_X: 'off',
    ...Object.fromEntries(
      [...WORDS, ...NUMBERS, ...OTHERS, ...LINES, 'long '.repeat(60)].map((text, n) => [`of-${n}`, text]),
    ),
    ...Object.fromEntries(['on', 'y', 'null', '012', '1e3', '2020-01-01'].map(key => [key, 'key'])),
  },
};

const deployment: Shown = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'tricky', namespace: 'default' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'on' } },
    template: {
      metadata: { labels: { app: 'on' } },
      spec: {
        containers: [
          {
            name: 'web',
            image: 'registry.example/web:1.10',
            args: ['--at', '12:30:45', 'no'],
            env: [{ name: 'Y', value: '1.10' }],
            ports: [{ containerPort: 8080 }],
            resources: { requests: { cpu: '1', memory: '1Gi' } },
          },
        ],
      },
    },
  },
};

const secret: Shown = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'hidden', namespace: 'default' },
  type: 'Opaque',
  data: { token: 'Kioq', key: 'Kioq' },
};

jest.setTimeout(60_000);

describe('the YAML that pages show', () => {
  let fleet: Fleet;

  beforeAll(async () => {
    fleet = await startFleet({ members: [] });
  }, FLEET_HOOK_MS);

  afterAll(() => fleet?.stop(), 60_000);

  const dryRun = async (yaml: string): Promise<Shown> => {
    const args = ['apply', '--dry-run=server', '-o', 'json', '-f', '-'];
    return JSON.parse((await fleet.hub.kubectl(args, { stdin: yaml })).stdout);
  };

  it.each([configMap, deployment])('$kind: the hub reads it as the object it was', async object => {
    expect(await dryRun(toYaml(object))).toMatchObject(object);
  });

  it('RUL 40: a Secret with masked values is accepted, and would set none of them', async () => {
    const read = await dryRun(toYaml(secret));
    expect(read).toMatchObject({ kind: 'Secret', metadata: { name: 'hidden' }, type: 'Opaque' });
    expect(read.data ?? {}).toEqual({});
  });
});
