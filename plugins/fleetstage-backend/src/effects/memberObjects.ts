import { memberNamespace, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  roleBindingName,
  roleName,
  tokenObjects,
  type LiveObjects,
  type MemberObjectName,
  type MemberWrite,
  type PullMember,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  NotFoundError,
  UnknownKindError,
  type ApiResource,
  type KubeClient,
  type KubeMetadata,
} from '@fleetstage/kube-client';
import { FIELD_MANAGER } from '../kube/fieldManager';
import { targetOf } from '../kube/targetOf';
import { WORK } from '../kube/workKind';

const namespaced = (group: string, kind: string, plural: string): ApiResource => ({
  ...{ group, version: 'v1', kind, plural },
  namespaced: true,
});
const RBAC = 'rbac.authorization.k8s.io';
const ROLE = namespaced(RBAC, 'Role', 'roles');
const ROLE_BINDING = namespaced(RBAC, 'RoleBinding', 'rolebindings');
const ACCOUNT = namespaced('', 'ServiceAccount', 'serviceaccounts');

export const TARGETS: Readonly<Record<MemberObjectName, ApiResource>> = {
  namespace: { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false },
  role: ROLE,
  roleBinding: ROLE_BINDING,
  internalMember: targetOf('InternalMemberCluster'),
  agentAccount: ACCOUNT,
  tokenRole: ROLE,
  tokenBinding: ROLE_BINDING,
  joinAccount: ACCOUNT,
};

/** Works whose finalizers are taken off at once. */
const AT_ONCE = 8;

/** The objects of a member as they are on the hub (C/MC-016…019), and what the tokens of its agent are made of. */
export async function readMemberObjects(client: KubeClient, member: PullMember): Promise<LiveObjects> {
  const { name: own } = member;
  const namespace = memberNamespace(own);
  const find = async (of: MemberObjectName, at: { namespace?: string; name: string }) => {
    const found = await client.find(TARGETS[of], at);
    // The API server has checked its shape.
    return found && ({ [of]: found as KubeObject } as LiveObjects);
  };
  const parts = await Promise.all([
    find('namespace', { name: namespace }),
    find('role', { namespace, name: roleName(own) }),
    find('roleBinding', { namespace, name: roleBindingName(own) }),
    find('internalMember', { namespace, name: own }),
    ...Object.entries(tokenObjects(member, undefined) ?? {}).map(([of, { metadata }]) =>
      find(of as MemberObjectName, { namespace, name: metadata.name }),
    ),
  ]);
  return Object.assign({}, ...parts);
}

/** Returns the metadata of the object as it was written. */
export async function writeMemberObject(client: KubeClient, write: MemberWrite): Promise<KubeMetadata> {
  const target = TARGETS[write.of];
  const { name, namespace } = write.object.metadata;
  const at = { name, ...(namespace !== undefined && { namespace }) };
  if (write.verb === 'patch') {
    const patch = { type: 'merge', body: write.patch ?? {} } as const;
    return (await client.patch(target, at, { patch, fieldManager: FIELD_MANAGER })).metadata;
  }
  if (write.verb === 'delete') {
    await client.delete(target, at);
    return write.object.metadata;
  }
  if (write.verb === 'recreate') await client.delete(target, at);
  return (await client.create(write.object, { target, fieldManager: FIELD_MANAGER })).metadata;
}

/** Lets go of all Works, then deletes the namespace and all that is in it (C/MC-059). */
export async function collectMember(client: KubeClient, { metadata }: KubeObject): Promise<void> {
  const { name, uid } = metadata;
  await releaseWorks(client, name);
  await client.delete(TARGETS.namespace, { name }, { ...(uid !== undefined && { preconditions: { uid } }) });
}

/**
 * Takes all finalizers off the Works of a namespace, without deleting them: an agent that sees a Work being deleted removes what it has
 * placed, and that stays (C/MC-060).
 */
export async function releaseWorks(client: KubeClient, namespace: string): Promise<void> {
  const held = (await listWorks(client, namespace)).filter(({ finalizers = [] }) => finalizers.length > 0);
  for (let i = 0; i < held.length; i += AT_ONCE)
    await Promise.all(held.slice(i, i + AT_ONCE).map(work => releaseWork(client, work)));
}

async function listWorks(client: KubeClient, namespace: string): Promise<readonly KubeMetadata[]> {
  try {
    const { items } = await client.list(WORK, { namespace, metadataOnly: true });
    return items.map(({ metadata }) => metadata);
  } catch (error) {
    // A hub that has never had a Work.
    if (error instanceof NotFoundError || error instanceof UnknownKindError) return [];
    throw error;
  }
}

async function releaseWork(client: KubeClient, { namespace, name = '', uid }: KubeMetadata): Promise<void> {
  const at = { name, ...(namespace !== undefined && { namespace }) };
  const patch = { type: 'merge', body: { metadata: { uid, finalizers: null } } } as const;
  try {
    await client.patch(WORK, at, { patch, fieldManager: FIELD_MANAGER });
  } catch (error) {
    // One that was being deleted is gone with its last finalizer.
    if (!(error instanceof NotFoundError)) throw error;
  }
}
