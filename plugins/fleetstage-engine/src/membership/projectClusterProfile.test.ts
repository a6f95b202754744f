import { toRfc3339, type ClusterProfileStatus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aCluster, aHealthyMember, minutesBefore, NOON } from '../testing/builders';
import { isExported, projectClusterProfile, type ProfileView } from './projectClusterProfile';

const view = (patch: Partial<ProfileView> = {}): ProfileView => ({
  cluster: aCluster('edge'),
  uid: 'uid-edge',
  isCollected: true,
  ...patch,
});
const withHealth = (patch: Parameters<typeof aHealthyMember>[0]) =>
  view({ cluster: aCluster('edge', { health: aHealthyMember(patch) }) });
const live = { metadata: { name: 'edge', generation: 3 } };

describe('projectClusterProfile', () => {
  it('C/CPF-001, CPF-004: says which cluster it is, and whose fleet', () => {
    expect(projectClusterProfile(view(), undefined, NOON)).toMatchObject({
      apiVersion: 'multicluster.x-k8s.io/v1alpha1',
      kind: 'ClusterProfile',
      metadata: {
        name: 'edge',
        namespace: 'fleet-system',
        labels: { 'x-k8s.io/cluster-manager': 'KubeFleet' },
        ownerReferences: [{ kind: 'MemberCluster', name: 'edge', uid: 'uid-edge' }],
      },
      spec: { displayName: 'edge', clusterManager: { name: 'KubeFleet' } },
    });
  });

  it.each([
    { rule: 'C/CPF-002', member: 'that has joined', cluster: aCluster('edge'), had: false, exported: true },
    {
      rule: 'C/CPF-002',
      member: 'that has never joined',
      cluster: aCluster('edge', { health: aHealthyMember({ joined: false }) }),
      had: false,
      exported: false,
    },
    {
      rule: 'C/CPF-002',
      member: 'that was never asked',
      cluster: aCluster('edge', { health: undefined }),
      had: false,
      exported: false,
    },
    {
      rule: 'C/CPF-002',
      member: 'that had joined once',
      cluster: aCluster('edge', { health: aHealthyMember({ joined: false }) }),
      had: true,
      exported: true,
    },
    {
      rule: 'C/CPF-003',
      member: 'that leaves',
      cluster: aCluster('edge', { isLeaving: true }),
      had: true,
      exported: false,
    },
  ])('$rule: a member $member is exported: $exported', ({ cluster, had, exported }) => {
    expect(isExported(cluster, had)).toBe(exported);
  });

  it.each<{
    readonly collected: boolean;
    readonly properties: Readonly<Record<string, string>>;
    readonly status: ClusterProfileStatus;
  }>([
    {
      collected: false,
      properties: { 'k8s.io/k8s-version': 'v1.33.2' },
      status: { version: undefined, accessProviders: undefined },
    },
    {
      collected: true,
      properties: {},
      status: { version: undefined, accessProviders: [{ name: 'KubeFleet', cluster: {} }] },
    },
    {
      collected: true,
      properties: {
        'k8s.io/k8s-version': 'v1.33.2',
        'k8s.io/cluster-entrypoint': 'https://edge.example:6443',
        'k8s.io/cluster-certificate-authority-data': 'Y2E=',
      },
      status: {
        version: { kubernetes: 'v1.33.2' },
        accessProviders: [
          {
            name: 'KubeFleet',
            cluster: { 'server': 'https://edge.example:6443', 'certificate-authority-data': 'Y2E=' },
          },
        ],
      },
    },
  ])('C/CPF-005: collected $collected with $properties', ({ collected, properties, status }) => {
    const cluster = aCluster('edge', { properties });
    const profile = projectClusterProfile(view({ cluster, isCollected: collected }), undefined, NOON);
    expect(profile.status?.version).toEqual(status.version);
    expect(profile.status?.accessProviders).toStrictEqual(status.accessProviders);
  });

  it.each([
    {
      when: 'nothing was ever heard of it',
      health: { lastHeartbeatAt: undefined, healthy: 'Unknown' as const },
      says: 'Unknown MemberAgentReportedNoStatus',
      message: 'The Fleet member agent has not reported its status yet',
    },
    {
      when: 'its agent does not say whether it is healthy',
      health: { healthy: 'Unknown' as const, healthChangedAt: undefined },
      says: 'Unknown MemberAgentReportedNoHealthInfo',
      message: 'The Fleet member agent has reported its status, but the health condition is missing',
    },
    {
      when: 'it was silent for six minutes',
      health: { lastHeartbeatAt: minutesBefore(6), healthy: 'Unknown' as const },
      says: 'False MemberAgentHeartbeatLost',
      message: 'The Fleet member agent has lost its heartbeat connection to the Fleet hub cluster',
    },
    {
      when: 'nobody has asked for six minutes, since we were away (RUL 25)',
      health: { lastHeartbeatAt: minutesBefore(6), askedAt: minutesBefore(6) },
      says: 'True MemberClusterAPIServerHealthy',
      message: 'The Fleet member agent reports that the API server is healthy',
    },
    {
      when: 'it was silent for just the limit',
      health: { lastHeartbeatAt: minutesBefore(5) },
      says: 'True MemberClusterAPIServerHealthy',
      message: 'The Fleet member agent reports that the API server is healthy',
    },
    {
      when: 'it is healthy, and nobody knows since when',
      health: { healthChangedAt: undefined },
      says: 'True MemberClusterAPIServerHealthy',
      message: 'The Fleet member agent reports that the API server is healthy',
    },
    {
      when: 'whether it is healthy is unknown',
      health: { healthy: 'Unknown' as const },
      says: 'Unknown MemberAgentReportedNoHealthInfo',
      message: 'The Fleet member agent health check result is out of date or unknown',
    },
    {
      when: 'its API server is unhealthy',
      health: { healthy: 'False' as const },
      says: 'False MemberClusterAPIServerUnhealthy',
      message: 'The Fleet member agent reports that the API server is unhealthy',
    },
    {
      when: 'all is well',
      health: {},
      says: 'True MemberClusterAPIServerHealthy',
      message: 'The Fleet member agent reports that the API server is healthy',
    },
  ])('C/CPF-006: $says where $when', ({ health, says, message }) => {
    const known = { lastHeartbeatAt: NOON, askedAt: NOON, healthChangedAt: minutesBefore(9), ...health };
    const [condition] = projectClusterProfile(withHealth(known), live, NOON).status?.conditions ?? [];
    expect(`${condition.status} ${condition.reason}`).toBe(says);
    expect(condition).toMatchObject({ type: 'ControlPlaneHealthy', message, observedGeneration: 3 });
  });

  it('C/CPF-006: a member that was never asked has reported nothing', () => {
    const cluster = aCluster('edge', { health: undefined });
    const [condition] = projectClusterProfile(view({ cluster }), live, NOON).status?.conditions ?? [];
    expect(condition).toMatchObject({ status: 'Unknown', reason: 'MemberAgentReportedNoStatus' });
  });

  it('C/CPF-007: a slow heartbeat is no lost one', () => {
    const health = aHealthyMember({ lastHeartbeatAt: minutesBefore(20), askedAt: NOON });
    const cluster = aCluster('edge', { health, heartbeatPeriodMs: 600_000 });
    const [condition] = projectClusterProfile(view({ cluster }), live, NOON).status?.conditions ?? [];
    expect(condition.reason).toBe('MemberClusterAPIServerHealthy');
  });

  it('C/CPF-005: what cannot be read now stays', () => {
    const status = {
      version: { kubernetes: 'v1.32.0' },
      accessProviders: [{ name: 'KubeFleet', cluster: {} }],
    };
    const profile = projectClusterProfile(view({ isCollected: false }), { ...live, status }, NOON);
    expect(profile.status).toMatchObject(status);
  });

  it('keeps when the condition changed, and conditions of others', () => {
    const at = toRfc3339(minutesBefore(60));
    const kept = { type: 'Joined', status: 'True', reason: 'X', message: '', observedGeneration: 1 } as const;
    const conditions = [
      { ...kept, type: 'ControlPlaneHealthy', lastTransitionTime: at },
      { ...kept, type: 'example.com/Ready', lastTransitionTime: at },
    ];
    const profile = projectClusterProfile(view(), { ...live, status: { conditions } }, NOON);
    expect(profile.status?.conditions).toMatchObject([
      { type: 'ControlPlaneHealthy', lastTransitionTime: at },
      { type: 'example.com/Ready', lastTransitionTime: at },
    ]);
  });
});
