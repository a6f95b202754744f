import type { Tx } from '../db';
import { chunks } from '../rows';

/**
 * Forgets how often these keys have failed, so that they are tried in the pace of a first failure again. The only
 * statement of its transaction: rows are locked in the order of the queue, as marks are, and mark them afterwards.
 */
export async function resetAttempts(tx: Tx, queue: string, keys: readonly string[]): Promise<void> {
  for (const part of chunks([...keys].sort())) {
    await tx.sql.raw(
      `with failing as materialized (
         select queue, key from dirty_keys
         where queue = ? and key in (${part.map(() => '?').join(', ')}) and attempts > 0
         ${tx.dialect === 'postgres' ? 'order by queue collate "C", key collate "C" for update' : ''})
       update dirty_keys set attempts = 0
       from failing where dirty_keys.queue = failing.queue and dirty_keys.key = failing.key`,
      [queue, ...part],
    );
  }
}
