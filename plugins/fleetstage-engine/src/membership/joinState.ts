import {
  condition,
  MEMBER_AGENT,
  type ConditionClaim,
  type InternalMemberClusterStatus,
  type MemberClusterAgentStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** The agents that a member must have; the two of KubeFleet's networking are none of ours (C/MC-025, MC-031). */
const EXPECTED = [MEMBER_AGENT];

/** What the expected agents have reported; others are passed over (C/MC-031). */
export const agentsOf = (status: Pick<InternalMemberClusterStatus, 'agentStatus'> | undefined) =>
  (status?.agentStatus ?? []).filter(({ type }) => EXPECTED.includes(type));

/** Whether all expected agents have left (C/MC-027, MC-056). */
export const hasLeft = (agents: readonly MemberClusterAgentStatus[]): boolean =>
  agents.length >= EXPECTED.length && agents.every(agent => joinedOf(agent)?.status === 'False');

export const joinedOf = ({ conditions = [] }: MemberClusterAgentStatus) =>
  conditions.find(({ type }) => type === 'Joined');

/**
 * Whether the member has joined, by what its agents report (C/MC-026…031, TR-101, TR-102).
 *
 *     all report Joined True    → True
 *     all report Joined False   → False, it has left
 *     one is missing            → Unknown
 *     one does not say          → Unknown
 *     they differ               → Unknown
 */
export function joinedClaim(
  member: string,
  agents: readonly MemberClusterAgentStatus[],
): ConditionClaim & { readonly status: 'True' | 'False' | 'Unknown' } {
  const unknown = (message: string) =>
    ({
      ...condition('Joined', 'Unknown', 'MemberClusterJoinStateUnknown', message),
      status: 'Unknown',
    }) as const;
  if (agents.length < EXPECTED.length)
    return unknown(
      `Member cluster ${member} has not reported all the expected agents, expected ${EXPECTED.length}, got ${agents.length}`,
    );
  const silent = agents.find(agent => joinedOf(agent) === undefined);
  if (silent !== undefined)
    return unknown(`Member cluster ${member} has not reported the join condition for agent ${silent.type}`);
  if (agents.every(agent => joinedOf(agent)?.status === 'True')) {
    const message = 'Member cluster has successfully joined the fleet';
    return { ...condition('Joined', 'True', 'MemberClusterJoined', message), status: 'True' };
  }
  if (!hasLeft(agents)) return unknown('Member agents are not in a consistent state');
  const message = 'Member cluster has left the fleet';
  return { ...condition('Joined', 'False', 'MemberClusterLeft', message), status: 'False' };
}
