import type { FailedResourcePlacement } from '@fleetstage/backstage-plugin-fleetstage-common';
import { describeFailures } from './describeFailure';

const failed = (name: string, message: string): FailedResourcePlacement => ({
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  namespace: 'ui-bad',
  name,
  condition: {
    type: 'Available',
    status: 'False',
    reason: 'ManifestNotAvailableYet',
    message,
    lastTransitionTime: '2026-11-24T12:00:00Z',
    observedGeneration: 1,
  },
});

const NOT_PULLED =
  'Manifest is not yet available: 0 of 2 replicas are available; ImagePullBackOff: image x:bad not found (2 pods)';
const report = (...objects: FailedResourcePlacement[]) => ({ failed: objects });

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
