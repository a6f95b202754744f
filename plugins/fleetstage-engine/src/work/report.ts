import type {
  ConditionType,
  DiffedResourcePlacement,
  DriftedResourcePlacement,
  FailedResourcePlacement,
  Instant,
  ResourceIdentifier,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** One claim about the objects of a placement on one member; the shape of a binding condition. */
export interface WorkClaim {
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
  /** When `status` last changed for this revision. */
  readonly at: Instant;
}

/** The claims of a report, in the order in which they are stated, and the conditions of a binding that carry them. */
export const claimConditions = {
  overridden: 'Overridden',
  synchronized: 'WorkSynchronized',
  applied: 'Applied',
  available: 'Available',
  diffReported: 'DiffReported',
} as const satisfies Readonly<Record<string, ConditionType>>;

export type ClaimName = keyof typeof claimConditions;

export interface Remark extends ResourceIdentifier {
  /** Of KubeFleet's manifest conditions. */
  readonly reason?: string;
  readonly message: string;
}

/**
 * What applying one binding on its member has shown; written by the effect that applies and observes.
 * It is evidence only for the revision it names.
 */
export interface WorkReport extends Readonly<Partial<Record<ClaimName, WorkClaim>>> {
  readonly cluster: string;
  readonly revision: string;
  readonly failed: readonly FailedResourcePlacement[];
  readonly drifted: readonly DriftedResourcePlacement[];
  readonly diffed: readonly DiffedResourcePlacement[];
  /** What is to be said of objects that are as they shall be. */
  readonly remarks?: readonly Remark[];
  readonly observedAt: Instant;
  /** When all objects on the member were last compared with what is wanted; absent: not known. */
  readonly verifiedAt?: Instant;
  /** The member confirmed that nothing of this placement is left on it. */
  readonly isReleased?: boolean;
}

/** Reason of `synchronized` while a work is on its way, or being taken back. */
export const RELEASING = 'WorkNotSynchronizedYet';

/** What the release of a binding waits for, where its report says it. */
export const waitOfRelease = (report: WorkReport | undefined): string | undefined =>
  report?.synchronized?.reason === RELEASING ? report.synchronized.message : undefined;
