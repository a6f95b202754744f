import type {
  ApplyStrategy,
  KubeObject,
  OwnerReference,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Manifest, ManifestIdentity } from '@fleetstage/backstage-plugin-fleetstage-engine';

/** The comparison to make on one member. */
export interface DryRunOn {
  readonly cluster: string;
  /** As whom the cluster shall judge the requests. */
  readonly as?: string;
  readonly wanted: readonly Manifest[];
  /** How they would be applied. */
  readonly strategy: ApplyStrategy;
  /** What would own them. */
  readonly owner: OwnerReference;
  /** The objects that the placement has there and would lose. */
  readonly leftovers: readonly ManifestIdentity[];
  /** Whoever asked has left: nothing more is asked of the cluster. */
  readonly signal: AbortSignal;
}

/** One object: as it is, and as the API server says that it would be. */
export interface DryRunResult {
  readonly identity: ManifestIdentity;
  /** Absent: it is not there. */
  readonly live?: KubeObject;
  /** Absent: it would be deleted, or the cluster refuses it. */
  readonly then?: KubeObject;
  /** Why the cluster refuses it. */
  readonly problem?: string;
  /** Why the placement leaves it as it is. */
  readonly kept?: string;
}

export interface DryRun {
  readonly results: readonly DryRunResult[];
  /** There is more than was compared. */
  readonly isCut: boolean;
}

/**
 * The port by which a member is asked what applying would make of its objects; it stores nothing. Rejects with a
 * ServiceUnavailableError where the member cannot be asked, with a ConflictError while another comparison is under way there.
 */
export interface MemberDryRun {
  dryRun(on: DryRunOn): Promise<DryRun>;
}
