import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { BlockerActor, BlockerCause } from './blocker/causes';

/**
 * One thing that waits, in words for people: status conditions, the timeline and the pages show it.
 * `cause` is a word of the catalogue, to count and filter by; `message` is a whole sentence.
 */
export interface Blocker {
  readonly cause: BlockerCause;
  /** Distinguishes two of one cause. */
  readonly subject?: string;
  readonly message: string;
  /** The same without names of who waits: for the condition of each of them. */
  readonly brief?: string;
  readonly clusters?: readonly string[];
  /** Since when it waits. */
  readonly since?: Instant;
  /** When time alone ends the wait, if it does. */
  readonly until?: Instant;
  /** Who can act; absent: as the catalogue of causes says. */
  readonly actor?: BlockerActor;
}

/** What a decider returns: what to do, what holds the rest back, and when time alone could change the answer. */
export interface Decision<A> {
  readonly actions: readonly A[];
  /** What holds the rest back, for people: a decision that does nothing must say why. */
  readonly blockers: readonly Blocker[];
  /** Earliest moment at which time alone could change the decision. */
  readonly wakeAt?: Instant;
}

/** A refusal carries its reason. */
export type Verdict<R extends string = string> =
  { readonly ok: true } | { readonly ok: false; readonly reason: R; readonly message: string };

export const pass: Verdict<never> = { ok: true };

export const refuse = <R extends string>(reason: R, message: string): Verdict<R> => ({
  ok: false,
  reason,
  message,
});

/** Ends a `switch` over a closed union; a new member does not compile until it is handled. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case ${JSON.stringify(value)}`);
}

/** The earlier of the moments that are set. */
export function earliest(...moments: readonly (Instant | undefined)[]): Instant | undefined {
  const set = moments.filter((m): m is Instant => m !== undefined);
  return set.length === 0 ? undefined : set.reduce((a, b) => (b < a ? b : a));
}

/** Plain byte-like order, the same on every machine and locale. */
export const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
