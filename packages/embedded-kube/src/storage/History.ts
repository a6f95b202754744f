import type { Change } from './Change';
import type { StoredObject } from './StoredObject';

/** The latest changes of a cluster, oldest first: what a watch resumes from and what a page of an older list needs. */
export class History {
  private changes: Change[] = [];

  constructor(
    /** Changes up to this revision are forgotten. */
    private forgotten = 0,
  ) {}

  get compacted(): number {
    return this.forgotten;
  }

  get size(): number {
    return this.changes.length;
  }

  push(change: Change): void {
    this.changes.push(change);
  }

  /** Changes after the revision, of one kind. */
  since(revision: number, storageKey: string): Change[] {
    return this.changes
      .slice(this.indexAfter(revision))
      .filter(({ stored }) => stored.storageKey === storageKey);
  }

  /** Takes back what was written after `revision`; `undefined` where that is forgotten. */
  rewind(current: readonly StoredObject[], revision: number, storageKey: string): StoredObject[] | undefined {
    if (revision < this.forgotten) return undefined;
    const later = this.since(revision, storageKey);
    if (later.length === 0) return [...current];
    const objects = new Map(current.map(stored => [keyOf(stored), stored]));
    for (const { stored, previous } of later.reverse()) {
      if (previous) objects.set(keyOf(stored), previous);
      else objects.delete(keyOf(stored));
    }
    return [...objects.values()];
  }

  /**
   * Forgets the oldest beyond `most`, and those older than `before` (ms).
   * @returns the revision up to which all is forgotten now, if it moved
   */
  trim(most: number, before: number): number | undefined {
    let count = Math.max(0, this.changes.length - most);
    while (count < this.changes.length && this.changes[count].at < before) count += 1;
    if (count === 0) return undefined;
    this.forgotten = this.changes[count - 1].stored.revision;
    this.changes = this.changes.slice(count);
    return this.forgotten;
  }

  private indexAfter(revision: number): number {
    let low = 0;
    let high = this.changes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.changes[middle].stored.revision <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const keyOf = ({ namespace, name }: StoredObject) => `${namespace}/${name}`;
