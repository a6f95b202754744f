/** Something of which one form can be made from the other, at a cost. */
export interface Coolable {
  /** Characters of its text; of its other form about thrice as many bytes. */
  readonly weight: number;
  /** Whether it was used since it was asked last. */
  takeUse(): boolean;
  cool(): void;
}

/**
 * Bounds how much is held parsed. What was used since its last turn gets another one; what was not, cools down: its text
 * stays. A thousand clusters hold hundreds of thousands of objects, and work with few of them at a time.
 */
export class WarmObjects {
  /** In the order of their turns; those before `next` had theirs. */
  private queue: (Coolable | undefined)[] = [];
  private next = 0;
  private weight = 0;

  constructor(private readonly mostWeight: number) {}

  /** Call once, and again only after it was cooled. */
  add(object: Coolable): void {
    this.queue.push(object);
    this.weight += object.weight;
    while (this.weight > this.mostWeight && this.next < this.queue.length) this.giveTurn();
    if (this.next > SPENT && this.next > this.queue.length / 2) this.dropSpent();
  }

  /** Weights fall only here, so the loop in `add` ends: a second turn is given once, as nobody uses anything meanwhile. */
  private giveTurn(): void {
    const object = this.queue[this.next];
    this.queue[this.next] = undefined;
    this.next += 1;
    if (object === undefined) return;
    if (object.takeUse()) {
      this.queue.push(object);
      return;
    }
    this.weight -= object.weight;
    object.cool();
  }

  private dropSpent(): void {
    this.queue = this.queue.slice(this.next);
    this.next = 0;
  }
}

/** So many empty places at the front are worth copying the array. */
const SPENT = 1024;

/** Of the whole process: about 10,000 objects of 2 KB, which take some 60 MB when they are parsed. */
const MOST_CHARACTERS = 24_000_000;

export const warmObjects = new WarmObjects(MOST_CHARACTERS);
