import { stat } from 'node:fs/promises';
import type { Knex } from 'knex';
import type { Timer, Timers } from '../ports';

export const LOST_FILE =
  'the database file was removed or replaced while the backend ran, and what is written would be gone with the next start: ' +
  'put the right file in its place, or none to begin anew from the hub, and restart the backend';

export const LOST_LOG =
  'the write-ahead log beside the database file (-wal) was removed or replaced while the backend ran, and what is committed ' +
  'would not be found by the next start: what was committed so far is in the database file; restart the backend';

export interface FollowOptions {
  readonly timers: Timers;
  /** Called once; nothing is checked afterwards. */
  readonly onLost: (loss: { readonly path: string; readonly reason: string }) => Promise<void>;
  /** Default 10 s. */
  readonly everyMs?: number;
}

interface Identity {
  readonly dev: bigint;
  readonly ino: bigint;
}

/** `gone`: nothing is there. Undefined: it could not be read, which says nothing. */
type FoundFile = Identity | 'gone' | undefined;

const EVERY_MS = 10_000;
const GONE = ['ENOENT', 'ENOTDIR', 'ESTALE'];

/**
 * Whether the path of an open SQLite database still leads to the files that are open: the database and its write-ahead log.
 * What was removed stays usable for whoever has it open: writes succeed, and are gone with the process. As SQLite does in
 * other journal modes, files are identified by device and inode.
 *
 * SQLite makes the log with the first commit, and keeps it through all checkpoints (truncates it at most) until the last
 * connection is closed. So another one is legitimate only after the pool has opened or closed a connection.
 */
export class DatabaseFile {
  private log: Identity | undefined;
  private timer: Timer | undefined;
  private isStopped = false;

  private constructor(
    private readonly knex: Knex,
    private readonly path: string,
    private readonly opened: Identity | 'gone',
  ) {
    const forgetLog = () => {
      this.log = undefined;
    };
    for (const event of ['createSuccess', 'destroySuccess']) knex.client.pool.on(event, forgetLog);
  }

  /**
   * Opens the database, and takes the identity of its file with that; what is done to it from then on is noticed. Undefined
   * for PostgreSQL, for a database in memory, and for a file that cannot be read.
   */
  static async open(knex: Knex): Promise<DatabaseFile | undefined> {
    if (knex.client.config.client === 'pg') return undefined;
    const rows: readonly { readonly name: string; readonly file: string }[] =
      await knex.raw('pragma database_list');
    const path = rows.find(({ name }) => name === 'main')?.file ?? '';
    const opened = path === '' ? undefined : await identify(path);
    return opened === undefined ? undefined : new DatabaseFile(knex, path, opened);
  }

  /** After a commit: there is a log now. */
  async noteLog(): Promise<void> {
    const log = await identify(this.logPath);
    this.log = log === 'gone' ? undefined : log;
  }

  /** Compares at once, and again and again. @returns whether the files are still the open ones */
  async follow(options: FollowOptions): Promise<boolean> {
    const reason = await this.findLoss();
    if (this.isStopped) return true;
    if (reason !== undefined) await options.onLost({ path: this.path, reason });
    else this.timer = options.timers.after(options.everyMs ?? EVERY_MS, () => void this.follow(options));
    return reason === undefined;
  }

  stop(): void {
    this.isStopped = true;
    this.timer?.cancel();
  }

  /** A log that was removed is still open: what was committed goes into the database file, and lasts. */
  async writeBack(): Promise<void> {
    await this.knex.raw('pragma wal_checkpoint(truncate)').catch(() => undefined);
  }

  private get logPath(): string {
    return `${this.path}-wal`;
  }

  private async findLoss(): Promise<string | undefined> {
    if (isOther(await identify(this.path), this.opened)) return LOST_FILE;
    const { log } = this;
    if (log === undefined) {
      await this.noteLog();
      return undefined;
    }
    // A connection that was opened or closed meanwhile has made it anew.
    return isOther(await identify(this.logPath), log) && this.log === log ? LOST_LOG : undefined;
  }
}

function isOther(now: FoundFile, opened: Identity | 'gone'): boolean {
  if (now === 'gone' || opened === 'gone') return true;
  return now !== undefined && (now.ino !== opened.ino || now.dev !== opened.dev);
}

async function identify(path: string): Promise<FoundFile> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return { dev, ino };
  } catch (error) {
    return GONE.includes(String((error as NodeJS.ErrnoException).code)) ? 'gone' : undefined;
  }
}
