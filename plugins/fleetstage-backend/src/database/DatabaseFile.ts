import { stat } from 'node:fs/promises';
import type { Knex } from 'knex';
import type { Timer, Timers } from '../ports';

export const LOST_FILE =
  'the database file was removed or replaced while the backend ran, and what is written would be gone with the next start: ' +
  'put the right file in its place, or none to begin anew from the hub, and restart the backend';

export interface FollowOptions {
  readonly timers: Timers;
  /** Called once, with the path; nothing is looked at afterwards. */
  readonly onLost: (path: string) => void;
  /** Default 10 s. */
  readonly everyMs?: number;
}

interface Identity {
  readonly dev: bigint;
  readonly ino: bigint;
}

const EVERY_MS = 10_000;
const GONE = ['ENOENT', 'ENOTDIR', 'ESTALE'];

/**
 * Whether the path of an open SQLite database still leads to the file that is open. One that was removed stays usable for
 * whoever has it open: writes succeed, and are gone with the process. As SQLite does in other journal modes, files are told
 * apart by device and inode. A path that cannot be looked at for another reason says nothing.
 */
export class DatabaseFile {
  private timer: Timer | undefined;
  private isStopped = false;

  private constructor(
    private readonly path: string,
    private readonly opened: Identity,
    private readonly options: FollowOptions,
  ) {}

  /** Undefined for PostgreSQL and for a database in memory. */
  static async follow(knex: Knex, options: FollowOptions): Promise<DatabaseFile | undefined> {
    if (knex.client.config.client === 'pg') return undefined;
    const rows: readonly { readonly name: string; readonly file: string }[] =
      await knex.raw('pragma database_list');
    const path = rows.find(({ name }) => name === 'main')?.file ?? '';
    const opened = path === '' ? undefined : await identify(path);
    if (opened === undefined || opened === 'gone') return undefined;
    const file = new DatabaseFile(path, opened, options);
    file.arm();
    return file;
  }

  stop(): void {
    this.isStopped = true;
    this.timer?.cancel();
  }

  private arm(): void {
    if (this.isStopped) return;
    const { timers, everyMs = EVERY_MS } = this.options;
    this.timer = timers.after(everyMs, () => void this.compare());
  }

  private async compare(): Promise<void> {
    const now = await identify(this.path);
    if (this.isStopped) return;
    const isLost =
      now === 'gone' || (now !== undefined && (now.ino !== this.opened.ino || now.dev !== this.opened.dev));
    if (isLost) this.options.onLost(this.path);
    else this.arm();
  }
}

async function identify(path: string): Promise<Identity | 'gone' | undefined> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return { dev, ino };
  } catch (error) {
    return GONE.includes(String((error as NodeJS.ErrnoException).code)) ? 'gone' : undefined;
  }
}
