import type { ApplyStrategy } from './apply';
import type { IntOrString } from './meta';

/** Limits of a rolling update. */
export interface RollingUpdateConfig {
  /**
   * How many clusters may be without the resources at a time, as a number or a share of the wanted clusters.
   * @default "25%"
   * @pattern ^((100|[0-9]{1,2})%|[0-9]+)$
   * @cel type(self) == int ? self > 0 : !self.matches('^0+%?$')
   * @message spec.strategy.rollingUpdate.maxUnavailable must be at least 1 (or "1%"), or nothing could ever be updated; raise it
   * @cel type(self) == int ? self <= 999999999 : !self.matches('^[0-9]{10,}$')
   * @message spec.strategy.rollingUpdate.maxUnavailable must be at most 999999999; lower it
   */
  readonly maxUnavailable?: IntOrString;
  /**
   * How many clusters more than wanted may hold the resources at a time, as a number or a share of the wanted clusters.
   * @default "25%"
   * @pattern ^((100|[0-9]{1,2})%|[0-9]+)$
   * @cel type(self) == int ? self >= 0 : true
   * @message spec.strategy.rollingUpdate.maxSurge must be 0 or more; raise it
   * @cel type(self) == int ? self <= 999999999 : !self.matches('^[0-9]{10,}$')
   * @message spec.strategy.rollingUpdate.maxSurge must be at most 999999999; lower it
   */
  readonly maxSurge?: IntOrString;
  /**
   * Seconds after which resources count as ready when their readiness cannot be tracked.
   * @default 60
   * @minimum 0
   */
  readonly unavailablePeriodSeconds?: number;
}

/** What becomes of the resources on the clusters when the placement goes. */
export interface DeleteStrategy {
  /**
   * Delete the resources, or leave them.
   * @default "Delete"
   */
  readonly propagationPolicy?: 'Abandon' | 'Delete';
}

/**
 * Whether the status of placed resources is brought back to the hub.
 * @cel self.type != 'Mirror' || (has(self.destination) && self.destination != '')
 * @message spec.strategy.reportBackStrategy.destination must be set when type is Mirror; set it to OriginalResource or WorkAPI
 */
export interface ReportBackStrategy {
  /**
   * Bring the status back or not.
   * @default "Disabled"
   */
  readonly type: 'Disabled' | 'Mirror';
  /** Where the status is written. */
  readonly destination?: 'OriginalResource' | 'WorkAPI';
}

/**
 * How changes reach the clusters.
 * @cel !has(self.rollingUpdate) || !has(self.type) || self.type != 'External'
 * @message spec.strategy.rollingUpdate has no meaning when type is External (an update run sets the pace); remove it
 */
export interface RolloutStrategy {
  /**
   * Roll changes out at once within limits, or leave it to staged update runs.
   * @default "RollingUpdate"
   * @cel oldSelf != 'External' || self == 'External'
   * @message spec.strategy.type cannot change from External to another type; create another placement instead
   */
  readonly type?: 'RollingUpdate' | 'External';
  /** Limits of a rolling update. */
  readonly rollingUpdate?: RollingUpdateConfig;
  /**
   * How resources are applied on the clusters.
   * @default {}
   */
  readonly applyStrategy?: ApplyStrategy;
  /**
   * What becomes of the resources on the clusters when the placement goes.
   * @only v1beta1
   */
  readonly deleteStrategy?: DeleteStrategy;
  /**
   * Whether the status of placed resources is brought back to the hub.
   * @only v1beta1
   */
  readonly reportBackStrategy?: ReportBackStrategy;
}
