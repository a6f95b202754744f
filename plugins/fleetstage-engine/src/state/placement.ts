import type {
  AcceptedStrategies,
  ApplyStrategy,
  ClusterScore,
  Instant,
  PlacementPolicy,
  PlacementSpec,
  ResourceIdentifier,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { KeptBlocker } from '../blocker/keptBlocker';
import type { ClusterFacts } from '../cluster/facts';
import type { MatchedOverrides, OverridesByCluster } from '../desired/desired';
import type { BackReportProblems } from '../reportback/explainBackReports';
import type { RemovalProgress } from './removal';
import type { CaptureWarning } from './captureWarning';
import type { OverrideWarning } from './overrideWarning';
import type { VerdictCode } from '../verdictCodes';
import type { WorkReport } from '../work/report';

/** The authored placement as last seen; `spec` has its defaults filled in. */
export interface PlacementFacts {
  readonly name: string;
  /** Set on a ResourcePlacement: it selects in this namespace, and its derived kinds live there (A/PL-004). */
  readonly namespace?: string;
  readonly uid: string;
  readonly generation: number;
  readonly spec: PlacementSpec;
  readonly createdAt: Instant;
  /** Set when the object carries a deletion timestamp. */
  readonly deletedAt?: Instant;
  /** Both of our finalizers are on the object (seen in the mirror). */
  readonly hasFinalizers: boolean;
  /** Value of the annotation with which somebody answers on the hub that a held removal may begin (decision 0032). */
  readonly removalAnswer?: string;
  /** At least one of them is; a deleted object goes when none is left. Absent: as `hasFinalizers`. */
  readonly hasSomeFinalizer?: boolean;
  /** What its annotation says of strategies; absent: runs may work by any. */
  readonly acceptedStrategies?: AcceptedStrategies;
  /** What added gate kinds may read. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** One revision of the scheduling policy (A/POL-001…017). */
export interface PolicySnapshot {
  readonly index: number;
  /** Hex SHA-256 of the policy without `numberOfClusters`. */
  readonly hash: string;
  readonly policy?: PlacementPolicy;
  /** Placement generation this snapshot was last confirmed for. */
  readonly placementGeneration: number;
  /** PickN only; follows the placement in place. */
  readonly numberOfClusters?: number;
  readonly createdAt: Instant;
}

/** One captured revision of the selected resources (A/SNP-001…006); the payload itself lives content-addressed elsewhere. */
export interface ResourceSnapshot {
  readonly index: number;
  /** Hex SHA-256 of the captured manifests (A/SNP-001), or an identity made from it with a secret; equal for equal content. */
  readonly hash: string;
  readonly identifiers: readonly ResourceIdentifier[];
  readonly createdAt: Instant;
}

/** What the last capture said when it was not a snapshot: shown as `InvalidResourceSelectors` (A/SEL-024). */
export interface CaptureFailure {
  readonly message: string;
  readonly placementGeneration: number;
  readonly at: Instant;
}

/** One cluster of one scheduling decision; every cluster of the fleet has one, without a cap (RUL 23). */
export interface ScheduleVerdict {
  readonly cluster: string;
  readonly selected: boolean;
  readonly code: VerdictCode;
  /** The sentence that `kubectl describe` shows. */
  readonly reason: string;
  readonly score?: ClusterScore;
  /** Name of the plugin that refused. */
  readonly filter?: string;
  /** What each plugin contributed to `score`; they add up to it. */
  readonly parts?: readonly ScorePart[];
  /** Short hash of all that the policy read of this cluster: another one means that a new decision is due. */
  readonly inputs?: string;
}

/** One contribution to a cluster's score, for people. */
export interface ScorePart {
  /** Name of the plugin. */
  readonly plugin: string;
  /** What was read, e.g. `weight 80, kubernetes-fleet.io/node-count Descending: 6 in [1, 8]`. */
  readonly subject: string;
  readonly topology?: number;
  readonly affinity?: number;
  /** Already holds this placement under an older policy. */
  readonly incumbency?: number;
}

/** Result of the scheduler for one policy snapshot; feeds the Scheduled condition (A/ST-010). */
export interface ScheduleOutcome {
  readonly policyIndex: number;
  readonly placementGeneration: number;
  readonly fulfilled: boolean;
  /** The policy could not be evaluated: nothing is known of it, and who is placed stays (RUL 20). */
  readonly isHeld?: true;
  /** PickN had all that it asks for before this decision, so nobody else was compared (A/SCH-080 paths 1 and 2). */
  readonly isRefresh?: true;
  /** How many clusters were picked; more than there are bindings while one of them is still being cleaned. */
  readonly selectedCount?: number;
  /** Condition message. */
  readonly message: string;
  readonly at: Instant;
}

export type BindingPhase = 'Scheduled' | 'Bound' | 'Unscheduled';

/** The RolloutStarted claim of a binding: who let it go, or what holds it. */
export interface RolloutMark {
  readonly status: 'True' | 'False';
  readonly reason: 'RolloutStarted' | 'RolloutNotStartedYet';
  readonly message: string;
  readonly at: Instant;
  /** The update run that advanced it, under External. */
  readonly run?: string;
}

/** One placement × cluster: the decision, and the revision that is assigned to the cluster. */
export interface Binding {
  /** Derived name, stable over edits (`bindingName`). */
  readonly name: string;
  readonly cluster: string;
  readonly phase: BindingPhase;
  /** Set on Unscheduled bindings (label `previous-binding-state`). */
  readonly previousPhase?: 'Scheduled' | 'Bound';
  readonly policyIndex: number;
  readonly decision: ScheduleVerdict;
  /** Index of the resource snapshot it shall run; absent while it has never been bound. */
  readonly resourceIndex?: number;
  readonly applyStrategy?: ApplyStrategy;
  /** Those of the revision assigned to it; absent: none. */
  readonly overrides?: MatchedOverrides;
  /**
   * Identity of what the cluster shall run: hash of snapshot content, overrides and apply strategy (`revisionOf`).
   * Status counts only where a report names the same revision.
   */
  readonly revision?: string;
  readonly rollout?: RolloutMark;
  readonly createdAt: Instant;
  /** The cluster is to be cleaned; the row goes when the member confirms. */
  readonly releasedAt?: Instant;
}

/** Everything one placement pass may know; one consistent read. */
export interface PlacementState {
  readonly placement: PlacementFacts;
  /** Ordered by name. */
  readonly clusters: readonly ClusterFacts[];
  /** Ascending index; the last one is the latest. */
  readonly policySnapshots: readonly PolicySnapshot[];
  /** Ascending index; the last one is the latest. */
  readonly resourceSnapshots: readonly ResourceSnapshot[];
  /** Override snapshots that change something on a cluster; absent: on none. */
  readonly overrides?: OverridesByCluster;
  readonly captureFailure?: CaptureFailure;
  /** Generation of the placement whose selectors were read last, with whatever result; absent: not known. */
  readonly capturedGeneration?: number;
  /** They mean something else than the newest snapshot holds, and that becomes a snapshot later (A/SNP-030). */
  readonly isSnapshotDelayed?: true;
  readonly schedule?: ScheduleOutcome;
  /** The verdicts of the last schedule, ordered by cluster name. */
  readonly verdicts: readonly ScheduleVerdict[];
  /** Ordered by cluster name. */
  readonly bindings: readonly Binding[];
  /** Newest report per cluster, whatever revision it speaks of; ordered by cluster name. */
  readonly reports: readonly WorkReport[];
  /** Update runs that are neither finished nor failed: they own their strategy's clusters under External. */
  readonly activeRuns: readonly string[];
  /**
   * The newest update run that has started, finished or not: under External the status reports its snapshot (RUL 29).
   * Absent before any run, or when its object is gone.
   */
  readonly newestRun?: { readonly name: string; readonly resourceIndex: number };
  /** Statuses that could not be reported back when that was last tried (RUL 15); absent: all could. */
  readonly backReportProblems?: BackReportProblems;
  /** What the last capture warned of; absent: nothing. */
  readonly captureWarnings?: readonly CaptureWarning[];
  /** What a pass has found of the overrides that concern it (RUL 44); absent: nothing. */
  readonly overrideWarnings?: readonly OverrideWarning[];
  /** What held it when a pass last decided; absent: nothing, or no pass of this version has decided yet. */
  readonly blockers?: readonly KeptBlocker[];
  /** Of a placement that is being deleted: whether it may leave its clusters; absent: nobody has asked yet. */
  readonly removal?: RemovalProgress;
}

/** A placement without the fleet: the input of its status and its snapshots. */
export type PlacementStatusInput = Omit<PlacementState, 'clusters'>;

/** Database writes that a placement pass asks for; each is an upsert or compare-and-set by derived name. */
export type PlacementAction =
  | { readonly kind: 'ensureFinalizers' }
  | { readonly kind: 'removeFinalizers' }
  /** The placement is to leave its clusters: may it (decision 0032)? */
  | { readonly kind: 'requestRemoval' }
  /** Somebody has confirmed on the hub what is held; it begins once that is kept. */
  | { readonly kind: 'confirmRemoval'; readonly comment: string }
  /** The object may go, what was derived for it stays. */
  | { readonly kind: 'releaseObject' }
  | {
      readonly kind: 'savePolicySnapshot';
      readonly snapshot: PolicySnapshot;
      readonly prune: readonly number[];
    }
  | {
      readonly kind: 'saveSchedule';
      readonly outcome: ScheduleOutcome;
      readonly verdicts: readonly ScheduleVerdict[];
    }
  | { readonly kind: 'saveBinding'; readonly binding: Binding; readonly event: BindingEvent }
  /** Ask the member to clean up; the row stays until it confirms. */
  | { readonly kind: 'releaseBinding'; readonly cluster: string; readonly at: Instant; readonly why: string }
  /** The member has confirmed (or never held anything, or left the fleet): forget the binding. */
  | { readonly kind: 'forgetBinding'; readonly cluster: string }
  | { readonly kind: 'pruneResourceSnapshots'; readonly indexes: readonly number[] };

/** Why a binding row changed, for the timeline and to know whether the member must be notified. */
export type BindingEvent = 'scheduled' | 'rescheduled' | 'unscheduled' | 'advanced' | 'blocked' | 'confirmed';
