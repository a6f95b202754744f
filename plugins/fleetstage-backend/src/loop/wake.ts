import type { Knex } from 'knex';
import { WAKE_CHANNEL } from '../database/ownerStore';
import { backoffMs } from './backoff';
import type { Log } from '../observe/log';
import type { Ports, Timer } from '../ports';

export type WakeListener = (queues: readonly string[]) => void;

/** In place of names: hints may have been lost, so every queue is polled. */
export const EVERY_QUEUE = '*';

/**
 * Notifies workers that queues have got marks. Only a hint: the table is the truth, a lost hint costs one poll. Within the
 * process it works at once; between replicas on PostgreSQL through LISTEN and NOTIFY on a separate connection.
 */
export interface Wake {
  announce(queues: readonly string[]): void;
  /** Whether hints arrive, so that polling may be rare. */
  isLinked(): boolean;
  /** Returns a function that stops listening. */
  listen(listener: WakeListener): () => void;
  start(): void;
  stop(): Promise<void>;
}

/** One process. */
export class LocalWake implements Wake {
  private readonly listeners = new Set<WakeListener>();

  announce(queues: readonly string[]): void {
    for (const listener of this.listeners) listener(queues);
  }

  listen(listener: WakeListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  isLinked(): boolean {
    return true;
  }

  start(): void {}

  async stop(): Promise<void> {
    this.listeners.clear();
  }
}

/** The part of a pg client that is used. */
interface NotifyingConnection {
  on(event: 'notification', listener: (message: { channel: string; payload?: string }) => void): void;
  on(event: 'error' | 'end', listener: (error?: unknown) => void): void;
  query(sql: string, values?: readonly string[]): Promise<unknown>;
}

export interface PostgresWakeOptions {
  readonly knex: Knex;
  readonly ports: Pick<Ports, 'timers' | 'jitter' | 'ids'>;
  readonly onProblem: (reason: string) => void;
}

/** Announcements of this time go out as one: a busy replica notifies a hundred times a second, not ten thousand. */
const COLLECT_MS = 10;
const RECONNECT = { firstMs: 500, maxMs: 30_000 };
/** So often a listener calls itself. */
const PROOF_EVERY_MS = 10_000;

/**
 * States: idle → connecting → listening → (connection lost) → waiting → connecting …; `stop` ends all of them.
 * While not listening, replicas find each other's marks by polling.
 *
 * On a connection that is half open, or behind a pooler that gives each transaction another one, LISTEN succeeds and
 * nothing arrives: only a replica that receives its own notification is linked.
 */
export class PostgresWake implements Wake {
  private readonly local = new LocalWake();
  private readonly self: string;
  private readonly pending = new Set<string>();
  private connection: NotifyingConnection | undefined;
  private isSending = false;
  private isStopped = false;
  private attempts = 0;
  /** Received its own notification on the present connection, and since the last call. */
  private isProven = false;
  private isEchoed = false;
  private proof: Timer | undefined;

  constructor(private readonly options: PostgresWakeOptions) {
    this.self = options.ports.ids.next();
  }

  announce(queues: readonly string[]): void {
    this.local.announce(queues);
    for (const queue of queues) this.pending.add(queue);
    if (this.isSending) return;
    this.isSending = true;
    this.options.ports.timers.after(COLLECT_MS, () => {
      this.isSending = false;
      this.send();
    });
  }

  isLinked(): boolean {
    return this.connection !== undefined && this.isProven;
  }

  listen(listener: WakeListener): () => void {
    return this.local.listen(listener);
  }

  start(): void {
    this.connect().catch(error => this.lose(undefined, error));
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.proof?.cancel();
    const { connection } = this;
    this.connection = undefined;
    await this.local.stop();
    if (connection !== undefined) await this.destroy(connection);
  }

  private async connect(): Promise<void> {
    const connection: NotifyingConnection = await this.options.knex.client.acquireRawConnection();
    connection.on('error', error => this.lose(connection, error));
    connection.on('end', () => this.lose(connection, 'the connection has ended'));
    connection.on('notification', message => this.receive(message.payload));
    await connection.query(`listen ${WAKE_CHANNEL}`);
    if (this.isStopped) {
      await this.destroy(connection);
      return;
    }
    this.connection = connection;
    this.attempts = 0;
    this.isProven = false;
    this.prove(connection);
  }

  private prove(connection: NotifyingConnection): void {
    this.isEchoed = false;
    this.notify(connection, this.self);
    this.proof = this.options.ports.timers.after(PROOF_EVERY_MS, () => {
      if (this.connection !== connection || this.isStopped) return;
      // Behind a pooler nothing has ever arrived, and a new connection would not help.
      if (this.isEchoed || !this.isProven) this.prove(connection);
      else {
        this.lose(connection, 'the connection is silent');
        this.destroy(connection).catch(() => undefined);
      }
    });
  }

  private lose(connection: NotifyingConnection | undefined, error: unknown): void {
    if (this.isStopped || (connection !== undefined && connection !== this.connection)) return;
    const wasLinked = this.isLinked();
    this.connection = undefined;
    this.proof?.cancel();
    this.attempts += 1;
    this.options.onProblem(String(error));
    // Who sleeps for as long as a link allows would not poll before.
    if (wasLinked) this.local.announce([EVERY_QUEUE]);
    const { timers, jitter } = this.options.ports;
    timers.after(backoffMs(this.attempts, jitter, RECONNECT), () => {
      if (!this.isStopped) this.start();
    });
  }

  private receive(payload = ''): void {
    const [sender, ...queues] = payload.split(',');
    if (sender === this.self) {
      this.isProven = true;
      this.isEchoed = true;
    } else this.local.announce(queues);
  }

  private send(): void {
    const { connection } = this;
    const queues = [...this.pending];
    this.pending.clear();
    if (queues.length === 0) return;
    const payload = [this.self, ...queues].join(',');
    // The others may be linked, and poll seldom, while this replica waits to connect again.
    if (connection === undefined) {
      this.options.knex.raw('select pg_notify(?, ?)', [WAKE_CHANNEL, payload]).catch(() => undefined);
      return;
    }
    this.notify(connection, payload);
  }

  private notify(connection: NotifyingConnection, payload: string): void {
    connection
      .query('select pg_notify($1, $2)', [WAKE_CHANNEL, payload])
      .catch(error => this.lose(connection, error));
  }

  private async destroy(connection: NotifyingConnection): Promise<void> {
    await this.options.knex.client.destroyRawConnection(connection);
  }
}

/** Between replicas where there may be several: with PostgreSQL. */
export function createWake({
  knex,
  ports,
  log,
}: Omit<PostgresWakeOptions, 'onProblem'> & { readonly log: Log }): Wake {
  const isPostgres = knex.client.config.client === 'pg';
  const onProblem = (reason: string) => log.warn('Wake-ups between replicas are late', { reason });
  return isPostgres ? new PostgresWake({ knex, ports, onProblem }) : new LocalWake();
}
