import type { Condition, ObjectMeta, Timestamp } from './meta';
import type { FleetName, MemberLabelSelector, MemberName, SequenceDuration } from './sequenceShapes';

/** What an exclusion forbids (E/MP-005). */
export const EXCLUSION_SCOPES = ['NoUpgrades', 'NoMinorUpgrades', 'NoMinorOrNodeUpgrades'] as const;
export type ExclusionScope = (typeof EXCLUSION_SCOPES)[number];

/** Reasons of the condition Accepted (E/MP-009). */
export const POLICY_ACCEPTED_REASONS = ['PolicyAccepted', 'UnknownTimeZone', 'InvalidRecurrence'] as const;
export type PolicyAcceptedReason = (typeof POLICY_ACCEPTED_REASONS)[number];

/**
 * The clusters that a policy is for: all, or those that match every part.
 * @cel (has(self.all) && self.all) != (has(self.fleets) || has(self.clusterSelector) || has(self.names))
 * @message spec.clusters must have all: true and nothing else, or at least one of fleets, clusterSelector and names; correct it
 */
export interface MaintenanceClusters {
  /** All clusters; it stands alone. */
  readonly all?: boolean;
  /**
   * Clusters of these fleets.
   * @minItems 1
   * @maxItems 50
   * @listType set
   */
  readonly fleets?: readonly FleetName[];
  /** Clusters with these labels. */
  readonly clusterSelector?: MemberLabelSelector;
  /**
   * Clusters with these names.
   * @minItems 1
   * @maxItems 1000
   * @listType set
   */
  readonly names?: readonly MemberName[];
}

/**
 * A time that comes back, in which upgrades may start.
 * @cel !self.recurrence.matches('(^|;)INTERVAL=([2-9]|[1-9][0-9])') || has(self.startDate)
 * @message startDate is required with an INTERVAL of more than 1, which is counted from it; set it, e.g. startDate: "2026-12-01"
 */
export interface MaintenanceWindow {
  /**
   * Name of the window, unique in the policy.
   * @maxLength 63
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?$
   */
  readonly name: string;
  /**
   * On which days it begins: an RRULE of RFC 5545 with FREQ and INTERVAL, BYDAY, BYMONTHDAY, BYMONTH or UNTIL.
   * @maxLength 256
   * @pattern ^(FREQ=(DAILY|WEEKLY|MONTHLY)|INTERVAL=[1-9][0-9]{0,2}|BYDAY=[+-]?[1-5]?(MO|TU|WE|TH|FR|SA|SU)(,[+-]?[1-5]?(MO|TU|WE|TH|FR|SA|SU))*|BYMONTHDAY=-?([1-9]|[12][0-9]|3[01])(,-?([1-9]|[12][0-9]|3[01]))*|BYMONTH=([1-9]|1[0-2])(,([1-9]|1[0-2]))*|UNTIL=[0-9]{8}(T[0-9]{6}Z?)?)(;(FREQ=(DAILY|WEEKLY|MONTHLY)|INTERVAL=[1-9][0-9]{0,2}|BYDAY=[+-]?[1-5]?(MO|TU|WE|TH|FR|SA|SU)(,[+-]?[1-5]?(MO|TU|WE|TH|FR|SA|SU))*|BYMONTHDAY=-?([1-9]|[12][0-9]|3[01])(,-?([1-9]|[12][0-9]|3[01]))*|BYMONTH=([1-9]|1[0-2])(,([1-9]|1[0-2]))*|UNTIL=[0-9]{8}(T[0-9]{6}Z?)?))*$
   * @cel self.matches('(^|;)FREQ=')
   * @message recurrence must have FREQ, e.g. FREQ=WEEKLY;BYDAY=MO,TU; add it
   * @cel !self.matches('FREQ=.*;FREQ=|INTERVAL=.*;INTERVAL=|BYDAY=.*;BYDAY=|BYMONTHDAY=.*;BYMONTHDAY=|BYMONTH=.*;BYMONTH=|UNTIL=.*;UNTIL=')
   * @message recurrence can have each part once only; take out the repeated one
   */
  readonly recurrence: string;
  /**
   * When it begins, HH:MM in the time zone of the policy.
   * @maxLength 5
   * @pattern ^([01][0-9]|2[0-3]):[0-5][0-9]$
   */
  readonly startTime: string;
  /**
   * How long it is open, from 30m to 168h.
   * @cel !self.matches('^([0-9]+([.][0-9]+)?(s|m|h))+$') || (duration(self) >= duration('30m') && duration(self) <= duration('168h'))
   * @message duration must be from 30m to 168h; correct it
   */
  readonly duration: SequenceDuration;
  /**
   * The day from which an interval of more than one is counted.
   * @format date
   */
  readonly startDate?: string;
}

/**
 * A time in which some upgrades, or all, do not start.
 * @cel has(self.endTime) != (has(self.untilEndOfSupport) && self.untilEndOfSupport)
 * @message an exclusion has either an endTime or untilEndOfSupport: true; set exactly one of them
 * @cel !has(self.endTime) || self.endTime > self.startTime
 * @message endTime must be later than startTime; correct one of them
 * @cel !has(self.untilEndOfSupport) || !self.untilEndOfSupport || (has(self.scope) && self.scope != 'NoUpgrades')
 * @message untilEndOfSupport needs a scope that lets patches through; set scope to NoMinorUpgrades or NoMinorOrNodeUpgrades
 */
export interface MaintenanceExclusion {
  /**
   * Name of the exclusion, unique in the policy.
   * @maxLength 63
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?$
   */
  readonly name: string;
  /** When it begins. */
  readonly startTime: Timestamp;
  /** When it ends. */
  readonly endTime?: Timestamp;
  /** It ends with the support of the cluster's minor; instead of `endTime`. */
  readonly untilEndOfSupport?: boolean;
  /**
   * What it forbids.
   * @default "NoUpgrades"
   */
  readonly scope?: ExclusionScope;
  /**
   * Why.
   * @maxLength 1024
   */
  readonly reason?: string;
}

/**
 * When upgrades of clusters may start.
 * @cel (has(self.windows) && size(self.windows) > 0) || (has(self.exclusions) && size(self.exclusions) > 0)
 * @message POLICY_EMPTY: a policy needs at least one window or exclusion; add one, or delete the policy
 */
export interface MaintenancePolicySpec {
  /** The clusters. */
  readonly clusters: MaintenanceClusters;
  /**
   * IANA name of the time zone of the windows, e.g. America/New_York.
   * @minLength 1
   * @maxLength 64
   * @default "UTC"
   */
  readonly timeZone?: string;
  /**
   * When upgrades may start; absent means always.
   * @maxItems 20
   * @listType map
   * @listMapKey name
   */
  readonly windows?: readonly MaintenanceWindow[];
  /**
   * When upgrades may not start.
   * @maxItems 50
   * @listType map
   * @listMapKey name
   */
  readonly exclusions?: readonly MaintenanceExclusion[];
}

/** Observed state of the policy. */
export interface MaintenancePolicyStatus {
  /**
   * The generation that was observed.
   * @format int64
   */
  readonly observedGeneration?: number;
  /** Whether any upgrade may start now. */
  readonly open?: boolean;
  /** When that changes next. */
  readonly nextChange?: Timestamp;
  /**
   * When the windows open next.
   * @maxItems 5
   */
  readonly nextOpenings?: readonly Timestamp[];
  /** Names of the exclusions that hold now. */
  readonly activeExclusions?: readonly string[];
  /** How many clusters the policy is for. */
  readonly clusterCount?: number;
  /**
   * Accepted.
   * @listType map
   * @listMapKey type
   */
  readonly conditions?: readonly Condition[];
}

/** When upgrades of clusters may start: windows that come back, and exclusions. */
export interface MaintenancePolicy {
  readonly apiVersion: string;
  readonly kind: 'MaintenancePolicy';
  readonly metadata: ObjectMeta;
  /** The clusters, windows and exclusions. */
  readonly spec: MaintenancePolicySpec;
  /** Observed state of the policy. */
  readonly status?: MaintenancePolicyStatus;
}
