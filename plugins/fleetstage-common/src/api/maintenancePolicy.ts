import type { Condition, ObjectMeta, Timestamp } from './meta';
import type { FleetName, MemberLabelSelector, MemberName, SequenceDuration } from './sequenceShapes';

/** What an exclusion forbids (E/MP-005). */
export const EXCLUSION_SCOPES = ['NoUpgrades', 'NoMinorUpgrades', 'NoMinorOrNodeUpgrades'] as const;
export type ExclusionScope = (typeof EXCLUSION_SCOPES)[number];

/** Reasons of the condition Accepted (E/MP-009). */
export const POLICY_ACCEPTED_REASONS = ['PolicyAccepted', 'UnknownTimeZone', 'InvalidRecurrence'] as const;
export type PolicyAcceptedReason = (typeof POLICY_ACCEPTED_REASONS)[number];

/** The clusters that a policy is for: all, or those that match every part. */
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

/** A time that comes back, in which upgrades may start. */
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
   */
  readonly recurrence: string;
  /**
   * When it begins, HH:MM in the time zone of the policy.
   * @maxLength 5
   * @pattern ^([01][0-9]|2[0-3]):[0-5][0-9]$
   */
  readonly startTime: string;
  /** How long it is open, from 30m to 168h. */
  readonly duration: SequenceDuration;
  /**
   * The day from which an interval of more than one is counted.
   * @format date
   */
  readonly startDate?: string;
}

/** A time in which some upgrades, or all, do not start. */
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

/** When upgrades of clusters may start. */
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
