/** The fields of a run that a permission rule may read. */
export interface RunResource {
  readonly hub: string;
  /** Of a StagedUpdateRun: `namespace/name`. */
  readonly name: string;
  /** Of a ResourcePlacement: `namespace/name`. */
  readonly placement: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The stage that an approval is for; absent where the entire run is meant. */
  readonly stage?: string;
  /** Entity refs, normalized, of everybody who has created, started or resumed it through Fleetstage. */
  readonly initiators: readonly string[];
  /** Whoever created it, and whoever set it running the last time, are among them. */
  readonly areInitiatorsKnown: boolean;
}

/** The fields of a run to be created that a permission rule may read. */
export interface NewRunResource {
  readonly hub: string;
  /** Of a ResourcePlacement: `namespace/name`. */
  readonly placement: string;
  /** Of a StagedUpdateStrategy: `namespace/name`. */
  readonly strategy: string;
  /** Of the placement; the run has none yet. */
  readonly labels: Readonly<Record<string, string>>;
}

/** The fields of a placement that a permission rule may read. */
export interface PlacementResource {
  readonly hub: string;
  /** Of a ResourcePlacement: `namespace/name`. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** The fields of a strategy, one that is there or one as it would be, that a permission rule may read. */
export interface StrategyResource {
  readonly hub: string;
  /** Of a StagedUpdateStrategy: `namespace/name`. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** All strategies of a namespace, those to come among them; without a namespace the cluster-wide ones. */
export interface StrategyScope {
  readonly hub: string;
  readonly namespace?: string;
}

/** A placement that is gone: nobody knows what rules would read. */
export type UnknownPlacement = Pick<PlacementResource, 'hub' | 'name'> & { readonly labels?: undefined };

/** The fields of a sequence of versions, one that is there or one as it would be, that a permission rule may read. */
export interface SequenceResource {
  readonly hub: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Those that its stages name. */
  readonly fleets: readonly string[];
}
