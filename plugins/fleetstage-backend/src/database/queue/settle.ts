import type { Tx } from '../db';
import type { Claim } from './claim';
import type { Settlement } from './writeSettlement';

/**
 * Ends the work of a claim when the transaction commits. A mark that came meanwhile is not lost: the row goes, or
 * waits, only while its version is the claimed one; else it is due as the mark says.
 */
export function settle(tx: Tx, claim: Claim, settlement: Settlement = { kind: 'done' }): void {
  tx.outbox.settle(claim, settlement);
}
