import type { Cluster } from '../cluster/Cluster';
import { fairShare } from './fairShare';
import type { Bounds } from './History';
import type { Compaction, SqliteStore } from './SqliteStore';

const EVERY_MS = 5_000;
/** As long as etcd keeps them on a real server. */
const KEEP_MS = 5 * 60_000;
/** Per cluster; bounds the memory when much is written within {@link KEEP_MS}. */
const KEEP_CHANGES = 5_000;
/** Of the whole fleet: a thousand busy clusters keep less each. About as many bytes. */
const KEEP_CHARACTERS = 128_000_000;
/** Deleted in a turn of the event loop, which takes some 20 ms then. */
const ROWS_AT_ONCE = 2_000;

const EVERYTHING: Bounds = { most: 0, before: Infinity, characters: 0 };

/** Forgets old revisions of the whole fleet, on one timer: in memory at once, in the file in small steps. */
export class Compactor {
  private readonly timer = setInterval(() => this.compact(), EVERY_MS);
  private due: readonly Compaction[] = [];
  private isScheduled = false;

  constructor(
    private readonly clusters: readonly Cluster[],
    private readonly store: SqliteStore | undefined,
    private readonly now: () => Date,
  ) {}

  compact(): void {
    const past = this.clusters.map(({ history }) => history.pastCharacters);
    const characters = fairShare(past, KEEP_CHARACTERS);
    this.trim(this.clusters, {
      most: KEEP_CHANGES,
      before: this.now().getTime() - KEEP_MS,
      characters,
    });
  }

  /** Forgets all revisions of these clusters but the present state. */
  forget(clusters: readonly Cluster[]): void {
    this.trim(clusters, EVERYTHING);
  }

  stop(): void {
    clearInterval(this.timer);
    while (this.due.length > 0) this.dropSome();
  }

  private trim(clusters: readonly Cluster[], bounds: Bounds): void {
    const compactions = clusters.flatMap(({ id, history }) => {
      const revision = history.trim(bounds);
      return revision === undefined ? [] : [{ id, revision }];
    });
    if (compactions.length === 0 || !this.store) return;
    this.store.reportCompacted(compactions);
    const ids = new Set(compactions.map(({ id }) => id));
    this.due = [...this.due.filter(({ id }) => !ids.has(id)), ...compactions];
    this.schedule();
  }

  private schedule(): void {
    if (this.isScheduled || this.due.length === 0) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.dropSome();
      this.schedule();
    });
  }

  private dropSome(): void {
    if (this.store && this.due.length > 0) this.due = this.store.dropForgotten(this.due, ROWS_AT_ONCE);
  }
}
