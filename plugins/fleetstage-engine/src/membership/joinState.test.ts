import { agentsOf, hasLeft, joinedClaim } from './joinState';
import { aJoinedAgent, anAgent, type AgentWords } from './membership.testing';

const short = (...agents: AgentWords[]) => {
  const { status, reason, message } = joinedClaim('edge', agentsOf({ agentStatus: agents.map(anAgent) }));
  return `${status} ${reason}: ${message}`;
};

describe('joinedClaim', () => {
  it.each<[string, AgentWords[], string]>([
    [
      'C/MC-026, TR-101: joined',
      [{ joined: 'True' }],
      'True MemberClusterJoined: Member cluster has successfully joined the fleet',
    ],
    [
      'C/MC-027, TR-105: left',
      [{ joined: 'False' }],
      'False MemberClusterLeft: Member cluster has left the fleet',
    ],
    [
      'C/MC-028, TR-102: no agent',
      [],
      'Unknown MemberClusterJoinStateUnknown: Member cluster edge has not reported all the expected agents, expected 1, got 0',
    ],
    [
      'C/MC-029: an agent that does not say',
      [{ healthy: 'True' }],
      'Unknown MemberClusterJoinStateUnknown: Member cluster edge has not reported the join condition for agent MemberAgent',
    ],
    [
      'C/MC-030, MC-035, TR-102: neither',
      [{ joined: 'Unknown' }],
      'Unknown MemberClusterJoinStateUnknown: Member agents are not in a consistent state',
    ],
    [
      'C/MC-030: two that differ',
      [{ joined: 'True' }, { joined: 'False' }],
      'Unknown MemberClusterJoinStateUnknown: Member agents are not in a consistent state',
    ],
    [
      'C/MC-025, MC-031: agents of networking are passed over',
      [{ joined: 'True' }, { type: 'MultiClusterServiceAgent', joined: 'False' }],
      'True MemberClusterJoined: Member cluster has successfully joined the fleet',
    ],
    [
      'C/MC-031: one of them alone is none',
      [{ type: 'MultiClusterServiceAgent', joined: 'True' }],
      'Unknown MemberClusterJoinStateUnknown: Member cluster edge has not reported all the expected agents, expected 1, got 0',
    ],
  ])('%s', (_, agents, says) => {
    expect(short(...agents)).toBe(says);
  });

  it('C/MC-056: has left once all have', () => {
    expect(hasLeft([])).toBe(false);
    expect(hasLeft([aJoinedAgent()])).toBe(false);
    expect(hasLeft([anAgent({ joined: 'False' })])).toBe(true);
    expect(hasLeft([anAgent({ joined: 'False' }), aJoinedAgent()])).toBe(false);
    expect(hasLeft([anAgent()])).toBe(false);
    expect(hasLeft([{ type: 'MemberAgent' }])).toBe(false);
  });
});
