import type { Database } from '../database/db';
import { markWork } from '../database/marks';
import type { Log } from '../observe/log';
import type { Timer, Timers } from '../ports';

export interface ChangedWorkOptions {
  readonly database: Database;
  readonly hub: string;
  readonly timers: Timers;
  readonly log: Log;
}

const GATHER_MS = 10;

/** Members change in bursts: what comes within this time is marked with one commit. */
export class ChangedWork {
  private readonly clustersByPlacement = new Map<string, Set<string>>();
  private gathering: Timer | undefined;

  constructor(private readonly options: ChangedWorkOptions) {}

  add(cluster: string, placements: readonly string[]): void {
    this.gathering ??= this.options.timers.after(GATHER_MS, () => this.mark());
    for (const name of placements) {
      const clusters = this.clustersByPlacement.get(name) ?? new Set();
      this.clustersByPlacement.set(name, clusters.add(cluster));
    }
  }

  stop(): void {
    this.gathering?.cancel();
  }

  private mark(): void {
    const { database, hub, log } = this.options;
    const changed = [...this.clustersByPlacement];
    this.gathering = undefined;
    this.clustersByPlacement.clear();
    database
      .transact(async tx => {
        for (const [name, clusters] of changed) markWork(tx, { hub, name }, [...clusters]);
      })
      .catch(error =>
        log.warn('Changes on members could not be noted; the resync will find them', {
          reason: String(error),
        }),
      );
  }
}
