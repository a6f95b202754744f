/** Shapes that the kinds of version sequences share (E §1, §4.4). */
import type { LabelSelector, LabelSelectorRequirement } from './meta';

/** Group of Fleetstage's own kinds. */
export const SEQUENCE_GROUP = 'fleetstage.io';

/** The only version of that group, and the stored one. */
export const SEQUENCE_VERSION = 'v1alpha1';

/** What a rollout of a version upgrades; each type has rollouts of its own (D/RS-004). */
export const UPGRADE_TYPES = ['ControlPlane', 'Node'] as const;
export type UpgradeType = (typeof UPGRADE_TYPES)[number];

/**
 * Hours, minutes and seconds in Go's form, e.g. 72h or 1h30m; it has no days (E/KD-013).
 * @maxLength 20
 * @pattern ^([0-9]+(\.[0-9]+)?(s|m|h))+$
 */
export type SequenceDuration = string;

/**
 * How long a version soaks, at most 30 days (E/RV-006).
 * @cel !self.matches('^([0-9]+([.][0-9]+)?(s|m|h))+$') || duration(self) <= duration('720h')
 * @message SOAK_OUT_OF_RANGE: soakDuration must be from 0s to 720h (30 days); lower it
 */
export type SoakDuration = SequenceDuration;

/**
 * A Kubernetes version with its patch, e.g. 1.30.14, v1.31.0 or 1.30.14-gke.1150000; a leading v does not count
 * (E/KD-013).
 * @maxLength 64
 * @pattern ^v?(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)([-+][0-9A-Za-z.+-]+)?$
 */
export type ClusterVersion = string;

/**
 * Value of the label fleetstage.io/fleet of its clusters (E/FL-001).
 * @maxLength 63
 * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?$
 */
export type FleetName = string;

/**
 * Name of a stage, unique in its sequence.
 * @maxLength 63
 * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?$
 */
export type StageName = string;

/**
 * Name of a MemberCluster.
 * @maxLength 63
 */
export type MemberName = string;

/** One requirement on a label of a MemberCluster. */
export interface MemberLabelRequirement extends LabelSelectorRequirement {
  /**
   * Label values; at least one for In and NotIn, none for Exists and DoesNotExist.
   * @listType atomic
   * @maxItems 50
   * @items maxLength 63
   * @items pattern ^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$
   */
  readonly values?: readonly string[];
}

/**
 * Selects clusters by the labels of their MemberClusters; all parts must hold (E/KD-014).
 * @mapType atomic
 * @cel (has(self.matchLabels) && size(self.matchLabels) > 0) || (has(self.matchExpressions) && size(self.matchExpressions) > 0)
 * @message SELECTOR_INVALID: an empty selector selects nothing in particular; name labels, or leave the selector out
 */
export interface MemberLabelSelector extends LabelSelector {
  /**
   * Further requirements; all must hold.
   * @listType atomic
   * @maxItems 20
   * @itemCel self.operator in ['In', 'NotIn'] ? has(self.values) && size(self.values) > 0 : !has(self.values) || size(self.values) == 0
   * @message SELECTOR_INVALID: operators In and NotIn need at least one value, Exists and DoesNotExist take none; add or remove values
   */
  readonly matchExpressions?: readonly MemberLabelRequirement[];
}
