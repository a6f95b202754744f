import type { FailedResourcePlacement } from '@fleetstage/backstage-plugin-fleetstage-common';

/** A Deployment that is not available. */
export const failed = (name: string, message: string): FailedResourcePlacement => ({
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

/** The message of one whose image cannot be pulled. */
export const NOT_PULLED =
  'Manifest is not yet available: 0 of 2 replicas are available; ImagePullBackOff: image x:bad not found (2 pods)';
export const report = (...objects: FailedResourcePlacement[]) => ({ failed: objects });
