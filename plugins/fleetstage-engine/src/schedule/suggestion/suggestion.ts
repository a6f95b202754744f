import type { SuggestedChange } from '../obstacle/obstacle';

/** Whose hands a change needs. */
export type SuggestionActor = 'app owner' | 'cluster owner';

/** A set of changes after which the cluster is picked: tried out, not guessed. */
export interface Way {
  readonly changes: readonly SuggestedChange[];
  readonly actors: readonly SuggestionActor[];
  /** One sentence on what to do. */
  readonly message: string;
  /** Its place among all that are picked or could be then, 1 is best. PickN only. */
  readonly rank?: { readonly place: number; readonly of: number };
  /** Clusters that are picked today and would not be then, by name. */
  readonly loses: readonly string[];
}

export interface Suggestion {
  readonly cluster: string;
  /** `none`: no change that was tried is enough; the sentence says what prevents it. */
  readonly kind: 'picked' | 'ways' | 'none';
  /** One sentence: the first way, or why there is none. */
  readonly message: string;
  /** Those without a change of labels first, then the fewest changes, then the policy's before the cluster's. */
  readonly ways: readonly Way[];
}
