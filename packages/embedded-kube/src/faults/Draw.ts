const STEP = 0x9e3779b9;

/** Chance that is the same for the same seed: a Weyl sequence, mixed. */
export class Draw {
  private state: number;

  /** @param seed 0 to 2^32 − 1 */
  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 up to, and without, 1. */
  next(): number {
    this.state = (this.state + STEP) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  }

  between([least, most]: readonly [least: number, most: number]): number {
    return least + this.next() * (most - least);
  }
}

/** A sequence for each name, so that what one cluster is asked leaves the chance of the others alone. */
export function seedOf(seed: number, name: string): number {
  let hash = seed >>> 0;
  for (let i = 0; i < name.length; i += 1) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}
