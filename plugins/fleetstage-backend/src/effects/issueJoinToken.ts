import { ConflictError } from '@backstage/errors';
import { memberNamespace, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  hasJoinIdentity,
  JOIN_ACCOUNT,
  JOIN_TOKEN_SECONDS,
  openWrites,
  planJoin,
  planIssue,
  pullMemberOf,
  type MemberWrite,
  type PullMember,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { AlreadyExistsError, type ClusterEndpoint, type KubeClient } from '@fleetstage/kube-client';
import { withHubWords } from '../kube/hubWriter';
import { pause, type Timers } from '../ports';
import type { JoinToken, JoinTokens } from '../service/JoinTokens';
import { readMemberObjects, TARGETS, writeMemberObject } from './memberObjects';

export interface JoinTokenDeps {
  readonly hub: string;
  readonly client: () => Promise<KubeClient>;
  readonly timers: Timers;
  /** How members reach the hub. */
  readonly address: () => Promise<Pick<ClusterEndpoint, 'server' | 'ca'>>;
}

/**
 * A token of an account that may do nothing but ask for a token of the agent. Once the agent has reported, the account goes and so does that
 * right (`planJoin`), so a join token cannot be used twice. Whoever holds a token of before is cut off, also where it was stolen: the
 * accounts are deleted, and made anew when no API server takes an old token for one of the new account.
 */
export const issueJoinTokens = (deps: JoinTokenDeps): JoinTokens => ({
  issue: object =>
    withHubWords(deps.hub, `issuing a join token of MemberCluster "${object.metadata.name}"`, async () => {
      const { server, ca } = await deps.address();
      const issued = await issue(await deps.client(), deps, pullMemberOf(object));
      return { ...issued, hubUrl: server, ...(ca !== undefined && { hubCa: ca }) };
    }),
});

async function issue(
  api: KubeClient,
  { timers }: Pick<JoinTokenDeps, 'timers'>,
  member: PullMember,
): Promise<Pick<JoinToken, 'token' | 'expiresAt'>> {
  const at = { namespace: memberNamespace(member.name), name: member.name };
  const { revoke, pauseMs, create } = planIssue(member, await mustBeReady(api, member));
  for (const write of revoke) await writeMemberObject(api, write);
  if (pauseMs > 0) await pause(timers, pauseMs);
  for (const write of create) await createAccount(api, write);
  for (const write of openWrites(member, await api.get(TARGETS.internalMember, at)))
    await writeMemberObject(api, write);
  const account = { ...at, name: JOIN_ACCOUNT };
  const { token, expiresAt } = await api.requestToken(account, { seconds: JOIN_TOKEN_SECONDS });
  return { token, expiresAt };
}

async function mustBeReady(api: KubeClient, member: PullMember): Promise<KubeObject> {
  const { name } = member;
  if (!hasJoinIdentity(member))
    throw new ConflictError(
      `The identity of cluster "${name}" is not one that Fleetstage makes tokens of: give its agent a token of spec.identity yourself`,
    );
  const live = await readMemberObjects(api, member);
  const plan = planJoin(member, live);
  const isMade =
    plan.kind === 'write' && plan.writes.every(({ verb }) => verb === 'patch' || verb === 'delete');
  if (isMade && live.internalMember !== undefined) return live.internalMember;
  throw new ConflictError(
    `Cluster "${name}" cannot be joined yet: its objects on the hub are being made; the condition ReadyToJoin says what is missing`,
  );
}

async function createAccount(api: KubeClient, write: MemberWrite): Promise<void> {
  try {
    await writeMemberObject(api, write);
  } catch (error) {
    if (!(error instanceof AlreadyExistsError)) throw error;
    const { namespace } = write.object.metadata;
    throw new ConflictError(
      `Another join token is being issued in namespace ${namespace}; try again when it has been. If nobody does: kubectl delete serviceaccount ${JOIN_ACCOUNT} -n ${namespace}`,
    );
  }
}
