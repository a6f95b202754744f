import type { JsonObject, KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  accountOf,
  AGENT_ACCOUNT,
  closeJoin,
  JOIN_ACCOUNT,
  mayHaveTokens,
  openJoin,
  startRevoking,
  tokenObjects,
} from './agentTokens';
import type { PullMember } from './memberObjects';
import type { MemberWrite } from './planJoin';

/** API servers remember for ten seconds whom a token named, whatever has become of the account. */
const REMEMBERED_MS = 12_000;

export interface IssuePlan {
  /** Cuts off whoever holds a token of before, also where it was stolen. Empty: nobody has had one. */
  readonly revoke: readonly MemberWrite[];
  /** Milliseconds between the two: then no API server takes an old token for one of a new account. */
  readonly pauseMs: number;
  /** An account that is there already says that another join token is being issued. */
  readonly create: readonly MemberWrite[];
}

/** What comes before a join token, in this order; then `openWrites`, then the token. */
export function planIssue(member: PullMember, internalMember: KubeObject): IssuePlan {
  const agent = { of: 'agentAccount', object: accountOf(member.name, AGENT_ACCOUNT) } as const;
  const join = { of: 'joinAccount', object: accountOf(member.name, JOIN_ACCOUNT) } as const;
  if (!mayHaveTokens(internalMember))
    return { revoke: [], pauseMs: 0, create: [{ verb: 'create', ...join }] };
  return {
    revoke: [
      { verb: 'patch', of: 'internalMember', object: internalMember, patch: startRevoking() },
      { verb: 'delete', ...agent },
      { verb: 'delete', ...join },
    ],
    pauseMs: REMEMBERED_MS,
    create: [
      { verb: 'create', ...agent },
      { verb: 'create', ...join },
    ],
  };
}

/**
 * Lets the join token be exchanged. Before the token is there: one whose use nobody would notice must not be given out.
 *
 * @param internalMember as it is once the account of the join token is there
 */
export function openWrites(member: PullMember, internalMember: KubeObject): readonly MemberWrite[] {
  const { metadata } = internalMember;
  const patch = openJoin(internalMember);
  const annotations = { ...metadata.annotations, ...patch.metadata.annotations };
  const opened = { ...internalMember, metadata: { ...metadata, annotations } };
  return [
    { verb: 'patch', of: 'internalMember', object: internalMember, patch },
    ...bindingWrites(member, opened),
  ];
}

/** What ends a join token that was used, where nobody but its issuer does: on a hub of KubeFleet. The note goes last. */
export const closeWrites = (member: PullMember, internalMember: KubeObject): readonly MemberWrite[] => [
  ...bindingWrites(member, undefined),
  { verb: 'delete', of: 'joinAccount', object: accountOf(member.name, JOIN_ACCOUNT) },
  { verb: 'patch', of: 'internalMember', object: internalMember, patch: closeJoin() },
];

function bindingWrites(member: PullMember, internalMember: KubeObject | undefined): readonly MemberWrite[] {
  const { tokenBinding: object } = tokenObjects(member, internalMember) ?? {};
  if (object === undefined) return [];
  return [
    { verb: 'patch', of: 'tokenBinding', object, patch: { subjects: object.subjects as JsonObject[] } },
  ];
}
