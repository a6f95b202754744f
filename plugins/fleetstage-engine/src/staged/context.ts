import type { Instant, IntOrString } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Blocker } from '../decision';
import type { GateContext } from './gates/decideGates';
import type { GateEffect, GateEvent } from './gates/gate';
import type { ItemPort, RemovalPort } from './items';
import type { StagedStage } from './state';

/** One thing that waits; `cause` is one of `StagedCause`, or the adapter's, or a gate's. */
export interface StagedBlocker extends Omit<Blocker, 'cause' | 'clusters'> {
  readonly cause: string;
  readonly items?: readonly string[];
  /** The item has taken longer than `STUCK_AFTER_MS`: whatever it shows, the run counts as stuck. */
  readonly isOverdue?: true;
}

/** The causes of the executor itself; an adapter may call them by the name of its items. */
export type StagedCause =
  | 'ItemUpdating'
  | 'ItemFailing'
  | 'ItemStuck'
  | 'RemovalPending'
  | 'ConcurrencyLimit'
  | 'Stopping'
  | 'Stopped';

export type StagedEventName =
  | 'started'
  | 'resumed'
  | 'waiting'
  | 'running'
  | 'stuck'
  | 'stopping'
  | 'stopped'
  | 'succeeded'
  | 'failed'
  | 'stageStarted'
  | 'stageUpdated'
  | 'stageSucceeded'
  | 'itemStarted'
  | 'itemSucceeded'
  | 'itemFailed'
  | 'itemTroubled'
  | 'itemRemoved'
  | GateEvent['event'];

export interface StagedEvent {
  readonly event: StagedEventName;
  readonly stage?: string;
  readonly item?: string;
  readonly task?: string;
  readonly actor?: string;
  readonly message?: string;
}

/** What one decision writes down on its way; opened when it starts, and never outlives it. */
export interface StagedLedger<A> {
  readonly now: Instant;
  /** How long after its start an item counts as stuck; absent: `STUCK_AFTER_MS`. An adapter that judges it itself says `never`. */
  readonly stuckAfterMs?: number | 'never';
  readonly blockers: readonly StagedBlocker[];
  act(action: A | GateEffect): void;
  record(event: StagedEvent): void;
  /** Something waits; `wakeAt` is the moment at which time alone changes that. */
  wait(blocker: StagedBlocker, wakeAt?: Instant): void;
  /** Nothing waits for it, and time alone changes something then. */
  remind(at: Instant): void;
}

export interface StageSettings {
  readonly maxConcurrency?: IntOrString;
  /**
   * How long after its start the stage waits for its items: its gates count from then, and items that are still open go on beside
   * them (D/ST-103). 0: no longer at all. Absent: as long as it takes.
   */
  readonly closeAfterMs?: number;
}

/** Everything that a run of stages is given by its adapter. */
export interface StagedContext<A> extends GateContext {
  readonly ledger: StagedLedger<A>;
  /** Of the stages, in their order. */
  readonly settings: readonly StageSettings[];
  readonly items: ItemPort<A>;
  readonly removals: RemovalPort<A>;
  /** Set while nothing new may start. */
  readonly hold?: StagedBlocker;
  /** Who else keeps the run out of a stage (the removal at `index` = number of stages); since when it could have entered. */
  findEntryHold(index: number, since: Instant | undefined): StagedBlocker | undefined;
  readonly words: {
    /** What an item is: `cluster`. */
    readonly item: string;
    /** Of an idle run, and what makes it go on. */
    readonly stopped: string;
  };
}

/** A stage after this pass; `failure` ends the run. */
export interface StageOutcome {
  readonly stage: StagedStage;
  readonly failure?: string;
}
