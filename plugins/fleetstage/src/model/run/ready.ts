import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

type Check = Schemas['Check'];

/** A check of one gate, or of one among several. */
export type WatchedCheck = Pick<Check, 'level'> & { readonly id: string };

const WEIGHT: Record<Check['level'], number> = { pass: 0, warn: 1, blocks: 2 };

/** Checks that are worse than when they were seen; a new check that does not pass counts as worse. */
export function worsened(
  seen: readonly WatchedCheck[],
  now: readonly WatchedCheck[],
): readonly WatchedCheck[] {
  return now.filter(check => {
    const before = seen.find(one => one.id === check.id);
    return WEIGHT[check.level] > WEIGHT[before?.level ?? 'pass'];
  });
}
