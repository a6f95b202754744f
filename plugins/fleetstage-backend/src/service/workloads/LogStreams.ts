const PER_USER = 4;
const PER_PROCESS = 50;

/** Too many logs are open; answered with 429. */
export class TooManyLogsError extends Error {
  override readonly name = 'TooManyLogsError';
  readonly statusCode = 429;
}

/** The logs that are open in this process: each holds a connection to a member. */
export class LogStreams {
  private readonly open = new Map<string, number>();

  /** Returns a function that frees the slot again. @throws TooManyLogsError */
  enter(user: string): () => void {
    const own = this.open.get(user) ?? 0;
    const all = [...this.open.values()].reduce((sum, count) => sum + count, 0);
    if (own >= PER_USER) throw new TooManyLogsError(`You have ${PER_USER} logs open; close one first`);
    if (all >= PER_PROCESS) throw new TooManyLogsError('Too many logs are open; try again later');
    this.open.set(user, own + 1);
    let isOpen = true;
    return () => {
      if (isOpen) this.leave(user);
      isOpen = false;
    };
  }

  private leave(user: string): void {
    const left = (this.open.get(user) ?? 1) - 1;
    if (left > 0) this.open.set(user, left);
    else this.open.delete(user);
  }
}
