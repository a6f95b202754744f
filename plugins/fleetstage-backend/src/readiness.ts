import { DATABASE_AWAY } from './database/DatabaseProbe';
import type { QueueDepth } from './database/queue/inspect';
import type { IngestState } from './ingest/HubIngest';
import type { WorkersStatus } from './loop/runWorkers';

/** Whether the engine can work, and what keeps it from it. */
export interface Readiness {
  readonly isReady: boolean;
  /** Problems that keep the engine from working until somebody acts: sentences without names. */
  readonly problems: readonly string[];
  readonly hub: { readonly name: string; readonly ingest: IngestState };
  /** Empty while the database does not answer. */
  readonly queues: readonly QueueDepth[];
  /** Shards of members that this replica owns, of all. */
  readonly shards: { readonly owned: number; readonly all: number };
  /** Those that it owns and is connected to. */
  readonly members: readonly { readonly name: string; readonly isReachable: boolean }[];
  /** Queues whose keys cannot be claimed: the database is out of reach. */
  readonly stuckQueues: readonly string[];
}

interface Found extends Pick<Readiness, 'shards'> {
  readonly hub: string;
  readonly ingest: IngestState;
  /** Sentences without names, the database's apart. */
  readonly problems: readonly string[];
  /** Absent: the database does not answer. */
  readonly queues: readonly QueueDepth[] | undefined;
  /** Absent: nothing is worked on yet. */
  readonly workers: readonly WorkersStatus[] | undefined;
  readonly members: readonly (readonly [name: string, isReachable: boolean])[];
}

export function toReadiness({ hub, ingest, queues, workers, shards, members, ...found }: Found): Readiness {
  const problems = [...found.problems, ...(queues === undefined ? [DATABASE_AWAY] : [])];
  const stuckQueues = (workers ?? []).filter(one => one.claimFailures > 0).map(({ queue }) => queue);
  return {
    isReady:
      problems.length === 0 &&
      workers !== undefined &&
      ingest.unsynced.length === 0 &&
      ingest.problem === undefined &&
      stuckQueues.length === 0,
    problems,
    hub: { name: hub, ingest },
    queues: queues ?? [],
    shards,
    members: members.map(([name, isReachable]) => ({ name, isReachable })),
    stuckQueues,
  };
}
