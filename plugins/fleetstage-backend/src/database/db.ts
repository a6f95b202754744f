import { ServiceUnavailableError } from '@backstage/errors';
import type { Knex } from 'knex';
import { pause, type Ports } from '../ports';
import { KeptFacts } from './KeptFacts';
import { KeptTexts } from './KeptTexts';
import { KeptVerdicts } from './KeptVerdicts';
import { Outbox } from './queue/Outbox';
import { runDirectly } from './runDirectly';
import type { Dialect, Executor, Reader, Sql } from './sql';
import { TransactionBatcher } from './TransactionBatcher';
import type { Subject } from '../observe/subject';
import { Vault } from '../vault/Vault';

/** An open transaction. Store functions take it first; it ends when the function given to `transact` does. */
export interface Tx extends Sql {
  /** Marks and settlings, written as the last statements before the commit. */
  readonly outbox: Outbox;
  /** Seals what rows must not hold in clear. */
  readonly vault: Vault;
  /** Parsed rows that every pass reads. */
  readonly kept: KeptRows;
  /** Answers to what is asked once per transaction, by question. */
  readonly asked: Map<string, unknown>;
  /** Runs once this transaction is committed, e.g. to log; must not throw. */
  readonly afterCommit: (() => void)[];
}

/** Never updated: what is read is compared with it. */
interface KeptRows {
  readonly facts: KeptFacts;
  readonly verdicts: KeptVerdicts;
  readonly texts: KeptTexts;
}

export interface DatabaseOptions {
  readonly ports: Pick<Ports, 'timers' | 'jitter'>;
  /** Called after a commit with the queues that got marks: the in-process wake-up. */
  readonly onMarked?: (queues: readonly string[]) => void;
  /** Called after a commit with what pages show of it. */
  readonly onTouched?: (subjects: readonly Subject[]) => void;
  /** Contents are kept in clear without it. */
  readonly vault?: Vault;
}

const MAX_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 10;
/** Serialization failure and deadlock on PostgreSQL; a second process on the file of SQLite. */
const RETRIABLE = new Set(['40001', '40P01', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_LOCKED']);

/**
 * The only holder of the root connection. Reads and writes go through `transact`; nothing slow may be awaited inside.
 *
 * On PostgreSQL transactions are READ COMMITTED: what several rows must agree on is guarded by the placement's lock
 * (`lockPlacement`), and whatever else changes under a pass marks its key again.
 */
export class Database {
  readonly dialect: Dialect;
  private sealing: Vault;
  private readonly kept: KeptRows = {
    facts: new KeptFacts(),
    verdicts: new KeptVerdicts(),
    texts: new KeptTexts(),
  };
  private refusal: string | undefined;
  private readonly together = new TransactionBatcher<Tx>(work => this.transact(work));

  constructor(
    private readonly knex: Knex,
    private readonly options: DatabaseOptions,
  ) {
    this.dialect = dialectOf(knex);
    // Errors repeat their statement; its values, contents of Secrets among them, would go to logs with it (RUL 40).
    knex.client.config.compileSqlOnError = false;
    this.sealing = options.vault ?? Vault.plain;
  }

  get vault(): Vault {
    return this.sealing;
  }

  /** From now on every transaction is refused with this reason: what it wrote would be lost. */
  refuse(reason: string): void {
    this.refusal = reason;
  }

  /** Before anything is captured: the vault's own secret is a row. */
  useVault(vault: Vault): void {
    this.sealing = vault;
  }

  /**
   * Runs `work` in one transaction and commits; a lost race of the database is repeated from the start, so `work`
   * must be free of effects outside.
   */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.untilWon(() => this.attempt(work));
  }

  /**
   * The same for work that comes in bursts. SQLite has one connection, and a separate transaction costs about as much as a
   * few statements: those that wait are committed together. PostgreSQL does them side by side; together they would hold
   * locks of several placements.
   */
  transactBatched<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.dialect === 'sqlite' ? this.together.add(work) : this.transact(work);
  }

  /**
   * Runs one statement that reads. On PostgreSQL without a transaction, whose begin and commit are separate round trips:
   * most of what an idle replica costs. SQLite has one connection, which transactions take in turn.
   */
  async ask<T>(question: (reader: Reader) => Promise<T>): Promise<T> {
    if (this.dialect === 'sqlite') return this.transact(question);
    this.refuseIfDue();
    return question({ sql: this.knex, dialect: this.dialect });
  }

  /** The same for one statement that writes and marks nothing: by itself it is a transaction of one round trip. */
  execute<T>(statement: (executor: Executor) => Promise<T>): Promise<T> {
    if (this.dialect === 'sqlite') return this.transactBatched(statement);
    return this.untilWon(async () => {
      this.refuseIfDue();
      return statement({ sql: this.knex, dialect: this.dialect });
    });
  }

  /** A lost race of the database is repeated after a pause. */
  private async untilWon<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isRetriable(error)) throw error;
        const { timers, jitter } = this.options.ports;
        await pause(timers, FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + jitter.next()));
      }
    }
  }

  private refuseIfDue(): void {
    if (this.refusal !== undefined) throw new ServiceUnavailableError(this.refusal);
  }

  private async attempt<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    this.refuseIfDue();
    const outbox = new Outbox();
    const afterCommit: (() => void)[] = [];
    const result = await this.knex.transaction(async sql => {
      const { dialect, vault, kept } = this;
      if (dialect === 'sqlite') await runDirectly(this.knex, sql);
      const tx: Tx = { sql, dialect, outbox, vault, kept, asked: new Map(), afterCommit };
      const value = await work(tx);
      await outbox.flush(tx);
      return value;
    });
    afterCommit.forEach(say => say());
    const marked = outbox.queues();
    if (marked.length > 0) this.options.onMarked?.(marked);
    const touched = outbox.subjects();
    if (touched.length > 0) this.options.onTouched?.(touched);
    return result;
  }
}

function dialectOf(knex: Knex): Dialect {
  const { client } = knex.client.config;
  if (client === 'pg') return 'postgres';
  if (client === 'better-sqlite3' || client === 'sqlite3') return 'sqlite';
  throw new Error(
    `the database client ${String(client)} is not supported; use PostgreSQL (pg) or SQLite (better-sqlite3)`,
  );
}

function isRetriable(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && RETRIABLE.has(String(error.code));
}
