import type { BigInt64, Json } from './columns';

/** Rows of evictions, and of the drains that make them. */
export interface EvictionRow {
  hub: string;
  name: string;
  uid: string;
  placement: string;
  cluster: string;
  outcome: Json;
  decided_at: BigInt64;
}

export interface DrainRow {
  hub: string;
  cluster: string;
  asked_as: string;
  since: BigInt64;
  progress: Json;
}
