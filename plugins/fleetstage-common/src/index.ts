export type { ApplyStrategy, ServerSideApplyConfig } from './api/apply';
export { acceptedStrategiesOf } from './api/acceptedStrategies';
export type { AcceptedStrategies } from './api/acceptedStrategies';
export { APPROVED_IN_FLEETSTAGE, approversOf } from './api/approval';
export type {
  ApprovalRequest,
  ApprovalRequestSpec,
  ApprovalRequestStatus,
  ClusterApprovalRequest,
} from './api/approval';
export type {
  BindingState,
  ClusterResourceBinding,
  ResourceBinding,
  ResourceBindingSpec,
  ResourceBindingStatus,
} from './api/binding';
export type {
  MemberCluster,
  MemberClusterAgentStatus,
  MemberClusterDeleteOptions,
  MemberClusterIdentity,
  MemberClusterProperty,
  MemberClusterResourceUsage,
  MemberClusterSpec,
  MemberClusterStatus,
  MemberClusterTaint,
} from './api/cluster';
export type { ClusterResourceEnvelope, EnvelopeData, ResourceEnvelope } from './api/envelope';
export type {
  ClusterResourcePlacementDisruptionBudget,
  ClusterResourcePlacementEviction,
  DisruptionBudgetSpec,
  EvictionSpec,
  EvictionStatus,
} from './api/eviction';
export type {
  InternalMemberCluster,
  InternalMemberClusterSpec,
  InternalMemberClusterStatus,
} from './api/internalMember';
export type {
  MemberReader,
  MemberToDescribe,
  PropertyProvider,
  PropertyReport,
  ReportedAmounts,
  ReportedCondition,
} from './api/propertyProvider';
export { CLUSTER_PROFILE, CLUSTER_PROFILE_NAMESPACE } from './api/clusterProfile';
export type {
  ClusterAccessProvider,
  ClusterProfile,
  ClusterProfileSpec,
  ClusterProfileStatus,
} from './api/clusterProfile';
export {
  DELETION_STAGE,
  FLEET_PREFIX,
  LIGHTWEIGHT_MEMBERSHIP,
  MEMBER_AGENT,
  MEMBER_FIELD_MANAGER,
  UPGRADE_TYPE_LABEL_VALUES,
  annotationKeys,
  finalizerKeys,
  labelKeys,
} from './api/keys';
export { namedGatesAt, namedGatesOf } from './api/namedGates';
export type { NamedGate, NamedGates, StageGates } from './api/namedGates';
export { CLUSTER_GROUP, PLACEMENT_GROUP, STORAGE_VERSION, apiVersionOf, crdNameOf, kinds } from './api/kinds';
export type { Kind, PrinterColumn } from './api/kind';
export type { KindName } from './api/kinds';
export type {
  Condition,
  ConditionStatus,
  IntOrString,
  KubeObject,
  LabelSelector,
  LabelSelectorOperator,
  LabelSelectorRequirement,
  ObjectMeta,
  OwnerReference,
  ResourceQuantity,
  Timestamp,
} from './api/meta';
export type {
  ClusterResourceOverride,
  ClusterResourceOverrideSpec,
  JsonPatchOverride,
  OverridePlacement,
  OverrideRule,
  ResourceOverride,
  ResourceOverrideSpec,
} from './api/override';
export type {
  ClusterResourcePlacement,
  DiffedResourcePlacement,
  DriftedResourcePlacement,
  EnvelopeIdentifier,
  FailedResourcePlacement,
  NamespacedName,
  PatchDetail,
  PlacementSpec,
  PlacementStatus,
  ResourceIdentifier,
  ResourcePlacementStatus,
  ResourceSelectorTerm,
  SelectionScope,
} from './api/placement';
export type { ClusterResourcePlacementStatus } from './api/placementStatusCopy';
export type {
  Affinity,
  ClusterAffinity,
  ClusterSelector,
  ClusterSelectorTerm,
  PlacementPolicy,
  PlacementType,
  PreferredClusterSelector,
  PropertySelector,
  PropertySelectorRequirement,
  PropertySorter,
  Toleration,
  TopologySpreadConstraint,
} from './api/policy';
export type { ResourcePlacement } from './api/resourcePlacement';
export type {
  ClusterDecision,
  ClusterResourceSnapshot,
  ClusterSchedulingPolicySnapshot,
  ClusterScore,
  ResourceSnapshot,
  ResourceSnapshotSpec,
  ResourceSnapshotStatus,
  SchedulingPolicySnapshot,
  SchedulingPolicySnapshotSpec,
  SchedulingPolicySnapshotStatus,
} from './api/snapshot';
export type {
  DeleteStrategy,
  ReportBackStrategy,
  RollingUpdateConfig,
  RolloutStrategy,
} from './api/strategy';
export type {
  ClusterStagedUpdateRun,
  ClusterUpdatingStatus,
  StagedUpdateRun,
  StageTaskStatus,
  StageUpdatingStatus,
  UpdateRunSpec,
  UpdateRunState,
  UpdateRunStatus,
} from './api/updateRun';
export type {
  ClusterStagedUpdateStrategy,
  StagedUpdateStrategy,
  StageConfig,
  StageTask,
  StageTaskType,
  UpdateStrategySpec,
} from './api/updateStrategy';
export type {
  AppliedResource,
  AppliedWork,
  AppliedWorkSpec,
  AppliedWorkStatus,
  BackReportedStatus,
  DiffDetails,
  DriftDetails,
  ManifestCondition,
  Work,
  WorkResourceIdentifier,
  WorkSpec,
  WorkStatus,
  WorkloadTemplate,
} from './api/work';
export { EXCLUSION_SCOPES, POLICY_ACCEPTED_REASONS } from './api/maintenancePolicy';
export type {
  ExclusionScope,
  MaintenanceClusters,
  MaintenanceExclusion,
  MaintenancePolicy,
  MaintenancePolicySpec,
  MaintenancePolicyStatus,
  MaintenanceWindow,
  PolicyAcceptedReason,
} from './api/maintenancePolicy';
export { MEMBER_KNOWN_REASONS } from './api/memberVersion';
export type {
  ControlPlaneVersion,
  MemberKnownReason,
  MemberMaintenance,
  MemberRollout,
  MemberVersion,
  MemberVersionStatus,
  NodePoolVersion,
  NodeVersionCount,
} from './api/memberVersion';
export {
  AUTO_UPGRADE_TYPES,
  CHANGE_CLASSES,
  EMPTY_STAGE_ACTIONS,
  OPERATIONAL_STATES,
  SEQUENCE_DEGRADED_REASONS,
  SEQUENCE_READY_REASONS,
  SEQUENCE_WARNINGS,
  TIMEOUT_ACTIONS,
} from './api/rolloutSequence';
export type {
  AutoUpgradeType,
  ChangeClass,
  EmptyStageAction,
  OperationalState,
  RolloutByType,
  RolloutSequence,
  RolloutSequenceSpec,
  RolloutSequenceStatus,
  RolloutsByType,
  SequenceChange,
  SequenceDegradedReason,
  SequenceOperationalState,
  SequenceReadyReason,
  SequenceStage,
  SequenceStageStatus,
  SequenceFailurePolicy,
  SequenceTarget,
  SequenceWarning,
  TimeoutAction,
  VersionByType,
} from './api/rolloutSequence';
export { SEQUENCE_GROUP, SEQUENCE_VERSION, UPGRADE_TYPES } from './api/sequenceShapes';
export type {
  ClusterVersion,
  FleetName,
  MemberLabelRequirement,
  MemberLabelSelector,
  MemberName,
  SequenceDuration,
  StageName,
  UpgradeType,
} from './api/sequenceShapes';
export { CATALOG_READY_REASONS, CLASS_ADVANCES, CLUSTER_CLASS_CHANNEL } from './api/versionCatalog';
export type {
  CatalogChannel,
  CatalogClusterClass,
  CatalogMinor,
  CatalogReadyReason,
  CatalogTarget,
  ClassAdvance,
  VersionCatalog,
  VersionCatalogSpec,
  VersionCatalogStatus,
} from './api/versionCatalog';
export { ROLLOUT_INTENTS, ROLLOUT_STATES, ROLLOUT_TRIGGERS } from './api/versionRollout';
export type {
  ClusterRetry,
  RolloutClusterStatus,
  RolloutDesiredState,
  RolloutIntent,
  RolloutStageStatus,
  RolloutSummary,
  RolloutTargetStatus,
  RolloutTrigger,
  SoakOverride,
  StageBlocker,
  TargetCounts,
  VersionRollout,
  VersionRolloutSpec,
  VersionRolloutStatus,
} from './api/versionRollout';
export {
  CANCELLED_REASONS,
  OPEN_TARGET_STATES,
  PAUSED_REASONS,
  ROLLOUT_ACCEPTED_REASONS,
  ROLLOUT_PHASES,
  ROLLOUT_PROGRESSING_REASONS,
  ROLLOUT_REASONS,
  ROLLOUT_SUCCEEDED_REASONS,
  SOAK_SOURCES,
  STAGE_PHASES,
  TARGET_REASONS,
  TARGET_STATES,
} from './api/versionRolloutStates';
export type {
  CancelledReason,
  PausedReason,
  RolloutAcceptedReason,
  RolloutPhase,
  RolloutProgressingReason,
  RolloutReason,
  RolloutSucceededReason,
  SoakSource,
  StagePhase,
  TargetReason,
  TargetState,
} from './api/versionRolloutStates';
export { catalogue } from './conditions/catalogue';
export type { Catalogue, ConditionType } from './conditions/catalogue';
export { condition, isOurs, isTrue, mergeConditions, stateCondition } from './conditions/condition';
export type { ConditionClaim, Statement } from './conditions/condition';
export { decidedConditions, resumedConditions } from './conditions/decidedConditions';
export type { DecisionToWrite } from './conditions/decidedConditions';
export { sequenceConditions } from './conditions/sequenceConditions';
export type { SequenceConditions, SequenceReason } from './conditions/sequenceConditions';
export { worstOf } from './conditions/worstOf';
export * from './permissions';
export { isLabelValue, isQualifiedName, parseLabelSelector, toLabelQuery } from './selectors/labels';
export type { LabelPredicate, Labels } from './selectors/labels';
export { RESOURCE_PROPERTY_PREFIX, parsePropertyLookup, parsePropertySelector } from './selectors/properties';
export type { ClusterProperties, PropertyLookup, PropertyPredicate } from './selectors/properties';
export { canonicalJson, isSameJson, sortedKeys, utf8Length } from './values/canonicalJson';
export type { KeyOrder } from './values/canonicalJson';
export { contentHash, sha256Hex } from './values/contentHash';
export { cutText, MAX_TEXT } from './values/cutText';
export { formatDuration, parseDuration } from './values/duration';
export { isSameUser, normalizeEntityRef } from './values/entityRefs';
export { kindOf, parseApiVersion, toApiVersion } from './values/groupVersionKind';
export type { GroupVersionKind } from './values/groupVersionKind';
export { fromRfc3339, instant, plus, toRfc3339 } from './values/instant';
export type { Instant } from './values/instant';
export { parseIntOrPercent, resolveIntOrPercent } from './values/intOrPercent';
export type { IntOrPercent } from './values/intOrPercent';
export { isJsonObject, without } from './values/jsonObject';
export type { JsonObject } from './values/jsonObject';
export {
  approvalName,
  bindingName,
  derivedName,
  memberNamespace,
  policySnapshotName,
  resourceSnapshotName,
  subResourceSnapshotName,
  isWorkOfEnvelope,
  wholeWorkOf,
  subWorkName,
  envelopeWorkName,
  workName,
} from './values/names';
export { findSegmentFault } from './values/pathSegment';
export { parsePlacementKey, placementKindOf, toPlacementKey } from './values/placementKey';
export type { PlacementKind, PlacementName } from './values/placementKey';
export {
  APPROVAL_KINDS,
  isApprovalKind,
  isRunKind,
  isStrategyKind,
  RUN_KINDS,
  stagedKindsOf,
  stagedKindsOfKey,
  STRATEGY_KINDS,
} from './values/stagedKinds';
export type { ApprovalKind, RunKind, StagedKinds, StrategyKind } from './values/stagedKinds';
export { toPlainText } from './values/plainText';
export { derivedKinds } from './api/derivedKinds';
export { kubectlYaml } from './values/kubectlYaml';
export {
  ZERO_QUANTITY,
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  subtractQuantities,
  toNumber,
} from './values/quantity';
export type { Quantity, QuantityFormat } from './values/quantity';
export { failure, ok } from './values/result';
export type { Result } from './values/result';
