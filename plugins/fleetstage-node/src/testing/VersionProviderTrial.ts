import type { VersionProvider } from '../versionProviders';

/** A provider under test, with what a test needs to do to the clusters behind it. */
export interface VersionProviderTrial {
  readonly provider: VersionProvider;
  /** Full versions that the provider offers, a minor apart; `patch` is of the minor of `first`. */
  readonly versions: {
    readonly first: string;
    readonly patch: string;
    readonly next: string;
    readonly twoAhead: string;
  };
  /**
   * Makes a cluster of this name: control plane and one pool `workers` of at least one node on `versions.first`. Returns its
   * id when it is at rest.
   */
  makeCluster(name: string): Promise<string>;
  /** Time for the provider to get further: advances an injected clock by a node, or waits a moment. */
  passTime(): Promise<void>;
  /** From now on no node of the cluster gets further. */
  makeStuck(cluster: string): Promise<void>;
  /** The next upgrade of the cluster is given up by the provider, with this text; absent: the provider never gives up. */
  makeFail?(cluster: string, message: string): Promise<void>;
  /** The same provider, whose API cannot be reached. */
  readonly outOfReach: VersionProvider;
  /** The same provider with credentials that may do nothing. */
  readonly withoutRights: VersionProvider;
  /** Within which an upgrade of the control plane, or of the nodes, is done, in milliseconds of the test's own time. */
  readonly upgradeWithinMs: number;
  stop(): Promise<void>;
}
