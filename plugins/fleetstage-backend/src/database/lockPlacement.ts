import type { Tx } from './db';
import type { PlacementRow } from './tables';

/**
 * Locks a placement until the transaction ends: nobody else schedules it, moves its bindings or saves its snapshots
 * meanwhile. Call it before the first read that a decision depends on.
 *
 * Returns the uid of the object that the rows were made for (empty when none were made yet), whether its statuses are kept,
 * and the number of this hold: another one means that somebody has held the lock since.
 *
 * Lock order: one placement → its children → the queue (written last, see `Outbox`). Never two placements.
 */
export async function lockPlacement(
  tx: Tx,
  hub: string,
  name: string,
): Promise<Pick<PlacementRow, 'uid' | 'version' | 'report_back_mode'>> {
  const [row] = await tx
    .sql('placements')
    .insert({ hub, name, version: 1 })
    .onConflict(['hub', 'name'])
    .merge({ version: tx.sql.raw('placements.version % 1000000000 + 1') })
    .returning(['uid', 'version', 'report_back_mode']);
  return row;
}
