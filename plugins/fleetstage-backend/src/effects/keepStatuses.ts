import { saveBackReports, type SeenStatuses } from '../database/backReportStore';
import type { Tx } from '../database/db';
import type { WorkKey } from '../database/keys';
import { lockReportBackMode } from '../database/reportBackStore';
import { wake } from '../database/wakes';

/** Keeps what was seen on a member, where that is still asked for. */
export async function keepStatuses(tx: Tx, at: WorkKey, statuses: SeenStatuses): Promise<void> {
  const placement = { hub: at.hub, name: at.placement };
  if ((await lockReportBackMode(tx, placement)) === undefined) return;
  const isChanged = await saveBackReports(tx, at, statuses);
  if (isChanged) wake(tx, 'statusReportedBack', placement);
}
