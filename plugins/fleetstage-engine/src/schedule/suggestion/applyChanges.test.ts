import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../../cluster/facts';
import { NOON, PICK_ALL, aCluster, aPolicySnapshot, pickN } from '../../testing/builders';
import type { ScheduleInput } from '../decideSchedule';
import { aScheduleInput } from '../decideSchedule.testing';
import { applyChanges } from './applyChanges';
import type { SuggestedChange } from '../obstacle/obstacle';

const GPU = { key: 'gpu', value: 'yes', effect: 'NoSchedule' } as const;
const OTHER = { key: 'other', effect: 'NoSchedule' } as const;

const inputOf = (policy: PlacementPolicy, cluster: Partial<ClusterFacts> = {}) =>
  aScheduleInput(policy, [aCluster('c0', cluster), aCluster('c1', cluster)], {
    policy: aPolicySnapshot({ policy, index: 4 }),
  });

const change = (input: ScheduleInput, ...changes: SuggestedChange[]) =>
  applyChanges(input, 'c1', { changes, now: NOON });

describe('the input after a suggested change', () => {
  it('a changed policy is the next snapshot (A/POL-013)', () => {
    const { policy } = change(inputOf(PICK_ALL), { kind: 'tolerateTaint', taint: OTHER });
    expect(policy.index).toBe(5);
    expect(policy.policy?.tolerations).toEqual([
      { key: 'other', operator: 'Equal', value: '', effect: 'NoSchedule' },
    ]);
  });

  it('tolerations are added to those that are there', () => {
    const tolerations = [{ key: 'old', operator: 'Exists' as const }];
    const { policy } = change(inputOf({ ...PICK_ALL, tolerations }), { kind: 'tolerateTaint', taint: GPU });
    expect(policy.policy?.tolerations?.map(({ key }) => key)).toEqual(['old', 'gpu']);
  });

  it('a number is followed in place, and only a change of the number sets one (A/POL-012)', () => {
    const more = change(inputOf(pickN(2)), { kind: 'setNumber', from: 2, to: 7 });
    expect([more.policy.index, more.policy.numberOfClusters]).toEqual([4, 7]);
    const all = change(inputOf(PICK_ALL), { kind: 'tolerateTaint', taint: GPU });
    expect(Object.keys(all.policy)).toEqual(Object.keys(aPolicySnapshot({ policy: PICK_ALL })));
  });

  it('a wider spread is that of the hard constraint over this key', () => {
    const topologySpreadConstraints = [
      { topologyKey: 'zone', maxSkew: 1 },
      { topologyKey: 'region', maxSkew: 1 },
      { topologyKey: 'zone', maxSkew: 1, whenUnsatisfiable: 'ScheduleAnyway' as const },
    ];
    const wider = change(inputOf(pickN(2, { topologySpreadConstraints })), {
      kind: 'setMaxSkew',
      topologyKey: 'zone',
      from: 1,
      to: 3,
    });
    expect(wider.policy.policy?.topologySpreadConstraints).toEqual([
      { topologyKey: 'zone', maxSkew: 3 },
      { topologyKey: 'region', maxSkew: 1 },
      { topologyKey: 'zone', maxSkew: 1, whenUnsatisfiable: 'ScheduleAnyway' },
    ]);
  });

  it('one more name keeps the rest of the policy', () => {
    const { policy } = change(inputOf({ placementType: 'PickFixed', clusterNames: ['c0'] }), {
      kind: 'nameCluster',
    });
    expect(policy.policy).toEqual({ placementType: 'PickFixed', clusterNames: ['c0', 'c1'] });
  });

  it.each<[string, SuggestedChange, Partial<ClusterFacts>]>([
    ['the taint that was meant is gone', { kind: 'removeTaint', taint: GPU }, { taints: [OTHER] }],
    ['a label is set', { kind: 'setLabel', key: 'env', value: 'prod' }, { labels: { a: '1', env: 'prod' } }],
    ['a label is gone', { kind: 'setLabel', key: 'a' }, { labels: {} }],
    [
      'a property is set',
      { kind: 'setProperty', name: 'nodes', value: '9' },
      { properties: { nodes: '9', cost: '2' } },
    ],
    [
      'what is available is set beside the other amounts',
      { kind: 'setProperty', name: 'resources.kubernetes-fleet.io/available-gpu-memory', value: '8Gi' },
      { resourceUsage: { capacity: { cpu: '8' }, available: { 'cpu': '4', 'gpu-memory': '8Gi' } } },
    ],
    [
      'the capacity is what is called the total',
      { kind: 'setProperty', name: 'resources.kubernetes-fleet.io/total-cpu', value: '16' },
      { resourceUsage: { capacity: { cpu: '16' }, available: { cpu: '4' } } },
    ],
    [
      'a part that nobody knows changes nothing',
      { kind: 'setProperty', name: 'resources.kubernetes-fleet.io/spare-cpu', value: '16' },
      {},
    ],
    [
      'a namespace is there',
      { kind: 'createNamespace', namespace: 'shop' },
      { collectsNamespaces: true, namespaces: { default: 'u1', shop: '' } },
    ],
    [
      'the member is well',
      { kind: 'mendCluster', problem: 'it is silent' },
      { health: { joined: true, healthy: 'True', lastHeartbeatAt: NOON, healthChangedAt: NOON } },
    ],
  ])('%s, on this cluster only', (_, one, expected) => {
    const cluster: Partial<ClusterFacts> = {
      taints: [GPU, OTHER],
      labels: { a: '1' },
      properties: { nodes: '2', cost: '2' },
      resourceUsage: { capacity: { cpu: '8' }, available: { cpu: '4' } },
      namespaces: { default: 'u1' },
    };
    const before = inputOf(PICK_ALL, cluster);
    const after = change(before, one);
    expect(after.clusters).toEqual([before.clusters[0], { ...before.clusters[1], ...expected }]);
    expect(after.policy).toEqual(before.policy);
  });
});
