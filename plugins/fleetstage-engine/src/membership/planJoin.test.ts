import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aPullMember, anInternalMember, liveObjects } from './membership.testing';
import { AGENT_RULES, memberObjects, pullMemberOf } from './memberObjects';
import { planJoin, type LiveObjects } from './planJoin';

const objects = memberObjects(aPullMember());
const plan = (live: LiveObjects, patch: Parameters<typeof aPullMember>[0] = {}) =>
  planJoin(aPullMember(patch), live);
/** `verb object Event` of each write. */
const short = (...args: Parameters<typeof plan>) => {
  const made = plan(...args);
  if (made.kind === 'wait') return made.message;
  return made.writes.map(({ verb, of, event }) => `${verb} ${of} ${event}`);
};
const patchOf = (...args: Parameters<typeof plan>) => {
  const made = plan(...args);
  return made.kind === 'write' ? made.writes.map(({ patch }) => patch) : [];
};
const edited = (object: KubeObject, fields: object) => ({ ...object, ...fields });
const withMetadata = (object: KubeObject, metadata: object) => ({
  ...object,
  metadata: { ...object.metadata, ...metadata },
});

describe('memberObjects', () => {
  it('C/MC-016: the namespace has the label, and the MemberCluster for its controller', () => {
    const { namespace } = memberObjects(aPullMember());
    expect(namespace).toMatchObject({ apiVersion: 'v1', kind: 'Namespace' });
    expect(namespace.metadata).toEqual({
      name: 'fleet-member-edge',
      labels: { 'kubernetes-fleet.io/is-fleet-resource': 'true' },
      ownerReferences: [
        {
          apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
          kind: 'MemberCluster',
          name: 'edge',
          uid: 'uid-edge',
          controller: true,
        },
      ],
    });
  });

  it('C/MC-017: the role has exactly these rules, in the namespace of the member alone', () => {
    expect(memberObjects(aPullMember()).role).toMatchObject({
      kind: 'Role',
      metadata: { name: 'fleet-role-edge', namespace: 'fleet-member-edge' },
    });
    expect(AGENT_RULES).toEqual([
      { apiGroups: ['cluster.kubernetes-fleet.io'], resources: ['*'], verbs: ['*'] },
      { apiGroups: ['placement.kubernetes-fleet.io'], resources: ['*'], verbs: ['*'] },
      { apiGroups: ['networking.fleet.azure.com'], resources: ['*'], verbs: ['*'] },
      {
        apiGroups: [''],
        resources: ['events'],
        verbs: ['get', 'list', 'update', 'patch', 'watch', 'create'],
      },
    ]);
  });

  it.each([
    [
      'a user gets the group of RBAC',
      { kind: 'User', name: 'a', apiGroup: '' },
      { kind: 'User', name: 'a', apiGroup: 'rbac.authorization.k8s.io' },
    ],
    [
      'a group too',
      { kind: 'Group', name: 'g' },
      { kind: 'Group', name: 'g', apiGroup: 'rbac.authorization.k8s.io' },
    ],
    [
      'a service account stays as it is',
      { kind: 'ServiceAccount', name: 's', namespace: 'agents', apiGroup: '' },
      { kind: 'ServiceAccount', name: 's', namespace: 'agents' },
    ],
  ])('C/MC-018: the binding names spec.identity: %s', (_, identity, subject) => {
    const { roleBinding } = memberObjects(aPullMember({ identity }));
    expect(roleBinding).toMatchObject({
      kind: 'RoleBinding',
      metadata: { name: 'fleet-rolebinding-edge', namespace: 'fleet-member-edge' },
      subjects: [subject],
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'fleet-role-edge' },
    });
  });

  it('C/MC-019: the InternalMemberCluster joins, with the heartbeat period of the MemberCluster', () => {
    const { internalMember } = memberObjects(aPullMember({ heartbeatPeriodSeconds: 15 }));
    expect(internalMember).toMatchObject({
      kind: 'InternalMemberCluster',
      metadata: { name: 'edge', namespace: 'fleet-member-edge' },
      spec: { state: 'Join', heartbeatPeriodSeconds: 15 },
    });
  });

  it('C/MC-004: a MemberCluster without a period has one of 60 s', () => {
    const member = (spec: object) =>
      pullMemberOf({ apiVersion: 'v1', kind: 'MemberCluster', metadata: { name: 'edge', uid: 'u' }, spec });
    const identity = { kind: 'User', name: 'a' };
    expect(member({ identity })).toEqual({ name: 'edge', uid: 'u', identity, heartbeatPeriodSeconds: 60 });
    expect(member({ identity, heartbeatPeriodSeconds: 5 }).heartbeatPeriodSeconds).toBe(5);
  });
});

describe('planJoin', () => {
  it('C/MC-016…019, MC-021, TR-100: makes all four, each after what it needs', () => {
    expect(short({})).toEqual([
      'create namespace NamespaceCreated',
      'create role RoleCreated',
      'create roleBinding RoleBindingCreated',
      'create internalMember InternalMemberClusterCreated',
    ]);
  });

  it('C/MC-020: writes nothing where everything is as it should be, whatever else is there', () => {
    expect(short(liveObjects())).toEqual([]);
    const labels = { 'kubernetes-fleet.io/is-fleet-resource': 'true', 'team': 'edge' };
    const namespace = withMetadata(objects.namespace, { labels });
    const internalMember = anInternalMember({ agentStatus: [] });
    const roleBinding = edited(objects.roleBinding, {
      subjects: [{ kind: 'User', name: 'edge-agent', apiGroup: 'rbac.authorization.k8s.io' }],
    });
    expect(short(liveObjects({ namespace, internalMember, roleBinding }))).toEqual([]);
  });

  it.each<[string, LiveObjects, string, object]>([
    [
      'C/MC-016: a namespace without the label',
      { namespace: withMetadata(objects.namespace, { labels: { team: 'edge' } }) },
      'patch namespace NamespacePatched',
      { metadata: { labels: { 'kubernetes-fleet.io/is-fleet-resource': 'true' } } },
    ],
    [
      'C/MC-020: other rules',
      { role: edited(objects.role, { rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] }) },
      'patch role RoleUpdated',
      { rules: AGENT_RULES },
    ],
    [
      'C/MC-020: another state, which the agent may write itself',
      { internalMember: anInternalMember({}, 'Leave') },
      'patch internalMember InternalMemberClusterSpecUpdated',
      { spec: { state: 'Join', heartbeatPeriodSeconds: 60 } },
    ],
    [
      'C/MC-018: another identity',
      { roleBinding: edited(objects.roleBinding, { subjects: [{ kind: 'User', name: 'somebody' }] }) },
      'patch roleBinding RoleBindingUpdated',
      { subjects: objects.roleBinding.subjects },
    ],
    [
      'C/MC-018: one identity more',
      {
        roleBinding: edited(objects.roleBinding, {
          subjects: [...(objects.roleBinding.subjects as object[]), { kind: 'User', name: 'somebody' }],
        }),
      },
      'patch roleBinding RoleBindingUpdated',
      { subjects: objects.roleBinding.subjects },
    ],
    [
      'a binding without subjects',
      { roleBinding: edited(objects.roleBinding, { subjects: undefined }) },
      'patch roleBinding RoleBindingUpdated',
      { subjects: objects.roleBinding.subjects },
    ],
  ])('%s is corrected', (_, live, write, patch) => {
    expect(short(liveObjects(live))).toEqual([write]);
    expect(patchOf(liveObjects(live))).toEqual([patch]);
  });

  it('C/MC-004, MC-020: a changed period is copied', () => {
    expect(patchOf(liveObjects(), { heartbeatPeriodSeconds: 30 })).toEqual([
      { spec: { state: 'Join', heartbeatPeriodSeconds: 30 } },
    ]);
  });

  it('C/MC-016: a namespace without an owner gets none', () => {
    const namespace = withMetadata(objects.namespace, { ownerReferences: undefined });
    expect(short(liveObjects({ namespace }))).toEqual([]);
  });

  it('C/MC-016: a namespace that somebody else owns does not go with a MemberCluster', () => {
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: 'another' }];
    const namespace = withMetadata(objects.namespace, { ownerReferences });
    expect(short(liveObjects({ namespace }))).toEqual([]);
  });

  it('C/MC-016: a namespace without any label gets its own', () => {
    const namespace = withMetadata(objects.namespace, { labels: undefined });
    expect(short(liveObjects({ namespace }))).toEqual(['patch namespace NamespacePatched']);
  });

  it('a binding to another role is made anew, as its reference cannot be changed', () => {
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' };
    const roleBinding = edited(objects.roleBinding, { roleRef });
    expect(short(liveObjects({ roleBinding }))).toEqual(['recreate roleBinding RoleBindingUpdated']);
  });

  it.each([
    [{ deletionTimestamp: '2026-11-21T12:00:00Z' }, 'namespace fleet-member-edge is being deleted'],
    [
      {
        ownerReferences: [
          {
            apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
            kind: 'MemberCluster',
            name: 'edge',
            uid: 'old',
          },
        ],
      },
      'namespace fleet-member-edge belongs to an earlier MemberCluster of this name and goes with it',
    ],
  ])('makes nothing in a namespace that goes: %j', (metadata, message) => {
    expect(short({ namespace: withMetadata(objects.namespace, metadata) })).toBe(message);
  });
});
