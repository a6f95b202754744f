import type { BigInt64 } from './columns';

/** Rows of the queue, of leases and of versions: who works on what. */

export interface DirtyKeyRow {
  queue: string;
  key: string;
  grp: string;
  priority: number;
  version: number;
  due_at: BigInt64;
  latest_at: BigInt64;
  lease_token: string | null;
  lease_until: BigInt64 | null;
  claimed_version: number | null;
  attempts: number;
  last_error: string | null;
  parked_reason: string | null;
  /** On PostgreSQL alone, computed by the database: the shard of the member that work on the key connects to. */
  readonly shard?: number | null;
}

export interface HubLeaseRow {
  hub: string;
  name: string;
  holder: string;
  token: BigInt64;
  lease_until: BigInt64;
  lost_since: BigInt64 | null;
  lost_reason: string | null;
  unwatched: string | null;
  foreign_writer: string | null;
  fleet_started_at: BigInt64 | null;
}

export interface ReplicaRow {
  hub: string;
  id: string;
  lease_until: BigInt64;
}

export interface MemberShardRow {
  hub: string;
  shard: number;
  owner: string;
  token: BigInt64;
  since: BigInt64;
}

export interface FleetVersionRow {
  hub: string;
  version: number;
}
