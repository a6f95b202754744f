import { weightOf } from '@fleetstage/kube-client';

const MIB = 1024 * 1024;

/**
 * How much of what a member says one pass holds at a time, as it weighs. A thousand ordinary objects fit; eight passes of a
 * member at once, with the densest objects that a hostile one can send, take a quarter of a GiB of each.
 */
export const ROOM = {
  /** Objects that were read ahead of their turn; the others are read when it comes. */
  ahead: 8 * MIB,
  /** Statuses, where they are kept; of objects beyond it the earlier ones stay. */
  statuses: 8 * MIB,
  /** Drifts and diffs; objects beyond it report the first one each. */
  details: 4 * MIB,
} as const;

export class Room {
  constructor(private left: number) {}

  get isFull(): boolean {
    return this.left < 0;
  }

  /** Whether there was room for it; what does not fit takes none, and smaller ones still may. */
  takeIfFits(value: unknown): boolean {
    const weight = weightOf(value);
    if (weight > this.left) return false;
    this.left -= weight;
    return true;
  }

  /** Whether there was room for it. What does not fit fills it, so that nobody goes on to fetch what would not, either. */
  take(value: unknown): boolean {
    if (!this.isFull) this.left -= weightOf(value);
    return this.left >= 0;
  }
}
