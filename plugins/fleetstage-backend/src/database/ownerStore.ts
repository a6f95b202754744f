import type { Tx } from './db';
import { nowMs } from './dbNow';
import { rowsOf } from './rows';
import type { Executor } from './sql';

/** A running process that may own members; its id is never used again. */
export interface Replica {
  readonly hub: string;
  readonly id: string;
}

export interface OwnedShard {
  readonly shard: number;
  readonly owner: string;
  readonly token: number;
}

export interface ShardOwners {
  readonly shards: readonly OwnedShard[];
  /** Replicas that have a row, and when their leases end; an owner without one owns nothing any more. */
  readonly live: ReadonlyMap<string, { readonly leftMs: number }>;
}

/**
 * Ends this transaction when its process stops in the middle of it, or is gone: else its row stays locked, and nobody may end
 * its lease, for as long as the database keeps the connection.
 */
export async function limitIdleness(tx: Tx, ms: number): Promise<void> {
  if (tx.dialect === 'postgres')
    await tx.sql.raw(`set local idle_in_transaction_session_timeout = ${Math.ceil(ms)}`);
}

export async function joinReplicas(tx: Tx, { hub, id }: Replica, leaseMs: number): Promise<void> {
  await tx.sql.raw(`insert into replicas (hub, id, lease_until) values (?, ?, ${nowMs(tx.dialect)} + ?)`, [
    hub,
    id,
    leaseMs,
  ]);
}

/**
 * False: somebody has ended it. An expired one may be renewed, too, while its row exists: nobody takes anything from it
 * without deleting the row, and either of the two statements waits for the other.
 */
export async function renewReplica(tx: Tx, { hub, id }: Replica, leaseMs: number): Promise<boolean> {
  const leaseUntil = tx.sql.raw(`${nowMs(tx.dialect)} + ?`, [leaseMs]);
  return (await tx.sql('replicas').where({ hub, id }).update({ lease_until: leaseUntil })) === 1;
}

/**
 * Renews the lease, and reads the owners as they were when the statement began: one round trip for a replica that keeps what it
 * has. Absent: somebody has ended the replica. For PostgreSQL.
 */
export async function renewAndLoadOwners(
  { sql, dialect }: Executor,
  { hub, id }: Replica,
  leaseMs: number,
): Promise<ShardOwners | undefined> {
  const now = nowMs(dialect);
  const result = await sql.raw(
    `with renewed as (update replicas set lease_until = ${now} + ? where hub = ? and id = ? returning id)
     select (select count(*) from renewed) as renewed,
       (select json_agg(json_build_array(shard, owner, token)) from member_shards where hub = ?) as shards,
       (select json_agg(json_build_array(id, lease_until - ${now})) from replicas where hub = ?) as live`,
    [leaseMs, hub, id, hub, hub],
  );
  const [{ renewed, shards, live }] = rowsOf<OwnersRow>(result);
  if (Number(renewed) === 0) return undefined;
  return {
    shards: (shards ?? []).map(([shard, owner, token]) => ({ shard, owner, token })),
    live: new Map((live ?? []).map(([replica, leftMs]) => [replica, { leftMs }])),
  };
}

interface OwnersRow {
  readonly renewed: number | string;
  readonly shards: readonly (readonly [shard: number, owner: string, token: number])[] | null;
  readonly live: readonly (readonly [id: string, leftMs: number])[] | null;
}

/** Ends the replicas whose leases have run out; a lease that is being renewed is left for the next time. */
export async function endLateReplicas(tx: Tx, hub: string): Promise<string[]> {
  const result = await tx.sql.raw(
    `delete from replicas where (hub, id) in (
       select hub, id from replicas where hub = ? and lease_until <= ${nowMs(tx.dialect)}
       ${tx.dialect === 'postgres' ? 'for update skip locked' : ''})
     returning id`,
    [hub],
  );
  return rowsOf<{ id: string }>(result).map(({ id }) => id);
}

/** Shards first: a replica comes before what it owns, so each owner that is read here is found below, or has ended for good. */
export async function loadShardOwners(tx: Tx, hub: string): Promise<ShardOwners> {
  const rows = await tx.sql('member_shards').where({ hub }).select('shard', 'owner', 'token');
  const left = tx.sql.raw(`lease_until - ${nowMs(tx.dialect)} as left_ms`);
  const live: { id: string; left_ms: number | string }[] = await tx
    .sql('replicas')
    .where({ hub })
    .select('id', left);
  return {
    shards: rows.map(row => ({ ...row, token: Number(row.token) })),
    live: new Map(live.map(row => [row.id, { leftMs: Number(row.left_ms) }])),
  };
}

/** Returns the shards that were taken; of the others somebody has changed the owner since they were read. */
export async function takeShards(
  tx: Tx,
  { hub, id }: Replica,
  read: readonly Pick<OwnedShard, 'shard' | 'token'>[],
): Promise<number[]> {
  if (read.length === 0) return [];
  const now = nowMs(tx.dialect);
  const sorted = [...read].sort((a, b) => a.shard - b.shard);
  const result = await tx.sql.raw(
    `insert into member_shards (hub, shard, owner, token, since)
     values ${sorted.map(() => `(?, ?, ?, ?, ${now})`).join(', ')}
     on conflict (hub, shard) do update set owner = excluded.owner, token = excluded.token, since = excluded.since
     where member_shards.token = excluded.token - 1
     returning shard`,
    sorted.flatMap(({ shard, token }) => [hub, shard, id, token + 1]),
  );
  return rowsOf<{ shard: number }>(result).map(({ shard }) => shard);
}

/** Nobody's, until somebody takes them. */
export async function releaseShards(tx: Tx, { hub, id }: Replica, shards: readonly number[]): Promise<void> {
  await tx
    .sql('member_shards')
    .where({ hub, owner: id })
    .whereIn('shard', [...shards])
    .update({ owner: '', token: tx.sql.raw('token + 1'), since: tx.sql.raw(nowMs(tx.dialect)) });
}

/** With the row all shards of the replica are free. */
export async function leaveReplicas(tx: Tx, { hub, id }: Replica): Promise<void> {
  await tx.sql('replicas').where({ hub, id }).delete();
}

/** The notification to the other replicas when shards are free. */
export const CHANGED_OWNERS = 'member-owners';

/** The channel of wake-ups between replicas: the sender, and what has changed. */
export const WAKE_CHANNEL = 'fleetstage_wake';

/** Has every replica read the owners once this is committed, also when the sender ends with it. */
export async function announceOwners(tx: Tx): Promise<void> {
  if (tx.dialect === 'postgres')
    await tx.sql.raw('select pg_notify(?, ?)', [WAKE_CHANNEL, `,${CHANGED_OWNERS}`]);
}
