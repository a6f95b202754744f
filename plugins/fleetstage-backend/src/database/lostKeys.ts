import { requestCaptures } from './captureStore';
import type { Tx } from './db';

/** A key that contents are sealed with and that is not configured. */
export interface LostKey {
  readonly keyId: string;
  readonly contents: number;
}

/**
 * Finds contents that nobody can open, and asks for new captures of the placements that hold them: where the hub has the
 * same still, they come back under the same index.
 */
export async function findLostKeys(tx: Tx, hub: string): Promise<LostKey[]> {
  const rows = await tx
    .sql('snapshot_contents')
    .where({ hub })
    .whereNotNull('key_id')
    .whereNotIn('key_id', [...tx.vault.keyIds])
    .select('hash', 'key_id');
  if (rows.length === 0) return [];
  const lost = new Set(rows.map(({ hash }) => hash));
  const snapshots = await tx.sql('resource_snapshots').where({ hub }).select('placement', 'contents');
  const placements = snapshots.filter(({ contents }) =>
    [...contents.matchAll(/[0-9a-f.]{64,}/g)].some(([id]) => lost.has(id)),
  );
  await requestCaptures(
    tx,
    hub,
    placements.map(({ placement }) => placement),
  );
  const counts = new Map<string, number>();
  for (const { key_id: keyId } of rows) counts.set(keyId ?? '', (counts.get(keyId ?? '') ?? 0) + 1);
  return [...counts].map(([keyId, contents]) => ({ keyId, contents }));
}
