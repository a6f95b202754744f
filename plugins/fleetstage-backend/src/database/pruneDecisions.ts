import type { Tx } from './db';
import { nowMs } from './dbNow';
import { chunks } from './rows';

export interface DecisionRetention {
  /** Decisions older than this go. */
  readonly olderThanMs: number;
  /** Rows per table. */
  readonly maxRows: number;
}

/**
 * Deletes old decisions, the oldest first, and the verdicts that no kept decision has; the last decision of a placement stays
 * whatever its age.
 */
export async function pruneDecisions(
  tx: Tx,
  hub: string,
  { olderThanMs, maxRows }: DecisionRetention,
): Promise<number> {
  const old = await tx
    .sql('decisions')
    .where({ hub })
    .whereRaw(`at < ${nowMs(tx.dialect)} - ?`, [olderThanMs])
    .whereRaw(
      `exists (select 1 from decisions later where later.hub = decisions.hub
         and later.placement = decisions.placement and later.number > decisions.number)`,
    )
    .orderBy(['at', 'number'])
    .limit(maxRows)
    .select('placement', 'number');
  await deleteThose(tx, hub, { table: 'decisions', column: 'number' }, old);
  const unused = await tx
    .sql('verdicts')
    .where({ hub })
    .whereNotNull('until')
    .whereRaw(
      `until <= (select min(kept.number) from decisions kept where kept.hub = verdicts.hub
         and kept.placement = verdicts.placement)`,
    )
    .limit(maxRows)
    .select('placement', 'ordinal');
  await deleteThose(tx, hub, { table: 'verdicts', column: 'ordinal' }, unused);
  return old.length;
}

async function deleteThose<C extends string>(
  tx: Tx,
  hub: string,
  { table, column }: { readonly table: string; readonly column: C },
  rows: readonly ({ readonly placement: string } & Readonly<Record<C, number>>)[],
): Promise<void> {
  const byPlacement = new Map<string, number[]>();
  for (const row of rows)
    byPlacement.set(row.placement, [...(byPlacement.get(row.placement) ?? []), row[column]]);
  for (const [placement, numbers] of byPlacement)
    for (const part of chunks(numbers))
      await tx.sql(table).where({ hub, placement }).whereIn(column, part).delete();
}
