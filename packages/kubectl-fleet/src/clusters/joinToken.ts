import { memberNamespace, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  closeWrites,
  heartbeatOf,
  isJoining,
  JOIN_ACCOUNT,
  JOIN_TOKEN_SECONDS,
  openWrites,
  planIssue,
  pullMemberOf,
  tokenObjects,
  type MemberObjectName,
  type MemberWrite,
  type PullMember,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { AlreadyExistsError, messageOf, NotFoundError, type ApiResource } from '@fleetstage/kube-client';
import { UserError } from 'fleetstage';
import type { Act } from '../command';
import { resourceOf } from '../hub/families';
import type { Address, Hub } from '../hub/Hub';
import { waitFor } from '../waitFor';

const resource = (group: string, kind: string, plural: string): ApiResource => ({
  ...{ group, version: 'v1', kind, plural },
  namespaced: kind !== 'Namespace',
});
const RBAC = 'rbac.authorization.k8s.io';
const ROLE = resource(RBAC, 'Role', 'roles');
const ROLE_BINDING = resource(RBAC, 'RoleBinding', 'rolebindings');
const ACCOUNT = resource('', 'ServiceAccount', 'serviceaccounts');
const RESOURCES: Readonly<Record<MemberObjectName, ApiResource>> = {
  namespace: resource('', 'Namespace', 'namespaces'),
  role: ROLE,
  roleBinding: ROLE_BINDING,
  internalMember: resourceOf('InternalMemberCluster'),
  agentAccount: ACCOUNT,
  tokenRole: ROLE,
  tokenBinding: ROLE_BINDING,
  joinAccount: ACCOUNT,
};
/** How long Fleetstage has to end a join token that was used. */
const CLOSED_WITHIN_MS = 10_000;

export interface IssuedJoinToken {
  readonly token: string;
  /** By the hub's clock, in RFC 3339. */
  readonly expiresAt: string;
  /** What the agent had sent last before; `''`: it has never reported. */
  readonly heartbeatBefore: string;
  /** Fleetstage ends it with its first use; on another hub it holds until it expires. */
  readonly isEndedByHub: boolean;
}

export const internalAddress = (member: string): Address => ({
  ...{ resource: RESOURCES.internalMember, namespace: memberNamespace(member), name: member },
});

export const findInternal = async (hub: Hub, member: string): Promise<KubeObject | undefined> =>
  (await hub.find(internalAddress(member))) as KubeObject | undefined;

/**
 * Issues a join token as the page of the cluster does, with the rights of the caller; what its agent has had before is revoked. On a hub
 * without Fleetstage, what the tokens are made of is made first.
 *
 * @throws UserError where another one is being issued
 */
export async function issueJoinToken(act: Act, object: KubeObject): Promise<IssuedJoinToken> {
  const { hub } = act;
  const member = pullMemberOf(object);
  const { revoke, pauseMs, create } = planIssue(member, await mustFind(hub, member.name));
  if (revoke.length > 0) act.say('revoking the tokens that its agent has had, which takes 12 s');
  for (const one of revoke) await write(hub, one);
  if (pauseMs > 0) await new Promise(resolve => setTimeout(resolve, pauseMs));
  for (const one of create) await createAccount(hub, one);
  const internal = await mustFind(hub, member.name);
  let isEndedByHub = true;
  for (const one of openWrites(member, internal)) if (!(await open(hub, member, one))) isEndedByHub = false;
  const account = { namespace: memberNamespace(member.name), name: JOIN_ACCOUNT };
  const { token, expiresAt } = await hub.requestToken(account, JOIN_TOKEN_SECONDS);
  return { token, expiresAt, heartbeatBefore: heartbeatOf(internal), isEndedByHub };
}

/** Whether the object was there. */
async function open(hub: Hub, member: PullMember, one: MemberWrite): Promise<boolean> {
  try {
    await write(hub, one);
    return true;
  } catch (error) {
    if (!(error instanceof NotFoundError) || one.of !== 'tokenBinding') throw error;
  }
  const { agentAccount, tokenRole } = tokenObjects(member, undefined) ?? {};
  const objects = { agentAccount, tokenRole, tokenBinding: one.object };
  for (const [of, object] of Object.entries(objects))
    if (object) await hub.create(object, RESOURCES[of as keyof typeof objects]).catch(unlessThere);
  return false;
}

function unlessThere(error: unknown): void {
  if (!(error instanceof AlreadyExistsError)) throw error;
}

async function createAccount(hub: Hub, one: MemberWrite): Promise<void> {
  try {
    await write(hub, one);
  } catch (error) {
    if (!(error instanceof AlreadyExistsError)) throw error;
    const { namespace } = one.object.metadata;
    throw new UserError(
      `another join token is being issued in namespace ${namespace}; try again when it has been. If nobody does: kubectl delete serviceaccount ${JOIN_ACCOUNT} -n ${namespace}`,
    );
  }
}

/** Ends a join token that was used. Fleetstage does so itself; a hub of KubeFleet leaves it. */
export async function endJoinToken(act: Act, object: KubeObject): Promise<void> {
  const { hub } = act;
  const member = pullMemberOf(object);
  const isOpen = async () => isJoining(await findInternal(hub, member.name));
  const isEnded = await waitFor(async () => ((await isOpen()) ? undefined : true), {
    timeoutMs: CLOSED_WITHIN_MS,
  });
  if (isEnded) return;
  try {
    for (const one of closeWrites(member, await mustFind(hub, member.name))) await write(hub, one);
  } catch (error) {
    act.say(`the join token was used, but holds until it expires: ${messageOf(error)}`);
  }
}

async function mustFind(hub: Hub, member: string): Promise<KubeObject> {
  const found = await findInternal(hub, member);
  if (found !== undefined) return found;
  throw new UserError(
    `cluster "${member}" has no InternalMemberCluster in ${memberNamespace(member)}: its objects on the hub are being made, or the hub connects to it itself`,
  );
}

async function write(hub: Hub, { verb, of, object, patch }: MemberWrite): Promise<void> {
  const { name, namespace } = object.metadata;
  const address = { resource: RESOURCES[of], name, ...(namespace !== undefined && { namespace }) };
  if (verb === 'patch') await hub.merge(address, undefined, patch ?? {});
  else if (verb === 'delete') await hub.delete(address, undefined);
  else await hub.create(object, address.resource);
}
