import { randomUUID } from 'node:crypto';
import type { ClusterFacts } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Clock } from '../ports';
import type { ClusterGroup } from './arrangeClusters';
import type { Schemas } from './contract';
import type { Stamp } from './queryDeps';

/** The clusters of a placement as they were read for a first page. */
export interface ClusterListing {
  /** The query without its page. */
  readonly question: string;
  readonly stamp: Stamp;
  readonly rows: readonly Schemas['PlacementCluster'][];
  readonly groups?: ClusterGroup[];
  readonly facts: ReadonlyMap<string, ClusterFacts>;
}

interface Kept extends ClusterListing {
  readonly until: number;
}

/** For as long as somebody scrolls; a first page is always read anew. */
const KEEP_MS = 60_000;
/** About 2 kB each. */
const MOST_ROWS = 30_000;

/**
 * Lists that were begun to be read: the next pages are parts of the same list, which reading all of a placement's rows for each
 * page would not give, and would cost fifteen times at 1,500 clusters. Another replica, or a later one, reads anew.
 */
export class ClusterListings {
  private readonly kept = new Map<string, Kept>();
  private rows = 0;

  constructor(private readonly clock: Clock) {}

  /** The id for the cursor of the next page. */
  keep(listing: ClusterListing): string {
    const id = randomUUID();
    const now = this.clock.now();
    this.kept.set(id, { ...listing, until: now + KEEP_MS });
    this.rows += listing.rows.length;
    for (const [other, { until }] of this.kept) {
      if (other !== id && (until < now || this.rows > MOST_ROWS)) this.drop(other);
    }
    return id;
  }

  /** `undefined`: it is kept no longer, or was another question. */
  find(id: string | undefined, question: string): ClusterListing | undefined {
    const found = id === undefined ? undefined : this.kept.get(id);
    return found?.question === question && found.until >= this.clock.now() ? found : undefined;
  }

  private drop(id: string): void {
    this.rows -= this.kept.get(id)?.rows.length ?? 0;
    this.kept.delete(id);
  }
}
