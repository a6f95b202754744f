import type {
  ClusterResourcePlacement,
  Condition,
  ResourcePlacementStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { clusterLine, clusterTrouble, wholeLines } from './sayStatus';

const says = (
  type: string,
  status: Condition['status'],
  message = '',
  observedGeneration = 2,
): Condition => ({
  ...{ type, status, message, observedGeneration, reason: `${type}${status}` },
  lastTransitionTime: '2026-11-21T12:00:00Z',
});
const aPlacement = (conditions?: readonly Condition[]): ClusterResourcePlacement => ({
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'web', generation: 2 },
  spec: { resourceSelectors: [] },
  ...(conditions && { status: { conditions } }),
});
const SCHEDULED = says('ClusterResourcePlacementScheduled', 'True', '2/2 clusters are picked');

it.each([
  ['nothing yet', undefined, ['nothing is reported of it yet']],
  ['all is well', [SCHEDULED], ['all is well: 2/2 clusters are picked']],
  [
    'what is open, without the kind',
    [SCHEDULED, says('ClusterResourcePlacementApplied', 'False', 'failed on c1')],
    ['Applied False, ClusterResourcePlacementAppliedFalse: failed on c1'],
  ],
  [
    'what is old',
    [says('ClusterResourcePlacementScheduled', 'True', 'as before', 1)],
    ['Scheduled True, ClusterResourcePlacementScheduledTrue (of an earlier generation): as before'],
  ],
  [
    'a warning',
    [SCHEDULED, says('FleetstageWarning', 'True', 'no object')],
    ['warning FleetstageWarningTrue: no object'],
  ],
])('A/ST-004: %s', (_, conditions, lines) => {
  expect(wholeLines(aPlacement(conditions))).toEqual(lines);
});

it('a cluster says its state, its snapshot and the first trouble', () => {
  const status: ResourcePlacementStatus = {
    clusterName: 'c1',
    observedResourceIndex: '3',
    conditions: [says('Scheduled', 'True'), says('Available', 'False', 'not yet')],
  };
  expect(clusterLine(status)).toEqual({
    ...{ cluster: 'c1', state: 'Available False, AvailableFalse', message: 'not yet', snapshot: '3' },
  });
  const failing: ResourcePlacementStatus = {
    ...status,
    failedPlacements: [
      {
        ...{ version: 'v1', kind: 'Pod', name: 'a', namespace: 'web' },
        condition: says('Available', 'False', 'no image'),
      },
    ],
    driftedPlacements: [
      {
        ...{ version: 'v1', kind: 'ConfigMap', name: 'b', observationTime: '', firstDriftedObservedTime: '' },
        targetClusterObservedGeneration: 1,
        observedDrifts: ['/a', '/b', '/c', '/d'].map(path => ({ path })),
      },
    ],
  };
  expect(clusterLine(failing).message).toBe('Pod web/a: no image');
  expect(clusterTrouble(failing)).toEqual([
    'Pod web/a: no image',
    'ConfigMap b has drifted at /a, /b, /c and 1 more',
  ]);
  const available: ResourcePlacementStatus = { clusterName: 'c2', conditions: [says('Available', 'True')] };
  expect(clusterLine(available)).toEqual({ cluster: 'c2', state: 'available' });
});
