import { compareText } from '../decision';
import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';

/** A MemberCluster and the cluster that answers under its name. */
export interface Membership {
  readonly member: string;
  /** uid of the MemberCluster: deleted and created again, it is another member. */
  readonly memberUid: string;
  /** uid of the namespace `kube-system`, which is as old as the cluster and never made anew. */
  readonly clusterUid: string;
  readonly joinedAt: Instant;
  /** When the MemberCluster was created. */
  readonly createdAt: Instant;
}

/** A cluster that does not show its namespace `kube-system` has no `clusterUid`. */
export type MembershipCandidate = Omit<Membership, 'clusterUid'> & Partial<Pick<Membership, 'clusterUid'>>;

export interface MembershipInput {
  /** As it would join now; `joinedAt` of one that joined before there was a record is when it was created. */
  readonly candidate: MembershipCandidate;
  /** Whether it may join although it cannot be distinguished from the hub and other members. */
  readonly mayBeUnidentified: boolean;
  readonly hub: { readonly name: string; readonly clusterUid?: string };
  /** What the candidate's name joined with. */
  readonly recorded?: Membership;
  /** Another MemberCluster that has joined with the same cluster. */
  readonly holder?: Membership;
}

/** Why a member does not join; a reason of the condition `Joined`. */
export type MembershipRefusal =
  'FleetstageSameCluster' | 'FleetstageClusterChanged' | 'FleetstageClusterUnidentified';

export type MembershipDecision =
  | { readonly kind: 'keeps' }
  | { readonly kind: 'joins' }
  /** It works, and it is unknown whether it is the hub or another member. */
  | { readonly kind: 'unidentified' }
  /** It joins, and the holder, who came later, joins no more. */
  | { readonly kind: 'replaces'; readonly holder: string }
  | MembershipRefused;

export interface MembershipRefused {
  readonly kind: 'refused';
  readonly reason: MembershipRefusal;
  readonly message: string;
}

const NOTHING_WRITTEN = 'Nothing is written to it under this name';

/**
 * May a MemberCluster join with the cluster that its credentials lead to? A cluster is a member once at most, and the hub
 * never is: what is placed on it would take over the originals, and deleting the placement would delete them.
 *
 *     the cluster is the hub                                → refused
 *     nobody has joined with it                             → joins
 *     the name has joined with another cluster              → refused, until its MemberCluster is created anew
 *     another name has joined with it before                → refused, until that one leaves
 *     another name has joined with it later                 → joins in its place: only a lost record lets that happen
 *     it does not show who it is, and did when it joined    → refused: any cluster could hide it
 *     it never showed who it is                             → refused, unless that is allowed
 *
 * Who joined at the same time is ordered by the creation of the MemberClusters, then by name.
 */
export function decideMembership(input: MembershipInput): MembershipDecision {
  const { candidate, hub, recorded, holder, mayBeUnidentified } = input;
  const { member, memberUid, clusterUid } = candidate;
  const own = recorded?.memberUid === memberUid ? recorded : undefined;
  if (clusterUid === undefined)
    return own === undefined && mayBeUnidentified ? { kind: 'unidentified' } : refuseHidden(member, own);
  if (clusterUid === hub.clusterUid) return refuseHub(member, hub.name);
  if (own !== undefined && own.clusterUid !== clusterUid) return refuseChanged(member);
  if (holder === undefined) return { kind: own ? 'keeps' : 'joins' };
  if (compareSeniority(own ?? candidate, holder) > 0) return refuseSecond(member, holder.member);
  return { kind: 'replaces', holder: holder.member };
}

type Seniority = Pick<Membership, 'member' | 'joinedAt' | 'createdAt'>;

const compareSeniority = (a: Seniority, b: Seniority) =>
  a.joinedAt - b.joinedAt || a.createdAt - b.createdAt || compareText(a.member, b.member);

/** Its credentials lead to the hub. */
export const refuseHub = (member: string, hub: string): MembershipRefused => ({
  kind: 'refused',
  reason: 'FleetstageSameCluster',
  message:
    `the credentials of MemberCluster ${member} lead to hub "${hub}" itself, which is never a member. ${NOTHING_WRITTEN}. ` +
    `Give it the credentials of a cluster of its own in fleetstage.members, or delete MemberCluster ${member}`,
});

const refuseSecond = (member: string, holder: string): MembershipRefused => ({
  kind: 'refused',
  reason: 'FleetstageSameCluster',
  message:
    `the credentials of MemberCluster ${member} lead to the cluster that has joined as MemberCluster ${holder}. ${NOTHING_WRITTEN}. ` +
    `Give it the credentials of a cluster of its own in fleetstage.members, or delete one of the two MemberClusters`,
});

const refuseChanged = (member: string): MembershipRefused => ({
  kind: 'refused',
  reason: 'FleetstageClusterChanged',
  message:
    `another cluster answers than the one that joined as MemberCluster ${member}. ${NOTHING_WRITTEN}. ` +
    `Bring back the credentials of the cluster that joined, or, where this one replaces it, delete MemberCluster ${member} and create it again`,
});

const SHOW = 'Grant its credentials get on the namespace kube-system, as examples/rbac/member.yaml does';

const refuseHidden = (member: string, own: Membership | undefined): MembershipRefused => ({
  kind: 'refused',
  reason: 'FleetstageClusterUnidentified',
  message: own
    ? `the cluster that joined as MemberCluster ${member} showed its namespace kube-system, and the one that answers now does not, so it may be another one. ${NOTHING_WRITTEN}. ${SHOW}`
    : `the cluster of MemberCluster ${member} does not show its namespace kube-system, so it may be the hub or another member. ${NOTHING_WRITTEN}. ${SHOW}, or add ${member} to fleetstage.connections.allowUnidentified`,
});
