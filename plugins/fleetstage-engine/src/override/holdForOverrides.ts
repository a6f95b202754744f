import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Decision } from '../decision';

/** Another key comes with a start, which wakes all keys; a capture wakes its own. This is for what comes in another way. */
const RECHECK_AFTER_MS = 60_000;

/**
 * Decides nothing while it is not known which overrides concern a placement: a cluster that is picked or moved meanwhile would
 * run without those that it has.
 */
export const holdForOverrides = (message: string, now: Instant): Decision<never> => ({
  actions: [],
  blockers: [{ cause: 'OverridesUnreadable', message: `nothing is rolled out: ${message}` }],
  wakeAt: (now + RECHECK_AFTER_MS) as Instant,
});
