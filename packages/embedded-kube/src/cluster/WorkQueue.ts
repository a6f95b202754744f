type Task = () => void;

/** Tasks per turn of the event loop: requests are answered in between. */
const BATCH = 50;

/**
 * What follows from a write (garbage, emptying namespaces, serving definitions), for the whole fleet. A task that is
 * queued already is not queued again; tasks read the present state and are safe to repeat.
 */
export class WorkQueue {
  private readonly tasks = new Map<string, Task>();
  private isScheduled = false;
  private isStopped = false;

  constructor(private readonly onFailure: (key: string, error: unknown) => void) {}

  add(key: string, task: Task): void {
    if (this.isStopped || this.tasks.has(key)) return;
    this.tasks.set(key, task);
    this.schedule();
  }

  stop(): void {
    this.isStopped = true;
    this.tasks.clear();
  }

  private schedule(): void {
    if (this.isScheduled || this.tasks.size === 0) return;
    this.isScheduled = true;
    setImmediate(() => this.runSome());
  }

  private runSome(): void {
    this.isScheduled = false;
    for (const [key, task] of [...this.tasks].slice(0, BATCH)) {
      this.tasks.delete(key);
      try {
        task();
      } catch (error) {
        this.onFailure(key, error);
      }
    }
    this.schedule();
  }
}
