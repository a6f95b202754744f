import { cutText } from '@fleetstage/backstage-plugin-fleetstage-common';
import { describeManifest } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { ObserveResult } from './observeWork';

const NAMED = 10;

/** Fields for the log: a drift that is repaired at once is in no status. */
export function describeRepairs(repairs: ObserveResult['repairs']): {
  readonly objects: string;
  readonly count: number;
} {
  const objects = repairs
    .slice(0, NAMED)
    .map(
      ({ before }) =>
        `${describeManifest(before.manifest)}: ${(before.drifts ?? []).map(({ path }) => path).join(', ')}`,
    );
  return { objects: cutText(objects.join('; ')), count: repairs.length };
}
