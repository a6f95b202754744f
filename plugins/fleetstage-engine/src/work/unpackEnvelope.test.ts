import type { KubeObject, ObjectMeta } from '@fleetstage/backstage-plugin-fleetstage-common';
import { maskSecret } from '../status/maskSecret';
import { diffSnapshots } from '../view/diffSnapshots';
import type { SelectionRules } from '../snapshot/kindRules';
import { renderWork } from './renderWork';
import { PRIVILEGED_GROUPS } from '../snapshot/privilegedKinds';
import { envelopeOf } from '../snapshot/envelope';
import { unpackEnvelope, type Enveloped } from './unpackEnvelope';

/** A fleet in which everybody may do everything. */
const OPEN: SelectionRules = {
  configMapEnvelopes: true,
  privilegedKinds: PRIVILEGED_GROUPS.map(group => ({ group })),
};

const GROUP = 'placement.kubernetes-fleet.io';
const API = `${GROUP}/v1beta1`;
const clusterEnvelope = (data: object): KubeObject => ({
  apiVersion: API,
  kind: 'ClusterResourceEnvelope',
  metadata: { name: 'webhooks' },
  data,
});
const envelope = (data: object): KubeObject => ({
  apiVersion: API,
  kind: 'ResourceEnvelope',
  metadata: { name: 'quotas', namespace: 'web' },
  data,
});
const MARKED = { 'kubernetes-fleet.io/envelope-configmap': 'true' };
const configMap = (data: object, annotations: ObjectMeta['annotations'] = MARKED): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'side-effects', namespace: 'web', annotations },
  data,
});
const object = (kind: string, name: string, namespace?: string, rest = {}): KubeObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
  ...rest,
});
const QUOTA = object('ResourceQuota', 'q', 'web');
const unpack = (one: KubeObject) => unpackEnvelope(one, JSON.parse, OPEN);
const errorOf = (result: Enveloped | undefined) =>
  result === undefined ? 'no envelope' : (result.refused.at(0)?.message ?? 'accepted');
const namesOf = (one: KubeObject) => {
  const result = unpack(one);
  const error = errorOf(result);
  return error === 'accepted' ? result?.manifests.map(({ metadata }) => metadata.name) : error;
};

describe('envelopeOf', () => {
  it.each<{ rule: string; one: KubeObject; says: unknown }>([
    {
      rule: 'A/SEL-070 a ClusterResourceEnvelope',
      one: clusterEnvelope({}),
      says: { name: 'webhooks', type: 'ClusterResourceEnvelope' },
    },
    {
      rule: 'A/SEL-070 a ResourceEnvelope',
      one: envelope({}),
      says: { name: 'quotas', namespace: 'web', type: 'ResourceEnvelope' },
    },
    {
      rule: 'A/SEL-071, RUL 12 an annotated ConfigMap',
      one: configMap({}),
      says: { name: 'side-effects', namespace: 'web', type: 'ConfigMap' },
    },
    { rule: 'A/SEL-071 a plain ConfigMap', one: configMap({}, {}), says: undefined },
    {
      rule: 'A/SEL-071 a ConfigMap that says no',
      one: configMap({}, { 'kubernetes-fleet.io/envelope-configmap': 'false' }),
      says: undefined,
    },
    {
      rule: 'B/WG-045 a kind of that name in another group',
      one: { ...envelope({}), apiVersion: 'example.com/v1' },
      says: undefined,
    },
    {
      rule: 'B/WG-045 a cluster-scoped one in another group',
      one: { ...clusterEnvelope({}), apiVersion: 'example.com/v1' },
      says: undefined,
    },
  ])('$rule', ({ one, says }) => {
    expect(envelopeOf(one)).toEqual(says);
  });
});

describe('unpackEnvelope', () => {
  it('A/SEL-073 emits entries by their JSON text, descending, whatever their keys', () => {
    const [a, b, c] = ['a', 'b', 'c'].map(name => object('ResourceQuota', name, 'web'));
    expect(namesOf(envelope({ 1: a, 2: c, 3: b }))).toEqual(['c', 'b', 'a']);
    expect(namesOf(envelope({ 3: a, 1: c, 2: b }))).toEqual(['c', 'b', 'a']);
  });

  it.each<{ rule: string; one: KubeObject; error: string }>([
    {
      rule: 'a namespaced object in a cluster envelope',
      one: clusterEnvelope({ 'q.yaml': QUOTA }),
      error:
        'entry q.yaml of ClusterResourceEnvelope webhooks is ResourceQuota web/q, and a ClusterResourceEnvelope holds cluster-scoped objects only; move it into a ResourceEnvelope in namespace web',
    },
    {
      rule: 'a cluster-scoped object in a namespaced envelope',
      one: envelope({ 'role.yaml': object('ClusterRole', 'r') }),
      error:
        'entry role.yaml of ResourceEnvelope web/quotas is ClusterRole r without a namespace, and a ResourceEnvelope holds objects of its own namespace only; set namespace web, or move it into a ClusterResourceEnvelope',
    },
    {
      rule: 'an object of another namespace',
      one: envelope({ 'q.yaml': object('ResourceQuota', 'q', 'shop') }),
      error:
        'entry q.yaml of ResourceEnvelope web/quotas is in namespace shop, and a ResourceEnvelope holds objects of its own namespace web only; move it into one in namespace shop',
    },
    {
      rule: 'an object of another namespace in a ConfigMap',
      one: configMap({ 'q.yaml': JSON.stringify(object('ResourceQuota', 'q', 'shop')) }),
      error:
        'entry q.yaml of ConfigMap web/side-effects is in namespace shop, and a ConfigMap holds objects of its own namespace web only; move it into one in namespace shop',
    },
    {
      rule: 'a kind that is never placed',
      one: envelope({ 'pod.yaml': object('Pod', 'p', 'web') }),
      error:
        'entry pod.yaml of ResourceEnvelope web/quotas is Pod p, of a kind that is never placed; take it out of the envelope',
    },
    {
      rule: 'no object',
      one: envelope({ 'ok.yaml': QUOTA, 'z.yaml': { apiVersion: 'v1', kind: 'ConfigMap' } }),
      error:
        'entry z.yaml of ResourceEnvelope web/quotas is no Kubernetes object; give it apiVersion, kind and metadata',
    },
    {
      rule: 'a text that cannot be read',
      one: configMap({ 'q.yaml': '{ half' }),
      error:
        'entry q.yaml of ConfigMap web/side-effects is neither YAML nor JSON of one object; write one object per key',
    },
    {
      rule: 'a text that is no object',
      one: configMap({ 'q.yaml': '"text"' }),
      error:
        'entry q.yaml of ConfigMap web/side-effects is no Kubernetes object; give it apiVersion, kind and metadata',
    },
  ])('A/SEL-072, B/WG-046 refuses $rule, by its name, with the fix', ({ one, error }) => {
    expect(errorOf(unpack(one))).toBe(error);
  });

  it.each<{ field: string; entry: object }>([
    { field: 'apiVersion', entry: { ...QUOTA, apiVersion: undefined } },
    { field: 'kind', entry: { ...QUOTA, kind: undefined } },
    { field: 'metadata', entry: { ...QUOTA, metadata: 'x' } },
  ])('B/WG-046 an entry without $field is no object', ({ entry }) => {
    expect(errorOf(unpack(envelope({ e: entry })))).toMatch(/is no Kubernetes object/);
  });

  it('A/SEL-071, RUL 12 a ConfigMap holds objects of its own namespace', () => {
    const texts = { limit: JSON.stringify(object('LimitRange', 'l', 'web')), quota: JSON.stringify(QUOTA) };
    expect(namesOf(configMap(texts))).toEqual(['q', 'l']);
  });

  it.each([
    ['admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration'],
    ['rbac.authorization.k8s.io/v1', 'ClusterRoleBinding'],
    ['storage.k8s.io/v1', 'StorageClass'],
    ['scheduling.k8s.io/v1', 'PriorityClass'],
  ])('RUL 50 a ConfigMap holds cluster-scoped objects, too: %s %s', (apiVersion, kind) => {
    const texts = { one: JSON.stringify({ ...object(kind, 'one'), apiVersion }) };
    expect(namesOf(configMap(texts))).toEqual(['one']);
  });

  it('decision 0026 a ConfigMap brings no privileged kind that the configuration does not name', () => {
    const role = { ...object('ClusterRoleBinding', 'root'), apiVersion: 'rbac.authorization.k8s.io/v1' };
    const one = configMap({ role: JSON.stringify(role), quota: JSON.stringify(QUOTA) });
    const { manifests, refused } = unpackEnvelope(one, JSON.parse, { configMapEnvelopes: true })!;
    expect(manifests).toEqual([QUOTA]);
    expect(refused).toEqual([
      { key: 'role', object: role, message: expect.stringContaining('fleetstage.capture.privilegedKinds') },
    ]);
  });

  it.each<{ rule: string; rules: SelectionRules; says: RegExp }>([
    {
      rule: 'is skipped',
      rules: { skippedKinds: [{ group: '', kinds: ['ResourceQuota'] }] },
      says: /is ResourceQuota q, of a kind that is never placed/,
    },
    {
      rule: 'is not allowed',
      rules: { allowedKinds: [{ group: 'apps' }] },
      says: /is ResourceQuota q, of a kind/,
    },
    { rule: 'is allowed', rules: { allowedKinds: [{ group: '', version: 'v1' }] }, says: /^accepted$/ },
  ])('A/PL-220, SEL-072 a kind that $rule by the configuration', ({ rules, says }) => {
    expect(errorOf(unpackEnvelope(envelope({ q: QUOTA }), JSON.parse, rules))).toMatch(says);
    const { manifests } = renderWork('web', [envelope({ q: QUOTA })], { rules });
    expect(manifests[0].fault?.message ?? 'accepted').toMatch(says);
  });

  it('A/PL-203 an envelope without entries brings nothing', () => {
    const { data: _, ...empty } = envelope({});
    expect(namesOf(empty as KubeObject)).toEqual([]);
    expect(unpack(QUOTA)).toBeUndefined();
  });
});

describe('what needs a setting (RUL 54, decision 0026)', () => {
  const role = (group: string) => ({ ...object('Role', 'r', 'web'), apiVersion: `${group}/v1` });

  it.each(PRIVILEGED_GROUPS)('refuses an object of %s in an envelope, unless the setting names it', group => {
    const one = envelope({ role: role(group) });
    const refused = errorOf(unpackEnvelope(one, JSON.parse));
    expect(refused).toMatch(
      /^entry role of ResourceEnvelope web\/quotas is Role r, of a kind that is not placed by default; .*fleetstage\.capture\.privilegedKinds.*fleetstage-selectable-kinds/,
    );
    const rules: readonly SelectionRules[] = [
      { privilegedKinds: [{ group }] },
      { privilegedKinds: [{ group, version: 'v1', kinds: ['Role'] }] },
      { allowedKinds: [{ group }] },
    ];
    for (const rule of rules) expect(errorOf(unpackEnvelope(one, JSON.parse, rule))).toBe('accepted');
    expect(errorOf(unpackEnvelope(one, JSON.parse, { privilegedKinds: [{ group: 'apps' }] }))).toBe(refused);
  });

  it('RUL 54 takes an annotated ConfigMap for a ConfigMap, and names what it has placed before', () => {
    const one = configMap({ quota: JSON.stringify(QUOTA), broken: '{ half' });
    expect(unpackEnvelope(one, JSON.parse)).toBeUndefined();
    const { manifests, kept } = renderWork('web', [one]);
    expect(manifests.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['ConfigMap side-effects']);
    expect(kept).toEqual([{ group: '', version: 'v1', kind: 'ResourceQuota', namespace: 'web', name: 'q' }]);
    const opened = configMap({ quota: JSON.stringify(QUOTA) });
    expect(renderWork('web', [opened], { rules: OPEN }).kept).toBeUndefined();
  });
});

describe('renderWork with envelopes', () => {
  const role = { ...object('ClusterRole', 'r'), apiVersion: 'rbac.authorization.k8s.io/v1' };

  it('A/SEL-072 applies what an envelope holds, in its place and its wave, and not itself', () => {
    const { manifests, problem } = renderWork(
      'web',
      [
        object('Namespace', 'web'),
        clusterEnvelope({ role }),
        envelope({ quota: QUOTA }),
        object('Service', 's', 'web'),
      ],
      { rules: OPEN },
    );
    expect(problem).toBeUndefined();
    expect(
      manifests.map(({ ordinal, kind, wave, envelope: from }) => [ordinal, kind, wave, from?.type]),
    ).toEqual([
      [0, 'Namespace', 0, undefined],
      [1, 'ClusterRole', 2, 'ClusterResourceEnvelope'],
      [2, 'ResourceQuota', 1, 'ResourceEnvelope'],
      [3, 'Service', 4, undefined],
    ]);
  });

  it('RUL 50 an entry at fault is a failed manifest with its name, and the others are rendered', () => {
    const pod = object('Pod', 'p', 'web');
    const entries = { quota: QUOTA, pod, text: 'none' };
    const work = renderWork('web', [object('Namespace', 'web'), envelope(entries)]);
    expect(work.problem).toBeUndefined();
    expect(
      work.manifests.map(({ kind, name, fault, envelope: from }) => [kind, name, fault?.reason, from?.name]),
    ).toEqual([
      ['Namespace', 'web', undefined, undefined],
      ['ResourceQuota', 'q', undefined, 'quotas'],
      ['Pod', 'p', 'FleetstageEntryRefused', 'quotas'],
      ['ResourceEnvelope', 'text', 'DecodingErred', 'quotas'],
    ]);
    expect(work.kept?.map(({ name }) => name)).toEqual(['p', 'text']);
    expect(work.keepsAll).toBe(true);
    expect(renderWork('web', [envelope({ pod })]).keepsAll).toBeUndefined();
  });

  it.each([
    [
      clusterEnvelope({ text: 'none' }),
      { group: GROUP, version: 'v1beta1', kind: 'ClusterResourceEnvelope' },
    ],
    [
      envelope({ text: 'none' }),
      { group: GROUP, version: 'v1beta1', kind: 'ResourceEnvelope', namespace: 'web' },
    ],
    [configMap({ text: 'none' }), { group: '', version: 'v1', kind: 'ConfigMap', namespace: 'web' }],
  ])('B/WG-046, RUL 50 an entry of $kind that cannot be read goes by its key', (one, identity) => {
    const { manifests, kept } = renderWork('web', [one], { rules: OPEN });
    expect(kept).toEqual([{ ...identity, name: 'text' }]);
    const { group, version, kind, namespace, name } = manifests[0];
    expect({ group, version, kind, namespace, name }).toEqual({
      namespace: undefined,
      ...identity,
      name: 'text',
    });
  });

  it('RUL 50 entries at fault are listed by their keys, and keep what is said of them', () => {
    const entries = { z: 'none', a: QUOTA, m: object('Pod', 'p') };
    const { problem, manifests } = renderWork('web/app', [clusterEnvelope(entries)], { rules: OPEN });
    expect(problem).toBeUndefined();
    expect(manifests.map(({ fault }) => fault?.message)).toEqual(
      [
        'entry a of ClusterResourceEnvelope webhooks is ResourceQuota web/q, and',
        'entry m of ClusterResourceEnvelope webhooks is Pod p, of a kind that is never placed',
        'entry z of ClusterResourceEnvelope webhooks is no Kubernetes object',
      ].map(text => expect.stringContaining(text)),
    );
  });

  it('RUL 54 a closed envelope without entries names nothing that stays', () => {
    const { data: _, ...empty } = configMap({});
    expect(renderWork('web', [empty as KubeObject]).kept).toBeUndefined();
  });

  it('RUL 50 an entry that is refused does not take the place of the same object elsewhere', () => {
    const { manifests } = renderWork('web', [clusterEnvelope({ q: QUOTA }), QUOTA]);
    expect(manifests.map(({ fault }) => fault?.reason)).toEqual(['FleetstageEntryRefused', undefined]);
  });

  it.each<{ rule: string; manifests: KubeObject[]; says: string | undefined }>([
    {
      rule: 'of its namespace',
      manifests: [envelope({ q: QUOTA }), object('Service', 's', 'web')],
      says: undefined,
    },
    {
      rule: 'of another namespace',
      manifests: [QUOTA, object('Service', 's', 'shop')],
      says: 'Service shop/s is not in namespace web, and ResourcePlacement web/app places objects of that namespace only; place it with a ClusterResourcePlacement',
    },
  ])('A/SEL-018, SEL-019 a ResourcePlacement with objects $rule', ({ manifests, says }) => {
    const work = renderWork('web/app', manifests, { rules: OPEN });
    expect(work.problem).toBe(says);
    expect(work.manifests).toHaveLength(says === undefined ? 2 : 0);
    expect(renderWork('app', manifests, { rules: OPEN }).problem).toBeUndefined();
  });

  it.each([
    ['ClusterResourceEnvelope webhooks', clusterEnvelope({ role })],
    ['ConfigMap web/side-effects', configMap({ role: JSON.stringify(role) })],
  ])('A/SEL-019, RUL 50 a ResourcePlacement refuses a cluster-scoped entry of %s alone', (from, one) => {
    const { problem, manifests } = renderWork('web/app', [one, QUOTA], { rules: OPEN });
    expect(problem).toBeUndefined();
    expect(manifests.map(({ fault }) => fault)).toEqual([
      {
        reason: 'FleetstageEntryRefused',
        message: `ClusterRole r of ${from} is not in namespace web, and ResourcePlacement web/app places objects of that namespace only; place it with a ClusterResourcePlacement`,
      },
      undefined,
    ]);
  });

  it('B/FT-043 an object beside and inside of an envelope is applied once', () => {
    const { manifests } = renderWork('web', [QUOTA, envelope({ q: QUOTA })]);
    expect(manifests.map(({ fault }) => fault?.reason)).toEqual([undefined, 'Duplicated']);
  });
});

describe('Secrets in envelopes (RUL 40)', () => {
  const secret = (value: string) => object('Secret', 's', 'web', { data: { token: value }, type: 'Opaque' });
  const text = (value: string) => JSON.stringify(secret(value));
  const noted = (manifest: object) => ({
    name: 's',
    namespace: 'web',
    annotations: {
      'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(manifest),
      'kubernetes-fleet.io/last-applied-configuration': JSON.stringify(manifest),
    },
  });
  const plain = JSON.stringify(QUOTA);

  it.each<[string, KubeObject]>([
    ['ResourceEnvelope', envelope({ s: secret('cGxhbnRlZA=='), q: QUOTA })],
    [
      'ResourceEnvelope, with what kubectl noted of it',
      envelope({ s: { ...secret(''), metadata: noted({ data: { token: 'cGxhbnRlZA==' } }) }, q: QUOTA }),
    ],
    [
      'ResourceEnvelope, with a version that API servers take for v1',
      envelope({ s: { ...secret('cGxhbnRlZA=='), apiVersion: '/v1' }, q: QUOTA }),
    ],
    ['ConfigMap', configMap({ s: text('cGxhbnRlZA=='), q: plain })],
    [
      'ConfigMap with YAML',
      configMap({ s: 'apiVersion: v1\nkind: Secret\ndata: {token: cGxhbnRlZA==}', q: plain }),
    ],
    [
      'ConfigMap with an escaped word',
      configMap({ s: '{"kind":"\\u0053ecret","data":{"token":"cGxhbnRlZA=="}}', q: plain }),
    ],
    ['ConfigMap with a tag', configMap({ s: 'kind: !!str Secret\ndata: {token: cGxhbnRlZA==}', q: plain })],
    [
      'ResourceEnvelope, with what another tool noted of it',
      envelope({
        s: { ...secret(''), metadata: { name: 's', annotations: { original: '{"data":"cGxhbnRlZA=="}' } } },
        q: QUOTA,
      }),
    ],
    [
      'list that was captured',
      {
        apiVersion: 'v1',
        kind: 'SecretList',
        metadata: {},
        items: [{ data: { token: 'cGxhbnRlZA==' } }, QUOTA],
      },
    ] as never,
    [
      'list of any kind',
      { apiVersion: 'v1', kind: 'List', metadata: {}, items: [secret('cGxhbnRlZA=='), QUOTA] },
    ] as never,
  ])('are masked in a %s, and the rest is not', (_kind, one) => {
    const shown = JSON.stringify(maskSecret(one));
    expect(shown).not.toContain('cGxhbnRlZA==');
    expect(shown).toContain('"q"');
  });

  it('are reported to differ, and no more', () => {
    const [before, after] = ['b25l', 'dHdv'].map(value => envelope({ s: secret(value) }));
    expect(diffSnapshots([before], [after]).objects.map(({ fields }) => fields)).toEqual([
      [{ path: 'data.s.data.token', before: '***', after: '***' }],
    ]);
    const texts = ['b25l', 'dHdv'].map(value => configMap({ s: text(value) }));
    expect(diffSnapshots([texts[0]], [texts[1]]).objects.map(({ fields }) => fields)).toEqual([
      [{ path: 'data.s', before: '***', after: '***' }],
    ]);
  });

  it('are masked as a whole where one side has none', () => {
    const { objects } = diffSnapshots([envelope({ q: QUOTA })], [envelope({ q: QUOTA, s: secret('b25l') })]);
    expect(JSON.stringify(objects)).not.toContain('b25l');
    expect(objects[0].fields).toMatchObject([
      { path: 'data.s', after: expect.stringContaining('"token":"***"') },
    ]);
  });
});
