import type { ApplyStrategy } from './apply';
import type { Condition, KubeObject, ObjectMeta, Timestamp } from './meta';
import type { PatchDetail } from './placement';
import type { ReportBackStrategy } from './strategy';

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

/** The objects of a work. */
export interface WorkloadTemplate {
  /**
   * The objects, in any order: the agent applies them kind by kind.
   * @items embeddedResource
   * @items preserveUnknown
   */
  readonly manifests?: readonly KubeObject[];
}

/** What the agent of a member cluster is asked to apply. */
export interface WorkSpec {
  /** The objects. */
  readonly workload?: WorkloadTemplate;
  /** How they are applied. */
  readonly applyStrategy?: ApplyStrategy;
  /**
   * Whether their statuses are brought back to the hub.
   * @only v1beta1
   */
  readonly reportBackStrategy?: ReportBackStrategy;
}

/** What one object of a work is called. */
export interface WorkResourceIdentifier {
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
}

/** What somebody has changed of an object since it was applied. */
export interface DriftDetails {
  /** When it was seen last. */
  readonly observationTime: Timestamp;
  /**
   * Generation of the object on the member cluster then.
   * @format int64
   */
  readonly observedInMemberClusterGeneration: number;
  /** When a drift was seen first. */
  readonly firstDriftedObservedTime: Timestamp;
  /** The fields that drifted. */
  readonly observedDrifts?: readonly PatchDetail[];
}

/** Where an object differs from the hub's. */
export interface DiffDetails {
  /** When it was seen last. */
  readonly observationTime: Timestamp;
  /**
   * Generation of the object on the member cluster then; nothing where there is none.
   * @format int64
   */
  readonly observedInMemberClusterGeneration?: number;
  /** When a difference was seen first. */
  readonly firstDiffedObservedTime: Timestamp;
  /** The fields that differ. */
  readonly observedDiffs?: readonly PatchDetail[];
}

/** The status of an object on the member cluster. */
export interface BackReportedStatus {
  /**
   * The object with its status alone.
   * @embeddedResource
   * @preserveUnknown
   */
  readonly observedStatus?: KubeObject;
  /** When it was read. */
  readonly observationTime: Timestamp;
}

/** What became of one object of a work. */
export interface ManifestCondition {
  /** The object. */
  readonly identifier: WorkResourceIdentifier;
  /** Applied, Available and DiffReported. */
  readonly conditions: readonly Condition[];
  /** What somebody has changed of it. */
  readonly driftDetails?: DriftDetails;
  /** Where it differs. */
  readonly diffDetails?: DiffDetails;
  /**
   * Its status, where it is asked for.
   * @only v1beta1
   */
  readonly backReportedStatus?: BackReportedStatus;
}

/** What the agent of a member cluster reports of a work. */
export interface WorkStatus {
  /** Applied, Available, DiffReported and StatusTrimmed. */
  readonly conditions: readonly Condition[];
  /** What became of each object. */
  readonly manifestConditions?: readonly ManifestCondition[];
}

/** Objects for a member cluster whose agent pulls them from the hub; in the cluster's namespace, written by Fleetstage. */
export interface Work {
  readonly apiVersion: string;
  readonly kind: 'Work';
  readonly metadata: ObjectMeta;
  /** What the agent is asked to apply. */
  readonly spec?: WorkSpec;
  /** What the agent reports. */
  readonly status?: WorkStatus;
}
