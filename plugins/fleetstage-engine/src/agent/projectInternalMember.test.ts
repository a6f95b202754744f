import { instant, plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { projectInternalMember, type AgentReport } from './projectInternalMember';

const NOON = instant(1_795_262_400_000);
const report = (patch: Partial<AgentReport> = {}): AgentReport => ({
  state: 'joined',
  heartbeatAt: NOON,
  readiness: { kind: 'ready' },
  generation: 2,
  ...patch,
});
const agentOf = (patch: Partial<AgentReport>, now = plus(NOON, 3_000)) => {
  const [agent] = projectInternalMember(report(patch), now).agentStatus ?? [];
  return agent;
};
const short = (patch: Partial<AgentReport>) =>
  agentOf(patch).conditions?.map(({ type, status, reason }) => `${type} ${status} ${reason}`);

describe('what an agent reports of its cluster', () => {
  it.each([
    [
      'C/MC-037, MC-039: joined and healthy',
      {},
      ['Joined True InternalMemberClusterJoined', 'Healthy True InternalMemberClusterHealthy'],
    ],
    [
      'C/MC-037: not ready',
      { readiness: { kind: 'unready', statusCode: 503 } },
      ['Joined True InternalMemberClusterJoined', 'Healthy False InternalMemberClusterUnhealthy'],
    ],
    [
      'C/MC-037: out of reach',
      { readiness: { kind: 'unreachable', message: 'refused' } },
      ['Joined True InternalMemberClusterJoined', 'Healthy False InternalMemberClusterUnhealthy'],
    ],
    [
      'C/MC-035: could not begin',
      { failure: 'why' },
      ['Joined Unknown InternalMemberClusterFailedToJoin', 'Healthy True InternalMemberClusterHealthy'],
    ],
    ['C/MC-043: left', { state: 'left', readiness: undefined }, ['Joined False InternalMemberClusterLeft']],
  ] as const)('%s', (_, patch, expected) => {
    expect(short(patch)).toEqual(expected);
  });

  it('C/MC-036: the heartbeat is when the probe began', () => {
    expect(agentOf({})).toMatchObject({ type: 'MemberAgent', lastReceivedHeartbeat: '2026-11-21T12:00:00Z' });
  });

  it.each<[string, Partial<AgentReport>, readonly string[]]>([
    [
      'C/MC-037, MC-039: joined and healthy',
      {},
      ['The agent applies Works', 'The API server of the cluster is ready'],
    ],
    [
      'C/MC-037: with which status the probe failed',
      { readiness: { kind: 'unready', statusCode: 503 } },
      ['The agent applies Works', 'health probe failed with status code 503'],
    ],
    [
      'C/MC-037: how it is out of reach',
      { readiness: { kind: 'unreachable', message: 'refused' } },
      ['The agent applies Works', 'health probe failed: refused'],
    ],
    ['C/MC-035: why it could not begin', { failure: 'why', readiness: undefined }, ['why']],
    ['C/MC-043: that it has let go', { state: 'left' }, ['The agent has let go of the cluster']],
  ])('says %s', (_, patch, messages) => {
    expect(agentOf(patch).conditions?.map(({ message }) => message)).toEqual(messages);
  });

  it('C/PP-002: says nothing of what was not read', () => {
    expect(Object.keys(projectInternalMember(report(), NOON))).toEqual(['agentStatus']);
    const known = { properties: { a: '1' } };
    expect(projectInternalMember(report({ known }), NOON)).not.toHaveProperty('properties');
    expect(agentOf({ state: 'left', readiness: undefined })).not.toHaveProperty('lastReceivedHeartbeat');
  });

  it('C/PP-002: keeps of the status before what it does not report itself', () => {
    const previous = { properties: { a: { value: '1', observationTime: '2026-11-21T11:00:00Z' } } };
    expect(projectInternalMember(report({ previous }), NOON).properties).toEqual(previous.properties);
  });

  it('C/MC-043: after a leave the last heartbeat stays, and since when it was healthy is kept before', () => {
    const before = projectInternalMember(report(), NOON);
    const again = projectInternalMember(report({ previous: before }), plus(NOON, 60_000));
    expect(again.agentStatus?.[0].conditions?.[1].lastTransitionTime).toBe('2026-11-21T12:00:00Z');
    const left = agentOf({
      state: 'left',
      heartbeatAt: plus(NOON, 90_000),
      readiness: undefined,
      previous: again,
    });
    expect(left.lastReceivedHeartbeat).toBe('2026-11-21T12:00:00Z');
  });

  it('C/PP-002, PP-005, PP-013, PP-020: properties, usage, namespaces and how their collection went', () => {
    const known = {
      properties: { 'k8s.io/k8s-version': 'v1.36.3' },
      resourceUsage: { capacity: { cpu: '8' } },
      namespaces: { shop: 'web-work' },
      collection: { core: {}, namespaces: 'Succeeded', providers: {} },
    } as const;
    const status = projectInternalMember(report({ known, propertiesObservedAt: NOON }), NOON);
    expect(status).toMatchObject({
      properties: { 'k8s.io/k8s-version': { value: 'v1.36.3', observationTime: '2026-11-21T12:00:00Z' } },
      resourceUsage: known.resourceUsage,
      namespaces: known.namespaces,
      conditions: [
        {
          type: 'ClusterPropertyCollectionSucceeded',
          status: 'True',
          reason: 'PropertiesCollected',
          observedGeneration: 2,
        },
        { type: 'NamespaceCollectionSucceeded', status: 'True', reason: 'Succeeded' },
      ],
    });
  });

  it('C/PP-010: a collection that was late keeps the last values', () => {
    const failure = { reason: 'TimedOut', message: 'the cluster has not answered within 10 s' } as const;
    const known = { properties: { a: '1' }, collection: { core: { a: '1' }, failure, providers: {} } };
    const status = projectInternalMember(report({ known, propertiesObservedAt: NOON }), plus(NOON, 60_000));
    expect(status.conditions).toMatchObject([{ status: 'False', reason: 'TimedOut' }]);
    expect(status.properties).toEqual({ a: { value: '1', observationTime: '2026-11-21T12:00:00Z' } });
  });

  it('leaves what other agents report', () => {
    const other = { type: 'MultiClusterServiceAgent', conditions: [] };
    const before = { type: 'MemberAgent', conditions: [], lastReceivedHeartbeat: '2026-11-21T11:00:00Z' };
    const status = projectInternalMember(report({ previous: { agentStatus: [other, before] } }), NOON);
    expect(status.agentStatus).toHaveLength(2);
    expect(status.agentStatus?.[1]).toEqual(other);
  });
});
