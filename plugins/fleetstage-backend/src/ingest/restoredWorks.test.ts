import {
  labelKeys,
  type KubeObject,
  type OverrideRule,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { matchSnapshots, type OverrideSnapshot } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { startStubApi, type StubApi } from '@fleetstage/applier/testing';
import { KubeClient, LIMITS } from '@fleetstage/kube-client';
import { WORK } from '../kube/workKind';
import { silentLog, type Log } from '../observe/log';
import { keyOf, listWorkHashes, renderingProof } from './restoredWorks';

const config = (data: object): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'settings', namespace: 'web' },
  data,
});
const namespace: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } };
const work = (
  manifests: readonly KubeObject[],
  labels: Record<string, string> = { [labelKeys.parentBinding]: 'web-c1' },
): KubeObject => ({
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'Work',
  metadata: { name: 'web-work', namespace: 'fleet-member-c1', labels },
  spec: { workload: { manifests } } as never,
});

const rule: OverrideRule = {
  clusterSelector: { clusterSelectorTerms: [{ labelSelector: { matchLabels: { env: 'prod' } } }] },
  jsonPatchOverrides: [{ op: 'replace', path: '/data/a', value: 'prod' }],
};
const snapshot: OverrideSnapshot = {
  ...{ kind: 'ResourceOverrideSnapshot', namespace: 'web', name: 'ro-0', hash: 'h' },
  spec: {
    resourceSelectors: [{ group: '', version: 'v1', kind: 'ConfigMap', name: 'settings' }],
    policy: { overrideRules: [rule] },
  },
} as OverrideSnapshot;
const manifests = [namespace, config({ a: '1' })];
const PROD = [namespace, config({ a: 'prod' })];

let api: StubApi;
beforeEach(async () => {
  api = await startStubApi();
});
afterEach(() => api.stop());

/** What a list of these Works says, and what the log warns of. */
async function list(works: readonly KubeObject[], wanted: readonly string[], limits = LIMITS) {
  for (const [i, one] of works.entries()) {
    const metadata = { ...one.metadata, name: `work-${i}` };
    api.cluster('hub').put(WORK, { ...one, metadata });
  }
  const warned: string[] = [];
  const log: Log = { ...silentLog, warn: message => warned.push(message) };
  const client = new KubeClient(api.endpoint('hub'), { limits });
  try {
    return { found: await listWorkHashes(client, { wanted: new Set(wanted), log }), warned };
  } finally {
    await client.close();
  }
}

const KEY = keyOf('web-c1');
async function holds(
  works: readonly KubeObject[],
  env = 'prod',
  of: readonly KubeObject[] | undefined = manifests,
) {
  const { found } = await list(works, [KEY]);
  return renderingProof('web', [snapshot])(found.get(KEY), {
    ...{ index: 0, manifests: of },
    matched: matchSnapshots([snapshot], { name: 'c1', labels: { env } }),
  });
}

it.each([
  { rule: 'it holds what the override makes', works: [work(PROD)], then: true },
  { rule: 'in another order', works: [work([...PROD].reverse())], then: true },
  { rule: 'in several Works', works: PROD.map(one => work([one])), then: true },
  { rule: 'it holds what the snapshot says alone', works: [work(manifests)], then: false },
  { rule: 'the label has changed since', works: [work(PROD)], env: 'test', then: false },
  { rule: 'it holds more', works: [work([...PROD, config({ b: '2' })])], then: false },
  { rule: 'it holds nothing', works: [work([])], then: false },
  { rule: 'there is none', works: [], then: false },
])('RUL 18, RUL 37: a Work of KubeFleet, $rule: $then', async ({ works, env, then }) => {
  expect(await holds(works, env)).toBe(then);
});

it('RUL 37: proves nothing where the content of the snapshot is not known', () => {
  const matched = matchSnapshots([], { name: 'c1', labels: {} });
  expect(renderingProof('web', [])([], { index: 0, matched, manifests: undefined })).toBe(false);
});

it('RUL 37: what one cluster runs proves nothing of another, to which overrides say something else', async () => {
  const isProved = renderingProof('web', [snapshot]);
  const held = (await list([work(PROD)], [KEY])).found.get(KEY);
  const on = (env: string, index = 0) => ({
    ...{ index, manifests: index === 0 ? manifests : [namespace] },
    matched: matchSnapshots([snapshot], { name: 'c1', labels: { env } }),
  });
  expect([on('prod'), on('test'), on('prod', 1), on('prod')].map(one => isProved(held, one))).toEqual([
    ...[true, false, false, true],
  ]);
});

it('finds Works by their binding, those of a ResourcePlacement in its namespace, and no others', async () => {
  const { parentBinding, parentPlacementNamespace } = labelKeys;
  const own = work([], { [parentBinding]: 'web-c1', [parentPlacementNamespace]: 'shop' });
  const works = [work([namespace]), own, work([], { [parentBinding]: 'web-c2' })];
  const { found } = await list(works, [KEY, keyOf('web-c1', 'shop')]);
  expect([...found].map(([key, hashes]) => [key, hashes.length])).toEqual([
    ['/web-c1', 1],
    ['shop/web-c1', 0],
  ]);
});

it('RUL 37: asks for no Works where no binding needs them', async () => {
  const before = api.cluster('hub').calls.length;
  expect((await list([], [])).found.size).toBe(0);
  expect(api.cluster('hub').calls).toHaveLength(before);
});

it('RUL 37: proves nothing, and says so, where Works weigh too much', async () => {
  const { found, warned } = await list([work(PROD)], [KEY], { ...LIMITS, pages: 100 });
  expect(found.size).toBe(0);
  expect(warned).toEqual([expect.stringContaining('too large')]);
});
