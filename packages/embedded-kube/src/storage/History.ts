import type { Change } from './Change';
import type { StoredObject } from './StoredObject';

/** What a history may hold. */
export interface Bounds {
  /** Changes. */
  readonly most: number;
  /** Milliseconds: changes from then on. */
  readonly before: number;
  /** Of {@link History.pastCharacters}. */
  readonly characters: number;
}

/** The latest changes of a cluster, oldest first: what a watch resumes from and what a page of an older list needs. */
export class History {
  private changes: Change[] = [];
  private past = 0;

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

  /** Characters of the states that are nowhere but here. */
  get pastCharacters(): number {
    return this.past;
  }

  push(change: Change): void {
    this.past += pastOf(change);
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

  /** Forgets the oldest. @returns the revision up to which all is forgotten now, if it moved */
  trim({ most, before, characters }: Bounds): number | undefined {
    let count = 0;
    while (count < this.changes.length) {
      const isTooMuch = this.changes.length - count > most || this.past > characters;
      if (!isTooMuch && this.changes[count].at >= before) break;
      this.past -= pastOf(this.changes[count]);
      count += 1;
    }
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

/** What a change alone holds: the state before it, or the last one of what was deleted. */
const pastOf = ({ type, stored, previous }: Change) =>
  (previous?.weight ?? 0) + (type === 'DELETED' ? stored.weight : 0);

const keyOf = ({ namespace, name }: StoredObject) => `${namespace}/${name}`;
