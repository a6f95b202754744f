import type { Condition, MemberClusterAgentStatus } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { AgentReport } from '../cluster/collection';
import { aCondition, aJoinedAgent, anAgent } from '../membership/membership.testing';
import { aCluster, aHealthyMember, NOON, secondsAfter } from '../testing/builders';
import { projectMemberCluster, type MemberClusterView } from './projectMemberCluster';

interface Given extends Partial<Omit<MemberClusterView, 'collection'>> {
  readonly agents?: readonly MemberClusterAgentStatus[];
  readonly reported?: readonly Condition[];
}

function project({ agents = [aJoinedAgent()], reported = [], ...view }: Given = {}) {
  const agent: AgentReport = { agents, conditions: reported };
  const collection = { core: {}, providers: {}, ...(agents.length > 0 && { agent }) };
  return projectMemberCluster(
    { cluster: aCluster('edge'), agent: { isReady: true }, collection, ...view },
    { generation: 4, now: NOON },
  );
}
const short = (conditions: readonly Condition[] = []) =>
  conditions.map(({ type, status, reason }) => `${type}=${status} ${reason}`);
const messageOf = (type: string, { conditions = [] }: ReturnType<typeof project>) =>
  conditions.find(one => one.type === type)?.message;

describe('the status of a pull member', () => {
  it('C/MC-024, MC-026, MC-032, TR-101: an agent that has joined is copied', () => {
    const networking = anAgent({ type: 'MultiClusterServiceAgent', joined: 'True' });
    const status = project({ agents: [aJoinedAgent(), networking] });
    expect(short(status.conditions)).toEqual([
      'ReadyToJoin=True MemberClusterReadyToJoin',
      'Joined=True MemberClusterJoined',
    ]);
    expect(status.agentStatus).toEqual([
      {
        ...aJoinedAgent(),
        conditions: aJoinedAgent().conditions?.map(one => ({ ...one, observedGeneration: 4 })),
      },
      { ...networking, conditions: networking.conditions?.map(one => ({ ...one, observedGeneration: 4 })) },
    ]);
  });

  it('C/TR-100: before its objects are made it is not said to be ready, and it has not joined', () => {
    const status = project({ agents: [], agent: { isReady: false } });
    expect(short(status.conditions)).toEqual(['Joined=Unknown MemberClusterJoinStateUnknown']);
    expect(status.agentStatus).toEqual([]);
  });

  it('C/MC-024, MC-028, TR-100: ready, and its agent is waited for', () => {
    const status = project({ agents: [] });
    expect(short(status.conditions)).toEqual([
      'ReadyToJoin=True MemberClusterReadyToJoin',
      'Joined=Unknown MemberClusterJoinStateUnknown',
    ]);
    expect(messageOf('Joined', status)).toBe(
      'Member cluster edge has not reported all the expected agents, expected 1, got 0; no credentials are configured for it, so its agent is expected',
    );
  });

  it('says what keeps it from being ready', () => {
    const agent = { isReady: true, problem: 'roles is forbidden' };
    const status = project({ agent });
    expect(short(status.conditions)).toEqual([
      'ReadyToJoin=False MemberClusterNotReadyToJoin',
      'Joined=True MemberClusterJoined',
    ]);
    expect(messageOf('ReadyToJoin', status)).toBe('roles is forbidden');
  });

  it('C/MC-027, MC-043, TR-105: its agent has left', () => {
    const cluster = aCluster('edge', { health: aHealthyMember({ joined: false }), isLeaving: true });
    const status = project({ cluster, agents: [anAgent({ joined: 'False' })] });
    expect(short(status.conditions)).toEqual([
      'ReadyToJoin=False MemberClusterNotReadyToJoin',
      'Joined=False MemberClusterLeft',
    ]);
    expect(messageOf('ReadyToJoin', status)).toBe('Member cluster is not ready to join the fleet');
  });

  it('RUL 25, C/MC-046, TR-103: where heartbeats have stopped Healthy says so, and it has joined still', () => {
    const health = aHealthyMember({
      healthy: 'Unknown',
      healthChangedAt: secondsAfter(-5),
      message: 'no heartbeat',
    });
    const status = project({ cluster: aCluster('edge', { health }) });
    expect(short(status.conditions)).toContain('Joined=True MemberClusterJoined');
    const [agent] = status.agentStatus ?? [];
    expect(short(agent.conditions)).toEqual([
      'Joined=True Reported',
      'Healthy=Unknown FleetstageHealthUnknown',
    ]);
    expect(agent.conditions?.[1]).toMatchObject({
      message: 'no heartbeat',
      lastTransitionTime: '2026-11-21T11:59:55Z',
    });
    expect(agent.lastReceivedHeartbeat).toBe('2026-11-21T12:00:00Z');
  });

  it('C/PP-012…014: conditions of providers are copied, also such as we do not write ourselves', () => {
    const reported = [
      aCondition('ClusterPropertyProviderStarted', 'False', { reason: 'FailedToStart' }),
      aCondition('AKSClusterCostPropertiesCollectionSucceeded', 'True', { reason: 'CostsCalculated' }),
    ];
    const old = aCondition('AKSClusterCostPropertiesCollectionSucceeded', 'False');
    const status = project({ reported, previous: { conditions: [old, aCondition('Audited', 'True')] } });
    expect(short(status.conditions)).toEqual([
      'ReadyToJoin=True MemberClusterReadyToJoin',
      'Joined=True MemberClusterJoined',
      'Audited=True Reported',
      'ClusterPropertyProviderStarted=False FailedToStart',
      'AKSClusterCostPropertiesCollectionSucceeded=True CostsCalculated',
    ]);
    expect(status.conditions?.[3]).toMatchObject({ observedGeneration: 4 });
  });

  it('is stable: projecting on its own result changes nothing', () => {
    const reported = [aCondition('ClusterPropertyProviderStarted', 'True', { reason: 'Started' })];
    const first = project({ reported });
    expect(project({ reported, previous: first })).toEqual(first);
  });
});
