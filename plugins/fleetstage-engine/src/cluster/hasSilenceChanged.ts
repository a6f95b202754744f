import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from './facts';
import { silenceOf } from './silenceOf';

/**
 * Whether a probe has changed that a member answers, or that it does not. What was known before counts as of the probe before
 * this one and as of now: time alone makes a member silent, and who decided in between may have seen either.
 *
 *     answered → one answer is missed                        → yes
 *     unready since 4 min → no answer for longer than 5 min  → yes, by time alone
 *     silent → answers, well or not                          → yes
 *     silent → silent, in other words                        → no
 */
export function hasSilenceChanged(before: ClusterFacts, after: ClusterFacts, now: Instant): boolean {
  const isSilent = silenceOf(after, now) !== undefined;
  const lastAt = before.health?.askedAt ?? now;
  return [lastAt, now].some(at => (silenceOf(before, at) !== undefined) !== isSilent);
}
