import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';

/** How far a gate is, by the codes of the REST contract. */
export type GateStateCode =
  | 'notAsked'
  | 'asked'
  | 'given'
  | 'approved'
  | 'wrongGeneration'
  | 'rejected'
  | 'notBegun'
  | 'counting'
  | 'elapsed'
  | 'waiting'
  | 'passed'
  | 'notReached'
  | 'cutShort';

/** What pages show of a gate; times in RFC 3339. */
export interface GateStatus {
  /** `approval`, `wait`, or the name of an added kind. */
  kind: string;
  state: GateStateCode;
  /** Of an added kind: its name for people, and its config in a few words. */
  title?: string;
  says?: string;
  /** Of an added kind that waits: who can do something about it. */
  actsNext?: 'engine' | 'operator';
  request?: string;
  requestUid?: string;
  requestGeneration?: number;
  resourceVersion?: string;
  askedAt?: string;
  doneAt?: string;
  actor?: { ref: string };
  comment?: string;
  waitSeconds?: number;
  beganAt?: string;
  endsAt?: string;
  message?: string;
}

/** A gate as pages have it, with its place. */
export interface PlacedGate extends GateStatus {
  task: 'before' | 'after';
  stage: string;
}

/** What a gate that holds a run says, and who has to act. */
export interface GateHold {
  cause: string;
  actor: 'engine' | 'approver' | 'operator';
  message: string;
  since?: string;
  until?: string;
}

/** A gate of a run that was not begun, or of a strategy. */
export interface PlannedGateView {
  kind: GateStatus['kind'];
  waitSeconds?: number;
  title?: string;
  says?: string;
}

/** What a person said of an approval request; the newest word counts. */
export interface PersonDecision {
  readonly requestUid: string;
  readonly verdict: 'approved' | 'rejected';
  readonly actor: string;
  readonly comment?: string;
  readonly at: Instant;
}

const PAST: ReadonlySet<GateStateCode> = new Set(['approved', 'elapsed', 'passed', 'notReached', 'cutShort']);

/** It holds the run, or will. */
export const isOpen = ({ state }: Pick<GateStatus, 'state'>) => !PAST.has(state);
