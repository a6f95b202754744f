export { decideClusterHealth } from './cluster/decideClusterHealth';
export type { ProbeResult } from './cluster/decideClusterHealth';
export { clusterInput } from './cluster/clusterInput';
export { toClusterInputs } from './schedule/toClusterInputs';
export { decideMembership, refuseHub } from './cluster/decideMembership';
export type {
  Membership,
  MembershipCandidate,
  MembershipDecision,
  MembershipRefusal,
} from './cluster/decideMembership';
export { concernsGates, decideTrigger } from './cluster/decideTrigger';
export type { Trigger } from './cluster/decideTrigger';
export type { ClusterFacts, ClusterUpgrade, MemberHealth } from './cluster/facts';
export { findUpgrade } from './cluster/findUpgrade';
export { hasSilenceChanged } from './cluster/hasSilenceChanged';
export { membersToAsk } from './cluster/hearing';
export { isOpenToChange } from './cluster/isOpenToChange';
export { recordCollection } from './cluster/recordCollection';
export type { Collected, KnownProperties } from './cluster/recordCollection';
export { addNodes, addRequests, toClusterProperties } from './cluster/toClusterProperties';
export type { MemberObservation, ObservedProperties } from './cluster/toClusterProperties';
export { toNamespaces } from './cluster/toNamespaces';
export { assertNever, compareText, earliest, pass, refuse } from './decision';
export { kindOfCause, type BlockerCause } from './blocker/causes';
export { toBlockers, type BlockerPart, type KeptBlocker } from './blocker/keptBlocker';
export { planBlockers, type BlockerPlan } from './blocker/planBlockers';
export type { Blocker, Decision, Verdict } from './decision';
export {
  accessibleNamespace,
  accessibleNamespaceFault,
  isStatusAccessible,
} from './placement/accessibleNamespace';
export { decidePlacement } from './placement/decidePlacement';
export { holdPolicy } from './placement/holdPolicy';
export { bindingsAfter } from './placement/bindingChanges';
export { isIdle } from './placement/isIdle';
export { isSelectionUnread } from './placement/isSelectionUnread';
export type {
  Binding,
  BindingEvent,
  BindingPhase,
  CaptureFailure,
  PlacementAction,
  PlacementFacts,
  PlacementStatusInput,
  PlacementState,
  PolicySnapshot,
  ResourceSnapshot,
  RolloutMark,
  ScheduleOutcome,
  ScheduleVerdict,
  ScorePart,
} from './state/placement';
export { explainBackReports, toProblems, type BackReportProblems } from './reportback/explainBackReports';
export {
  originalKey,
  planBackReports,
  type BackReport,
  type BackReportPlan,
  type BackReportProblem,
} from './reportback/planBackReports';
export {
  decideReportBack,
  MAX_BACK_REPORT_BYTES,
  reportBackModeOf,
  type ReportBack,
  type ReportBackMode,
} from './reportback/reportBack';
export { NO_OVERRIDES } from './desired/desired';
export { isKnownOverrides, unknownOverrides } from './desired/unknownOverrides';
export type {
  Desired,
  MatchedOverride,
  MatchedOverrides,
  OverridesByCluster,
  BoundState,
} from './desired/desired';
export { desiredOf } from './desired/desiredOf';
export { overridesHash, revisionOf } from './desired/revision';
export { foldVariants, renderKeyOf, sayVariants, type Variant } from './desired/variants';
export { findUpdate } from './rollout/findUpdate';
export { advanceBinding } from './rollout/revision';
export { addPlugins } from './schedule/addPlugins';
export { decideSchedule } from './schedule/decideSchedule';
export type { ScheduleDecision, ScheduleInput } from './schedule/decideSchedule';
export { defaultPlugins } from './schedule/defaultPlugins';
export { explainCluster } from './schedule/explainCluster';
export type { ClusterExplanation } from './schedule/explainCluster';
export type { FilterResult } from './schedule/filterResult';
export { summarizeDecision } from './placement/summarizeDecision';
export type {
  ClusterCause,
  DecisionCause,
  DecisionSummary,
  NamedClusters,
  VerdictChange,
} from './placement/summarizeDecision';
export { causesOf } from './schedule/countCauses';
export { explainSchedule } from './schedule/explainSchedule';
export { phraseOf, verdictCodes } from './verdictCodes';
export type { CodeSource, OwnVerdictCode, VerdictCode, VerdictCodeEntry } from './verdictCodes';
export { planBindings } from './schedule/planBindings';
export type { BindingChange, BindingPlanInput } from './schedule/planBindings';
export type {
  Contribution,
  FilterPlugin,
  FilterObservation,
  PluginReads,
  Rank,
  ScheduleContext,
  SchedulePlugins,
  ScorePlugin,
} from './schedule/plugin';
export { hashInputs, policyInputs } from './schedule/policyInputs';
export type { PolicyInputs } from './schedule/policyInputs';
export { suggestForCluster } from './schedule/suggestion/suggestForCluster';
export type { SuggestedChange } from './schedule/obstacle/obstacle';
export type { Way, Suggestion, SuggestionActor } from './schedule/suggestion/suggestion';
export { policyHash } from './schedule/policyHash';
export {
  DEFAULT_SKIPPED_NAMESPACES,
  isDisabledKind,
  isPropagatableNamespace,
  isSelectableInside,
} from './snapshot/isSelectable';
export { MAX_OBJECT_BYTES, planResourceSnapshot, snapshotHash } from './snapshot/planSnapshot';
export type { SnapshotPlan, SnapshotPlanInput } from './snapshot/planSnapshot';
export { collectSelection, noticeWithoutEffect } from './snapshot/collectSelection';
export type { ExcludedObject, ExclusionReason } from './snapshot/exclusion';
export { atSelector } from './snapshot/explainSelector';
export { toIdentifier } from './snapshot/identifier';
export { parseKindPattern } from './snapshot/kindRules';
export type { KindPattern, SelectionRules } from './snapshot/kindRules';
export { PRIVILEGED_GROUPS } from './snapshot/privilegedKinds';
export { snapshotDelayMs } from './snapshot/snapshotDelay';
export type { SnapshotCandidate, SnapshotPace } from './snapshot/snapshotDelay';
export { planContents, planSelection } from './snapshot/planSelection';
export type {
  KindFacts,
  ReadAnswer,
  ReadStep,
  Selection,
  SelectionContext,
  SelectionNotice,
} from './snapshot/selection';
export { projectBinding } from './status/projectBinding';
export { markPublished, advanceLedger, unpublished } from './status/eventLedger';
export type { EventLedger, LedgerEntry } from './status/eventLedger';
export { firstUnmet } from './status/firstUnmet';
export type { Unmet } from './status/firstUnmet';
export { projectEvent } from './status/projectEvent';
export type { EventSubject } from './status/projectEvent';
export { hasCollected, projectMemberCluster } from './status/projectMemberCluster';
export type { MemberClusterView } from './status/projectMemberCluster';
export type { AgentView } from './status/projectPullMember';
export { projectPlacement } from './status/projectPlacement';
export { projectRun } from './status/projectRun';
export { projectPolicySnapshots, projectResourceSnapshot } from './status/projectSnapshots';
export type {
  PublishedPolicySnapshot,
  PublishedResourceSnapshot,
  ResourceSnapshotOptions,
  SnapshotContent,
} from './status/projectSnapshots';
export { projectStatusCopy, syncedClaim, withSynced } from './status/projectStatusCopy';
export type { CopiedStatus } from './status/projectStatusCopy';
export { FINALIZERS_REMOVED, kubeEvents } from './status/kubeEvents';
export type { EventWords } from './status/kubeEvents';
export { MAX_STATUS_BYTES } from './fitBytes';
export { trimStatus } from './status/trimStatus';
export { adoptRun, type ForeignRun } from './updaterun/adoptRun';
export { decideRun } from './updaterun/decideRun';
export { STUCK_AFTER_MS, currentStage } from './staged/progress';
export { isBehindHub, isRunOver, wantedState } from './updaterun/progress';
export type {
  ClusterProgress,
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
export { refuseStrategy } from './updaterun/refuseStrategy';
export { gatePluginsOf } from './updaterun/gatePlugin';
export type { GateContext, GatePlugin, GatePlugins, GateSubject, GateVerdict } from './updaterun/gatePlugin';
export type { GateNaming } from './updaterun/namedGates';
export { validateStrategy } from './updaterun/validateStrategy';
export type { Availability, Probe } from './work/availability/probe';
export { isSameEvidence } from './work/availability/isSameEvidence';
export { isWorthWatching, probeAvailability, probes } from './work/availability/probes';
export { migrateManagedFields, type ManagedFields } from './work/migrateManagedFields';
export {
  carriesManifest,
  completeStrategy,
  driftsAfterApply,
  driftsBeforeRepair,
  isKeptDrift,
  planApply,
} from './work/planApply';
export { overrideProblem } from './work/overrideFailure';
export {
  foreignOwners,
  isOwned,
  isReferenceTo,
  isWorkOfPart,
  claimOn,
  ownersOf,
  partsOn,
  type OwnReference,
  type OwnWork,
} from './work/ownership';
export type { ApplyStep, ApplyTarget, ApplyWrite, RefusalReason, SeenTarget } from './work/planApply';
export { askedForm, writtenForm } from './work/serverForm';
export type { Finding, ServerAnswer, ServerForm } from './work/serverForm';
export { applyPatch } from './override/jsonPatch';
export { explainFallback } from './work/merge/lastApplied';
export { planMerge, type MergePatch } from './work/merge/planMerge';
export { resourceKey } from './work/listResources';
export * from './work/applyPace';
export {
  isSameObject,
  describeManifest,
  identityKey,
  renderPlainWork,
  renderWork,
  toOwnerReference,
} from './work/renderWork';
export { isMeant, labelsReadBy, matchOverrides, matchSnapshots, selectsAny } from './override/matchOverrides';
export type { ReadableCluster } from './override/variables';
export { nameOfObject, overrideKeysOf, type OverrideKeys } from './override/overrideKeys';
export { holdForOverrides } from './override/holdForOverrides';
export { isSnapshotOf, overrideObjects } from './override/overrideObject';
export { findOverrideWarnings, MAX_OVERRIDES } from './override/overrideWarnings';
export {
  viewOverride,
  type MissingLabel,
  type OverrideOperationView,
  type OverrideRuleView,
  type OverrideVariantView,
  type OverrideView,
} from './view/viewOverride';
export { overrideChangeInWords } from './view/overrideChange';
export { planOverrideSnapshots } from './override/planOverrideSnapshots';
export { overrideOf } from './override/overrideSnapshot';
export { overridesView, type ClusterOverrideView } from './view/clusterOverrides';
export type { OverrideSnapshot } from './override/overrideSnapshot';
export { TOO_DEEP } from './override/variables';
export type { OverrideFailure, OverrideObject } from './work/overrideOption';
export type { Manifest, ManifestFault, ManifestIdentity, RenderOptions, Work } from './work/renderWork';
export { claimConditions, type ClaimName, type WorkClaim, type WorkReport } from './work/report';
export { isComparisonFailed, reportWork } from './work/reportWork';
export { isSecret } from './work/secrets';
export { sayCause } from './work/cause/finalCause';
export { findCause, type WorkloadSigns } from './work/cause/findCause';
export { lastSeen } from './work/cause/podSigns';
export type { ManifestOutcome, WorkObservation } from './work/reportWork';
export { authorAccountOf, NAMESPACE_FIELD } from './work/authorAccount';
export { envelopeOf } from './snapshot/envelope';
export { describeEnvelope, unpackEnvelope } from './work/unpackEnvelope';
export type { Enveloped, ParseText } from './work/unpackEnvelope';
export { toWaves } from './work/waves';
export { approveChecks, countChecks, nextStage, startsStage } from './view/approveChecks';
export { countDecided, countRefused, countSummed } from './view/countDecided';
export { explainApproval } from './view/explainApproval';
export { clusterTrouble, foreignTrouble, placementTrouble, runTrouble } from './view/fleetTrouble';
export { findTrouble } from './view/findTrouble';
export type { Mender } from './work/cause/finalCause';
export { sumSizes } from './view/sumSizes';
export { refuseSpec } from './view/refuseSpec';
export { viewHolding } from './view/viewHolding';
export { comingEnds, failureBlocker, thenInWords } from './view/runWords';
export type { ChangeFacts, CheckFacts } from './view/approveChecks';
export { memberStatus, isSilent, silentClusters } from './view/clusterView';
export type { MemberStatus } from './view/clusterView';
export { countChanges, diffSnapshots } from './view/diffSnapshots';
export { imageChanges } from './view/imageChanges';
export type { ImageChange } from './view/imageChanges';
export type { HashedObject, ObjectChangeView, SnapshotDiff } from './view/diffSnapshots';
export { decidedClusters } from './view/decidedView';
export { viewDecidedWhy } from './whatif/viewDecidedWhy';
export { selectorInWords } from './view/runStages';
export { compareLoudness, foldBlockers } from './view/foldBlockers';
export { placementBlockers } from './view/placementBlockers';
export { parseLabelQuery } from './view/labelQuery';
export { rankRun } from './view/rankRun';
export {
  isAvailable,
  placementClusters,
  summarizePlacement,
  toPlacementObservation,
} from './view/placementView';
export { shownVerdicts } from './view/shownVerdicts';
export type { PlacementClusterView, PlacementObservation, PlacementSummaryView } from './view/placementView';
export type { ClusterGroup } from './view/stateOnCluster';
export { placementState } from './view/placementState';
export { viewFailed } from './view/viewObjects';
export { policyInWords, strategyInWords } from './view/policyInWords';
export { previewRun } from './view/previewRun';
export { sumPlan } from './view/sumPlan';
export type { PlanTotalsView } from './view/sumPlan';
export type { RunPreviewView } from './view/previewRun';
export { previewStrategy, strategySeverity, viewStrategyStage } from './view/previewStrategy';
export type {
  StrategyPreviewInput,
  StrategyPreviewStageView,
  StrategyPreviewView,
  StrategyProblemKind,
  StrategyProblemView,
  StrategyStageView,
} from './view/previewStrategy';
export { strategyChangeInWords } from './view/strategyChange';
export { usualDurations } from './view/usualDurations';
export type { UsualDurationsView } from './view/usualDurations';
export { isRemovalStage, snapshotOn } from './view/runClusters';
export { proofOf } from './view/stageProof';
export { markOf } from './view/runStages';
export { isOpen } from './staged/gates/gateStatus';
export { noGateFacts } from './staged/gates/gateFacts';
export type { GateFacts } from './staged/gates/gateFacts';
export type { ApprovalRequest } from './staged/gates/request';
export { findGateKind, gateKindOf, gateKinds, isForPeople, takenGateNames } from './staged/gates/gateKinds';
export type { BuiltInGateKind } from './staged/gates/gateKinds';
export { isGateUsed } from './staged/gates/isGateUsed';
export type { PersonDecision } from './staged/gates/gateStatus';
export type { RunAssessment, RunInputs } from './view/runInputs';
export { chooseRollBack } from './view/chooseRollBack';
export type { RollBackFacts, RollBackView } from './view/chooseRollBack';
export { foreseeEnd } from './view/endOfRun';
export type { EndForesight } from './view/endOfRun';
export { stagesMatching } from './view/stagesMatching';
export { buildRunModel, isStrategyChanged, summarizeRun, viewCluster, viewRun } from './view/viewRun';
export type { RunModel, RunSummaryView, RunView } from './view/viewRun';
export type * from './view/stateCodes';
export type * from './view/views';
export { countStates } from './view/runStages';
export { isInFlight, tallyOf } from './view/runTally';
export { snapshotBefore } from './view/snapshotBefore';
export { countRunSnapshots, countSnapshots } from './view/countSnapshots';
export type { SnapshotCountView } from './view/countSnapshots';
export { countBlocked } from './view/foldBlockers';
export type { StageModel } from './view/runStages';
export { suggestForShortage } from './whatif/suggestForShortage';
export type { ShortageSuggestionView } from './whatif/suggestForShortage';
export { viewSuggestion } from './whatif/viewSuggestion';
export type { SuggestionView, WayView } from './whatif/viewSuggestion';
export { viewWhy } from './whatif/viewWhy';
export type { ClusterWhyView } from './whatif/viewWhy';
export { whatIf } from './whatif/whatIf';
export type { WhatIfOptions } from './whatif/whatIf';
export type { ClusterChange, WhatIfChange } from './whatif/change';
export type { WhatIfView } from './whatif/views';
export { decideRemovals, removalLimit, REMOVAL_WINDOW_MS } from './removal/decideRemovals';
export type { DefinitionState, RemovalLimits } from './removal/decideRemovals';
export { explainHold } from './removal/explainHold';
export type { CaptureWarning } from './state/captureWarning';
export type { OverrideWarning } from './state/overrideWarning';
export type { HoldCause, RemovalProgress } from './state/removal';
export { judgeWorkload, WORKLOAD_HEALTHS, type WorkloadHealth } from './workload/health';
export { maskLive } from './workload/maskLive';
export { containerNames, growWorkloadTree, OWNED_KINDS } from './workload/workloadTree';
export type { PlacedObservation, WorkloadNode } from './workload/workloadTree';
export { diffManifest } from './work/diff';
export type {
  ClusterTimelineEvent,
  OverrideTimelineEvent,
  PersonEventName,
  PlacementTimelineEvent,
  RunTimelineEvent,
  SequenceTimelineEvent,
  StrategyTimelineEvent,
  TimelineEventName,
  VersionRolloutTimelineEvent,
} from './timelineEvents';
export { planShards, shardOf, SHARDS, shardsInWords } from './owners/planShards';
export type { ShardPlan, ShardView } from './owners/planShards';
export { MAX_OBJECTS, previewPlacement } from './preview/previewPlacement';
export type {
  PlacementPreviewView,
  PreviewChange,
  PreviewVariantView,
  VariantOverride,
} from './preview/previewPlacement';
export { applyOverrideChange, findOverrideEffects, previewOverride } from './preview/previewOverride';
export type { OverrideChange, OverrideEffectView, OverrideWhatIfView } from './preview/previewOverride';
export { appliedObjects, placedClusters, plannedClusters, renderOncePerSet } from './preview/renderVariants';
export type { ClusterOverrides, RenderSource } from './preview/renderVariants';
export { diffDryRun } from './preview/diffDryRun';
export { renderPlacement, type RenderedVariant } from './preview/renderPlacement';
export * from './members';
export * from './runs';
export * from './sequences';
