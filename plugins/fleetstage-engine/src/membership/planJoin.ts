import {
  isJsonObject,
  isSameJson,
  labelKeys,
  type JsonObject,
  type KubeObject,
  type MemberClusterIdentity,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { accountOf, closeJoin, isJoining, isJoinTokenUsed, JOIN_ACCOUNT, tokenObjects } from './agentTokens';
import type { MemberEventReason } from './memberEvent';
import { memberObjects, subjectOf, type MemberObjectName, type PullMember } from './memberObjects';

/** The objects of a member as they are on the hub; absent: there is none. */
export type LiveObjects = Partial<Record<MemberObjectName, KubeObject>>;

/** One write that brings an object to what it should be. */
export interface MemberWrite {
  readonly verb: 'create' | 'patch' | 'recreate' | 'delete';
  readonly of: MemberObjectName;
  /** As it should be. */
  readonly object: KubeObject;
  /** A merge patch of the live object. */
  readonly patch?: JsonObject;
  /** Absent: nothing that an Event reports. */
  readonly event?: MemberEventReason;
}

export type JoinPlan =
  /** In this order: each needs the ones before. Without any: everything is as it should be. */
  | { readonly kind: 'write'; readonly writes: readonly MemberWrite[] }
  /** The namespace goes, and a new one can be made only then. */
  | { readonly kind: 'wait'; readonly message: string };

/**
 * What is missing of the objects of a pull member, or was changed (C/MC-016…020):
 *
 *     nothing is there                                  → all four are created
 *     the namespace is there without its label          → labelled; without an owner it gets none (C/MC-016)
 *     other rules, another subject, another state       → patched
 *     a binding to another role                         → made anew: a role reference cannot be changed
 *     the namespace is being deleted                    → waits
 *
 * and, where Fleetstage makes the agent's tokens, of what they are made of:
 *
 *     the account of the agent, role or binding missing → created; changed: corrected
 *     a join token is open                              → it may be exchanged
 *     a join token was issued, and the agent reported   → it may not any more, and its account goes: it can be used once
 */
export function planJoin(member: PullMember, live: LiveObjects): JoinPlan {
  const hindrance = hindranceOf(member, live.namespace);
  if (hindrance !== undefined) return { kind: 'wait', message: hindrance };
  const wanted = memberObjects(member);
  const steps = [
    planNamespace(wanted.namespace, live.namespace),
    planRole(wanted.role, live.role, { of: 'role', created: 'RoleCreated', updated: 'RoleUpdated' }),
    planRoleBinding(wanted.roleBinding, live.roleBinding, {
      of: 'roleBinding',
      created: 'RoleBindingCreated',
      updated: 'RoleBindingUpdated',
    }),
    planInternalMember(wanted.internalMember, live.internalMember),
    ...planTokens(member, live),
  ];
  return { kind: 'write', writes: steps.flatMap(step => step ?? []) };
}

/** Kubernetes collects a namespace whose owner is gone; what is made in it would go, too. */
function hindranceOf({ uid }: PullMember, namespace: KubeObject | undefined): string | undefined {
  if (namespace === undefined) return undefined;
  const { name, deletionTimestamp, ownerReferences = [] } = namespace.metadata;
  if (deletionTimestamp !== undefined) return `namespace ${name} is being deleted`;
  const isOfAnother = ownerReferences.some(owner => owner.kind === 'MemberCluster' && owner.uid !== uid);
  return isOfAnother
    ? `namespace ${name} belongs to an earlier MemberCluster of this name and goes with it`
    : undefined;
}

function planNamespace(object: KubeObject, live: KubeObject | undefined): MemberWrite | undefined {
  if (live === undefined) return { verb: 'create', of: 'namespace', object, event: 'NamespaceCreated' };
  const key = labelKeys.isFleetResource;
  if (live.metadata.labels?.[key] === 'true') return undefined;
  const patch = { metadata: { labels: { [key]: 'true' } } };
  return { verb: 'patch', of: 'namespace', object, patch, event: 'NamespacePatched' };
}

/** What a write is about, and the Events that report it; without any: none does. */
interface About {
  readonly of: MemberObjectName;
  readonly created?: MemberEventReason;
  readonly updated?: MemberEventReason;
}

const creation = (object: KubeObject, { of, created }: About): MemberWrite => ({
  ...{ verb: 'create', of, object },
  ...(created && { event: created }),
});

const correction = (object: KubeObject, { of, updated }: About, patch: JsonObject): MemberWrite => ({
  ...{ verb: 'patch', of, object, patch },
  ...(updated && { event: updated }),
});

function planRole(object: KubeObject, live: KubeObject | undefined, about: About): MemberWrite | undefined {
  if (live === undefined) return creation(object, about);
  if (isSameJson(live.rules, object.rules)) return undefined;
  return correction(object, about, { rules: object.rules as JsonObject[] });
}

function planRoleBinding(
  object: KubeObject,
  live: KubeObject | undefined,
  about: About,
): MemberWrite | undefined {
  if (live === undefined) return creation(object, about);
  if (!isSameJson(live.roleRef, object.roleRef))
    return { ...creation(object, { ...about, created: about.updated }), verb: 'recreate' };
  if (isSameJson(subjectsOf(live), subjectsOf(object))) return undefined;
  return correction(object, about, { subjects: object.subjects as JsonObject[] });
}

function planTokens(member: PullMember, live: LiveObjects): readonly (MemberWrite | undefined)[] {
  const wanted = tokenObjects(member, live.internalMember);
  if (wanted === undefined) return [];
  return [
    live.agentAccount || isJoining(live.internalMember)
      ? undefined
      : creation(wanted.agentAccount, { of: 'agentAccount' }),
    planRole(wanted.tokenRole, live.tokenRole, { of: 'tokenRole' }),
    planRoleBinding(wanted.tokenBinding, live.tokenBinding, { of: 'tokenBinding' }),
    ...planJoinToken(member, live.internalMember),
  ];
}

/** The note goes last: a crash between the two repeats both. */
function planJoinToken({ name }: PullMember, internalMember: KubeObject | undefined): readonly MemberWrite[] {
  if (internalMember === undefined || !isJoinTokenUsed(internalMember)) return [];
  const patch = closeJoin();
  return [
    { verb: 'delete', of: 'joinAccount', object: accountOf(name, JOIN_ACCOUNT) },
    { verb: 'patch', of: 'internalMember', object: internalMember, patch },
  ];
}

const subjectsOf = ({ subjects }: KubeObject) =>
  Array.isArray(subjects) ? subjects.map(subject => subjectOf(subject as MemberClusterIdentity)) : [];

function planInternalMember(object: KubeObject, live: KubeObject | undefined): MemberWrite | undefined {
  const of = 'internalMember';
  if (live === undefined) return { verb: 'create', of, object, event: 'InternalMemberClusterCreated' };
  const spec = isJsonObject(live.spec) ? live.spec : {};
  const wanted = isJsonObject(object.spec) ? object.spec : {};
  if (Object.entries(wanted).every(([field, value]) => isSameJson(spec[field], value))) return undefined;
  const patch = { spec: wanted };
  return { verb: 'patch', of, object, patch, event: 'InternalMemberClusterSpecUpdated' };
}
