import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';

/** What passes time, as it was when the state was written: it counts from then until the next write. */
export interface Pace {
  /** From one node to the next, in milliseconds. */
  readonly nodeMs: number;
  /** No node gets further while it is set; why, for people. */
  readonly stuck?: string;
  /** The next node fails with this text, and with it the upgrade. */
  readonly fail?: string;
}

/** A control plane or a node pool, whose nodes go from `from` to `desired` one by one. */
export interface SimulatedPart {
  /** Empty for the control plane. */
  readonly name: string;
  readonly nodes: number;
  readonly from: string;
  readonly desired: string;
  /** Nodes that run `desired` already. */
  readonly done: number;
  /** When the last of them was done, or the upgrade began. */
  readonly since: Instant;
  readonly failed?: string;
}

export interface SimulatedState {
  readonly controlPlane: SimulatedPart;
  readonly pools: readonly SimulatedPart[];
  readonly pace: Pace;
  /** Counts what was desired. */
  readonly generation: number;
}

/** What people set, each a key of the ConfigMap. */
export interface SimulatedSettings {
  readonly pace: Pace;
  /** Upgrades are refused with this text; it may begin with the reason: `DeprecatedAPIUsage: …`. */
  readonly refuse?: string;
  /** Versions that exist; absent: all. */
  readonly versions?: readonly string[];
}

export interface SimulatedCluster {
  readonly id: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly settings: SimulatedSettings;
  readonly state: SimulatedState;
  /** Of the object, for a conditional write. */
  readonly resourceVersion?: string;
}

export const isMoving = ({ nodes, done, from, desired, failed }: SimulatedPart) =>
  failed === undefined && done < nodes && from !== desired;

/** The version of the part's nodes that are behind. */
export const lowestOf = ({ nodes, done, from, desired }: SimulatedPart) => (done < nodes ? from : desired);

export const partsOf = ({ controlPlane, pools }: SimulatedState) => [controlPlane, ...pools];
