import {
  condition,
  MEMBER_AGENT,
  mergeConditions,
  type Condition,
  type ConditionClaim,
  type MemberClusterAgentStatus,
  type MemberClusterStatus,
  type Statement,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { AgentReport } from '../cluster/collection';
import type { ClusterFacts, MemberHealth } from '../cluster/facts';
import { agentsOf, joinedClaim } from '../membership/joinState';
import { healthClaim } from './healthClaim';

/** How far the objects of a pull member on the hub are. */
export interface AgentView {
  /** They have been made: the agent can join. */
  readonly isReady: boolean;
  /** What keeps them from being made, corrected or removed. */
  readonly problem?: string;
}

export interface PullMemberView {
  readonly cluster: ClusterFacts;
  readonly agent: AgentView;
  readonly report?: AgentReport;
  readonly previous?: MemberClusterStatus;
}

/**
 * Conditions and agents of a member with an agent (C/MC-024…032, TR-100…105): what the agent reports is copied, whether the
 * member has joined is judged, and where its heartbeats have stopped `Healthy` says so (RUL 25).
 */
export function projectPullMember(
  { cluster, agent, report, previous }: PullMemberView,
  statement: Statement,
): Pick<MemberClusterStatus, 'conditions' | 'agentStatus'> {
  const { agents = [], conditions: reported = [] } = report ?? {};
  const copied = reported.map(one => ({ ...one, observedGeneration: statement.generation }));
  const types = new Set(copied.map(({ type }) => type));
  const before = previous?.conditions?.filter(({ type }) => !types.has(type));
  const claims = membershipClaims(cluster, agent, agents);
  return {
    conditions: [...mergeConditions(before, claims, statement), ...copied],
    agentStatus: agents.map(one => copyAgent(one, cluster.health, statement)),
  };
}

function membershipClaims(
  { name }: ClusterFacts,
  { isReady, problem }: AgentView,
  agents: readonly MemberClusterAgentStatus[],
): ConditionClaim[] {
  const joined = joinedClaim(name, agentsOf({ agentStatus: agents }));
  const hasLeft = joined.status === 'False';
  if (problem === undefined && !isReady && !hasLeft) return [explain(joined, agents)];
  const notReady = 'Member cluster is not ready to join the fleet';
  const ready =
    problem !== undefined || hasLeft
      ? condition('ReadyToJoin', 'False', 'MemberClusterNotReadyToJoin', problem ?? notReady)
      : condition(
          'ReadyToJoin',
          'True',
          'MemberClusterReadyToJoin',
          'Member cluster is ready to join the fleet',
        );
  return [ready, explain(joined, agents)];
}

/** Whoever expected a member that is pushed to sees here why it is none. */
const explain = (claim: ConditionClaim, agents: readonly unknown[]): ConditionClaim =>
  agents.length > 0
    ? claim
    : {
        ...claim,
        message: `${claim.message}; no credentials are configured for it, so its agent is expected`,
      };

function copyAgent(
  agent: MemberClusterAgentStatus,
  health: MemberHealth | undefined,
  statement: Statement,
): MemberClusterAgentStatus {
  const conditions = (agent.conditions ?? []).map(one => ({
    ...one,
    observedGeneration: statement.generation,
  }));
  const isSilent = agent.type === MEMBER_AGENT && health?.healthy === 'Unknown';
  return { ...agent, conditions: isSilent ? withSilence(conditions, health, statement) : conditions };
}

/** What was reported last does not hold any more, or was never reported. */
function withSilence(
  conditions: readonly Condition[],
  health: MemberHealth,
  statement: Statement,
): readonly Condition[] {
  const others = conditions.filter(({ type }) => type !== 'Healthy');
  if (others.length === conditions.length) return conditions;
  return [...others, ...mergeConditions(undefined, [healthClaim(health)], statement)];
}
