export { decideClusterHealth } from './cluster/decideClusterHealth';
export type { ProbeResult } from './cluster/decideClusterHealth';
export type { ClusterFacts, MemberHealth } from './cluster/facts';
export { toClusterProperties } from './cluster/toClusterProperties';
export type { MemberObservation, ObservedProperties } from './cluster/toClusterProperties';
export { assertNever, compareText, earliest } from './decision';
export type { Blocker, Decision, Verdict } from './decision';
export { decidePlacement } from './placement/decidePlacement';
export type {
  Binding,
  BindingEvent,
  BindingPhase,
  CaptureFailure,
  PlacementAction,
  PlacementFacts,
  PlacementState,
  PolicySnapshot,
  ResourceSnapshot,
  RolloutMark,
  ScheduleOutcome,
  ScheduleVerdict,
  ScorePart,
} from './placement/state';
export { advanceBinding } from './rollout/revision';
export type { FilterPlugin, Rank, ScheduleContext, SchedulePlugins, ScorePlugin } from './schedule/plugin';
export { policyHash } from './schedule/policyHash';
export { DEFAULT_SKIPPED_NAMESPACES, isDisabledKind, isPropagatableNamespace } from './snapshot/isSelectable';
export { MAX_OBJECT_BYTES, planResourceSnapshot, snapshotHash } from './snapshot/planSnapshot';
export type { SnapshotPlan, SnapshotPlanInput } from './snapshot/planSnapshot';
export { collectSelection, planContents, planSelection, toIdentifier } from './snapshot/selectResources';
export type {
  KindFacts,
  ReadAnswer,
  ReadStep,
  Selection,
  SelectionContext,
} from './snapshot/selectResources';
export { projectBinding } from './status/projectBinding';
export { projectMemberCluster } from './status/projectMemberCluster';
export type { MemberClusterView } from './status/projectMemberCluster';
export { projectPlacement } from './status/projectPlacement';
export { projectRun } from './status/projectRun';
export { projectPolicySnapshots, projectResourceSnapshot } from './status/projectSnapshots';
export type { ResourceSnapshotOptions, SnapshotContent } from './status/projectSnapshots';
export { MAX_STATUS_BYTES, trimStatus } from './status/trimStatus';
export { decideRun } from './updaterun/decideRun';
export { STUCK_AFTER_MS, currentStage, isBehindHub, isRunOver } from './updaterun/progress';
export type {
  ApprovalFacts,
  ClusterProgress,
  PersonEventName,
  Phase,
  RunAction,
  RunEvent,
  RunEventName,
  RunFacts,
  RunPlan,
  RunProgress,
  RunState,
  SiblingRun,
  StageProgress,
  TaskProgress,
} from './updaterun/state';
export { validateStrategy } from './updaterun/validateStrategy';
export type { Availability, Probe } from './work/availability/probe';
export { isWorthWatching, probeAvailability, probes } from './work/availability/probes';
export { carriesManifest, completeStrategy, driftsAfterApply, isOwned, planApply } from './work/planApply';
export type { ApplyStep, ApplyTarget, RefusalReason } from './work/planApply';
export { describeManifest, identityKey, renderWork, toOwnerReference } from './work/renderWork';
export type { Manifest, ManifestFault, ManifestIdentity, Work } from './work/renderWork';
export { claimConditions, type ClaimName, type WorkClaim, type WorkReport } from './work/report';
export { reportWork } from './work/reportWork';
export type { ManifestOutcome, WorkObservation } from './work/reportWork';
export { toWaves } from './work/waves';
export { approveChecks, nextStage, startsStage } from './view/approveChecks';
export { failureBlocker, whatWaitEnds } from './view/runWords';
export type { ChangeFacts, CheckFacts } from './view/approveChecks';
export { clusterStanding, isSilent } from './view/clusterView';
export type { ClusterStanding } from './view/clusterView';
export { countChanges, diffSnapshots } from './view/diffSnapshots';
export type { HashedObject, ObjectChangeView, SnapshotDiff } from './view/diffSnapshots';
export { compareLoudness, foldBlockers } from './view/foldBlockers';
export { parseLabelQuery } from './view/labelQuery';
export {
  causesOf,
  isAvailable,
  placementClusters,
  placementState,
  summarizePlacement,
  toPlacementSight,
  viewFailed,
  viewHolding,
} from './view/placementView';
export type {
  ClusterGroup,
  PlacementClusterView,
  PlacementSight,
  PlacementSummaryView,
} from './view/placementView';
export { policyInWords, strategyInWords } from './view/policyInWords';
export { previewRun } from './view/previewRun';
export type { RunPreviewView } from './view/previewRun';
export { isRemovalStage, proofOf, snapshotOn } from './view/runClusters';
export { isOpen, isUsed } from './view/runGates';
export type { PersonDecision, RequestSight, RunScene, RunSight } from './view/runSight';
export { drawRun, isStrategyChanged, summarizeRun, viewCluster, viewRun } from './view/viewRun';
export type { RunPicture, RunSummaryView, RunView } from './view/viewRun';
export type * from './view/stateCodes';
export type * from './view/views';
export { countStates } from './view/runStages';
export type { StageTold } from './view/runStages';
