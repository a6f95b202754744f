import {
  isJsonObject,
  plus,
  type InternalMemberClusterStatus,
  type Instant,
  type JsonObject,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { agentsOf, hasLeft } from './joinState';
import type { LiveObjects } from './planJoin';

/** How long an agent may take to leave before its member is released without it (C/FF-014). */
export const FORCE_LEAVE_AFTER_MS = 15 * 60_000;

/** A namespace that takes longer has something in it that nobody removes (C/MC-054). */
const STUCK_AFTER_MS = 15 * 60_000;
/** The namespace controller says nothing when it is done. */
const NAMESPACE_POLL_MS = 1_000;

export interface LeaveInput {
  readonly live: LiveObjects;
  /** When the MemberCluster was deleted, or its member got credentials. */
  readonly since: Instant;
  readonly forceAfterMs: number;
}

export type LeaveStep =
  /** Nothing of the member is left on the hub. */
  | { readonly kind: 'left' }
  | { readonly kind: 'wait'; readonly afterMs: number; readonly message: string; readonly isStuck?: true }
  /** Write this patch to the InternalMemberCluster, and wait. */
  | { readonly kind: 'ask'; readonly patch: JsonObject; readonly afterMs: number; readonly message: string }
  /** Take the finalizers off all Works of the namespace, and delete it (C/MC-059). `forced`: the agent has not answered. */
  | { readonly kind: 'collect'; readonly why: 'noAgent' | 'left' | 'forced' };

/**
 * The next step of a pull member that leaves (C/MC-053…059, TR-104…106). What it runs stays on the cluster, whether or not
 * its agent takes part (C/MC-060).
 *
 *     no namespace                                   → left
 *     the namespace is being deleted                 → wait; for longer than 15 min: say so
 *     no InternalMemberCluster                       → collect
 *     no agent has ever reported                     → collect: nothing was applied, so nobody has to stop
 *     its agents report that they left               → collect
 *     asked for `forceAfterMs` or longer             → collect by force
 *     else                                           → state Leave, and wait
 */
export function decideLeave({ live, since, forceAfterMs }: LeaveInput, now: Instant): LeaveStep {
  const { namespace, internalMember } = live;
  if (namespace === undefined) return { kind: 'left' };
  if (namespace.metadata.deletionTimestamp !== undefined) return waitForNamespace(namespace, now);
  if (internalMember === undefined) return { kind: 'collect', why: 'noAgent' };
  const agents = agentsOf(internalMember.status as InternalMemberClusterStatus | undefined);
  if (agents.length === 0) return { kind: 'collect', why: 'noAgent' };
  if (hasLeft(agents)) return { kind: 'collect', why: 'left' };
  const forceAt = plus(since, forceAfterMs);
  const isAsked = isJsonObject(internalMember.spec) && internalMember.spec.state === 'Leave';
  if (isAsked && now >= forceAt) return { kind: 'collect', why: 'forced' };
  const afterMs = Math.max(0, forceAt - now);
  const message = 'its agent was asked to leave and has not done so yet';
  return isAsked
    ? { kind: 'wait', afterMs, message }
    : { kind: 'ask', patch: { spec: { state: 'Leave' } }, afterMs, message };
}

function waitForNamespace({ metadata }: KubeObject, now: Instant): LeaveStep {
  const since = Date.parse(metadata.deletionTimestamp ?? '');
  const isStuck = now - since > STUCK_AFTER_MS;
  return {
    kind: 'wait',
    afterMs: NAMESPACE_POLL_MS,
    message: isStuck
      ? `failed to delete the member cluster namespace ${metadata.name}, it has been deleting since ${metadata.deletionTimestamp}`
      : `namespace ${metadata.name} is being deleted`,
    ...(isStuck && { isStuck }),
  };
}
