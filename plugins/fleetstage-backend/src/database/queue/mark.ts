import type { Tx } from '../db';
import type { Mark } from './writeMarks';

/**
 * Makes keys dirty when the transaction commits. Marking a key that is in work loses nothing: its version moves on, and
 * `settle` then leaves it due.
 *
 *   afterMs 250, postponeUpToMs 2000; marked at 0, 100, 200 → due at 450
 *   the same, marked every 100 ms                           → due at 2000
 */
export function mark(tx: Tx, marks: Mark | readonly Mark[]): void {
  tx.outbox.mark(isList(marks) ? marks : [marks]);
}

const isList = (marks: Mark | readonly Mark[]): marks is readonly Mark[] => Array.isArray(marks);
