export interface DueQueueOptions {
  readonly concurrency: number;
  /** Never rejects. */
  readonly run: (key: string) => Promise<void>;
}

/** Keys that are due now or later; a key is worked on once at a time, and what is marked meanwhile comes after. */
export class DueQueue {
  private readonly due = new Map<string, number>();
  private readonly running = new Map<string, Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private isOpen = false;

  constructor(private readonly options: DueQueueOptions) {}

  /** Due after so long at the latest: an earlier time stays. */
  mark(key: string, afterMs = 0): void {
    const at = performance.now() + afterMs;
    this.due.set(key, Math.min(at, this.due.get(key) ?? Infinity));
    this.pump();
  }

  forget(key: string): void {
    this.due.delete(key);
  }

  start(): void {
    this.isOpen = true;
    this.pump();
  }

  /** Begins nothing more; ends when what is under way has. Marks are kept. */
  async stop(): Promise<void> {
    this.isOpen = false;
    clearTimeout(this.timer);
    await Promise.all(this.running.values());
  }

  private pump(): void {
    clearTimeout(this.timer);
    if (!this.isOpen) return;
    const now = performance.now();
    const waiting = [...this.due].filter(([key]) => !this.running.has(key)).sort(([, a], [, b]) => a - b);
    for (const [key, at] of waiting) {
      if (this.running.size >= this.options.concurrency) return;
      if (at > now) {
        this.timer = setTimeout(() => this.pump(), Math.min(at - now, MAX_TIMER_MS));
        return;
      }
      this.due.delete(key);
      this.running.set(key, this.work(key));
    }
  }

  private async work(key: string): Promise<void> {
    // The entry of `running` must be there before the work can end.
    await undefined;
    try {
      await this.options.run(key);
    } finally {
      this.running.delete(key);
      this.pump();
    }
  }
}

/** What a timer of Node can wait. */
const MAX_TIMER_MS = 2 ** 31 - 1;
