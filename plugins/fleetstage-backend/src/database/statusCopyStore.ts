import type { Tx } from './db';
import type { PlacementRef } from './keys';
import { readOptional } from './documents/document';
import { statusCopy, type StatusCopyRecord } from './documents/placementDocuments';

export type { StatusCopyRecord };

/** Keeps it where there are rows of the placement already; without them there was no status to copy. */
export async function saveStatusCopy(
  tx: Tx,
  { hub, name }: PlacementRef,
  record: StatusCopyRecord,
): Promise<void> {
  const text = statusCopy.write(record);
  await tx.sql('placements').where({ hub, name }).update({ status_copy: text });
}

export async function loadStatusCopy(
  tx: Tx,
  { hub, name }: PlacementRef,
): Promise<StatusCopyRecord | undefined> {
  const row = await tx.sql('placements').where({ hub, name }).first('status_copy');
  return readOptional(statusCopy, row?.status_copy);
}
