import type {
  ApplyStrategy,
  Instant,
  NamedGates,
  Result,
  StageConfig,
  UpdateRunSpec,
  UpdateStrategySpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { KeptBlocker } from '../blocker/keptBlocker';
import type { ClusterFacts } from '../cluster/facts';
import type { MatchedOverrides, OverridesByCluster } from '../desired/desired';
import type { FrozenOverrides } from '../desired/frozenOverrides';
import type {
  Binding,
  CaptureFailure,
  PlacementFacts,
  PolicySnapshot,
  ResourceSnapshot,
  RolloutMark,
  ScheduleOutcome,
} from '../state/placement';
import type { GateEffect, GateEvent, GateProgress } from '../staged/gates/gate';
import type { GateFacts } from '../staged/gates/gateFacts';
import type { ItemProgress, Phase, StageMemory } from '../staged/state';
import type { WorkReport } from '../work/report';
import type { GatePlugins } from './gatePlugin';

export type { Phase };

/** The authored run as last seen; `spec` has its defaults filled in. */
export interface RunFacts {
  readonly name: string;
  /** Of a StagedUpdateRun: it, its placement, its strategy and its approvals are there (C/UR-008). */
  readonly namespace?: string;
  readonly uid: string;
  readonly generation: number;
  readonly spec: UpdateRunSpec;
  readonly createdAt: Instant;
  readonly deletedAt?: Instant;
  readonly hasFinalizer: boolean;
  /** The hub says that it has succeeded or failed. That is final in whatever generation it was said (C/TR-030). */
  readonly hasEnded?: boolean;
  /** A person asks on the object that it ends for good (RUL 4). */
  readonly end?: RunEnd;
  /** What added gate kinds may read. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface RunEnd {
  readonly reason: string;
  /** Who asked through Fleetstage; `undefined` for kubectl. */
  readonly actor?: string;
}

export type TaskProgress = GateProgress;

export interface ClusterProgress extends ItemProgress {
  readonly cluster: string;
}

/** How far one stage is; conditions are projected from it and never read back. */
export interface StageProgress extends StageMemory {
  readonly clusters: readonly ClusterProgress[];
}

/** What initialization froze (C/UR-042…046). */
export interface RunPlan {
  readonly at: Instant;
  /** uid of the placement that was planned for: created again under its name it is another one. */
  readonly placementUid: string;
  readonly policyIndex: number;
  readonly clusterCount: number;
  readonly resourceIndex: number;
  readonly applyStrategy: ApplyStrategy;
  /** Per cluster (C/UR-048); absent: none has any, as in plans of versions that knew of none. */
  readonly overrides?: FrozenOverrides;
  readonly stages: readonly StageConfig[];
  /**
   * Normalized entity refs that the strategy's annotation named; empty: the permission alone decides who approves. Absent in
   * plans of versions that did not keep them.
   */
  readonly approvers?: readonly string[];
  /** What the strategy's annotation named; absent: nothing. */
  readonly gates?: NamedGates;
}

/** The run's own memory: one JSON document per run in the database. */
export interface RunProgress {
  /** When the engine first observed the run; a placement or strategy may be mirrored a little later than it. */
  readonly seenAt?: Instant;
  readonly plan?: RunPlan;
  readonly initializationFailed?: { readonly at: Instant; readonly message: string };
  readonly startedAt?: Instant;
  /**
   * The last state that the spec named, where it was not Run: a writer that does not know the field drops it, and that
   * starts nothing (RUL 51).
   */
  readonly heldState?: 'Initialize' | 'Stop';
  /** Place in the line of the placement's runs, taken when execution starts; a smaller number goes first (RUL 4). */
  readonly turn?: number;
  readonly phase?: Phase;
  /** The worst that holds its clusters, as its blockers say: runs behind it read it. */
  readonly trouble?: RunTrouble;
  /** When it last went on after a stop; its open gates could not be decided before. */
  readonly resumedAt?: Instant;
  readonly stages: readonly StageProgress[];
  readonly deletion: StageProgress;
  readonly succeededAt?: Instant;
  readonly failed?: { readonly at: Instant; readonly message: string };
  /** A person ended it; it never goes on and holds no other run. */
  readonly ended?: RunEnd & { readonly at: Instant; readonly message: string };
  /** Closed because the hub knew of an end and this memory did not: what the hub shows of the run is truer. */
  readonly isOutdated?: true;
}

export type RunTrouble = 'failing' | 'stuck';

/** Another run of the same placement that is neither over nor being deleted (RUL 4). */
export interface SiblingRun {
  readonly name: string;
  readonly createdAt: Instant;
  /** Absent: no pass has observed it yet. */
  readonly progress?: RunProgress;
}

/** Everything one update-run pass may know; read under the placement's lock. */
export interface RunState {
  readonly run: RunFacts;
  readonly progress: RunProgress | undefined;
  /** Absent: the object does not exist (any more). */
  readonly strategy?: UpdateStrategySpec;
  /** Normalized entity refs that the annotation of the strategy names. */
  readonly approvers?: readonly string[];
  /** What the annotation of the strategy names beside its tasks; absent: there is none. */
  readonly gates?: Result<NamedGates>;
  /** The added gate kinds; absent: their gates stay as the last pass left them, as whoever only shows a run needs it. */
  readonly gatePlugins?: GatePlugins;
  readonly placement?: PlacementFacts;
  readonly policySnapshots: readonly PolicySnapshot[];
  readonly resourceSnapshots: readonly ResourceSnapshot[];
  /** Override snapshots that change something on a cluster; absent: on none. */
  readonly overrides?: OverridesByCluster;
  /** The newest capture covers every event of the hub so far (RUL 24). */
  readonly isCaptureFresh: boolean;
  /** What the newest capture said when it was not a snapshot. */
  readonly captureFailure?: CaptureFailure;
  readonly schedule?: ScheduleOutcome;
  readonly clusters: readonly ClusterFacts[];
  readonly bindings: readonly Binding[];
  readonly reports: readonly WorkReport[];
  readonly gateFacts: GateFacts;
  /** What held it when a pass last decided; absent: nothing, or no pass of this version has decided yet. */
  readonly blockers?: readonly KeptBlocker[];
  /** Ordered by creation, then name; earlier and later ones. */
  readonly siblings: readonly SiblingRun[];
}

export type RunAction =
  | { readonly kind: 'ensureFinalizer' }
  | { readonly kind: 'removeFinalizer' }
  /** The whole next progress; the store compares and writes timeline rows from the events. */
  | { readonly kind: 'saveProgress'; readonly progress: RunProgress; readonly events: readonly RunEvent[] }
  | {
      readonly kind: 'advanceBinding';
      readonly cluster: string;
      readonly resourceIndex: number;
      readonly applyStrategy: ApplyStrategy;
      /** Absent: none. */
      readonly overrides?: MatchedOverrides;
      readonly rollout: RolloutMark;
    }
  | { readonly kind: 'releaseBinding'; readonly cluster: string; readonly at: Instant; readonly why: string }
  | GateEffect
  | { readonly kind: 'deleteApprovals' }
  | { readonly kind: 'captureResources' };

/** One transition, for the timeline; `stage`, `cluster` and `task` where they apply. */
export interface RunEvent {
  readonly event: RunEventName;
  readonly at: Instant;
  readonly stage?: string;
  readonly cluster?: string;
  readonly task?: string;
  readonly actor?: string;
  readonly message?: string;
}

export type RunEventName =
  | 'initialized'
  | 'initializationFailed'
  | 'started'
  | 'waiting'
  | 'running'
  | 'stuck'
  | 'stopping'
  | 'stopped'
  | 'resumed'
  | 'succeeded'
  | 'failed'
  | 'ended'
  | 'endedOnHub'
  | 'stageStarted'
  | 'stageUpdated'
  | 'stageSucceeded'
  | 'clusterStarted'
  | 'clusterSucceeded'
  | 'clusterFailed'
  | 'clusterUnavailable'
  | 'clusterReleased'
  | GateEvent['event'];
