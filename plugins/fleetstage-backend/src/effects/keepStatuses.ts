import { saveBackReports, type SeenStatuses } from '../database/backReportStore';
import type { Tx } from '../database/db';
import { toHubKey, type WorkKey } from '../database/keys';
import { mark } from '../database/queue/mark';
import { queues } from '../database/queue/queues';
import { lockReportBackMode } from '../database/reportBackStore';

/** A rollout on the member changes its status many times a second; the original gets the last one of this time. */
const GATHER = { afterMs: 200, postponeUpToMs: 1_000 } as const;

/** Keeps what was seen on a member, where that is still asked for. */
export async function keepStatuses(tx: Tx, at: WorkKey, statuses: SeenStatuses): Promise<void> {
  const placement = { hub: at.hub, name: at.placement };
  if ((await lockReportBackMode(tx, placement)) === undefined) return;
  const isNews = await saveBackReports(tx, at, statuses);
  if (isNews) mark(tx, { queue: queues.publishBackReports, key: toHubKey(at.hub, at.placement), ...GATHER });
}
