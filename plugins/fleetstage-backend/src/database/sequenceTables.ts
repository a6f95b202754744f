import type { BigInt64, Json } from './columns';

/** Rows of sequences of versions. */
export interface RolloutSequenceRow {
  hub: string;
  name: string;
  uid: string;
  created_at: BigInt64;
  memory: Json;
  told_until: BigInt64;
}

export interface VersionRolloutRow {
  hub: string;
  name: string;
  sequence: string;
  sequence_uid: string;
  creation: string;
  uid: string | null;
  created_at: BigInt64;
  generation: BigInt64;
  phase: string;
  want: string;
  gone_at: BigInt64 | null;
  spec: Json;
  memory: Json;
}

export interface ClusterVersionRow {
  hub: string;
  cluster: string;
  provider: string | null;
  provider_id: string | null;
  unmanaged: string | null;
  labels: Json | null;
  observed: Json | null;
  observed_at: BigInt64 | null;
  silent_since: BigInt64 | null;
}

export interface DesiredUpgradeRow {
  hub: string;
  cluster: string;
  upgrade_type: string;
  version: string;
  pools: Json | null;
  rollout: string;
  requested_at: BigInt64;
  answer: Json | null;
  problem: string | null;
}

export interface ClusterUpgradeRow {
  hub: string;
  cluster: string;
  upgrade_type: string;
  version: string;
  rollout: string | null;
  since: BigInt64;
}

export interface ClassVersionRow {
  hub: string;
  provider: string;
  namespace: string;
  name: string;
  versions: Json | null;
  known_at: BigInt64;
}
