/** Where the draft of a strategy is kept: by its name, by what it is a copy of, or `new`. */
export const strategyDraftKey = (hub: string | undefined, strategy: string) =>
  `fleetstage.strategyDraft/${hub ?? ''}/${strategy}`;
