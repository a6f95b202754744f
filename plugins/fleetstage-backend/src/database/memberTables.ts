import type { BigInt64, Json } from './columns';

/** Rows of members, and of what is removed from them. */
export interface RemovalRow {
  hub: string;
  placement: string;
  uid: string;
  state: string;
  cause: string | null;
  requested_at: BigInt64;
  decided_at: BigInt64 | null;
  actor: string | null;
  comment: string | null;
  asked_as: Json | null;
}

export interface MembershipRow {
  hub: string;
  member: string;
  member_uid: string;
  cluster_uid: string;
  joined_at: BigInt64;
  created_at: BigInt64;
}

export interface MemberAgentRow {
  hub: string;
  member: string;
  member_uid: string;
  ensured_for: string | null;
  problem: string | null;
  joined: string | null;
  leaving_since: BigInt64 | null;
}
