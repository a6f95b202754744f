/**
 * What modules add at start-up, by name; the order is that of adding. One implementation for all extension points of
 * Fleetstage.
 */
export class Registry<T extends { readonly name: string }> {
  private readonly items = new Map<string, T>();

  /**
   * `what` names an item in errors, e.g. `property provider`; `reserved` are names that Fleetstage has taken itself.
   */
  constructor(
    private readonly what: string,
    private readonly reserved: ReadonlySet<string> = new Set(),
  ) {}

  /** @throws where the name is empty, reserved or taken; the message says what to do */
  add(item: T): void {
    const { name } = item;
    if (typeof name !== 'string' || name.trim() === '')
      throw new Error(`a ${this.what} without a name was added; give it one, it is shown to people`);
    if (this.reserved.has(name))
      throw new Error(
        `the ${this.what} ${name} has the name of one of Fleetstage's own; choose another name`,
      );
    if (this.items.has(name))
      throw new Error(`the ${this.what} ${name} was added twice; remove one of them, or rename it`);
    this.items.set(name, item);
  }

  all(): readonly T[] {
    return [...this.items.values()];
  }
}
