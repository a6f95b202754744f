/**
 * The rows as the database has them: the only place with snake_case. PostgreSQL sends 64-bit integers as text
 * (`BigInt64`), SQLite sends booleans as 0 and 1 (`Flag`).
 */
import type { BigInt64, Flag, Json } from './columns';
import type { DrainRow, EvictionRow } from './evictionTables';
import type { MemberAgentRow, MembershipRow, RemovalRow } from './memberTables';
import type {
  ClassVersionRow,
  ClusterUpgradeRow,
  ClusterVersionRow,
  DesiredUpgradeRow,
  RolloutSequenceRow,
  VersionRolloutRow,
} from './sequenceTables';
import type { DirtyKeyRow, FleetVersionRow, HubLeaseRow, MemberShardRow, ReplicaRow } from './queueTables';

export type { BigInt64, Flag, Json };
export type { DrainRow, EvictionRow };
export type { MemberAgentRow, MembershipRow, RemovalRow };
export type { ClassVersionRow, ClusterUpgradeRow, ClusterVersionRow };
export type { DesiredUpgradeRow, RolloutSequenceRow, VersionRolloutRow };
export type { DirtyKeyRow, FleetVersionRow, HubLeaseRow, MemberShardRow, ReplicaRow };

export interface HubRow {
  hub: string;
  uid: string;
}

export interface PlacementDefinitionRow {
  hub: string;
  kind: string;
  uid: string;
}

export interface ObjectRow {
  hub: string;
  kind: string;
  namespace: string;
  name: string;
  resource_version: string;
  parent: string | null;
  body: Json;
  /** Of MemberClusters alone. */
  stamp?: string | null;
  /** Of evictions alone: where from. */
  cluster?: string | null;
}

export interface ClusterRow {
  hub: string;
  name: string;
  health: Json | null;
  properties: Json;
  resource_usage: Json | null;
  collection: Json | null;
  stamp?: string | null;
}

export interface ClusterNamespaceRow {
  hub: string;
  namespace: string;
  cluster: string;
  owner: string;
}

export interface PlacementInputRow {
  hub: string;
  input: string;
  placement: string;
  made_for: string;
}

export interface PlacementRow {
  hub: string;
  name: string;
  uid: string;
  version: number;
  /** The version as of which reports could not move it. */
  at_rest_as?: number | null;
  propagation_policy: string;
  schedule: Json | null;
  settled_for: string | null;
  /** JSON: {@link StatusCopyRecord}. Absent: nothing was copied. */
  status_copy?: Json | null;
  /** `keep` or `write`; absent: no status is kept. */
  report_back_mode?: string | null;
  report_back_problems?: Json | null;
  override_warnings?: Json | null;
}

export interface CaptureRow {
  hub: string;
  placement: string;
  requested: number;
  captured: number;
  failure: Json | null;
  /** Absent: nothing waits. */
  candidate_at?: BigInt64 | null;
  generation: BigInt64 | null;
}

export interface CaptureNotesRow {
  hub: string;
  placement: string;
  notes: Json;
  warnings: Json | null;
}

export interface VerdictRow {
  hub: string;
  placement: string;
  ordinal: number;
  /** Numbers of decisions: the first that said so, and the first that did not. */
  since: number;
  until: number | null;
  verdict: Json;
  clusters: Json;
}

export interface DecisionRow {
  hub: string;
  placement: string;
  number: number;
  at: BigInt64;
  outcome: Json;
  summary: Json | null;
}

export interface PolicySnapshotRow {
  hub: string;
  placement: string;
  idx: number;
  hash: string;
  policy: Json | null;
  placement_generation: BigInt64;
  number_of_clusters: number | null;
  created_at: BigInt64;
}

export interface ResourceSnapshotRow {
  hub: string;
  placement: string;
  idx: number;
  hash: string;
  identifiers: Json;
  contents: Json;
  created_at: BigInt64;
}

export interface SnapshotContentRow {
  hub: string;
  hash: string;
  /** JSON in clear without `key_id`. */
  body: string;
  used_at: BigInt64;
  key_id: string | null;
  /** Absent in rows of before there was the column. */
  bytes: number | null;
}

export interface VaultKeyRow {
  key_id: string;
  generation: string;
  body: string;
  created_at: BigInt64;
}

export interface SharedTextRow {
  hub: string;
  ref: string;
  body: Json;
  used_at: BigInt64;
}

export interface BindingRow {
  hub: string;
  placement: string;
  cluster: string;
  name: string;
  phase: string;
  previous_phase: string | null;
  policy_idx: number;
  resource_idx: number | null;
  revision: string | null;
  decision_ref: string;
  strategy_ref: string | null;
  rollout_ref: string | null;
  overrides_ref: string | null;
  rollout_at: BigInt64 | null;
  created_at: BigInt64;
  released_at: BigInt64 | null;
}

export interface WorkReportRow {
  hub: string;
  placement: string;
  cluster: string;
  revision: string;
  claims_ref: string;
  claim_times: Json;
  problems: Json | null;
  inventory_ref: string;
  inventory_own: string;
  observed_at: BigInt64;
  is_released: Flag;
  verified_at: BigInt64 | null;
  apply_asked_at: BigInt64 | null;
  /** `pull`, or null: applied directly. */
  carrier: string | null;
}

export interface RunRow {
  hub: string;
  name: string;
  uid: string;
  placement: string;
  created_at: BigInt64;
  is_over: Flag;
  progress: Json;
}

export interface ApprovalRequestRow {
  hub: string;
  name: string;
  run: string;
  run_uid: string;
  stage: string;
  task: string;
  want: string;
}

export interface ApprovalRow {
  hub: string;
  run: string;
  stage: string;
  task: string;
  request_uid: string;
  verdict: string;
  actor: string;
  comment: string | null;
  at: BigInt64;
  undoes: BigInt64 | null;
}

export interface FinalizerRow {
  hub: string;
  kind: string;
  name: string;
  uid: string;
  want: string;
}

export interface TimelineRow {
  id: BigInt64;
  hub: string;
  at: BigInt64;
  subject_kind: string;
  subject_name: string;
  event: string;
  actor: string;
  cluster: string | null;
  stage: string | null;
  message: string | null;
  data: Json | null;
}

export interface PublicationRow {
  hub: string;
  kind: string;
  name: string;
  hash: string;
  published_at: BigInt64;
}

export interface EventLedgerRow {
  hub: string;
  placement: string;
  uid: string;
  ledger: Json;
  told_at: BigInt64 | null;
}

export interface BackReportRow {
  hub: string;
  placement: string;
  cluster: string;
  object: string;
  identity: Json;
  hash: string;
  /** JSON in clear without `key_id`; absent: too large to keep. */
  body: string | null;
  key_id: string | null;
  observed_at: BigInt64;
  written_hash?: string | null;
  written_at?: BigInt64 | null;
}

export interface BlockerRow {
  hub: string;
  owner_kind: string;
  owner: string;
  /** Of a run; empty: of a placement, whose rows go with all that was derived of it. */
  owner_uid: string;
  slot: number;
  cause: string;
  subject: string;
  message: string;
  since: BigInt64;
  until: BigInt64 | null;
  actor: string;
  /** JSON with its version: see `blockerStore`. */
  parts: Json;
}

export interface OverrideSnapshotRow {
  hub: string;
  kind: string;
  namespace: string;
  name: string;
  idx: number;
  hash: string;
  spec: Json;
  state: string;
  changed_at: BigInt64;
}

export interface SignalReaderRow {
  user_ref: string;
  asked_at: BigInt64;
}

declare module 'knex/types/tables' {
  interface Tables {
    dirty_keys: DirtyKeyRow;
    hub_leases: HubLeaseRow;
    fleet_versions: FleetVersionRow;
    replicas: ReplicaRow;
    member_shards: MemberShardRow;
    hubs: HubRow;
    removals: RemovalRow;
    placement_definitions: PlacementDefinitionRow;
    memberships: MembershipRow;
    member_agents: MemberAgentRow;
    objects: ObjectRow;
    clusters: ClusterRow;
    cluster_namespaces: ClusterNamespaceRow;
    placement_inputs: PlacementInputRow;
    placements: PlacementRow;
    captures: CaptureRow;
    capture_notes: CaptureNotesRow;
    verdicts: VerdictRow;
    decisions: DecisionRow;
    policy_snapshots: PolicySnapshotRow;
    resource_snapshots: ResourceSnapshotRow;
    snapshot_contents: SnapshotContentRow;
    vault_keys: VaultKeyRow;
    shared_texts: SharedTextRow;
    bindings: BindingRow;
    work_reports: WorkReportRow;
    runs: RunRow;
    approval_requests: ApprovalRequestRow;
    approvals: ApprovalRow;
    finalizers: FinalizerRow;
    timeline: TimelineRow;
    publications: PublicationRow;
    told_events: EventLedgerRow;
    back_reports: BackReportRow;
    blockers: BlockerRow;
    override_snapshots: OverrideSnapshotRow;
    evictions: EvictionRow;
    drains: DrainRow;
    signal_readers: SignalReaderRow;
    rollout_sequences: RolloutSequenceRow;
    version_rollouts: VersionRolloutRow;
    cluster_versions: ClusterVersionRow;
    desired_upgrades: DesiredUpgradeRow;
    cluster_upgrades: ClusterUpgradeRow;
    class_versions: ClassVersionRow;
  }
}
