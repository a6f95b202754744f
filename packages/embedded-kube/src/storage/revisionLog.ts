import type { Change } from './Change';

/** Where changes are kept. */
export interface ChangeStore {
  /** All or nothing; synchronous, so that nothing comes in between. */
  write(batch: readonly LoggedChange[]): void;
}

export interface LoggedChange {
  readonly cluster: { readonly id: number; deliver(changes: readonly Change[]): void };
  readonly change: Change;
}

interface Waiting {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit. Changes of one turn of the event loop become one transaction; only then are they sent to watches and to
 * whoever waits for a response. Memory is ahead of the disk for less than a turn, and readers wait for it, too ({@link
 * settled}), so nothing is ever shown that a crash could take back.
 */
export class RevisionLog {
  private pending: LoggedChange[] = [];
  private waiting: Waiting | undefined;
  private failure: unknown;

  constructor(
    private readonly store: ChangeStore | undefined,
    /** The disk refuses: memory can no longer be trusted, and the fleet has to end. */
    private readonly onFailure: (error: unknown) => void,
  ) {}

  add(logged: LoggedChange): void {
    this.pending.push(logged);
    if (this.waiting) return;
    this.waiting = createWaiting();
    // Nobody may be waiting for it.
    this.waiting.promise.catch(() => undefined);
    setImmediate(() => this.flush());
  }

  /** Nothing waits to be stored and sent. */
  get isSettled(): boolean {
    return this.waiting === undefined && this.failure === undefined;
  }

  /** Resolves when everything added so far is stored. */
  async settled(): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    while (this.waiting) await this.waiting.promise;
  }

  flush(): void {
    const { pending, waiting } = this;
    this.pending = [];
    this.waiting = undefined;
    if (pending.length === 0) return;
    try {
      // What follows a write that is missing must not be kept: its predecessor is not there.
      if (this.failure !== undefined) throw this.failure;
      this.store?.write(pending);
    } catch (error) {
      const isFirst = this.failure === undefined;
      this.failure = error;
      waiting?.reject(error);
      if (isFirst) this.onFailure(error);
      return;
    }
    for (const [cluster, changes] of byCluster(pending)) cluster.deliver(changes);
    waiting?.resolve();
  }
}

function byCluster(batch: readonly LoggedChange[]) {
  const groups = new Map<LoggedChange['cluster'], Change[]>();
  for (const { cluster, change } of batch) {
    const known = groups.get(cluster);
    if (known) known.push(change);
    else groups.set(cluster, [change]);
  }
  return groups;
}

function createWaiting(): Waiting {
  let resolve = () => {};
  let reject: Waiting['reject'] = () => {};
  const promise = new Promise<void>((done, fail) => {
    resolve = done;
    reject = fail;
  });
  return { promise, resolve, reject };
}
