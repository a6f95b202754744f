import type { ApplyStrategy, Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { AgentMembership } from './decideJoin';
import { compareAfterMs, isApplyDue, type WorkPace } from './workPace';

/** All that an agent's decision about one Work may know. */
export interface AgentWork {
  readonly membership: AgentMembership;
  /** The Work carries a deletion timestamp. */
  readonly isDeleting: boolean;
  readonly hasFinalizer: boolean;
  readonly revision: string;
  /** The revision that was applied or compared last; absent: none. */
  readonly appliedRevision?: string;
  readonly strategy: ApplyStrategy;
  readonly pace: WorkPace;
  readonly resyncMs: number;
}

export type AgentStep =
  /** Nothing to do until an event. */
  | { readonly kind: 'none'; readonly reason: string }
  | { readonly kind: 'requeue'; readonly afterMs: number }
  /** Put the finalizer on the Work, before anything is applied. */
  | { readonly kind: 'addFinalizer' }
  /** Take all off the cluster, then the finalizer off the Work; only while the hub confirms that the cluster is a member. */
  | { readonly kind: 'release' }
  /** Apply or compare all objects. */
  | { readonly kind: 'apply' }
  /** Read what has changed, and repair it. */
  | { readonly kind: 'observe' };

/** So long a Work waits for the cluster to join (B/WA-003); a change of the membership comes earlier. */
const JOIN_POLL_MS = 5_000;

/**
 * What an agent does next about a Work (B/WA-003, WA-006, WA-120, WA-130, WA-131).
 *
 *   has not joined                    → wait
 *   has left                          → nothing: objects stay (C/MC-060)
 *   being deleted, no finalizer       → nothing
 *   being deleted                     → release
 *   no finalizer                      → add it
 *   another revision, or due          → apply
 *   else                              → observe
 */
export function decideWork(work: AgentWork, now: Instant): AgentStep {
  const { membership, isDeleting, hasFinalizer, revision, appliedRevision } = work;
  if (membership === 'left') return { kind: 'none', reason: 'the cluster has left the fleet' };
  if (membership === 'unknown') return { kind: 'requeue', afterMs: JOIN_POLL_MS };
  if (isDeleting)
    return hasFinalizer
      ? { kind: 'release' }
      : { kind: 'none', reason: 'the Work is being deleted and holds nothing' };
  if (!hasFinalizer) return { kind: 'addFinalizer' };
  if (revision !== appliedRevision) return { kind: 'apply' };
  const afterMs = compareAfterMs(work, now);
  if (afterMs > 0) return { kind: 'requeue', afterMs };
  return isApplyDue(work, now) ? { kind: 'apply' } : { kind: 'observe' };
}
