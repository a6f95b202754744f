import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { ago } from './moments';

type Info = Schemas['SnapshotInfo'];

const snapshot = (index: number, more: Pick<Info, 'objects'> & Partial<Info>): Info => ({
  index: String(index),
  createdAt: ago(60 * 24 * (6 + 11 * (8 - index)) + 13),
  clusters: 0,
  isLatest: false,
  runs: [`checkout-${index}`],
  parts: [`checkout-web-${index}-snapshot`],
  ...more,
});

/** Newest first; what the newest has changed is object by object in `placementChanges`. */
export const history: readonly Info[] = [
  snapshot(8, {
    objects: 11,
    clusters: 4,
    isLatest: true,
    runs: ['checkout-3-0-0'],
    parts: ['checkout-web-8-snapshot', 'checkout-web-8-0'],
    changes: { added: 1, changed: 2, deleted: 1, unchanged: 8 },
    changed: ['legacy-banner', 'web', 'cart', 'pay-credentials'],
  }),
  snapshot(7, {
    objects: 11,
    parts: ['checkout-web-7-snapshot', 'checkout-web-7-0'],
    changes: { added: 1, changed: 2, deleted: 0, unchanged: 8 },
    changed: ['legacy-banner', 'cart', 'web'],
  }),
  snapshot(6, {
    objects: 10,
    runs: [],
    changes: { added: 0, changed: 3, deleted: 0, unchanged: 7 },
    changed: ['cart', 'web', 'web-settings'],
  }),
  snapshot(5, { objects: 10 }),
];
