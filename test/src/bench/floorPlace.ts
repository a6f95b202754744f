/** How to reach a cluster. */
export interface Endpoint {
  readonly url: string;
  /** PEM; absent: the cluster speaks plain HTTP. */
  readonly caPem?: string;
  readonly token: string;
}

/** Where the floor is played: a hub and members that start in the state in which the engine's start. */
export interface FloorPlace {
  readonly hub: Endpoint;
  member(name: string): Endpoint;
  /** What the engine said of objects of its hub, as it is said of those of this one. */
  toHubText(text: string): string;
  /** Brings the place into the state that the fleet is in now. */
  prepare(): Promise<void>;
  /**
   * Absent: objects of members keep uids and versions when they are copied. Present: they have their own here, and the
   * owners that the engine names are replaced by these; by member and name, filled while the floor is played.
   */
  readonly ownerUids?: Map<string, string>;
}
