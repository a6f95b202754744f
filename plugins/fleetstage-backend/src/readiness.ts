import type { QueueDepth } from './database/queue/inspect';
import type { IngestState } from './ingest/HubIngest';

/** Whether the engine can work, and what keeps it from it. */
export interface Readiness {
  readonly isReady: boolean;
  /** What keeps the engine from working until somebody acts: sentences without names. */
  readonly problems: readonly string[];
  readonly hub: { readonly name: string; readonly ingest: IngestState };
  /** Empty while the database does not answer. */
  readonly queues: readonly QueueDepth[];
  readonly members: readonly { readonly name: string; readonly isReachable: boolean }[];
  /** Queues whose keys cannot be claimed: the database is out of reach. */
  readonly stuckQueues: readonly string[];
}
