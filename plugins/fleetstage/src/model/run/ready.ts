import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

type Check = Schemas['Check'];

const WEIGHT: Record<Check['level'], number> = { pass: 0, look: 1, blocks: 2 };

export const countLevel = (checks: readonly Check[], level: Check['level']) =>
  checks.filter(check => check.level === level).length;

/** Checks that are worse than when they were looked at; a new one that does not pass is worse. */
export function worsened(seen: readonly Check[], now: readonly Check[]): readonly Check[] {
  return now.filter(check => {
    const before = seen.find(one => one.id === check.id);
    return WEIGHT[check.level] > WEIGHT[before?.level ?? 'pass'];
  });
}
