import type { Condition } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aCluster, aHealthyMember, minutesBefore, NOON } from '../testing/builders';
import { projectMemberCluster, type MemberClusterView } from './projectMemberCluster';

const project = (view: Partial<MemberClusterView> = {}) =>
  projectMemberCluster({ cluster: aCluster('c1'), ...view }, { generation: 2, now: NOON });
const short = (conditions: readonly Condition[] = []) =>
  conditions.map(({ type, status, reason }) => `${type}=${status} ${reason}`);

describe('projectMemberCluster', () => {
  it('C/MC-024, MC-026, MC-036…039: a joined, healthy member', () => {
    const status = project();
    expect(short(status.conditions)).toEqual([
      'ReadyToJoin=True MemberClusterReadyToJoin',
      'Joined=True MemberClusterJoined',
    ]);
    const [agent] = status.agentStatus ?? [];
    expect(agent).toMatchObject({ type: 'MemberAgent', lastReceivedHeartbeat: '2026-11-21T12:00:00Z' });
    expect(short(agent.conditions)).toEqual([
      'Joined=True InternalMemberClusterJoined',
      'Healthy=True InternalMemberClusterHealthy',
    ]);
    expect(agent.conditions?.[1]).toMatchObject({
      lastTransitionTime: '2026-11-21T11:00:00Z',
      observedGeneration: 2,
    });
  });

  it('C/MC-028: not heard of yet', () => {
    const status = project({ cluster: aCluster('c1', { health: undefined }) });
    expect(short(status.conditions)).toEqual([
      'ReadyToJoin=True MemberClusterReadyToJoin',
      'Joined=Unknown MemberClusterJoinStateUnknown',
    ]);
    expect(status.conditions?.[1].message).toBe(
      'Member cluster c1 has not reported all the expected agents, expected 1, got 0',
    );
    expect(status.agentStatus).toEqual([]);
  });

  it('says why a member could not be reached', () => {
    const health = aHealthyMember({
      joined: false,
      healthy: 'Unknown',
      lastHeartbeatAt: undefined,
      message: 'no route',
    });
    const status = project({ cluster: aCluster('c1', { health }) });
    expect(status.conditions?.[1].message).toBe('Member cluster c1 has not been reached: no route');
    expect(short(status.agentStatus?.[0].conditions)).toEqual([
      'Joined=Unknown InternalMemberClusterFailedToJoin',
      'Healthy=Unknown FleetstageHealthUnknown',
    ]);
  });

  it('C/MC-027, MC-043: a member that has left', () => {
    const health = aHealthyMember({ joined: false });
    const status = project({ cluster: aCluster('c1', { health, isLeaving: true }) });
    expect(short(status.conditions)).toEqual([
      'ReadyToJoin=False MemberClusterNotReadyToJoin',
      'Joined=False MemberClusterLeft',
    ]);
    expect(short(status.agentStatus?.[0].conditions)).toEqual(['Joined=False InternalMemberClusterLeft']);
  });

  it('C/MC-037: an unhealthy member says why and since when', () => {
    const health = aHealthyMember({
      healthy: 'False',
      healthChangedAt: minutesBefore(2),
      message: 'health probe failed with status code 503',
    });
    const status = project({ cluster: aCluster('c1', { health }) });
    expect(status.agentStatus?.[0].conditions?.[1]).toMatchObject({
      status: 'False',
      reason: 'InternalMemberClusterUnhealthy',
      message: 'health probe failed with status code 503',
      lastTransitionTime: '2026-11-21T11:58:00Z',
    });
  });

  it('C/MC-009, MC-010, PP-013: properties and usage with their time', () => {
    const usage = { available: { cpu: '2' }, observationTime: '2026-11-21T11:59:00Z' };
    const cluster = aCluster('c1', {
      properties: { 'kubernetes-fleet.io/node-count': '3' },
      resourceUsage: usage,
    });
    const status = project({ cluster, propertiesObservedAt: minutesBefore(1) });
    expect(status.properties).toEqual({
      'kubernetes-fleet.io/node-count': { value: '3', observationTime: '2026-11-21T11:59:00Z' },
    });
    expect(status.resourceUsage).toBe(usage);
    expect(short(status.conditions)).toContain('ClusterPropertyCollectionSucceeded=True PropertiesCollected');
  });

  it('a failed collection is told and keeps what was known', () => {
    const status = project({ propertiesObservedAt: minutesBefore(9), collectionError: 'nodes is forbidden' });
    expect(short(status.conditions)).toContain(
      'ClusterPropertyCollectionSucceeded=False FleetstageCollectionFailed',
    );
  });

  it('leaves foreign conditions and other agents alone', () => {
    const foreign: Condition = {
      type: 'Audited',
      status: 'True',
      reason: 'Yes',
      message: '',
      lastTransitionTime: '2026-01-01T00:00:00Z',
    };
    const other = { type: 'ServiceExportImportAgent' };
    const status = project({ previous: { conditions: [foreign], agentStatus: [other] } });
    expect(status.conditions).toContainEqual(foreign);
    expect(status.agentStatus?.[1]).toEqual(other);
  });

  it('is stable: projecting on its own result changes nothing', () => {
    const first = project();
    expect(project({ previous: first })).toEqual(first);
  });
});
