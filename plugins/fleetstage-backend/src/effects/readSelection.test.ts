import { startStubApi, type StubApi } from '@fleetstage/applier/testing';
import type {
  ResourceIdentifier,
  ResourceSelectorTerm,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { SelectionRules } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { KubeClient } from '@fleetstage/kube-client';
import type { ServedKinds } from '../kube/ServedKinds';
import type { ServedKind } from '../kube/readServedKinds';
import { silentLog } from '../observe/log';
import { readSelection } from './readSelection';

const core = (kind: string, plural: string, patch: Partial<ServedKind> = {}): ServedKind => ({
  ...{ group: '', version: 'v1', kind, plural },
  ...{ isNamespaced: true, isListable: true, isWatchable: true, isPreferred: true },
  ...patch,
});
/** Of which objects are only created. */
const CREATE_ONLY = { isListable: false, isWatchable: false };
const SERVED = [
  core('Namespace', 'namespaces', { isNamespaced: false }),
  core('ConfigMap', 'configmaps'),
  core('Secret', 'secrets'),
  core('Service', 'services'),
  core('Endpoints', 'endpoints'),
  core('Binding', 'bindings', CREATE_ONLY),
  core('TokenReview', 'tokenreviews', {
    ...CREATE_ONLY,
    group: 'authentication.k8s.io',
    isNamespaced: false,
  }),
];
const servedKinds = { read: async () => SERVED, readAnew: async () => SERVED } as Pick<
  ServedKinds,
  'read' | 'readAnew'
> as ServedKinds;

const NAMESPACE = { group: '', version: 'v1', kind: 'Namespace' };
const SECRET = { group: '', version: 'v1', kind: 'Secret' };
const SHOP = { ...NAMESPACE, name: 'shop' };
const NOT_ALLOWED = 'the server does not allow this method on the requested resource';

let api: StubApi;
let client: KubeClient;
const hub = () => api.cluster('hub');
const put = (kind: string, plural: string, name: string) =>
  hub().put(
    { group: '', version: 'v1', plural },
    { apiVersion: 'v1', kind, metadata: { name, ...(kind !== 'Namespace' && { namespace: 'shop' }) } },
  );

/** What the API server says of every request for this kind. */
const refuse = (refused: string, code: number, reason: string, message = reason) => {
  hub().intercept = ({ place: { plural } }) =>
    plural === refused
      ? { status: code, body: { kind: 'Status', apiVersion: 'v1', code, reason, message } }
      : undefined;
};

interface Asked {
  readonly namespace?: string;
  readonly rules?: SelectionRules;
  readonly held?: readonly ResourceIdentifier[];
}

/** `kind/name` of what is selected, or what is wrong. */
async function select(selectors: readonly ResourceSelectorTerm[], { rules, ...asked }: Asked = {}) {
  const deps = {
    client: async () => client,
    servedKinds,
    holds: () => 'unknown' as const,
    log: silentLog,
    ...(rules && { rules }),
  };
  const selected = await readSelection(deps, { name: 'web', selectors, ...asked });
  return selected.ok ? selected.value.identifiers.map(({ kind, name }) => `${kind}/${name}`) : selected.error;
}

beforeEach(async () => {
  api = await startStubApi({});
  client = new KubeClient(api.endpoint('hub'));
  put('Namespace', 'namespaces', 'shop');
  put('ConfigMap', 'configmaps', 'settings');
});
afterEach(async () => {
  await client.close();
  await api.stop();
});

describe('readSelection', () => {
  it.each<{ rule: string; selector: ResourceSelectorTerm; namespace?: string; named: string }>([
    {
      rule: 'A/SEL-017, WH-024 in a ClusterResourcePlacement',
      selector: { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenReview' },
      named: 'authentication.k8s.io/v1 TokenReview',
    },
    {
      rule: 'A/SEL-018 in a ResourcePlacement',
      selector: { group: '', version: 'v1', kind: 'Binding', name: 'a' },
      namespace: 'shop',
      named: 'v1 Binding',
    },
  ])('$rule refuses a kind that can only be created', async ({ selector, namespace, named }) => {
    const asked = namespace === undefined ? {} : { namespace };
    const key = namespace === undefined ? 'web' : `${namespace}/web`;
    expect(await select([selector], asked)).toBe(
      `spec.resourceSelectors[0]: invalid placement ${key}: cannot select resource ${named}, which the hub cannot list: it keeps no objects of this kind; remove the selector, or correct its group, version and kind`,
    );
  });

  it.each([
    { code: 400, reason: 'BadRequest', message: 'Name parameter invalid' },
    { code: 405, reason: 'MethodNotAllowed', message: NOT_ALLOWED },
  ])('A/SEL-024 reports at the selector that the hub answers it with $code', async refusal => {
    refuse('secrets', refusal.code, refusal.reason, refusal.message);
    const selectors = [{ ...SHOP, selectionScope: 'NamespaceWithResourceSelectors' as const }, SECRET];
    expect(await select(selectors)).toBe(
      `spec.resourceSelectors[1]: Secret cannot be read on the hub: ${refusal.message}; correct the selector or remove it`,
    );
  });

  it('A/SEL-024 reports a kind in a namespace that the hub lists in vain, and how to do without it', async () => {
    refuse('secrets', 405, 'MethodNotAllowed', NOT_ALLOWED);
    expect(await select([SHOP])).toBe(
      `spec.resourceSelectors[0]: Secret cannot be read on the hub: ${NOT_ALLOWED}; mend the API of this kind on the hub, or leave the kind out with fleetstage.capture.skippedKinds`,
    );
    const rules = { skippedKinds: [{ group: '', version: 'v1', kinds: ['Secret'] }] };
    expect(await select([SHOP], { rules })).toEqual(['Namespace/shop', 'ConfigMap/settings']);
  });

  it.each<{ rule: string; held: readonly ResourceIdentifier[]; found: unknown }>([
    {
      rule: 'leaves out a kind that it may not read and never had',
      held: [],
      found: ['Namespace/shop', 'ConfigMap/settings'],
    },
    {
      rule: 'misses a kind that it may not read any more',
      held: [{ version: 'v1', kind: 'Secret', name: 'password', namespace: 'shop' }],
      found: expect.stringMatching(
        /^spec\.resourceSelectors\[0\]: Secret cannot be read on the hub: .*; let Fleetstage's account/,
      ),
    },
  ])('A/SEL-020 $rule', async ({ held, found }) => {
    refuse('secrets', 403, 'Forbidden');
    expect(await select([SHOP], { held })).toEqual(found);
  });

  it('waits for a hub that does not answer', async () => {
    refuse('secrets', 503, 'ServiceUnavailable');
    await expect(select([SHOP])).rejects.toThrow('ServiceUnavailable');
  });

  it('A/SEL-037, PL-220 leaves out Endpoints that a Service made, also where Services are skipped', async () => {
    put('Service', 'services', 'app');
    put('Endpoints', 'endpoints', 'app');
    put('Endpoints', 'endpoints', 'manual');
    const rules = { skippedKinds: [{ group: '', version: 'v1', kinds: ['Service'] }] };
    expect(await select([SHOP], { rules })).toEqual([
      'Namespace/shop',
      'ConfigMap/settings',
      'Endpoints/manual',
    ]);
  });
});
