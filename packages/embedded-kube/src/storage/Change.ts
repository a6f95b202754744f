import type { StoredObject } from './StoredObject';

/** One write, as the log keeps it. */
export interface Change {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /** The object after the write; of a deletion, its last state with the revision of the deletion. */
  readonly stored: StoredObject;
  readonly previous?: StoredObject;
  /** Milliseconds. */
  readonly at: number;
}
