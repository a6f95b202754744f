/**
 * Takes items while an earlier batch is being written, and writes what has gathered as the next one. `add` resolves
 * when the item is written, or it fails with its batch; nothing is retried here.
 */
export class Batcher<T> {
  /** Rejects with the first batch that failed; never resolves. */
  readonly failure: Promise<never>;
  private readonly pending: T[] = [];
  private written: Promise<void> = Promise.resolve();
  private isWriting = false;
  private fail: (error: unknown) => void = () => undefined;

  constructor(
    private readonly write: (items: readonly T[]) => Promise<void>,
    private readonly maxItems: number,
  ) {
    this.failure = new Promise<never>((_, reject) => {
      this.fail = reject;
    });
    // Whoever races on it sees the error; without a reader it must not end the process.
    this.failure.catch(() => undefined);
  }

  /** Slows its caller down only when a whole batch waits already. */
  async add(...items: readonly T[]): Promise<void> {
    this.pending.push(...items);
    if (!this.isWriting && this.pending.length > 0) this.written = this.drain();
    if (this.pending.length >= this.maxItems) await this.written;
  }

  private async drain(): Promise<void> {
    this.isWriting = true;
    try {
      // Events of one instant come as separate calls: let them gather.
      await Promise.resolve();
      while (this.pending.length > 0) await this.write(this.pending.splice(0, this.maxItems));
    } catch (error) {
      this.fail(error);
    } finally {
      this.isWriting = false;
    }
  }
}
