import {
  brokenRollout,
  brokenRolloutRows,
  heldRollout,
  heldRolloutRows,
  silentRows,
  withSilent,
} from './data/placementVariants';
import type { Picture } from './fixtures';
import { page } from './placements.pictures';

export const pictures: readonly Picture[] = [
  {
    name: 'placement-rollout-held',
    path: '/fleetstage/placements/_/node-exporter',
    api: page('node-exporter', heldRollout, heldRolloutRows),
  },
  {
    name: 'placement-rollout-broken',
    path: '/fleetstage/placements/_/node-exporter',
    api: page('node-exporter', brokenRollout, brokenRolloutRows),
  },
  {
    name: 'placement-silent',
    path: '/fleetstage/placements/_/cert-manager',
    api: page('cert-manager', withSilent, silentRows),
  },
];
