import type { ObjectMeta } from './meta';

/** Where the work came from. */
export interface AppliedWorkSpec {
  /** Name of the work on the hub. */
  readonly workName: string;
  /** Namespace of the work on the hub. */
  readonly workNamespace: string;
}

/** One object that was applied. */
export interface AppliedResource {
  /** Position in the work. */
  readonly ordinal: number;
  /** API group; empty for the core group. */
  readonly group?: string;
  /** API version. */
  readonly version?: string;
  /** Kind. */
  readonly kind?: string;
  /** Plural name of the kind. */
  readonly resource?: string;
  /** Namespace; empty for cluster-scoped kinds. */
  readonly namespace?: string;
  /** Name. */
  readonly name?: string;
  /** UID of the object on this cluster. */
  readonly uid?: string;
}

/** What was applied. */
export interface AppliedWorkStatus {
  /** The objects. */
  readonly appliedResources?: readonly AppliedResource[];
}

/** On a member cluster, the owner of what one placement put there; deleting it cleans up. Written by Fleetstage. */
export interface AppliedWork {
  readonly apiVersion: string;
  readonly kind: 'AppliedWork';
  readonly metadata: ObjectMeta;
  /** Where the work came from. */
  readonly spec: AppliedWorkSpec;
  /** What was applied. */
  readonly status?: AppliedWorkStatus;
}
