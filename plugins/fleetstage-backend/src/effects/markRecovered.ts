import type { Database } from '../database/db';
import { markWorkOn } from '../database/marks';
import type { Log } from '../observe/log';

/** A member answers again: what waits to be applied there is tried at once. */
export function markRecovered(
  { database, hub, log }: { readonly database: Database; readonly hub: string; readonly log: Log },
  cluster: string,
): void {
  log.info('A member answers again', { cluster });
  database
    .transact(tx => markWorkOn(tx, hub, cluster))
    .catch(error =>
      log.warn('The work of a member could not be marked; its retries go on', {
        cluster,
        reason: String(error),
      }),
    );
}
