import {
  brokenRollout,
  brokenRolloutRows,
  heldRollout,
  heldRolloutRows,
  silentRows,
  withSilent,
} from './data/placementVariants';
import { failingDetail, failingRows } from './data/placements';
import type { Picture } from './fixtures';
import { page } from './placements.pictures';
import { makeCompact } from './views';

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
    name: 'placement-compact',
    path: '/fleetstage/placements/_/checkout-web',
    api: page('checkout-web', failingDetail, failingRows, 48),
    before: makeCompact,
  },
  {
    name: 'placement-silent',
    path: '/fleetstage/placements/_/cert-manager',
    api: page('cert-manager', withSilent, silentRows),
  },
];
