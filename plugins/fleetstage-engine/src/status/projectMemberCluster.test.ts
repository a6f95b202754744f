import type { Condition } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { CollectionFailure, CollectionRecord } from '../cluster/collection';
import { aCluster, aHealthyMember, minutesBefore, NOON } from '../testing/builders';
import { projectMemberCluster, type MemberClusterView } from './projectMemberCluster';

const project = (view: Partial<MemberClusterView> = {}) =>
  projectMemberCluster({ cluster: aCluster('c1'), ...view }, { generation: 2, now: NOON });
const short = (conditions: readonly Condition[] = []) =>
  conditions.map(({ type, status, reason }) => `${type}=${status} ${reason}`);

describe('projectMemberCluster', () => {
  it('A/PL-079, A/PL-080, A/PL-082, C/MC-024, MC-026, MC-036…039: a joined, healthy member', () => {
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

  it('A/PL-080, C/MC-028: not heard of yet', () => {
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

  it.each(['FleetstageSameCluster', 'FleetstageClusterChanged'] as const)(
    'says that a member does not join, and why: %s',
    mistaken => {
      const health = aHealthyMember({
        joined: false,
        healthy: 'Unknown',
        message: 'it is the hub',
        mistaken,
      });
      const status = project({ cluster: aCluster('c1', { health }) });
      expect(short(status.conditions)).toEqual([
        'ReadyToJoin=True MemberClusterReadyToJoin',
        `Joined=False ${mistaken}`,
      ]);
      expect(status.conditions?.[1].message).toBe('it is the hub');
      expect(short(status.agentStatus?.[0].conditions)).toEqual([
        `Joined=False ${mistaken}`,
        'Healthy=Unknown FleetstageHealthUnknown',
      ]);
    },
  );

  it('warns of a member that cannot be distinguished from others, and of one that is reached insecurely', () => {
    const warned = (patch: Parameters<typeof aHealthyMember>[0]) =>
      project({ cluster: aCluster('c1', { health: aHealthyMember(patch) }) }).conditions?.find(
        ({ type }) => type === 'FleetstageWarning',
      );
    expect(warned({})).toBeUndefined();
    expect(warned({ isUnidentified: true })?.reason).toBe('FleetstageClusterUnidentified');
    expect(warned({ insecurity: 'in clear' })).toMatchObject({
      reason: 'FleetstageInsecureConnection',
      message: 'in clear',
    });
    expect(warned({ isUnidentified: true, insecurity: 'in clear' })?.reason).toBe(
      'FleetstageSeveralWarnings',
    );
  });

  it('A/PL-080, PL-082, C/MC-027, MC-043: a member that has left', () => {
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

  it('A/PL-076, PL-077, C/MC-009, MC-010, PP-013: properties and usage with their time', () => {
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
    expect(short(status.conditions).join()).not.toContain('ClusterPropertyProviderStarted');
  });

  it('A/PL-076, PL-080, C/PP-012: what a provider reported has the time of the report', () => {
    const cost = { properties: { 'example.com/cost': '2' }, observedAt: minutesBefore(30) };
    const status = project({
      cluster: aCluster('c1', { properties: { 'nodes': '3', 'example.com/cost': '2' } }),
      propertiesObservedAt: minutesBefore(1),
      collection: { core: { nodes: '3' }, providers: { cost } },
    });
    expect(status.properties).toEqual({
      'nodes': { value: '3', observationTime: '2026-11-21T11:59:00Z' },
      'example.com/cost': { value: '2', observationTime: '2026-11-21T11:30:00Z' },
    });
    expect(short(status.conditions)).toEqual(
      expect.arrayContaining([
        'ClusterPropertyProviderStarted=True Started',
        'ClusterPropertyCollectionSucceeded=True PropertiesCollected',
      ]),
    );
  });

  const notStarted = (reason: 'TimedOut' | 'FailedToStart', message: string) => ({
    properties: {},
    notStarted: { reason, message },
  });
  it.each<{ providers: CollectionRecord['providers']; says: string }>([
    { providers: { gpus: notStarted('TimedOut', 'gpus is late') }, says: 'False TimedOut: gpus is late' },
    {
      providers: {
        gpus: notStarted('TimedOut', 'gpus is late'),
        cost: notStarted('FailedToStart', 'cost has no prices'),
        other: { properties: {} },
      },
      says: 'False FailedToStart: gpus is late; cost has no prices',
    },
  ])('C/PP-009, PP-012: $says', ({ providers, says }) => {
    const { conditions = [] } = project({ collection: { core: {}, providers } });
    const found = conditions.find(({ type }) => type === 'ClusterPropertyProviderStarted');
    expect(`${found?.status} ${found?.reason}: ${found?.message}`).toBe(says);
  });

  it('C/PP-014, PP-019: conditions of providers, since they have changed; the first that reports a type counts', () => {
    const claim = { type: 'example.com/CostsRead', status: 'True', reason: 'Read', message: 'all' } as const;
    const providers = {
      b: { properties: {}, conditions: [{ ...claim, message: 'of b' }] },
      a: { properties: {}, conditions: [claim] },
    };
    const since = '2026-11-21T09:00:00Z';
    const before = { ...claim, message: 'some', observedGeneration: 1, lastTransitionTime: since };
    const of = (status: 'True' | 'False') =>
      project({
        collection: { core: {}, providers },
        previous: { conditions: [{ ...before, status }] },
      }).conditions?.filter(({ type }) => type === claim.type);
    expect(of('True')).toEqual([{ ...claim, observedGeneration: 2, lastTransitionTime: since }]);
    expect(of('False')).toEqual([
      { ...claim, observedGeneration: 2, lastTransitionTime: '2026-11-21T12:00:00Z' },
    ]);
  });

  const failed = (reason: CollectionFailure['reason'], message: string) => ({ failure: { reason, message } });
  it.each<{ rule: string; collection: CollectionRecord; says: string }>([
    {
      rule: 'core properties',
      collection: { ...failed('FleetstageCollectionFailed', 'nodes is forbidden'), core: {}, providers: {} },
      says: 'FleetstageCollectionFailed: nodes is forbidden; the last values stay',
    },
    {
      rule: 'a provider that is late',
      collection: {
        core: {},
        providers: { cost: { properties: {}, ...failed('TimedOut', 'cost is late') } },
      },
      says: 'TimedOut: cost is late; the last values stay',
    },
    {
      rule: 'several, the loudest reason first',
      collection: {
        core: {},
        providers: {
          a: { properties: {}, ...failed('TooManyCalls', 'a is busy') },
          b: { properties: {}, ...failed('FleetstageCollectionFailed', 'b is broken') },
        },
      },
      says: 'FleetstageCollectionFailed: a is busy; b is broken; the last values stay',
    },
  ])('A/PL-080, C/PP-013: a failed collection is reported: $rule', ({ collection, says }) => {
    const status = project({ propertiesObservedAt: minutesBefore(9), collection });
    const shown = status.conditions?.find(({ type }) => type === 'ClusterPropertyCollectionSucceeded');
    expect([shown?.status, `${shown?.reason}: ${shown?.message}`]).toEqual(['False', says]);
  });

  it.each<{ rule: string; namespaces?: CollectionRecord['namespaces']; condition: string | undefined }>([
    {
      rule: 'A/PL-081: collected',
      namespaces: 'Succeeded',
      condition: 'NamespaceCollectionSucceeded=True Succeeded',
    },
    {
      rule: 'A/PL-081: more than are kept',
      namespaces: 'Degraded',
      condition: 'NamespaceCollectionSucceeded=False Degraded',
    },
    { rule: 'A/PL-078: never collected', condition: undefined },
  ])('$rule', ({ namespaces, condition }) => {
    const cluster = aCluster('c1', namespaces && { namespaces: { shop: '' } });
    const status = project({
      cluster,
      collection: { core: {}, providers: {}, ...(namespaces && { namespaces }) },
    });
    expect(status.namespaces).toEqual(namespaces && { shop: '' });
    expect(short(status.conditions).find(text => text.startsWith('Namespace'))).toBe(condition);
  });

  it('A/PL-081: says of a degraded collection why it is', () => {
    const { conditions = [] } = project({ collection: { core: {}, providers: {}, namespaces: 'Degraded' } });
    expect(conditions.map(({ message }) => message)).toContain(
      'Namespaces are collected in a degraded mode since the number of namespaces reaches the track limit',
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
