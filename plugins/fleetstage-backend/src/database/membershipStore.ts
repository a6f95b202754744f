import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Membership } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import { kubeObject } from './documents/kubeDocuments';
import { loadObject } from './mirrorStore';
import { toNumber } from './rows';
import type { Reader } from './sql';
import type { MembershipRow } from './tables';

/** The identity that the name has joined with. */
export async function loadMembership(tx: Tx, hub: string, member: string): Promise<Membership | undefined> {
  const row = await tx.sql('memberships').where({ hub, member }).first();
  return row && toMembership(row);
}

export interface Joined {
  readonly recorded: Membership;
  /** uid of the present MemberCluster. */
  readonly memberUid?: string;
  /** Which cluster the hub is. */
  readonly hubUid?: string;
}

/** The cluster that the name has joined with, and what could have changed since: one statement. */
export async function loadJoined(
  { sql }: Reader,
  { hub, member, clusterUid }: { readonly hub: string; readonly member: string; readonly clusterUid: string },
): Promise<Joined | undefined> {
  const row = await sql('memberships')
    .join('objects', { 'objects.hub': 'memberships.hub', 'objects.name': 'memberships.member' })
    .leftJoin('hubs', { 'hubs.hub': 'memberships.hub' })
    .where({ 'memberships.hub': hub, 'memberships.member': member, 'memberships.cluster_uid': clusterUid })
    .where({ 'objects.kind': 'MemberCluster', 'objects.namespace': '' })
    .first('memberships.*', { hub_uid: 'hubs.uid', body: 'objects.body' });
  if (row === undefined) return undefined;
  const { uid } = kubeObject.read(row.body).metadata;
  return {
    recorded: toMembership(row),
    ...(uid !== undefined && { memberUid: uid }),
    ...(row.hub_uid !== null && { hubUid: row.hub_uid }),
  };
}

/** Who has joined with the cluster. One whose MemberCluster is gone, or was created anew, holds nothing. */
export async function loadHolder(tx: Tx, hub: string, clusterUid: string): Promise<Membership | undefined> {
  const row = await tx.sql('memberships').where({ hub, cluster_uid: clusterUid }).first();
  if (row === undefined) return undefined;
  const object = await loadObject(tx, { hub, kind: 'MemberCluster', name: row.member });
  return object?.metadata.uid === row.member_uid ? toMembership(row) : undefined;
}

/**
 * Records who has joined with the cluster, in place of whoever had. Two members that join with one cluster at once get
 * one row; the other transaction fails, and asks again.
 */
export async function saveMembership(tx: Tx, hub: string, membership: Membership): Promise<void> {
  const { member, memberUid, clusterUid, joinedAt, createdAt } = membership;
  await tx.sql('memberships').where({ hub, cluster_uid: clusterUid }).whereNot({ member }).delete();
  const values = {
    member_uid: memberUid,
    cluster_uid: clusterUid,
    joined_at: joinedAt,
    created_at: createdAt,
  };
  await tx
    .sql('memberships')
    .insert({ hub, member, ...values })
    .onConflict(['hub', 'member'])
    .merge();
}

export async function forgetMembership(tx: Tx, hub: string, member: string): Promise<void> {
  await tx.sql('memberships').where({ hub, member }).delete();
}

const toMembership = (row: MembershipRow): Membership => ({
  member: row.member,
  memberUid: row.member_uid,
  clusterUid: row.cluster_uid,
  joinedAt: instant(toNumber(row.joined_at)),
  createdAt: instant(toNumber(row.created_at)),
});
