import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PlacementPlan } from '../placement/planPlacement';
import type { PlacementState } from '../state/placement';
import type { SchedulePlugins } from '../schedule/plugin';
import type { WhatIfChange } from './change';

/** One state, and what one pass would make of it. */
export interface Outlook {
  readonly state: PlacementState;
  /** Absent: there is no placement. */
  readonly plan?: PlacementPlan;
}

/** What a what-if compares. */
export interface Outlooks {
  readonly today: Outlook;
  readonly then: Required<Outlook>;
  readonly change: WhatIfChange;
  readonly now: Instant;
  readonly plugins: SchedulePlugins;
}

/** Whether the policy would be another revision: only then those that are placed are asked again (A/SCH-013). */
export const isPolicyChanged = ({ today, then }: Pick<Outlooks, 'today' | 'then'>) =>
  today.plan?.policy.latest.index !== then.plan.policy.latest.index;
