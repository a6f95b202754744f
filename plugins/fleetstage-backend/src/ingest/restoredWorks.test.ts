import {
  labelKeys,
  type KubeObject,
  type OverrideRule,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { matchSnapshots, type OverrideSnapshot } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { holdsRendering, keyOf, worksByBinding } from './restoredWorks';

const config = (data: object): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'settings', namespace: 'web' },
  data,
});
const namespace: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } };
const work = (manifests: readonly KubeObject[], labels: Record<string, string> = {}): KubeObject => ({
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

const holds = (
  works: readonly KubeObject[],
  env = 'prod',
  of: readonly KubeObject[] | undefined = manifests,
) =>
  holdsRendering(works, {
    placement: 'web',
    manifests: of,
    matched: matchSnapshots([snapshot], { name: 'c1', labels: { env } }),
    snapshots: [snapshot],
  });

it.each([
  { rule: 'it holds what the override makes', works: [work(PROD)], then: true },
  { rule: 'in another order', works: [work([...PROD].reverse())], then: true },
  { rule: 'in several Works', works: PROD.map(one => work([one])), then: true },
  { rule: 'it holds what the snapshot says alone', works: [work(manifests)], then: false },
  { rule: 'the label has changed since', works: [work(PROD)], env: 'test', then: false },
  { rule: 'it holds more', works: [work([...PROD, config({ b: '2' })])], then: false },
  { rule: 'it holds nothing', works: [work([])], then: false },
  { rule: 'there is none', works: [], then: false },
])('RUL 18, RUL 37: a Work of KubeFleet, $rule: $then', ({ works, env, then }) => {
  expect(holds(works, env)).toBe(then);
});

it('RUL 37: proves nothing where the content of the snapshot is not known', () => {
  const unknown = {
    placement: 'web',
    manifests: undefined,
    matched: matchSnapshots([], { name: 'c1', labels: {} }),
    snapshots: [],
  };
  expect(holdsRendering([work(PROD)], unknown)).toBe(false);
});

it('finds Works by their binding, those of a ResourcePlacement in its namespace', () => {
  const { parentBinding, parentPlacementNamespace } = labelKeys;
  const wide = work([namespace], { [parentBinding]: 'web-c1' });
  const own = work([], { [parentBinding]: 'web-c1', [parentPlacementNamespace]: 'shop' });
  const found = worksByBinding([wide, own, work([], { [parentBinding]: 'web-c2' })]);
  expect(found.get(keyOf('web-c1'))).toEqual([wide]);
  expect(found.get(keyOf('web-c1', 'shop'))).toEqual([own]);
});
