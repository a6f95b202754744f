/** The result of one filter for one cluster. */
export interface FilterResult {
  readonly filter: string;
  /**
   * `notAsked`: the policy wants nothing of the kind. `notLookedAt`: an earlier filter refused.
   */
  readonly outcome: 'passed' | 'refused' | 'notAsked' | 'notLookedAt';
  /** What it found on the cluster, and what the policy wants, in words. */
  readonly seen?: string;
  readonly wanted?: string;
  /** The stable word and the sentence of a refusal. */
  readonly code?: string;
  readonly message?: string;
}
