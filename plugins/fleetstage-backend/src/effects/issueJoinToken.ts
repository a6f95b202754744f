import { ConflictError } from '@backstage/errors';
import {
  memberNamespace,
  type JsonObject,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  accountOf,
  AGENT_ACCOUNT,
  hasJoinIdentity,
  JOIN_ACCOUNT,
  JOIN_TOKEN_SECONDS,
  mayHaveTokens,
  openJoin,
  planJoin,
  pullMemberOf,
  startRevoking,
  tokenObjects,
  type PullMember,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { AlreadyExistsError, type ClusterEndpoint, type KubeClient } from '@fleetstage/kube-client';
import { FIELD_MANAGER } from '../kube/fieldManager';
import { withHubWords } from '../kube/hubWriter';
import { pause, type Timers } from '../ports';
import type { JoinToken, JoinTokens } from '../service/JoinTokens';
import { readMemberObjects, TARGETS, writeMemberObject } from './memberObjects';

const ACCOUNT = TARGETS.joinAccount;

export interface JoinTokenDeps {
  readonly hub: string;
  readonly client: () => Promise<KubeClient>;
  readonly timers: Timers;
  /** How members reach the hub. */
  readonly address: () => Promise<Pick<ClusterEndpoint, 'server' | 'ca'>>;
}

/** API servers remember for ten seconds whom a token named, whatever has become of the account. */
const REMEMBERED_MS = 12_000;

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
  const internalMember = await mustBeReady(api, member);
  const annotate = (body: object) =>
    api.patch(TARGETS.internalMember, at, { patch: { type: 'merge', body }, fieldManager: FIELD_MANAGER });
  if (mayHaveTokens(internalMember)) {
    await annotate(startRevoking());
    for (const name of [AGENT_ACCOUNT, JOIN_ACCOUNT]) await api.delete(ACCOUNT, { ...at, name });
    await pause(timers, REMEMBERED_MS);
    await create(api, accountOf(member.name, AGENT_ACCOUNT));
  }
  await create(api, accountOf(member.name, JOIN_ACCOUNT));
  // Before the token is there: one whose use nobody would notice must not be given out.
  const opened = await annotate(openJoin(await api.get(TARGETS.internalMember, at)));
  const { tokenBinding } = tokenObjects(member, opened)!;
  await writeMemberObject(api, {
    ...{ verb: 'patch', of: 'tokenBinding', object: tokenBinding },
    patch: { subjects: tokenBinding.subjects as JsonObject[] },
  });
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

async function create(api: KubeClient, account: KubeObject): Promise<void> {
  try {
    await api.create(account, { target: ACCOUNT, fieldManager: FIELD_MANAGER });
  } catch (error) {
    if (!(error instanceof AlreadyExistsError)) throw error;
    const { namespace } = account.metadata;
    throw new ConflictError(
      `Another join token is being issued in namespace ${namespace}; try again when it has been`,
    );
  }
}
