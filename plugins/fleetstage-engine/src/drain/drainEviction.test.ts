import { annotationKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import { ASKED } from './drain.testing';
import { drainEviction } from './drainEviction';

const planned = { name: 'drain-eviction-web-c1-0a1b2c3d', placement: 'web' };

describe('the eviction that a drain makes', () => {
  it('C/EV-002, EV-003, DR-006: names placement and cluster, and says why and by which drain it came', () => {
    expect(drainEviction({ name: 'c1', annotations: ASKED }, planned)).toStrictEqual({
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ClusterResourcePlacementEviction',
      metadata: {
        name: 'drain-eviction-web-c1-0a1b2c3d',
        annotations: {
          [annotationKeys.evictionReason]: 'drain of the cluster: new kernel',
          [annotationKeys.drainAt]: '2026-11-21T12:00:00Z',
        },
      },
      spec: { placementName: 'web', clusterName: 'c1' },
    });
  });

  it.each<Readonly<Record<string, string>> | undefined>([undefined, {}, { [annotationKeys.drain]: '' }])(
    'without a reason and a moment: %j',
    annotations => {
      const { metadata } = drainEviction({ name: 'c1', ...(annotations && { annotations }) }, planned);
      expect(metadata.annotations).toStrictEqual({ [annotationKeys.evictionReason]: 'drain of the cluster' });
    },
  );
});
