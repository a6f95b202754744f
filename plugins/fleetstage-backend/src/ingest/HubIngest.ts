import { UnauthorizedError, messageOf, type KubeClient } from '@fleetstage/kube-client';
import { acquireLease, releaseLease, type Lease } from '../database/leaseStore';
import { backoffMs } from '../loop/backoff';
import type { Ports } from '../ports';
import { markEverything } from './markEverything';
import { restoreHub } from './restoreHub';
import { AUTHORED, INGEST_LEASE, IngestSession, type HubIngestOptions } from './IngestSession';

const BACKOFF = { firstMs: 500, maxMs: 30_000 };

/** What `/health` shows of the ingest. */
export interface IngestState {
  /** Another replica watches this hub. */
  readonly isStandby: boolean;
  readonly unsynced: readonly string[];
  readonly forbidden: readonly string[];
  readonly problem?: string;
}

/**
 * Fills the mirror of one hub and marks what its changes concern.
 *
 *   no lease ──acquired──► watching ──lease lost, or stop──► no lease
 *
 * One replica holds the lease and watches. Each batch of events renews the lease in its own transaction, so a replica
 * that has lost it without noticing writes nothing.
 */
export class HubIngest {
  private readonly stopping = new AbortController();
  private readonly holder: string;
  private session: IngestSession | undefined;
  private isStandby = false;
  private problem: string | undefined;
  private failures = 0;
  private finished: Promise<void> = Promise.resolve();

  constructor(private readonly options: HubIngestOptions) {
    // Beside SQLite there is no second replica: a restart after a crash need not wait for the old lease to end.
    this.holder = options.database.dialect === 'sqlite' ? 'the-only-replica' : options.ports.ids.next();
  }

  start(): void {
    this.finished = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.session?.stop();
    await this.finished;
  }

  state(): IngestState {
    const { session, isStandby, problem } = this;
    return {
      isStandby,
      unsynced: session ? session.unsynced() : isStandby ? [] : [...AUTHORED],
      forbidden: session?.resources?.forbidden() ?? [],
      ...(problem && { problem }),
    };
  }

  /** Whether a namespace holds objects of a kind, where this replica watches the hub. */
  holds(kind: { group: string; version: string; kind: string }, namespace: string): boolean | 'unknown' {
    return this.session?.resources?.holds(kind, namespace) ?? 'unknown';
  }

  private async run(): Promise<void> {
    const { hub, database, ports, log } = this.options;
    while (!this.stopping.signal.aborted) {
      try {
        const lease = await database.transact(tx =>
          acquireLease(tx, { hub, ...INGEST_LEASE, holder: this.holder }),
        );
        const isTakeOver = this.isStandby && lease !== undefined;
        this.isStandby = lease === undefined;
        // What the other replica watched on members, nobody watches any more; a look at each work starts it anew.
        if (isTakeOver) await database.transact(tx => markEverything(tx, hub, 'atOnce'));
        if (lease) await this.hold(lease);
        this.noteSuccess();
        await this.rest(ports, INGEST_LEASE.leaseMs / 5);
      } catch (error) {
        if (this.stopping.signal.aborted) return;
        this.problem = explain(error);
        this.failures += 1;
        const retryInMs = backoffMs(this.failures, ports.jitter, BACKOFF);
        log.warn('Watching the hub failed; trying again', { hub, reason: this.problem, retryInMs });
        await this.rest(ports, retryInMs);
      }
    }
  }

  /** Between two tries: short enough to take over soon, cut short by `stop`. */
  private async rest(ports: Ports, ms: number): Promise<void> {
    const { signal } = this.stopping;
    if (signal.aborted) return;
    await new Promise<void>(resolve => {
      const end = () => {
        signal.removeEventListener('abort', end);
        timer.cancel();
        resolve();
      };
      const timer = ports.timers.after(ms, end);
      signal.addEventListener('abort', end);
    });
  }

  private async prepared(): Promise<KubeClient> {
    const client = await this.options.client();
    await this.options.prepare(client);
    await restoreHub(this.options, client);
    return client;
  }

  /** A hub that does not answer must not hold up the end of the process; what it answers later is dropped. */
  private async unlessStopped<T>(work: Promise<T>): Promise<T> {
    const { signal } = this.stopping;
    let leave = () => {};
    const stopped = new Promise<never>((_, reject) => {
      leave = () => reject(new Error('the process stops'));
      signal.addEventListener('abort', leave);
    });
    try {
      return await Promise.race([work, stopped]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  private noteSuccess(): void {
    this.problem = undefined;
    this.failures = 0;
  }

  private async hold(lease: Lease): Promise<void> {
    const { hub, database, log } = this.options;
    const client = await this.unlessStopped(this.prepared());
    const session = new IngestSession(this.options, client, lease);
    this.session = session;
    try {
      this.noteSuccess();
      log.info('Watching the hub', { hub });
      await session.run(this.stopping.signal);
    } finally {
      this.session = undefined;
      session.stop();
      await database
        .transact(tx =>
          releaseLease(tx, { hub, name: INGEST_LEASE.name, holder: lease.holder, token: lease.token }),
        )
        .catch(() => undefined);
    }
  }
}

const explain = (error: unknown) =>
  error instanceof UnauthorizedError
    ? `the hub refuses our credentials (${error.message}); renew them in the configured kubeconfig`
    : messageOf(error);
