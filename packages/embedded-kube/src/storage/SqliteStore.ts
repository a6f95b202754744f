import Database from 'better-sqlite3';
import type { KubeObject } from '../contracts';
import { bootId } from './bootId';
import type { Change } from './Change';
import type { ChangeStore, LoggedChange } from './revisionLog';
import { StoredObject } from './StoredObject';

/** What may end without taking an answered write with it: this process, or the machine's power. */
export type Durability = 'process' | 'power-loss';

/** As SQLite numbers them. */
const SYNCHRONOUS: Readonly<Record<Durability, number>> = { 'process': 1, 'power-loss': 2 };

const MOST_WAL_BYTES = 16 * 1024 * 1024;

/** Row ids are `cluster * 2^32 + revision`: one tree in the order in which it is written and read. */
const REVISIONS = 2 ** 32;

const TABLES = `
CREATE TABLE IF NOT EXISTS fleet (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS cluster (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  token TEXT NOT NULL,
  compacted INTEGER NOT NULL DEFAULT 0,
  begun INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS revision (
  id INTEGER PRIMARY KEY,
  previous INTEGER,
  type TEXT NOT NULL,
  storage_key TEXT NOT NULL,
  is_live INTEGER NOT NULL,
  at INTEGER NOT NULL,
  object TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS dead_revision ON revision (id) WHERE is_live = 0;
`;

// What a kept change came from stays with it: a watch that resumes knows by it whether the object was selected before.
const COMPACT = `
DELETE FROM revision WHERE id IN (
  SELECT id FROM revision WHERE id >= ? AND id <= ? AND is_live = 0 AND id NOT IN (
    SELECT previous FROM revision WHERE id > ? AND id < ? AND previous IS NOT NULL
  ) LIMIT ?
)`;

/** As many rows as could be deleted while a cluster is only read. */
const ROWS_PER_READ = 10;

/** All revisions of a cluster up to one. */
export interface Compaction {
  readonly id: number;
  readonly revision: number;
}

/** Values of the fleet: the boot in which a run began that has not ended, and how durable its writes were. */
const RUN = 'run';
const DURABILITY = 'durability';
/** Many times what the write-ahead log holds between two checkpoints. */
const GAP = 1_000_000;

const LEAP = `
UPDATE cluster SET compacted = @gap + MAX(compacted, COALESCE(
  (SELECT MAX(revision.id) - @id * @revisions FROM revision
   WHERE revision.id >= @id * @revisions AND revision.id < (@id + 1) * @revisions), 0))
WHERE id = @id`;

export interface ClusterRow {
  readonly id: number;
  readonly name: string;
  readonly token: string;
  readonly compacted: number;
  /** How many of its revisions are objects that it began with, which are not in the log. */
  readonly begun: number;
}

interface RevisionRow {
  readonly id: number;
  readonly previous: number | null;
  readonly type: Change['type'];
  readonly storage_key: string;
  readonly is_live: 0 | 1;
  readonly at: number;
  readonly object: string;
}

/** A process that was just ended lets go within that time. */
const WAIT_MS = 2_000;

/** Two fleets on one file would give the same revision to different objects. @throws Error when it is in use */
function openAlone(path: string): Database.Database {
  const database = new Database(path, { timeout: WAIT_MS });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('journal_mode = WAL');
    // The lock is taken with the first transaction, and kept.
    database.exec('BEGIN EXCLUSIVE; COMMIT');
    return database;
  } catch (error) {
    database.close();
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    throw new Error(`${path} is in use: end the fleet that runs on it, or give another data folder`);
  }
}

/** What a cluster was when the process ended. */
export interface RestoredCluster {
  readonly revision: number;
  readonly compacted: number;
  readonly live: readonly StoredObject[];
  /** Oldest first; the state before each is known. */
  readonly changes: readonly Change[];
}

/**
 * The log of all clusters in one file. A row is a revision; those that are an object's present state are live and stay,
 * the others go when they are compacted.
 */
export class SqliteStore implements ChangeStore {
  private readonly database: Database.Database;
  private readonly statements;

  /** @param boot of the machine: where it is another one than that of a run that was not ended, writes may be lost */
  constructor(path: string, durability: Durability = 'process', boot = bootId()) {
    this.database = openAlone(path);
    // A large transaction makes the file of the log large; it need not stay so.
    this.database.pragma(`journal_size_limit = ${MOST_WAL_BYTES}`);
    // NORMAL forces only checkpoints to the disk, FULL each transaction; macOS needs a pragma for that.
    this.database.pragma(`synchronous = ${SYNCHRONOUS[durability]}`);
    this.database.pragma(`fullfsync = ${durability === 'power-loss' ? 1 : 0}`);
    this.database.exec(TABLES);
    this.addMissingColumn();
    const prepare = (sql: string) => this.database.prepare(sql);
    this.statements = {
      insert: prepare(
        'INSERT INTO revision (id, previous, type, storage_key, is_live, at, object) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ),
      supersede: prepare('UPDATE revision SET is_live = 0 WHERE id = ?'),
      rows: prepare('SELECT * FROM revision WHERE id >= ? AND id < ? ORDER BY id'),
      compact: prepare(COMPACT),
      leap: prepare(LEAP),
      reportCompacted: prepare('UPDATE cluster SET compacted = ? WHERE id = ?'),
      addCluster: prepare('INSERT INTO cluster (name, token, begun) VALUES (?, ?, ?)'),
      clusters: prepare('SELECT id, name, token, compacted, begun FROM cluster ORDER BY id'),
      readValue: prepare('SELECT value FROM fleet WHERE key = ?'),
      saveValue: prepare('INSERT INTO fleet (key, value) VALUES (?, ?)'),
      replaceValue: prepare('INSERT OR REPLACE INTO fleet (key, value) VALUES (?, ?)'),
      forgetValue: prepare('DELETE FROM fleet WHERE key = ?'),
      changeToken: prepare('UPDATE cluster SET token = ? WHERE id = ?'),
    };
    this.beginRun(boot);
  }

  /**
   * Revisions that a loss of power took were seen by clients, and must not be used again for other writes: each cluster
   * leaves a gap that is wider than what can be lost, and forgets what was before, so that whoever asks for it lists again.
   */
  private beginRun(boot: string): void {
    const unended = this.readValue(RUN);
    const isLoss = unended !== undefined && unended !== boot;
    if (isLoss && this.durabilityBefore() === 'process') {
      this.transact(() => {
        for (const { id } of this.clusters())
          this.statements.leap.run({ id, revisions: REVISIONS, gap: GAP });
      });
    }
    this.saveValue(RUN, boot);
    this.saveValue(DURABILITY, this.durability);
    // On the disk before anything is reported.
    this.database.pragma('wal_checkpoint(TRUNCATE)');
  }

  private durabilityBefore(): string {
    return this.readValue(DURABILITY) ?? 'process';
  }

  /** What the database itself says that it does. */
  get durability(): Durability {
    const level = this.database.pragma('synchronous', { simple: true }) as number;
    return level >= SYNCHRONOUS['power-loss'] ? 'power-loss' : 'process';
  }

  write(batch: readonly LoggedChange[]): void {
    this.transact(() => {
      for (const { cluster, change } of batch) this.writeOne(cluster.id * REVISIONS, change);
    });
  }

  clusters(): ClusterRow[] {
    return this.statements.clusters.all() as ClusterRow[];
  }

  addClusters(clusters: readonly Pick<ClusterRow, 'name' | 'token' | 'begun'>[]): void {
    this.transact(() => {
      for (const { name, token, begun } of clusters) this.statements.addCluster.run(name, token, begun);
    });
  }

  restore({ id, compacted }: ClusterRow): RestoredCluster {
    const rows = this.statements.rows.all(id * REVISIONS, (id + 1) * REVISIONS) as RevisionRow[];
    const byId = new Map(rows.map(row => [row.id, toStored(row)]));
    const live = rows.filter(row => row.is_live === 1).map(row => byId.get(row.id)!);
    const isKept = ({ id: rowId }: RevisionRow) => rowId > id * REVISIONS + compacted;
    const changes = rows.filter(isKept).map(row => toChange(row, byId));
    return { revision: Math.max(compacted, (rows.at(-1)?.id ?? 0) % REVISIONS), compacted, live, changes };
  }

  /** From now on revisions up to these are forgotten, though their rows may be there for a while. */
  reportCompacted(compactions: readonly Compaction[]): void {
    this.transact(() => {
      for (const { id, revision } of compactions) this.statements.reportCompacted.run(revision, id);
    });
  }

  /**
   * Deletes rows that were forgotten and are no object's present state: at most `most`, so that nobody waits for long.
   * @returns what is left to do
   */
  dropForgotten(compactions: readonly Compaction[], most: number): readonly Compaction[] {
    let room = most;
    let done = 0;
    this.transact(() => {
      while (done < compactions.length && room > 0) {
        const { id, revision } = compactions[done];
        const [first, last, end] = [id * REVISIONS, id * REVISIONS + revision, (id + 1) * REVISIONS];
        const { changes } = this.statements.compact.run(first, last, last, end, room);
        // There may be more of this one.
        if (changes === room) return;
        done += 1;
        // A query costs something even where nothing is found.
        room -= Math.max(changes, ROWS_PER_READ);
      }
    });
    return compactions.slice(done);
  }

  /** A value of the whole fleet, made once. */
  async ensureValue(key: string, make: () => Promise<string>): Promise<string> {
    const row = this.statements.readValue.get(key) as { readonly value: string } | undefined;
    if (row) return row.value;
    const value = await make();
    this.statements.saveValue.run(key, value);
    return value;
  }

  readValue(key: string): string | undefined {
    return (this.statements.readValue.get(key) as { readonly value: string } | undefined)?.value;
  }

  saveValue(key: string, value: string): void {
    this.statements.replaceValue.run(key, value);
  }

  /** Forgets these values, and gives every cluster another token. */
  renewSecrets(keys: readonly string[], createToken: () => string): void {
    this.transact(() => {
      for (const key of keys) this.statements.forgetValue.run(key);
      for (const { id } of this.clusters()) this.statements.changeToken.run(createToken(), id);
    });
  }

  close(): void {
    this.statements.forgetValue.run(RUN);
    this.database.close();
  }

  private writeOne(base: number, { type, stored, previous, at }: Change): void {
    const { insert, supersede } = this.statements;
    const isLive = type === 'DELETED' ? 0 : 1;
    const before = previous ? base + previous.revision : null;
    insert.run(base + stored.revision, before, type, stored.storageKey, isLive, at, stored.text());
    if (before !== null) supersede.run(before);
  }

  /** Folders of before 0.2 know no beginnings. */
  private addMissingColumn(): void {
    const columns = this.database.pragma('table_info(cluster)') as { readonly name: string }[];
    if (columns.some(({ name }) => name === 'begun')) return;
    this.database.exec('ALTER TABLE cluster ADD COLUMN begun INTEGER NOT NULL DEFAULT 0');
  }

  private transact(work: () => void): void {
    this.database.transaction(work)();
  }
}

const toStored = ({ id, storage_key, object }: RevisionRow) =>
  new StoredObject(storage_key, id % REVISIONS, JSON.parse(object) as KubeObject).letCool();

function toChange({ id, previous, type, at }: RevisionRow, byId: ReadonlyMap<number, StoredObject>): Change {
  const stored = byId.get(id)!;
  const before = previous === null ? undefined : byId.get(previous);
  return { type, stored, at, ...(before ? { previous: before } : {}) };
}
