import {
  isJsonObject,
  isSameJson,
  labelKeys,
  type JsonObject,
  type KubeObject,
  type MemberClusterIdentity,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { MemberEventReason } from './memberEvent';
import { memberObjects, subjectOf, type MemberObjectName, type PullMember } from './memberObjects';

/** The objects of a member as they are on the hub; absent: there is none. */
export type LiveObjects = Partial<Record<MemberObjectName, KubeObject>>;

/** One write that brings an object to what it should be. */
export interface MemberWrite {
  readonly verb: 'create' | 'patch' | 'recreate';
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
 */
export function planJoin(member: PullMember, live: LiveObjects): JoinPlan {
  const hindrance = hindranceOf(member, live.namespace);
  if (hindrance !== undefined) return { kind: 'wait', message: hindrance };
  const wanted = memberObjects(member);
  const steps = [
    planNamespace(wanted.namespace, live.namespace),
    planRole(wanted.role, live.role),
    planRoleBinding(wanted.roleBinding, live.roleBinding),
    planInternalMember(wanted.internalMember, live.internalMember),
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

function planRole(object: KubeObject, live: KubeObject | undefined): MemberWrite | undefined {
  if (live === undefined) return { verb: 'create', of: 'role', object, event: 'RoleCreated' };
  if (isSameJson(live.rules, object.rules)) return undefined;
  const patch = { rules: object.rules };
  return { verb: 'patch', of: 'role', object, patch, event: 'RoleUpdated' };
}

function planRoleBinding(object: KubeObject, live: KubeObject | undefined): MemberWrite | undefined {
  const of = 'roleBinding';
  if (live === undefined) return { verb: 'create', of, object, event: 'RoleBindingCreated' };
  if (!isSameJson(live.roleRef, object.roleRef))
    return { verb: 'recreate', of, object, event: 'RoleBindingUpdated' };
  if (isSameJson(subjectsOf(live), subjectsOf(object))) return undefined;
  const patch = { subjects: object.subjects };
  return { verb: 'patch', of, object, patch, event: 'RoleBindingUpdated' };
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
