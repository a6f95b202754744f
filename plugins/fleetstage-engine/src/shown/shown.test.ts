import {
  instant,
  type ClusterResourceBinding,
  type ClusterResourcePlacement,
  type Condition,
  type MemberCluster,
  type PlacementPolicy,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { decideEligibility } from '../cluster/eligibility';
import { viewWhy } from '../whatif/viewWhy';
import { whatIf } from '../whatif/whatIf';
import { bindingOf } from './bindingObjects';
import { clusterFactsOf } from './clusterObjects';
import { placementStateOf } from './placementObjects';
import { chooseShownRollBack } from './rollBackObjects';

const AT = '2026-11-21T12:00:00Z';
const NOW = instant(Date.parse('2026-11-21T12:05:30Z'));
const is = (type: string, lastTransitionTime = AT): Condition => ({
  ...{ type, status: 'True', reason: type, message: '', observedGeneration: 1, lastTransitionTime },
});

const aMember = (name: string, patch: Partial<MemberCluster['spec']> = {}, heard = AT): MemberCluster => ({
  apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
  kind: 'MemberCluster',
  metadata: { name, labels: { env: name === 'c3' ? 'prod' : 'test' } },
  spec: { identity: { kind: 'User', name }, ...patch },
  status: {
    conditions: [is('Joined')],
    agentStatus: [{ type: 'MemberAgent', conditions: [is('Healthy')], lastReceivedHeartbeat: heard }],
  },
});

const aBinding = (
  cluster: string,
  index: number,
  conditions = [is('Available')],
): ClusterResourceBinding => ({
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ClusterResourceBinding',
  metadata: { name: `web-${cluster}`, generation: 1, creationTimestamp: AT },
  spec: {
    ...{ state: 'Bound', targetCluster: cluster, schedulingPolicySnapshotName: 'web-0' },
    resourceSnapshotName: `web-${index}-snapshot`,
    clusterDecision: { clusterName: cluster, selected: true, reason: 'picked' },
  },
  status: { conditions },
});

const aPlacement = (policy: PlacementPolicy): ClusterResourcePlacement => ({
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'web', generation: 4, creationTimestamp: AT },
  spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'web' }], policy },
});

it('A/PL-061: a binding names its snapshot', () => {
  expect(bindingOf(aBinding('c1', 12))).toMatchObject({ cluster: 'c1', phase: 'Bound', resourceIndex: 12 });
});

it.each([
  ['seen as the hub has published it, which may be two minutes late', AT, true],
  ['silent', '2026-11-21T11:58:00Z', false],
])('RUL 25, RUL 45: a member is %s', (_, heard, isEligible) => {
  expect(decideEligibility(clusterFactsOf(aMember('c1', {}, heard), NOW), NOW).ok).toBe(isEligible);
});

describe('the scheduler on objects of the hub', () => {
  const policy: PlacementPolicy = { placementType: 'PickN', numberOfClusters: 2 };
  const taint = { key: 'gpu', value: 'yes', effect: 'NoSchedule' } as const;
  const members = [aMember('c1'), aMember('c2'), aMember('c3'), aMember('c4', { taints: [taint] })];
  const state = placementStateOf(
    { placement: aPlacement(policy), members, bindings: [aBinding('c2', 0), aBinding('c1', 0)] },
    NOW,
  );

  it('A/SCH-080: who holds the placement keeps it, and one more joins', () => {
    const decided = whatIf(state, { policy: { ...policy, numberOfClusters: 3 } }, NOW);
    expect(decided).toMatchObject({ ok: true, value: { counts: { stays: 2, gains: 1, loses: 0 } } });
    expect(decided.ok && decided.value.items.map(({ cluster, effect }) => [cluster, effect])).toEqual([
      ['c3', 'gains'],
    ]);
  });

  it('says why a cluster is not picked', () => {
    expect(viewWhy(state, 'c4', NOW)).toMatchObject({ isPicked: false, isKept: false });
    expect(viewWhy(state, 'c1', NOW)).toMatchObject({ isPicked: true, isKept: true });
  });

  it('A/POL-012: a policy that the holders do not fit loses them', () => {
    const affinity: PlacementPolicy['affinity'] = {
      clusterAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          clusterSelectorTerms: [{ labelSelector: { matchLabels: { env: 'prod' } } }],
        },
      },
    };
    const decided = whatIf(state, { policy: { ...policy, affinity } }, NOW);
    expect(decided).toMatchObject({ ok: true, value: { counts: { stays: 0, gains: 1, loses: 2 } } });
  });
});

describe('a roll back from objects of the hub', () => {
  const run = (index: number, ...clusters: readonly string[]) => ({
    resourceSnapshotIndexUsed: String(index),
    stagesStatus: [
      {
        stageName: 'all',
        clusters: clusters.map(clusterName => ({
          clusterName,
          conditions: [is('Started'), is('Succeeded')],
        })),
      },
    ],
  });

  it('goes to what most of the clusters were verified on', () => {
    const view = chooseShownRollBack({
      ...{ run: run(3, 'c1', 'c2', 'c3'), others: [run(2, 'c1', 'c2'), run(1, 'c3'), undefined] },
      ...{ bindings: [aBinding('c1', 3)], kept: [1, 2, 3] },
    });
    expect(view).toEqual({
      ...{ from: '3', to: '2', touched: 3, verified: 2 },
      others: [{ cluster: 'c3', snapshot: '1' }],
    });
  });

  it('knows a cluster that rolled by itself from its binding', () => {
    const bindings = [aBinding('c1', 1)];
    expect(chooseShownRollBack({ run: run(2, 'c1'), others: [], bindings, kept: [1, 2] })?.to).toBe('1');
    expect(chooseShownRollBack({ run: run(2, 'c1'), others: [], bindings, kept: [2] })?.to).toBeUndefined();
  });

  it('has nothing to choose for a run that has touched nothing', () => {
    expect(chooseShownRollBack({ run: undefined, others: [], bindings: [], kept: [] })).toBeUndefined();
  });
});
