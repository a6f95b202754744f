import type { ConditionClaim, Instant, StageTask } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Blocker } from '../../decision';
import type { GateFacts } from './gateFacts';
import type { GateStatus, GateHold, PlacedGate, PlannedGateView } from './gateStatus';

/** The side of a stage that a gate is on: what is in front of it may be the stage's items, or the next stage. */
export type Side = 'beforeStage' | 'afterStage';

/** What a run remembers of one gate; part of the document of the run, so fields may be added and never change. */
export interface GateProgress {
  /** `type` of its kind. */
  readonly kind: string;
  /** Name of the request object that a person approves, set at initialization (RUL 30). */
  readonly request?: string;
  readonly waitMs?: number;
  /** The request object was seen or asked for. */
  readonly requestedAt?: Instant;
  /** Approved, or the wait is over: the gate is open. */
  readonly doneAt?: Instant;
  /** Who approved, where it is known; `undefined` for kubectl. */
  readonly actor?: string;
  /** Of a kind that a module has added. */
  readonly added?: AddedGate;
}

/** All that pages, statuses and previews say of a gate whose kind may not be installed any more. */
export interface AddedGate {
  readonly title: string;
  /** The config in a few words. */
  readonly says: string;
  readonly config?: unknown;
  /** The answer that the last pass got; absent: it did not ask, or the gate is open. */
  readonly waits?: GateWait & { readonly since: Instant };
}

export interface GateWait {
  /** A sentence. */
  readonly message: string;
  /** When time alone opens it, where that is known. */
  readonly until?: Instant;
  /** Who can do something about it: nobody but time, or whoever operates what the gate reads. */
  readonly actor: 'engine' | 'operator';
}

/** What the kind of an added gate says now; `wakeAt`: when it is to be asked again. */
export type GateAnswer =
  { readonly kind: 'open' } | (GateWait & { readonly kind: 'waiting'; readonly wakeAt: Instant });

/** What a gate may know of its stage. */
export interface GatedStage {
  readonly name: string;
  /** Everything in front of the stage was open. */
  readonly enteredAt?: Instant;
  /** The first item was started. */
  readonly startedAt?: Instant;
  /** All items are done; gates after the stage count from here. */
  readonly updatedAt?: Instant;
}

/** What all gates of one run share in one decision. */
export interface GateRunInput extends GateFacts {
  /** The run that the gate belongs to. */
  readonly run: { readonly name: string; readonly namespace?: string; readonly uid: string };
  /** Asks the kind of an added gate; absent: such gates stay as the last pass left them, for whoever shows a run. */
  readonly ask?: (gate: GateProgress, place: GatePlace) => GateAnswer;
}

interface GatePlace {
  readonly now: Instant;
  readonly stage: GatedStage;
  readonly side: Side;
}

/** Everything that one decision of a gate may depend on. */
export interface GateInput extends GateRunInput, GatePlace {}

/** What a gate asks of the hub; every one may be asked for again. */
export type GateEffect =
  | { readonly kind: 'ensureApproval'; readonly name: string; readonly stage: string; readonly task: Side }
  /** Delete a request that was there before the run asked (C/AP-005). */
  | { readonly kind: 'removeApproval'; readonly name: string; readonly stage: string; readonly task: Side }
  /** Write ApprovalAccepted to the request (C/AP-014). */
  | { readonly kind: 'acceptApproval'; readonly name: string };

/** One transition, for the timeline. */
export interface GateEvent {
  readonly event:
    'approvalRequested' | 'approved' | 'approvalRevoked' | 'waitElapsed' | 'gateWaiting' | 'gateOpened';
  readonly task: string;
  readonly actor?: string;
  readonly message?: string;
}

interface GateStep {
  /** The memory after this pass. */
  readonly gate: GateProgress;
  readonly effects?: readonly GateEffect[];
  readonly events?: readonly GateEvent[];
}

/** `wakeAt`: the moment at which time alone may open the gate. Failed: the run cannot go on. */
export type GateDecision =
  | (GateStep & { readonly kind: 'open' })
  | (GateStep & { readonly kind: 'waiting'; readonly blocker: Blocker; readonly wakeAt?: Instant })
  | { readonly kind: 'failed'; readonly message: string };

/** What pages know beside the memory of the gate. */
export interface GateViewInput extends GateInput {
  /** When the run ended before it had succeeded. */
  readonly overAt?: Instant;
  readonly isOver: boolean;
  /** When the run last went on after a stop. */
  readonly resumedAt?: Instant;
  /** See `isGateUsed`. */
  readonly isUsed: boolean;
}

/** One part of the status that the hub shows of a gate; absent `at`: not yet. */
export interface GateClaim {
  readonly claim: ConditionClaim;
  readonly at: Instant | undefined;
}

/**
 * A kind of gate: one plain object in one file, listed in `gateKinds.ts`; that of a module is a `GatePlugin`. Every part is
 * required, so that a kind which forgets one does not compile; a part that a kind has no use for is the empty list or
 * `undefined`, written down.
 *
 * A gate is used once what is behind it has begun. From there on it is never asked again.
 */
export interface TaskGateKind<Shown extends string = string> extends GateKind {
  /** As the task of a strategy and the memory of a run name it. */
  readonly type: string;
  /** What pages draw it as. */
  readonly shownAs: Shown;
  readonly sides: readonly Side[];
  /** What an editor begins with. */
  readonly fresh: StageTask;

  /** Why no run may work by this task, with the field and the fix. */
  findIssue(task: StageTask, at: string): string | undefined;
  /** The copy that a run keeps. */
  normalize(task: StageTask): StageTask;
  /** The memory of a gate that nothing has happened at. */
  plan(
    task: StageTask,
    place: { readonly run: string; readonly stage: string; readonly side: Side },
  ): GateProgress;
}

/** What a gate does once a run has planned it. */
export interface GateKind {
  /** People open it, by a decision on its request. */
  readonly isForPeople: boolean;

  decide(gate: GateProgress, input: GateInput): GateDecision;
  /** The gate was used: what is to be written down with that. */
  use(gate: GateProgress, input: GateRunInput): readonly GateEffect[];
  /** It was open and is not any more, and the stage behind it, `next`, has not begun: why that waits (RUL 7). */
  findRevocation(gate: GateProgress, input: GateRunInput, next: string): Blocker | undefined;
  /** What is to be made again meanwhile. */
  restore(gate: GateProgress, input: Omit<GateInput, 'now'>): readonly GateEffect[];

  /** What a preview says of it. */
  preview(gate: GateProgress): PlannedGateView;
  /** What pages show of it. */
  show(gate: GateProgress, input: GateViewInput): Omit<GateStatus, 'kind'>;
  /** What pages say while it holds the run. */
  explain(shownAs: PlacedGate): GateHold;
  /** A planned gate in a few words, e.g. `wait 60 s`. */
  sayPlanned(gate: PlannedGateView): string;
  /** What comes once what is before it is done, e.g. `a wait`. */
  sayNext(gate: PlannedGateView): string;
  /** What the hub shows of it; `undefined`: the API has no place for it. */
  claims: ((gate: GateProgress, side: Side) => readonly GateClaim[]) | undefined;
  /** What who approves another gate of the stage has to know while this one is shut; `left`: how long it still is. */
  besideApproval: ((shownAs: PlacedGate, left: string | undefined) => string) | undefined;
}
