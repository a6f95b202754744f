/** What nodes and clouds do with an object, as data: which objects, after how long, and what becomes of them. */
export interface Stage {
  readonly name: string;
  /** `apiVersion/kind` of what it plays on, e.g. `v1/Pod`. */
  readonly on: string;
  /** All of them have to hold. */
  readonly match: readonly Term[];
  readonly delay: Delay;
  readonly next: NextState;
}

/** Reads the values at a path; `[*]` means every item of a list. */
export type Term =
  | { readonly path: string; readonly is: 'present' | 'absent' }
  | { readonly path: string; readonly in: readonly unknown[] }
  /** A regular expression that one value, or no value, matches. */
  | { readonly path: string; readonly matches: string }
  | { readonly path: string; readonly noneMatches: string };

export interface Delay {
  readonly ms: number;
  /** Up to so much more; the same for the same object. */
  readonly jitterMs?: number;
  /** Path of the time to count from; absent: the time at which the stage first matched. */
  readonly since?: string;
}

export interface NextState {
  /** Merged over the status; see {@link renderTemplate} for what may be between braces. */
  readonly status?: unknown;
  readonly delete?: boolean;
  readonly event?: {
    readonly type: 'Normal' | 'Warning';
    readonly reason: string;
    readonly message: string;
    readonly component: string;
  };
}
