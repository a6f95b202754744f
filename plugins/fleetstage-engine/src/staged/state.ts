import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { GateProgress } from './gates/gate';

/**
 * What Progressing says of a run or a stage. Its status follows from the kind: `Running` is True, `Stopping` is
 * Unknown, everything else is False; `since` moves only when that status flips, as lastTransitionTime does.
 */
export interface Phase {
  readonly kind: 'Running' | 'Waiting' | 'Stuck' | 'Stopping' | 'Stopped' | 'Failed' | 'Ended';
  readonly since: Instant;
  /** When the kind began, where its status held before it; absent: `since`, or a memory of an earlier version. */
  readonly at?: Instant;
}

export interface Failure {
  readonly at: Instant;
  readonly message: string;
}

/** How far one item is; what an item is, only the adapter knows. */
export interface ItemProgress {
  readonly startedAt?: Instant;
  /** The version that it had when it was started; absent where it had none. */
  readonly from?: number;
  readonly succeededAt?: Instant;
  readonly failed?: Failure;
  /** Signs of the causes of not being done that the timeline has. */
  readonly causes?: readonly string[];
}

/** What one stage remembers beside its items; status is projected from it and never read back. */
export interface StageMemory {
  readonly name: string;
  readonly before: readonly GateProgress[];
  readonly after: readonly GateProgress[];
  /** Everything in front of the stage was open (entry rule, gates of the stage before); never asked again. */
  readonly enteredAt?: Instant;
  /** The first item was started; a stage without items never gets one. */
  readonly startedAt?: Instant;
  /** All items are done, or the stage was closed; gates after the stage count from here. */
  readonly updatedAt?: Instant;
  /** It was closed while items were open: they go on, and nothing waits for them. */
  readonly isClosedEarly?: true;
  readonly phase?: Phase;
  readonly succeededAt?: Instant;
  readonly failed?: Failure;
}

export interface StagedItem extends ItemProgress {
  readonly key: string;
}

export interface StagedStage extends StageMemory {
  readonly items: readonly StagedItem[];
}

/** What a whole run remembers of its stages. */
export interface StagedProgress {
  readonly startedAt?: Instant;
  readonly phase?: Phase;
  /** When it last went on after a stop; its open gates could not be decided before. */
  readonly resumedAt?: Instant;
  readonly stages: readonly StagedStage[];
  /** What is taken away once every stage has succeeded. */
  readonly removal: StagedStage;
  readonly succeededAt?: Instant;
  readonly failed?: Failure;
}
