/* Exports of the package about members: who joins and leaves, what reaches those with an agent, what it does, evictions, drains. */
export { isDue } from './cluster/collection';
export type {
  CollectionFailure,
  CollectionRecord,
  ProvidedCondition,
  ProvidedProperties,
  ProviderAnswer,
  StartFailure,
} from './cluster/collection';
export { memberTransition, type MemberTransition } from './cluster/memberTransitions';
export { findProviderFault } from './cluster/findProviderFault';
export { parseProvided } from './cluster/parseProvided';
export {
  accountOf,
  AGENT_ACCOUNT,
  hasJoinIdentity,
  heartbeatOf,
  isJoining,
  JOIN_ACCOUNT,
  JOIN_TOKEN_SECONDS,
  joinIdentity,
  openJoin,
  TOKEN_ROLE,
  tokenObjects,
} from './membership/agentTokens';
export { decideAgentHealth } from './membership/decideAgentHealth';
export { isExported, projectClusterProfile, type ProfileView } from './membership/projectClusterProfile';
export { decideLeave, FORCE_LEAVE_AFTER_MS } from './membership/decideLeave';
export type { LeaveStep } from './membership/decideLeave';
export { foreseeLeave, type LeaveFacts, type LeaveForesight } from './membership/foreseeLeave';
export { agentsOf, joinedClaim } from './membership/joinState';
export { joinCommands, type JoinCommands, type JoinValues } from './membership/joinCommands';
export { projectMemberEvent } from './membership/memberEvent';
export type { MemberEventReason } from './membership/memberEvent';
export { statusEvents } from './membership/statusEvents';
export { memberObjects, pullMemberOf, roleBindingName, roleName } from './membership/memberObjects';
export type { MemberObjectName, PullMember } from './membership/memberObjects';
export { planJoin } from './membership/planJoin';
export type { JoinPlan, LiveObjects, MemberWrite } from './membership/planJoin';
export { closeWrites, openWrites, planIssue, type IssuePlan } from './membership/planIssue';
export { refusePullName } from './membership/refusePullName';
export { recordAgentReport } from './membership/recordAgentReport';
export { decideJoin, heartbeatPeriodMs, nextHeartbeatMs, toSeen } from './agent/decideJoin';
export type { AgentMembership, SeenMembership } from './agent/decideJoin';
export { decideWork, type AgentWork, type AgentStep } from './agent/decideWork';
export {
  decideToken,
  HUB_TOKEN_SECONDS,
  HUB_TOKEN_TEXTS,
  isExpired,
  keptToken,
  renewAt,
  type HubToken,
} from './agent/hubToken';
export { projectInternalMember, type AgentReport, type Readiness } from './agent/projectInternalMember';
export { projectWork, type WorkView } from './agent/projectWork';
export { isStatusDue, trimWork } from './agent/trimWork';
export {
  afterApply,
  afterFailure,
  afterRepairs,
  NEW_PACE,
  nextPassMs,
  repairAfterMs,
  retryPassMs,
  type WorkPace,
} from './agent/workPace';
export { explainRelease, planRelease, RELEASE_PATIENCE_MS, type WorksRelease } from './carrier/releaseWorks';
export { heldByWorks, reportOfWorks, statusesOfWorks } from './carrier/reportOfWorks';
export type { CarriedObject, CarriedStatus } from './carrier/reportOfWorks';
export type { CarriedWork, WorksObservation } from './carrier/carriedWork';
export { isWorkOf, planWorks, type WorksPlan, type WorkStep } from './carrier/planWorks';
export { labelsOfPlacement, worksOf, type CarriedBinding, type PlannedWork } from './carrier/worksOf';
export {
  decideEvictions,
  judgeEviction,
  type DecidedEviction,
  type EvictionOutcome,
  type EvictionState,
  type PendingEviction,
} from './eviction/decideEvictions';
export { evictionName } from './eviction/evictionName';
export { evictionConditions, explainEviction, isEvictionOver } from './eviction/evictionConditions';
export { evictableClusters, viewBudget, viewEviction } from './eviction/viewEvictions';
export {
  CORDON_TAINT,
  drainRequestOf,
  isCordoned,
  withCordon,
  withoutCordon,
  type DrainRequest,
} from './drain/cordon';
export { drainEviction } from './drain/drainEviction';
export { drainStateOf, evictionStateOf, type DrainObjects } from './drain/drainObjects';
export type { DrainCluster, DrainEviction, DrainPlacement, DrainState } from './drain/drainState';
export { foreseeMove, mayMove, type DrainMove } from './drain/foreseeMove';
export type { DrainItem, DrainItemState } from './drain/judgeDrain';
export { drainEvictionName } from './drain/evictionName';
export {
  planDrain,
  type DrainPlan,
  type DrainWarning,
  type PlannedEviction,
  type SkippedOfDrain,
} from './drain/planDrain';
export { viewDrain, type DrainProgress, type DrainProgressState } from './drain/viewDrain';
export { EVICTED_TAINT, foreseeEviction, type EvictionForesight } from './eviction/foreseeEviction';
export { budgetInWords, explainBudgetRefusal } from './eviction/disruptions';
