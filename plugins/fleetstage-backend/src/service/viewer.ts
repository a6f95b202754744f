import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

/** Entity refs by the name of the cluster, each list sorted; nothing of a cluster that nobody owns. */
export type OwnersByCluster = ReadonlyMap<string, readonly string[]>;

export type Permit = Schemas['Permit'];

/** What a permission rule may look at of a run. */
export interface RunResource {
  readonly hub: string;
  readonly name: string;
  readonly placement: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The stage that an approval is for; absent where the run as a whole is meant. */
  readonly stage?: string;
  /** Entity refs, normalized, of everybody who has created, started or resumed it through Fleetstage. */
  readonly initiators: readonly string[];
  /** Whoever created it, and whoever set it running the last time, are among them. */
  readonly areInitiatorsKnown: boolean;
}

/** What a permission rule may look at of a run that is to be created. */
export interface NewRunResource {
  readonly hub: string;
  readonly placement: string;
  readonly strategy: string;
  /** Of the placement; the run has none yet. */
  readonly labels: Readonly<Record<string, string>>;
}

/** What a permission rule may look at of a placement. */
export interface PlacementResource {
  readonly hub: string;
  /** Of a ResourcePlacement: `namespace/name`. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** A placement that is gone: nobody knows what rules would look at. */
export type UnknownPlacement = Pick<PlacementResource, 'hub' | 'name'> & { readonly labels?: undefined };

/**
 * Who asks, and what they may do: decided once per request (one conditional decision per permission), then asked per row
 * without a promise. A refusal carries the sentence that the page shows beside the disabled button.
 */
export interface Viewer {
  /** Entity ref; absent for services. */
  readonly ref?: string;
  /** Subject of a service's token, `plugin:catalog` or `external:ci`; absent for people. */
  readonly service?: string;
  /**
   * `approvers`: normalized refs that the strategy named when the run was planned; empty: the permission alone decides;
   * `undefined`: nobody knows any more, and who may write strategies decides.
   */
  mayApprove(run: RunResource, approvers: readonly string[] | undefined): Permit;
  /** Start, stop, resume, retry, end. */
  mayControl(run: RunResource): Permit;
  mayDeleteRun(run: RunResource): Permit;
  /** Without a run: is there any that the viewer might create? */
  mayCreateRun(run?: NewRunResource): Permit;
  mayCreatePlacement(): Permit;
  mayUpdatePlacement(placement: PlacementResource): Permit;
  /** Of one that nobody knows any more: may the viewer delete any? */
  mayDeletePlacement(placement: PlacementResource | UnknownPlacement): Permit;
  mayCreateStrategy(): Permit;
  /** What a placement has on its clusters. */
  mayReadWorkloads(placement: PlacementResource): Permit;
  mayReadLogs(placement: PlacementResource): Permit;
  mayUpdateStrategy(): Permit;
  /** Labels and taints of members. */
  mayUpdateCluster(): Permit;
  mayDeleteStrategy(): Permit;
  /** Owners of clusters, as far as the catalog shows them to the viewer. */
  clusterOwners(): Promise<OwnersByCluster>;
}
