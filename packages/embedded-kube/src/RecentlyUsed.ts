/**
 * A bounded map that forgets what was not asked for lately: between `most` and twice as many entries. Two generations
 * instead of an order: moving an entry of a Map to its end leaves a hole that the next search for the oldest walks over.
 */
export class RecentlyUsed<Key, Value> {
  private young = new Map<Key, Value>();
  private old = new Map<Key, Value>();

  constructor(private readonly most: number) {}

  get(key: Key): Value | undefined {
    const known = this.young.get(key);
    if (known !== undefined) return known;
    const before = this.old.get(key);
    if (before !== undefined) this.set(key, before);
    return before;
  }

  set(key: Key, value: Value): void {
    this.young.set(key, value);
    if (this.young.size < this.most) return;
    this.old = this.young;
    this.young = new Map();
  }
}
