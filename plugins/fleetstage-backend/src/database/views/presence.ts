import type { Tx } from '../db';
import { workClaims } from '../documents/workDocuments';
import { chunks, rowsOf } from '../rows';
import { loadSharedTexts } from '../sharedTexts';

/** How many placements a cluster has. */
export interface Presence {
  /** That are here or coming: every binding that is not released, as `loadHoldings` lists them. */
  readonly placements: number;
  readonly available: number;
}

interface PresenceRow {
  readonly cluster: string;
  readonly claims_ref: string | null;
  readonly n: number | string;
}

/** What the clusters hold, two queries per 500 clusters; a report of another revision than the wanted one says nothing. */
export async function loadPresence(
  tx: Tx,
  hub: string,
  clusters: readonly string[],
): Promise<ReadonlyMap<string, Presence>> {
  const rows: PresenceRow[] = [];
  for (const part of chunks(clusters)) {
    const marks = part.map(() => '?').join(',');
    const result = await tx.sql.raw(
      `select b.cluster, w.claims_ref, count(*) as n from bindings b
       left join work_reports w on w.hub = b.hub and w.placement = b.placement and w.cluster = b.cluster
         and w.revision = b.revision and b.phase = 'Bound'
       where b.hub = ? and b.released_at is null and b.cluster in (${marks})
       group by b.cluster, w.claims_ref`,
      [hub, ...part],
    );
    rows.push(...rowsOf<PresenceRow>(result));
  }
  const texts = await loadSharedTexts(
    tx,
    hub,
    rows.map(row => row.claims_ref),
  );
  const presence = new Map<string, Presence>();
  for (const row of rows) {
    // Rows of many clusters: whichever a message names, it is not shown.
    const claims = texts.readOptional(workClaims, row.claims_ref, '');
    const isAvailable = claims?.available?.status === 'True' || claims?.diffReported?.status === 'True';
    const { placements, available } = presence.get(row.cluster) ?? { placements: 0, available: 0 };
    const n = Number(row.n);
    presence.set(row.cluster, { placements: placements + n, available: available + (isAvailable ? n : 0) });
  }
  return presence;
}
