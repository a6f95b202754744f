import { ConflictError } from '@backstage/errors';
import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  accountOf,
  AGENT_ACCOUNT,
  hasJoinIdentity,
  JOIN_ACCOUNT,
  JOIN_TOKEN_SECONDS,
  openJoin,
  planJoin,
  pullMemberOf,
  type PullMember,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { AlreadyExistsError, type ClusterEndpoint, type KubeClient } from '@fleetstage/kube-client';
import { FIELD_MANAGER } from '../kube/fieldManager';
import { withHubWords } from '../kube/hubWriter';
import type { JoinToken, JoinTokens } from '../service/JoinTokens';
import { readMemberObjects, TARGETS } from './memberObjects';

export interface JoinTokenDeps {
  readonly hub: string;
  readonly client: () => Promise<KubeClient>;
  /** How members reach the hub. */
  readonly address: () => Promise<Pick<ClusterEndpoint, 'server' | 'ca'>>;
}

/**
 * A token of an account that may do nothing but ask for a token of the agent. The account is made for it and goes once the agent has
 * reported (`planJoin`), so a join token cannot be used twice, and a second one ends the first.
 */
export const issueJoinTokens = ({ hub, client, address }: JoinTokenDeps): JoinTokens => ({
  issue: object =>
    withHubWords(hub, `issuing a join token of MemberCluster "${object.metadata.name}"`, async () => {
      const { server, ca } = await address();
      const issued = await issue(await client(), pullMemberOf(object));
      return { ...issued, hubUrl: server, ...(ca !== undefined && { hubCa: ca }) };
    }),
});

async function issue(api: KubeClient, member: PullMember): Promise<Pick<JoinToken, 'token' | 'expiresAt'>> {
  const { internalMember } = await mustBeReady(api, member);
  // Whoever holds a token of before is cut off, also where it was stolen.
  await makeAnew(api, accountOf(member.name, AGENT_ACCOUNT));
  await makeAnew(api, accountOf(member.name, JOIN_ACCOUNT));
  await noteOpen(api, internalMember);
  const { namespace = '' } = accountOf(member.name, JOIN_ACCOUNT).metadata;
  const account = { namespace, name: JOIN_ACCOUNT };
  const { token, expiresAt } = await api.requestToken(account, { seconds: JOIN_TOKEN_SECONDS });
  return { token, expiresAt };
}

async function mustBeReady(
  api: KubeClient,
  member: PullMember,
): Promise<{ readonly internalMember: KubeObject }> {
  const { name } = member;
  if (!hasJoinIdentity(member))
    throw new ConflictError(
      `The identity of cluster "${name}" is not one that Fleetstage makes tokens of: give its agent a token of spec.identity yourself`,
    );
  const live = await readMemberObjects(api, member);
  const plan = planJoin(member, live);
  const isMade =
    plan.kind === 'write' && plan.writes.every(({ verb }) => verb === 'patch' || verb === 'delete');
  if (!isMade || live.internalMember === undefined)
    throw new ConflictError(
      `Cluster "${name}" cannot be joined yet: its objects on the hub are being made; the condition ReadyToJoin says what is missing`,
    );
  return { internalMember: live.internalMember };
}

async function makeAnew(api: KubeClient, account: KubeObject): Promise<void> {
  const target = TARGETS.joinAccount;
  const { name, namespace } = account.metadata;
  await api.delete(target, { name, ...(namespace !== undefined && { namespace }) });
  try {
    await api.create(account, { target, fieldManager: FIELD_MANAGER });
  } catch (error) {
    // `ensure-membership` has met the gap: the account is as new.
    if (!(error instanceof AlreadyExistsError)) throw error;
  }
}

/** Before the token is there: one whose use nobody would notice must not be given out. */
async function noteOpen(api: KubeClient, { metadata }: KubeObject): Promise<void> {
  const { name, namespace } = metadata;
  const at = { name, ...(namespace !== undefined && { namespace }) };
  const target = TARGETS.internalMember;
  const live = await api.get(target, at);
  const body = { metadata: { annotations: openJoin(live) } };
  await api.patch(target, at, { patch: { type: 'merge', body }, fieldManager: FIELD_MANAGER });
}
