import { instant, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Dialect, Sql } from './sql';

/**
 * The time of the statement by the clock of the database, as integer milliseconds: an SQL expression. Leases, due times and
 * retention compare only with it, so replicas need no common clock.
 */
export const nowMs = (dialect: Dialect) =>
  dialect === 'postgres'
    ? '(extract(epoch from statement_timestamp()) * 1000)::bigint'
    : "cast(round(unixepoch('subsec') * 1000) as integer)";

/** Database time now. */
export async function dbNow(tx: Sql): Promise<Instant> {
  const [row] = await tx.sql.select<{ now: number | string }[]>(tx.sql.raw(`${nowMs(tx.dialect)} as now`));
  return instant(Number(row.now));
}
