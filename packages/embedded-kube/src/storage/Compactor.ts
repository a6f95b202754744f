import type { Cluster } from '../cluster/Cluster';
import type { SqliteStore } from './SqliteStore';

const EVERY_MS = 15_000;
/** As long as etcd keeps them on a real server. */
const KEEP_MS = 5 * 60_000;
/** Per cluster; bounds the memory when much is written within {@link KEEP_MS}. */
const KEEP_CHANGES = 5_000;

/** Forgets old revisions of the whole fleet, on one timer. */
export class Compactor {
  private readonly timer = setInterval(() => this.compact(), EVERY_MS);

  constructor(
    private readonly clusters: readonly Cluster[],
    private readonly store: SqliteStore | undefined,
    private readonly now: () => Date,
  ) {}

  compact(): void {
    const before = this.now().getTime() - KEEP_MS;
    const compactions = this.clusters.flatMap(({ id, history }) => {
      const revision = history.trim(KEEP_CHANGES, before);
      return revision === undefined ? [] : [{ id, revision }];
    });
    if (compactions.length > 0) this.store?.compact(compactions);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
