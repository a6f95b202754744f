import {
  annotationKeys,
  isJsonObject,
  memberNamespace,
  type InternalMemberClusterStatus,
  type KubeObject,
  type MemberClusterIdentity,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { agentsOf } from './joinState';
import { RBAC, RBAC_GROUP, type PullMember } from './memberObjects';

/** The account of a member's agent, in the namespace of the member: it goes with it, and so do its tokens. */
export const AGENT_ACCOUNT = 'fleetstage-agent';
/** The account of a join token. It is there from when the token is issued until it was used, and may ask for a token of the agent alone. */
export const JOIN_ACCOUNT = 'fleetstage-join';
/** The Role by which both may, and its binding. */
export const TOKEN_ROLE = 'fleetstage-agent-token';

/** How long a join token holds, in seconds. */
export const JOIN_TOKEN_SECONDS = 30 * 60;

/** What the token of an agent and its join token are made of; only where `spec.identity` is the account that Fleetstage makes. */
export interface TokenObjects {
  readonly agentAccount: KubeObject;
  readonly tokenRole: KubeObject;
  readonly tokenBinding: KubeObject;
}

/** `spec.identity` of a member whose agent gets its token by a join token. */
export const joinIdentity = (member: string): MemberClusterIdentity => ({
  kind: 'ServiceAccount',
  name: AGENT_ACCOUNT,
  namespace: memberNamespace(member),
});

/** Whether Fleetstage makes the account that is the member's identity. */
export const hasJoinIdentity = ({ name, identity }: Pick<PullMember, 'name' | 'identity'>): boolean => {
  const own = joinIdentity(name);
  return identity.kind === own.kind && identity.name === own.name && identity.namespace === own.namespace;
};

/**
 * `undefined`: the identity is somebody else's, and so are its tokens. The join token may exchange only while it is open: API servers remember
 * for ten seconds whom a token named, but ask for rights each time.
 */
export function tokenObjects(
  member: PullMember,
  internalMember: KubeObject | undefined,
): TokenObjects | undefined {
  if (!hasJoinIdentity(member)) return undefined;
  const namespace = memberNamespace(member.name);
  const subjects = [AGENT_ACCOUNT, ...(isJoinOpen(internalMember) ? [JOIN_ACCOUNT] : [])];
  return {
    agentAccount: accountOf(member.name, AGENT_ACCOUNT),
    tokenRole: {
      apiVersion: RBAC,
      kind: 'Role',
      metadata: { name: TOKEN_ROLE, namespace },
      rules: [
        {
          apiGroups: [''],
          resources: ['serviceaccounts/token'],
          resourceNames: [AGENT_ACCOUNT],
          verbs: ['create'],
        },
      ],
    },
    tokenBinding: {
      apiVersion: RBAC,
      kind: 'RoleBinding',
      metadata: { name: TOKEN_ROLE, namespace },
      subjects: subjects.map(name => ({ kind: 'ServiceAccount', name, namespace })),
      roleRef: { apiGroup: RBAC_GROUP, kind: 'Role', name: TOKEN_ROLE },
    },
  };
}

/** A service account in the namespace of a member; no pod gets its token. */
export const accountOf = (member: string, name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name, namespace: memberNamespace(member) },
  automountServiceAccountToken: false,
});

/** What the agent has sent as its last heartbeat, by its own clock; `''`: none yet. */
export function heartbeatOf({ status }: KubeObject): string {
  const [agent] = agentsOf(isJsonObject(status) ? (status as InternalMemberClusterStatus) : undefined);
  return agent?.lastReceivedHeartbeat ?? '';
}

/** The note while the tokens of before are being revoked: there is no account, and nobody makes one. */
const REVOKING = 'revoking';

const noteOf = (internalMember: KubeObject | undefined): string | undefined =>
  internalMember?.metadata.annotations?.[annotationKeys.joinTokenAfter];

const noted = <T extends string | null>(note: T) => ({
  metadata: { annotations: { [annotationKeys.joinTokenAfter]: note } },
});

/** A merge patch of the InternalMemberCluster, before the accounts are deleted. */
export const startRevoking = () => noted(REVOKING);

/** A merge patch of the InternalMemberCluster, before a join token is issued: it notes the heartbeat of before. */
export const openJoin = (internalMember: KubeObject) => noted(heartbeatOf(internalMember));

/** A merge patch of the InternalMemberCluster, once the join token was used. */
export const closeJoin = () => noted(null);

/** Whether there may be tokens of its accounts: a join token was issued, or an agent has reported. */
export const mayHaveTokens = (internalMember: KubeObject): boolean =>
  noteOf(internalMember) !== undefined || heartbeatOf(internalMember) !== '';

/** Whether accounts are the business of whoever issues a join token: one that is missing is not to be made. */
export const isJoining = (internalMember: KubeObject | undefined): boolean =>
  noteOf(internalMember) !== undefined;

/**
 * Whether the join token that was issued last was used: the agent has reported since, which the account of the join token cannot. Both
 * texts are the agent's, so no clocks are compared.
 */
export function isJoinTokenUsed(internalMember: KubeObject | undefined): boolean {
  const note = noteOf(internalMember);
  return (
    internalMember !== undefined &&
    note !== undefined &&
    note !== REVOKING &&
    note !== heartbeatOf(internalMember)
  );
}

const isJoinOpen = (internalMember: KubeObject | undefined): boolean => {
  const note = noteOf(internalMember);
  return note !== undefined && note !== REVOKING && !isJoinTokenUsed(internalMember);
};
