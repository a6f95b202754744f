import {
  apiVersionOf,
  CLUSTER_GROUP,
  labelKeys,
  memberNamespace,
  PLACEMENT_GROUP,
  type KubeObject,
  type MemberCluster,
  type MemberClusterIdentity,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** What of a MemberCluster its objects on the hub are made of. */
export interface PullMember {
  readonly name: string;
  readonly uid: string;
  readonly identity: MemberClusterIdentity;
  /** Seconds. */
  readonly heartbeatPeriodSeconds: number;
}

/** The objects of a pull member on the hub, in the order in which they are made (C/MC-016…019). */
export interface MemberObjects {
  readonly namespace: KubeObject;
  readonly role: KubeObject;
  readonly roleBinding: KubeObject;
  readonly internalMember: KubeObject;
}

/** The last four are of members whose tokens Fleetstage makes (`agentTokens.ts`). */
export type MemberObjectName =
  keyof MemberObjects | 'agentAccount' | 'tokenRole' | 'tokenBinding' | 'joinAccount';

export const RBAC_GROUP = 'rbac.authorization.k8s.io';
export const RBAC = `${RBAC_GROUP}/v1`;
const DEFAULT_PERIOD_SECONDS = 60;

const EVERYTHING_OF = [CLUSTER_GROUP, PLACEMENT_GROUP, 'networking.fleet.azure.com'];

/** KubeFleet's agent asks for exactly these, in its own namespace alone (C/MC-017). */
export const AGENT_RULES = [
  ...EVERYTHING_OF.map(group => ({ apiGroups: [group], resources: ['*'], verbs: ['*'] })),
  { apiGroups: [''], resources: ['events'], verbs: ['get', 'list', 'update', 'patch', 'watch', 'create'] },
];

export const roleName = (member: string) => `fleet-role-${member}`;
export const roleBindingName = (member: string) => `fleet-rolebinding-${member}`;

/** The API server has checked the shape of the object. */
export function pullMemberOf(object: KubeObject): PullMember {
  const { metadata, spec } = object as unknown as MemberCluster;
  return {
    name: metadata.name,
    uid: metadata.uid ?? '',
    identity: spec.identity,
    heartbeatPeriodSeconds: spec.heartbeatPeriodSeconds ?? DEFAULT_PERIOD_SECONDS,
  };
}

/** C/MC-016…019. */
export function memberObjects(member: PullMember): MemberObjects {
  const { name, uid, heartbeatPeriodSeconds } = member;
  const namespace = memberNamespace(name);
  const apiVersion = apiVersionOf('MemberCluster');
  return {
    namespace: {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name: namespace,
        labels: { [labelKeys.isFleetResource]: 'true' },
        ownerReferences: [{ apiVersion, kind: 'MemberCluster', name, uid, controller: true }],
      },
    },
    role: {
      apiVersion: RBAC,
      kind: 'Role',
      metadata: { name: roleName(name), namespace },
      rules: AGENT_RULES,
    },
    roleBinding: {
      apiVersion: RBAC,
      kind: 'RoleBinding',
      metadata: { name: roleBindingName(name), namespace },
      subjects: [subjectOf(member.identity)],
      roleRef: { apiGroup: RBAC_GROUP, kind: 'Role', name: roleName(name) },
    },
    internalMember: {
      apiVersion: apiVersionOf('InternalMemberCluster'),
      kind: 'InternalMemberCluster',
      metadata: { name, namespace },
      spec: { state: 'Join', heartbeatPeriodSeconds },
    },
  };
}

/** As the API server keeps it: users and groups have a group, and nothing is empty (C/MC-018). */
export function subjectOf({ kind, name, apiGroup, namespace }: MemberClusterIdentity): MemberClusterIdentity {
  const group = kind === 'User' || kind === 'Group' ? apiGroup || RBAC_GROUP : apiGroup;
  return { kind, name, ...(group && { apiGroup: group }), ...(namespace && { namespace }) };
}
