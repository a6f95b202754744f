import { NOON } from '../testing/builders';
import { projectMemberEvent } from './memberEvent';

const project = (occasion: string, reason: Parameters<typeof projectMemberEvent>[1]['reason']) =>
  projectMemberEvent({ name: 'edge', uid: 'u' }, { reason, occasion }, NOON);

describe('projectMemberEvent', () => {
  it('C/MC-021: is on the MemberCluster', () => {
    expect(project('1', 'NamespaceCreated')).toStrictEqual({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: expect.stringMatching(/^edge-NamespaceCreated-[0-9a-z]+$/i), namespace: 'default' },
      involvedObject: {
        apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
        ...{ kind: 'MemberCluster', name: 'edge', uid: 'u' },
      },
      type: 'Normal',
      reason: 'NamespaceCreated',
      message: 'Created the namespace of the member cluster',
      source: { component: 'membercluster-controller' },
      reportingComponent: 'membercluster-controller',
      count: 1,
      firstTimestamp: '2026-11-21T12:00:00Z',
      lastTimestamp: '2026-11-21T12:00:00Z',
    });
    expect(project('1', 'MemberClusterJoinStateUnknown').type).toBe('Warning');
  });

  it('C/MC-022: who leaves has not joined', () => {
    expect(project('1', 'MemberClusterLeft')).toMatchObject({
      reason: 'MemberClusterLeft',
      message: 'Member cluster has left the fleet',
    });
  });

  it('C/DR-012: a blocked drain is a warning, in the words of its progress', () => {
    const words = { reason: 'MemberClusterDrainBlocked', occasion: '1', message: 'Blocked: web.' } as const;
    expect(projectMemberEvent({ name: 'edge', uid: 'u' }, words, NOON)).toMatchObject({
      ...{ type: 'Warning', reason: 'MemberClusterDrainBlocked', message: 'Blocked: web.' },
    });
  });

  it('has one name per occasion, so that repeating it finds it', () => {
    const nameOf = (...args: Parameters<typeof project>) => project(...args).metadata.name;
    expect(nameOf('1', 'RoleUpdated')).toBe(nameOf('1', 'RoleUpdated'));
    expect(nameOf('1', 'RoleUpdated')).not.toBe(nameOf('2', 'RoleUpdated'));
    expect(nameOf('1', 'RoleUpdated')).not.toBe(nameOf('1', 'RoleCreated'));
  });
});
