import type { Subject } from '../../observe/subject';
import type { Tx } from '../db';
import { fromHubKey } from '../keys';
import { queues } from './queues';
import type { Mark } from './writeMarks';

/**
 * Makes keys dirty when the transaction commits. Marking a key that is in work loses nothing: its version moves on, and
 * `settle` then leaves it due.
 *
 *   afterMs 250, postponeUpToMs 2000; marked at 0, 100, 200 → due at 450
 *   the same, marked every 100 ms                           → due at 2000
 */
export function mark(tx: Tx, marks: Mark | readonly Mark[]): void {
  const list = isList(marks) ? marks : [marks];
  tx.outbox.mark(list);
  for (const { queue, key } of list) {
    const kind = PUBLISHED.get(queue);
    if (kind !== undefined) tx.outbox.touch({ kind, ...fromHubKey(key) });
  }
}

/** Whoever asks for a status to be published has changed what it is made from. */
const PUBLISHED: ReadonlyMap<string, Subject['kind']> = new Map([
  [queues.publishPlacement, 'placement'],
  [queues.publishRun, 'run'],
  [queues.publishMember, 'cluster'],
  [queues.propagateApproval, 'approval'],
]);

const isList = (marks: Mark | readonly Mark[]): marks is readonly Mark[] => Array.isArray(marks);
