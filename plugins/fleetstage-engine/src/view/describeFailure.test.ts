import type { ConditionClaim } from '@fleetstage/backstage-plugin-fleetstage-common';
import { anAvailableReport, NOON } from '../testing/builders';
import { failed, NOT_PULLED, report } from '../work/cause/describeFailure.testing';
import { describeFailures, explainClaim, explainClaims } from './describeFailure';

it('ui §2: names the cluster of the widest trouble and counts the others', () => {
  const groups = [
    { binding: { cluster: 'member-9' }, count: 1, report: report(failed('web', 'refused')) },
    { binding: { cluster: 'member-2' }, count: 3, report: report(failed('api', NOT_PULLED)) },
    { binding: { cluster: 'member-1' }, count: 5, report: report() },
    { binding: { cluster: 'member-0' }, count: 5 },
  ];
  expect(describeFailures(groups)).toBe(
    'member-2: Deployment ui-bad/api: 0 of 2 replicas are available; ImagePullBackOff: image x:bad not found (2 pods). And 3 more clusters.',
  );
  expect(describeFailures(groups.slice(2))).toBeUndefined();
});

describe('a condition of a placement that counts clusters', () => {
  const claim = (type: ConditionClaim['type'], message: string): ConditionClaim => ({
    ...{ type, status: 'False', reason: 'R', message },
  });
  const said = (message: string) => ({ status: 'False', reason: 'R', message, at: NOON }) as const;
  const noLabel = (cluster: string) =>
    said(`Failed to apply the override rules on the resources: cluster ${cluster} has no label "rack"`);
  const groups = ['member-2', 'member-1'].map(cluster => ({
    binding: { cluster },
    count: 1,
    report: {
      ...anAvailableReport(cluster),
      overridden: noLabel(cluster),
      synchronized: said(`${cluster} refuses Works`),
    },
  }));

  it.each([
    ['Overridden', 'member-1: cluster member-1 has no label "rack". And 1 more cluster.'],
    ['WorkSynchronized', 'member-1: member-1 refuses Works. And 1 more cluster.'],
    ['RolloutStarted', 'Failed in 2 cluster(s).'],
  ] as const)('ui §2: says why %s is False where a cluster reports it', (step, words) => {
    const counted = claim(`ClusterResourcePlacement${step}`, 'Failed in 2 cluster(s)');
    expect(explainClaims(counted, groups)).toBe(words);
  });

  it('ui §2: of one cluster is the cause alone', () => {
    const { report: own } = groups[0];
    expect(explainClaim(claim('Overridden', own.overridden.message), own)).toBe(
      'Cluster member-2 has no label "rack"',
    );
  });
});
