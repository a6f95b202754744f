/** Lets a fixed number of tasks run at the same time; the others wait in the order of their coming. */
export class Semaphore {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(size: number) {
    this.free = size;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>(resolve => this.waiting.push(resolve));
    try {
      return await task();
    } finally {
      // The slot is handed over, not freed, where somebody waits: nobody can jump the queue.
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
