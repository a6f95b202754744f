import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ManifestIdentity, PlacedObservation } from '@fleetstage/backstage-plugin-fleetstage-engine';

/** The objects of one placement on one member. */
export interface PlacedOn {
  readonly cluster: string;
  /** The AppliedWork that owns what was placed; without `uid` nothing on the member is ours. */
  readonly owner: { readonly name: string; readonly uid?: string };
  readonly objects: readonly ManifestIdentity[];
}

export interface Survey {
  readonly placed: readonly PlacedObservation[];
  /** The objects that placed ones own, directly or not. */
  readonly owned: readonly KubeObject[];
  /** There is more than was read. */
  readonly isCut: boolean;
}

/** An object of the tree of a placement. */
export interface Found {
  /** Absent: it is placed, and not there, or not ours. */
  readonly live?: KubeObject;
  /** It was placed. */
  readonly placed?: ManifestIdentity;
}

export interface LogRequest {
  readonly container: string;
  readonly tailLines: number;
  readonly limitBytes: number;
  readonly isPrevious: boolean;
  readonly isFollowed: boolean;
  readonly signal: AbortSignal;
}

/**
 * The port by which workloads are read on members, with their credentials. Rejects with a ServiceUnavailableError where the
 * member cannot be asked.
 */
export interface MemberWorkloads {
  survey(on: PlacedOn): Promise<Survey>;
  /** `undefined`: there is no such object in the tree of the placement. */
  find(on: PlacedOn, wanted: ManifestIdentity): Promise<Found | undefined>;
  /** The newest events about an object, newest first. */
  events(cluster: string, live: KubeObject): Promise<readonly KubeObject[]>;
  openLog(cluster: string, pod: KubeObject, request: LogRequest): Promise<AsyncIterable<Buffer>>;
}
