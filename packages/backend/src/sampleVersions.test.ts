import type { KubeObject } from '@fleetstage/kube-client';
import { simulatedClusters, toPresentDates } from './sampleVersions';

describe('the versions of the sample', () => {
  it('E/FL-005 have a cluster for each member, of its name', () => {
    const clusters = simulatedClusters(3).filter(({ kind }) => kind === 'ConfigMap');
    expect(clusters.map(({ metadata }) => metadata.name)).toEqual(['member-1', 'member-2', 'member-3']);
  });

  it('move their dates to the day of the start, and nothing else', () => {
    const policy: KubeObject = {
      apiVersion: 'fleetstage.io/v1alpha1',
      kind: 'MaintenancePolicy',
      metadata: { name: 'production' },
      spec: {
        windows: [{ name: 'nights', startTime: '03:00' }],
        exclusions: [{ name: 'freeze', startTime: '2026-12-27T00:00:00Z', endTime: '2027-01-10T00:00:00Z' }],
      },
    };
    const moved = toPresentDates(policy, new Date('2027-11-27T15:04:05Z'));
    expect(moved).toEqual({
      ...policy,
      spec: {
        windows: [{ name: 'nights', startTime: '03:00' }],
        exclusions: [{ name: 'freeze', startTime: '2027-12-27T00:00:00Z', endTime: '2028-01-10T00:00:00Z' }],
      },
    });
  });
});
