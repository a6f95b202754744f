import type {
  DiffedResourcePlacement,
  DriftedResourcePlacement,
  FailedResourcePlacement,
  Instant,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** One claim about the objects of a placement on one member; the shape of a binding condition. */
export interface WorkClaim {
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
  /** When `status` last changed for this revision. */
  readonly at: Instant;
}

/**
 * What applying one binding on its member has shown; written by the effect that applies and observes.
 * It is evidence only for the revision it names.
 */
export interface WorkReport {
  readonly cluster: string;
  readonly revision: string;
  readonly overridden?: WorkClaim;
  readonly synchronized?: WorkClaim;
  readonly applied?: WorkClaim;
  readonly available?: WorkClaim;
  readonly diffReported?: WorkClaim;
  readonly failed: readonly FailedResourcePlacement[];
  readonly drifted: readonly DriftedResourcePlacement[];
  readonly diffed: readonly DiffedResourcePlacement[];
  readonly observedAt: Instant;
  /** The member confirmed that nothing of this placement is left on it. */
  readonly isReleased?: boolean;
}
