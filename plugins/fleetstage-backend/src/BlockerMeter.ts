import type { Clock } from './ports';
import { countBlockers } from './database/blockerStore';
import type { Database } from './database/db';
import type { FleetGauges } from './observe/FleetGauges';
import type { Log } from './observe/log';

/** Rows change in all replicas, and a scrape that asks more often than every 15 s gets the last answer. */
const COUNT_EVERY_MS = 15_000;

interface Measured {
  readonly database: Database;
  readonly clock: Clock;
  readonly hub: string;
  readonly log: Log;
  readonly gauges: FleetGauges;
}

/**
 * How many placements and runs each cause holds, as gauges. Only the holder of the hub's lease counts and reports: the
 * numbers are the hub's, so every replica would report the same.
 */
export class BlockerMeter {
  private countedAt = -Infinity;
  private isHolder = false;

  constructor(private readonly parts: Measured) {}

  /** The numbers come with the next measurement. */
  async measure(holdsHub: boolean): Promise<void> {
    const { database, clock, hub, log, gauges } = this.parts;
    this.isHolder = holdsHub;
    if (!holdsHub) {
      this.countedAt = -Infinity;
      gauges.forgetBlockers(hub);
      return;
    }
    const now = clock.now();
    if (now - this.countedAt < COUNT_EVERY_MS) return;
    this.countedAt = now;
    try {
      const counts = await database.ask(reader => countBlockers(reader, hub));
      // The lease may have gone meanwhile.
      if (this.isHolder) gauges.reportBlockers(hub, counts);
    } catch (error) {
      log.debug('Counting the blockers failed', { hub, reason: String(error) });
    }
  }
}
