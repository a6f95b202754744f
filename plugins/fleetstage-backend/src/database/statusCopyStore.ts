import type { Condition } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Tx } from './db';
import type { PlacementRef } from './keys';
import { fromOptionalJson } from './rows';

/** How the last copying of a placement's status went (A/ST-071), as it stands on the hub. */
export interface StatusCopyRecord {
  /** Where the copy is, or should be. */
  readonly namespace: string;
  readonly condition: Condition;
}

/** Keeps it where there are rows of the placement already; without them there was no status to copy. */
export async function saveStatusCopy(
  tx: Tx,
  { hub, name }: PlacementRef,
  record: StatusCopyRecord,
): Promise<void> {
  const text = JSON.stringify(record);
  await tx.sql('placements').where({ hub, name }).update({ status_copy: text });
}

export async function loadStatusCopy(
  tx: Tx,
  { hub, name }: PlacementRef,
): Promise<StatusCopyRecord | undefined> {
  const row = await tx.sql('placements').where({ hub, name }).first('status_copy');
  return fromOptionalJson<StatusCopyRecord>(row?.status_copy ?? null);
}
