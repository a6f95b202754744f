type Work<Tx, T> = (tx: Tx) => Promise<T>;

interface Waiting<Tx> {
  /** Does the work, and returns what notifies its caller after the commit. */
  readonly begin: (tx: Tx) => Promise<() => void>;
  readonly fail: (error: unknown) => void;
}

/** Work of one transaction. Others wait for the connection meanwhile, so it is no more than some tens of milliseconds. */
const MAX_TOGETHER = 32;

/**
 * One commit for all that waits for the one connection of SQLite: what comes while a transaction is under way is done in
 * the next one, in the order in which it came. Outcome and order are those of one transaction each; where one fails,
 * nothing of its batch is kept, and each is done again alone, so that only the one at fault fails.
 */
export class TransactionBatcher<Tx> {
  private readonly waiting: Waiting<Tx>[] = [];
  private isAtWork = false;

  constructor(private readonly transact: <T>(work: Work<Tx, T>) => Promise<T>) {}

  add<T>(work: Work<Tx, T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({
        begin: async tx => {
          const value = await work(tx);
          return () => resolve(value);
        },
        fail: reject,
      });
      if (!this.isAtWork) void this.workOff();
    });
  }

  private async workOff(): Promise<void> {
    this.isAtWork = true;
    while (this.waiting.length > 0) {
      // Work that belongs together comes as separate calls, and answers of many members come in one turn of the loop.
      await new Promise<void>(resolve => setImmediate(resolve));
      const batch = this.waiting.splice(0, MAX_TOGETHER);
      if (!(await this.carryOut(batch))) await this.carryOutOneByOne(batch);
    }
    this.isAtWork = false;
  }

  private async carryOut(batch: readonly Waiting<Tx>[]): Promise<boolean> {
    if (batch.length === 1) return false;
    try {
      const done = await this.transact(async tx => {
        const notifications: (() => void)[] = [];
        for (const { begin } of batch) notifications.push(await begin(tx));
        return notifications;
      });
      done.forEach(notify => notify());
      return true;
    } catch {
      return false;
    }
  }

  private async carryOutOneByOne(batch: readonly Waiting<Tx>[]): Promise<void> {
    for (const { begin, fail } of batch) {
      try {
        (await this.transact(begin))();
      } catch (error) {
        fail(error);
      }
    }
  }
}
