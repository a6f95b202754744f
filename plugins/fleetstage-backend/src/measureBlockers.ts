import { countBlockers } from './database/blockerStore';
import type { Database } from './database/db';
import type { FleetGauges } from './observe/FleetGauges';
import type { Log } from './observe/log';

interface Measured {
  readonly database: Database;
  readonly settings: { readonly hub: { readonly name: string } };
  readonly log: Log;
}

/** How many placements and runs each cause holds, as gauges: the numbers of the last answer of the database. */
export function measureBlockers({ database, settings, log }: Measured, gauges: FleetGauges): void {
  const hub = settings.hub.name;
  database
    .transact(tx => countBlockers(tx, hub))
    .then(counts => gauges.reportBlockers(hub, counts))
    .catch(error => log.debug('Counting the blockers failed', { hub, reason: String(error) }));
}
