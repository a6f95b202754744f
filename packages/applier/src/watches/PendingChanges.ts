/** Whether a change that was seen is one still: what was written meanwhile comes back as an event. */
export type IsStillChanged = () => boolean;

const ALWAYS: IsStillChanged = () => true;

/**
 * What watches report of a work while somebody is at it. A pass that reads what they have seen so far covers all that came
 * before it; what is left at the end has the work marked again.
 */
export class PendingChanges {
  private changes: ReadonlySet<IsStillChanged> = new Set();

  constructor(private readonly onEnd: (isChanged: boolean) => void) {}

  /** A watch reports a change. Asked at the end; the same function counts once. */
  take(isStillChanged: IsStillChanged = ALWAYS): void {
    if (!this.changes.has(isStillChanged)) this.changes = new Set([...this.changes, isStillChanged]);
  }

  /** Call it right before a read. The returned function undoes that: nothing came of the read. */
  beginRead(): () => void {
    const before = this.changes;
    this.changes = new Set();
    return () => {
      this.changes = new Set([...before, ...this.changes]);
    };
  }

  end(): void {
    this.onEnd([...this.changes].some(isStillChanged => isStillChanged()));
  }
}
