import type { IntOrString, LabelSelector, ObjectMeta } from './meta';

export type StageTaskType = 'TimedWait' | 'Approval';

/**
 * Something that must happen before or after the clusters of a stage are updated.
 * @cel self.type != 'Approval' || !has(self.waitTime)
 * @message waitTime belongs to type TimedWait; remove waitTime from the Approval task
 * @cel self.type != 'TimedWait' || has(self.waitTime)
 * @message waitTime is required for type TimedWait; set it, e.g. waitTime: 1h
 */
export interface StageTask {
  /** Wait for a time, or for a person. */
  readonly type: StageTaskType;
  /**
   * How long to wait, e.g. 30m or 1h30m; at least one second.
   * @maxLength 64
   * @pattern ^(?:(?:0|[1-9][0-9]*)(\.[0-9]+)?(?:s|m|h))+$
   * @pattern[v1alpha1] ^(?:0|(?:(?:0|[1-9][0-9]*)(\.[0-9]+)?(?:s|m|h))+)$
   * @cel !self.matches('^(?:(?:0|[1-9][0-9]*)([.][0-9]+)?(?:s|m|h))+$') || duration(self) >= duration('1s')
   * @message waitTime must be at least 1s; raise it or remove the task
   * @cel self != '0'
   * @message waitTime must be at least 1s, e.g. waitTime: 1h; raise it or remove the task
   */
  readonly waitTime?: string;
}

/** Some of the clusters of a placement, updated together. */
export interface StageConfig {
  /**
   * Name of the stage, unique in the strategy.
   * @maxLength 63
   * @pattern ^[a-z0-9]+$
   */
  readonly name: string;
  /** Clusters of the stage; absent selects none, empty selects all of the placement. */
  readonly labelSelector?: LabelSelector;
  /**
   * Label of the clusters whose whole-number value gives the order in the stage; without it they go by name.
   * @maxLength 317
   * @cel self.matches('^([a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$')
   * @message sortingLabelKey must be a label key such as "order" or "example.com/order"; correct the key
   */
  readonly sortingLabelKey?: string;
  /**
   * How many clusters of the stage are updated at a time, as a number or a share of them.
   * @only v1beta1 v1
   * @default 1
   * @pattern ^(100|[1-9][0-9]?)%$
   * @cel type(self) == int ? self >= 1 : true
   * @message maxConcurrency must be at least 1 (or "1%"); raise it
   * @cel type(self) == int ? self <= 999999999 : true
   * @message maxConcurrency must be at most 999999999 (or "100%"); lower it
   */
  readonly maxConcurrency?: IntOrString;
  /**
   * What must happen after the clusters are updated.
   * @maxItems 2
   * @cel self.all(t, self.exists_one(o, o.type == t.type))
   * @message afterStageTasks can hold one task of each type; remove the repeated task
   */
  readonly afterStageTasks?: readonly StageTask[];
  /**
   * What must happen before the clusters are updated.
   * @only v1beta1 v1
   * @maxItems 1
   * @itemCel self.type == 'Approval'
   * @message beforeStageTasks can hold an Approval only; move the TimedWait to afterStageTasks of the stage before
   */
  readonly beforeStageTasks?: readonly StageTask[];
}

/** The stages of an update, in order. */
export interface UpdateStrategySpec {
  /**
   * The stages, in order.
   * @maxItems 31
   * @cel self.all(s, self.exists_one(o, o.name == s.name))
   * @message spec.stages[].name must be unique in the strategy; rename one of the stages that share a name
   */
  readonly stages: readonly StageConfig[];
}

/** Stages in which update runs bring a change to the clusters; runs work on the copy taken when they start. */
export interface ClusterStagedUpdateStrategy {
  readonly apiVersion: string;
  readonly kind: 'ClusterStagedUpdateStrategy';
  readonly metadata: ObjectMeta;
  /** The stages. */
  readonly spec: UpdateStrategySpec;
}

/**
 * Stages in which the update runs of its namespace bring a change to the clusters; runs work on the copy taken when they
 * start.
 */
export interface StagedUpdateStrategy {
  readonly apiVersion: string;
  readonly kind: 'StagedUpdateStrategy';
  readonly metadata: ObjectMeta;
  /** The stages. */
  readonly spec: UpdateStrategySpec;
}
