import type { Tx } from './db';
import { nowMs } from './dbNow';
import { queues } from './queue/queues';
import { rowsOf } from './rows';

/** Longer than any back-off: a work that differs from what is desired and is due later than this was forgotten. */
const LATE_MS = 120_000;

export interface Lost {
  readonly works: readonly { readonly placement: string; readonly cluster: string }[];
  readonly members: readonly string[];
}

/** Works and members that lack a key in the queue, or whose key nobody claims. */
export async function listLost(tx: Tx, hub: string): Promise<Lost> {
  const works = await tx.sql.raw(
    `select b.placement, b.cluster from bindings b
     left join work_reports w on w.hub = b.hub and w.placement = b.placement and w.cluster = b.cluster
     left join dirty_keys d on d.queue = ? and d.key = b.hub || '/' || b.placement || '/' || b.cluster
     where b.hub = ?
       and (b.released_at is null and b.revision is not null
            or b.released_at is not null and coalesce(w.is_released, false) = false)
       and (d.key is null or d.parked_reason is not null
            or d.lease_token is null and d.due_at > ${nowMs(tx.dialect)} + ${LATE_MS}
              and (b.released_at is not null or w.revision is null or w.revision <> b.revision))
     order by b.placement, b.cluster`,
    [queues.applyWork, hub],
  );
  const members = await tx.sql.raw(
    `select o.name from objects o left join dirty_keys d on d.queue = ? and d.key = o.hub || '/' || o.name
     where o.hub = ? and o.kind = 'MemberCluster' and (d.key is null or d.parked_reason is not null)
     order by o.name`,
    [queues.member, hub],
  );
  return {
    works: rowsOf<Lost['works'][number]>(works),
    members: rowsOf<{ name: string }>(members).map(({ name }) => name),
  };
}
