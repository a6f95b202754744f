import { instant, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Tx } from './db';
import { nowMs } from './dbNow';
import { toOptionalFreeText } from './freeText';
import {
  foreignWriter,
  unwatchedKinds,
  type ForeignWrite,
  type UnwatchedKind,
} from './documents/memberDocuments';
import { rowsOf } from './rows';
import type { Executor, Reader } from './sql';
import type { HubLeaseRow } from './tables';

export type { ForeignWrite, UnwatchedKind };

/** One of n replicas does something for a hub, e.g. watches it. */
export interface Lease {
  readonly hub: string;
  readonly name: string;
  readonly holder: string;
  /** Fencing token: grows with every change of holder. */
  readonly token: number;
}

export interface LeaseRequest {
  readonly hub: string;
  readonly name: string;
  readonly holder: string;
  readonly leaseMs: number;
}

/** Takes the lease if it is free, has run out, or is ours already; `undefined` while another holds it. */
export async function acquireLease(
  tx: Tx,
  { hub, name, holder, leaseMs }: LeaseRequest,
): Promise<Lease | undefined> {
  const now = nowMs(tx.dialect);
  const result = await tx.sql.raw(
    `insert into hub_leases (hub, name, holder, token, lease_until) values (?, ?, ?, 1, ${now} + ?)
     on conflict (hub, name) do update set
       token = hub_leases.token + case when hub_leases.holder = excluded.holder then 0 else 1 end,
       holder = excluded.holder, lease_until = excluded.lease_until
     where hub_leases.holder = excluded.holder or hub_leases.lease_until <= ${now}
     returning token`,
    [hub, name, holder, leaseMs],
  );
  const [row] = rowsOf<{ token: number | string }>(result);
  return row && { hub, name, holder, token: Number(row.token) };
}

/** The holder's report of the hub to the other replicas. */
export interface HoldersLoss {
  /** When the hub last answered. */
  readonly since: Instant;
  readonly reason: string;
}

/** The state of the hub as the holder of a lease sees it. */
export interface HoldersObservation {
  /** The hub does not answer it. */
  readonly loss?: HoldersLoss;
  /** Absent: it watches all kinds. */
  readonly unwatched?: readonly UnwatchedKind[];
  /** Another controller writes on the hub. */
  readonly foreign?: ForeignWrite;
}

/** False: it was lost. What its holder sees is valid until the next renewal. */
export async function renewLease(
  tx: Executor,
  lease: Lease & HoldersObservation & { readonly leaseMs: number },
): Promise<boolean> {
  const count = await tx
    .sql('hub_leases')
    .where(toWhere(lease))
    .update({
      lease_until: tx.sql.raw(`${nowMs(tx.dialect)} + ?`, [lease.leaseMs]),
      lost_since: lease.loss?.since ?? null,
      lost_reason: toOptionalFreeText(lease.loss?.reason),
      unwatched: lease.unwatched?.length ? unwatchedKinds.write(lease.unwatched) : null,
      foreign_writer: lease.foreign ? foreignWriter.write(lease.foreign) : null,
    });
  return count === 1;
}

/** The report of the holder of a lease to the others. */
export interface HoldersReport extends HoldersObservation {
  readonly fleetStartedAt?: Instant;
}

export async function loadHoldersReport(
  tx: Reader,
  { hub, name }: Pick<Lease, 'hub' | 'name'>,
): Promise<HoldersReport> {
  const row = await tx
    .sql('hub_leases')
    .where({ hub, name })
    .first('lost_since', 'lost_reason', 'unwatched', 'foreign_writer', 'fleet_started_at');
  return row ? toHoldersReport(row) : {};
}

type HoldersRow = Pick<
  HubLeaseRow,
  'lost_since' | 'lost_reason' | 'unwatched' | 'foreign_writer' | 'fleet_started_at'
>;

function toHoldersReport(row: HoldersRow): HoldersReport {
  const at = (ms: number | string | null) => (ms === null ? undefined : instant(Number(ms)));
  const [since, fleetStartedAt] = [at(row.lost_since), at(row.fleet_started_at)];
  return {
    ...(row.unwatched !== null && { unwatched: unwatchedKinds.read(row.unwatched) }),
    ...(row.foreign_writer !== null && { foreign: foreignWriter.read(row.foreign_writer) }),
    ...(since !== undefined && { loss: { since, reason: row.lost_reason ?? '' } }),
    ...(fleetStartedAt !== undefined && { fleetStartedAt }),
  };
}

/** What another controller writes on the hub, as the replica that watches it says; the report of one that died ends with its lease. */
export async function loadForeignWriter(tx: Reader, hub: string): Promise<ForeignWrite | undefined> {
  const row = await tx
    .sql('hub_leases')
    .where({ hub })
    .whereNotNull('foreign_writer')
    .where('lease_until', '>', tx.sql.raw(nowMs(tx.dialect)))
    .first('foreign_writer');
  return row?.foreign_writer ? foreignWriter.read(row.foreign_writer) : undefined;
}

/** Until now no running replica had the lease: what happened on members meanwhile, nobody has seen. */
export async function saveFleetStart(tx: Tx, lease: Lease, at: Instant): Promise<void> {
  await tx.sql('hub_leases').where(toWhere(lease)).update({ fleet_started_at: at });
}

/** Is it still ours? Asked in a transaction that writes for the hub; locks the row until the commit. */
export async function holdLease(tx: Tx, lease: Lease): Promise<boolean> {
  const count = await tx.sql('hub_leases').where(toWhere(lease)).update({ holder: lease.holder });
  return count === 1;
}

/** Lets another one take it at once. The row stays, so that the token goes on growing. */
export async function releaseLease(tx: Tx, lease: Lease): Promise<void> {
  await tx
    .sql('hub_leases')
    .where(toWhere(lease))
    .update({ lease_until: 0, holder: '', ...NO_OBSERVATION });
}

/**
 * Row that names the holding under which everything authored was mirrored; its token differs from those of earlier ones.
 */
const SYNCED = 'mirror-whole';

/** The holder of the lease has mirrored everything authored; valid until the holding ends. */
export async function saveMirrorSynced(tx: Tx, { hub, holder, token }: Lease): Promise<void> {
  const row = { hub, name: SYNCED, holder, token, lease_until: 0, ...NO_REPORT };
  await tx.sql('hub_leases').insert(row).onConflict(['hub', 'name']).merge();
}

/** A holding begins, maybe of the same holder with the same token; what changed since the last one is not mirrored. */
export async function forgetMirrorSynced(tx: Tx, hub: string): Promise<void> {
  await tx.sql('hub_leases').where({ hub, name: SYNCED }).delete();
}

/** The lease holder as a replica on standby reads it. */
export interface OtherHolder extends HoldersReport {
  /** It has mirrored everything authored under this holding. */
  readonly isSynced: boolean;
  /** Until its lease ends, unless it is renewed. */
  readonly leftMs: number;
}

/**
 * Absent: the lease is free, has run out, or is ours. Asked before `acquireLease`, whose statement locks the row also where it
 * takes nothing.
 */
export async function loadOtherHolder(
  tx: Reader,
  { hub, name, holder }: Omit<LeaseRequest, 'leaseMs'>,
): Promise<OtherHolder | undefined> {
  const result = await tx.sql.raw(
    `select held.*, whole.hub as whole, held.lease_until - ${nowMs(tx.dialect)} as left_ms from hub_leases held
     left join hub_leases whole on whole.hub = held.hub and whole.name = ?
       and whole.holder = held.holder and whole.token = held.token
     where held.hub = ? and held.name = ? and held.holder <> ? and held.lease_until > ${nowMs(tx.dialect)}`,
    [SYNCED, hub, name, holder],
  );
  const [row] = rowsOf<HoldersRow & { readonly whole: string | null; readonly left_ms: number | string }>(
    result,
  );
  return row && { ...toHoldersReport(row), isSynced: row.whole !== null, leftMs: Number(row.left_ms) };
}

const NO_OBSERVATION = { lost_since: null, lost_reason: null, unwatched: null, foreign_writer: null };
const NO_REPORT = { ...NO_OBSERVATION, fleet_started_at: null };

const toWhere = ({ hub, name, holder, token }: Lease) => ({ hub, name, holder, token });
