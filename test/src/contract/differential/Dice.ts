/** Repeatable chance: the same seed gives the same draws. */
export class Dice {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 up to, and without, `below`. */
  number(below: number): number {
    // Mulberry32: small, and good enough to choose with.
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.number(from.length)];
  }

  /** True in `percent` of a hundred draws. */
  chance(percent: number): boolean {
    return this.number(100) < percent;
  }
}
