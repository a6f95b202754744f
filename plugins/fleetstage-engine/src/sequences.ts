/* Exports of the package about sequences of versions: versions, catalogs, stages, edits, eligibility, selection, maintenance. */
export {
  fleetOf,
  parseAssigner,
  stageNumbers,
  type AssignmentSpec,
  type LabelledCluster,
  type StageAssigner,
  type StageAssignment,
  type StageClusters,
} from './sequence/assignment/assignClusters';
export { addCatchAlls } from './sequence/assignment/catchAll';
export {
  findFleetConflicts,
  validateFleets,
  type FleetClaim,
  type FleetConflict,
} from './sequence/assignment/fleetOwners';
export { reassign, type ReassignInput, type RolloutMembership } from './sequence/assignment/reassign';
export {
  fleetsOf,
  validateSequence,
  type SequenceIssue,
  type SequenceIssueCode,
} from './sequence/assignment/validateSequence';
export type { ResolvedCatalog, ResolvedChannel, ResolvedTarget } from './sequence/catalog/catalog';
export { designate, nextAvailableAt, type DesignationQuestion } from './sequence/catalog/designate';
export {
  designatedVersions,
  type DesignationInput,
  type VersionDesignation,
  type VersionedCluster,
} from './sequence/catalog/designatedVersions';
export { judgePath, type PathQuestion } from './sequence/catalog/judgePath';
export {
  resolveCatalog,
  type CatalogFailure,
  type CatalogIssue,
  type ClassFacts,
} from './sequence/catalog/resolveCatalog';
export {
  ownChannel,
  sequenceChannel,
  type ChannelNames,
  type SequenceChannel,
} from './sequence/catalog/sequenceChannel';
export { showChannels } from './sequence/catalog/showChannels';
export { endOfSupportOf, isBehindSupport, SUPPORT_WARNING_MS } from './sequence/catalog/support';
export {
  assignmentHash,
  classifyChange,
  type AssignedSpec,
  type ChangeInput,
  type KeptStage,
  type MovedCluster,
  type SequenceEdit,
} from './sequence/change/classifyChange';
export {
  refuseRolloutAct,
  rolloutActPatch,
  toRolloutToAct,
  type RolloutAct,
  type RolloutActRefusal,
  type RolloutToAct,
} from './sequence/change/rolloutAct';
export { designationsOf } from './sequence/decide/createRollouts';
export { decideSequence } from './sequence/decide/decideSequence';
export { judgeTarget } from './sequence/eligibility/judgeTarget';
export { judgeTargets, type JudgedTarget } from './sequence/eligibility/judgedTarget';
export {
  DEFAULT_MINOR_STEP,
  DEFAULT_NO_PROGRESS_MS,
  DEFAULT_NODE_SKEW,
  type ObservedUnit,
  type RolloutFacts,
  type TargetFacts,
  type TargetPast,
  type UpgradeCheck,
} from './sequence/eligibility/targetFacts';
export { holdsStage, mayStart, type TargetVerdict } from './sequence/eligibility/targetVerdict';
export type { ClusterView } from './sequence/facts/clusterView';
export { sequenceHealth, type SequenceHealth } from './sequence/facts/sequenceHealth';
export { openPass, type SequencePass } from './sequence/facts/sequencePass';
export { hasErrors, type Issue } from './sequence/issue';
export { judgeStep, judgeUpgrade, type UpgradeToJudge } from './sequence/judgeUpgrade';
export type { Interval, Intervals } from './sequence/maintenance/intervals';
export { maintenanceCalendar, type CalendarEntry } from './sequence/maintenance/maintenanceCalendar';
export {
  MAINTENANCE_HORIZON_MS,
  maintenanceAt,
  maintenanceStatus,
  neverOpens,
  type MaintenanceState,
} from './sequence/maintenance/maintenanceState';
export { parsePolicyClusters, type PolicyCluster } from './sequence/maintenance/matchPolicy';
export { predictStages, type PredictedStage, type Prediction } from './sequence/maintenance/predictStages';
export { openingsOf, type MaintenanceQuestion } from './sequence/maintenance/openings';
export { parsePolicy, type MaintenanceRules, type PolicyFault } from './sequence/maintenance/policyRules';
export { validatePolicy, type PolicyIssue } from './sequence/maintenance/validatePolicy';
export { currentIndex, isActive as isRolloutActive, phaseOfStage } from './sequence/rollout/stagePhase';
export {
  UPGRADE_REFUSALS,
  type ObservedBlock,
  type ObservedCluster,
  type ObservedControlPlane,
  type ObservedNodePool,
  type ObservedUpgrade,
  type UpgradeRefusal,
} from './sequence/observed';
export {
  copiedLabels,
  explainUnknown,
  judgeClaims,
  resolveProvider,
  withCopiedLabels,
  type ClusterOfProvider,
  type KnownProvider,
  type ProviderResolution,
  type ProviderQuestion,
} from './sequence/providers/resolveProvider';
export {
  selectVersion,
  type CandidateRefusal,
  type StageBound,
  type StageCandidate,
  type StageSelection,
} from './sequence/selection/selectVersion';
export type {
  KeptPast,
  KeptRefusal,
  RolloutMemory,
  RolloutStageMemory,
  TargetMemory,
} from './sequence/state/rolloutMemory';
export type { SequenceAction, SequenceEvent, SequenceEventName } from './sequence/state/sequenceAction';
export type { QualifiedVersion, SequenceMemory, StoppedVersion } from './sequence/state/sequenceMemory';
export type {
  ClusterVersions,
  DesiredUpgrade,
  SequenceCluster,
  SequenceFacts,
  SequenceRollout,
  SequenceSettings,
  SequenceState,
  UpgradeAnswer,
  WorkloadUpdate,
} from './sequence/state/sequenceState';
export { DEFAULT_SEQUENCE_SETTINGS } from './sequence/state/settings';
export { projectCatalog, projectPolicy } from './sequence/status/projectCatalog';
export type { SequenceStatement } from './sequence/status/sequenceClaim';
export { projectMemberVersion, type MemberStatement } from './sequence/status/projectMemberVersion';
export { predictRollout, predictVersion, timeoutOf } from './sequence/status/predictRollout';
export {
  projectProgress,
  projectRollout,
  projectTarget,
  type RolloutProgress,
  type RolloutStatement,
} from './sequence/status/projectRollout';
export {
  foldLines,
  projectSequenceEvent,
  type ToldLine,
  type ToldObject,
} from './sequence/status/projectSequenceEvent';
export { projectSequence, type SequenceStatusInput } from './sequence/status/projectSequence';
export {
  comingSoakEnds,
  clustersInRollout,
  rolloutHolds,
  type ClusterInRollout,
  type RolloutHold,
} from './sequence/status/viewRollout';
export { trimRollout } from './sequence/status/trimRollout';
export {
  compareMinors,
  compareVersions,
  highestVersion,
  lowestVersion,
  minorDistance,
} from './sequence/versions/compareVersions';
export { stepOf, stepSize, type StepSize } from './sequence/versions/upgradeStep';
export {
  formatMinor,
  formatVersion,
  formatWithV,
  parseMinor,
  parseVersion,
  type KubeMinor,
  type KubeVersion,
} from './sequence/versions/version';
