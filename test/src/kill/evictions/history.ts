import type { Budget, Policy } from './drawSequence';

/** When a request came, and when it was answered: by the one clock of the embedded fleet, in milliseconds. */
export interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Something that people wrote, from when on it may have been in force; the next one ends it. */
export type Version<T> = Span & { readonly value: T };

export interface Verdict extends Span {
  /** Statuses, reasons and messages of its conditions, by type; without times. */
  readonly text: string;
  readonly executed?: 'True' | 'False';
  readonly message: string;
}

export interface EvictionHistory {
  readonly name: string;
  readonly cluster: string;
  readonly createdMs: number;
  /** Each status that was written, in order. */
  readonly verdicts: readonly Verdict[];
}

/** On one cluster a placement begins to be there, or is taken away. */
export interface Presence extends Span {
  readonly cluster: string;
  readonly kind: 'placed' | 'removed';
}

/** Of one placement: what was wanted, what became of its evictions, and where it was. */
export interface History {
  readonly budgets: readonly Version<Budget>[];
  readonly policies: readonly Version<Policy>[];
  readonly evictions: readonly EvictionHistory[];
  /** Ordered by the beginning. */
  readonly presence: readonly Presence[];
}

/** The values that may have been in force at some moment between the two. */
export const inForce = <T>(versions: readonly Version<T>[], fromMs: number, untilMs: number): T[] =>
  versions
    .filter((one, i) => one.fromMs <= untilMs && (versions[i + 1]?.untilMs ?? Infinity) >= fromMs)
    .map(({ value }) => value);
