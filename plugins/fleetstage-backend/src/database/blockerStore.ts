import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { BlockerPlan, KeptBlocker } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import { blockerParts } from './documents/blockerDocuments';
import { toFreeText } from './freeText';
import { chunks, toOptionalNumber } from './rows';
import type { Dialect, Reader } from './sql';
import type { BlockerRow } from './tables';

/** By the key of a placement, the name of a sequence; by the name of a run and its uid, since another one may be made under its name. */
export type BlockerOwner =
  | { readonly hub: string; readonly kind: 'placement' | 'sequence'; readonly name: string }
  | { readonly hub: string; readonly kind: 'run'; readonly name: string; readonly uid: string };

/**
 * One statement for what changed, and one where fewer are left than there were. Rows of a run take away those of the run before
 * it, and those that a replica of an earlier version wrote without a uid. Call lockPlacement first.
 */
export async function saveBlockers(
  tx: Tx,
  of: BlockerOwner,
  { save, clear }: Pick<BlockerPlan, 'save' | 'clear'>,
): Promise<void> {
  const owner = { hub: of.hub, owner_kind: of.kind, owner: of.name };
  const uid = of.kind === 'run' ? of.uid : '';
  if (of.kind === 'run') await tx.sql('blockers').where(owner).whereNot({ owner_uid: uid }).delete();
  if (save.length > 0)
    await tx
      .sql('blockers')
      .insert(save.map(blocker => ({ ...owner, owner_uid: uid, ...toRow(blocker) })))
      .onConflict(['hub', 'owner_kind', 'owner', 'slot'])
      .merge();
  if (clear.length > 0)
    await tx
      .sql('blockers')
      .where(owner)
      .whereIn('slot', [...clear])
      .delete();
}

const toRow = (blocker: KeptBlocker): Omit<BlockerRow, 'hub' | 'owner_kind' | 'owner' | 'owner_uid'> => ({
  slot: blocker.slot,
  cause: blocker.cause,
  subject: blocker.subject,
  message: toFreeText(blocker.message),
  since: blocker.since,
  until: blocker.until ?? null,
  actor: blocker.actor,
  parts: blockerParts.write(blocker.parts),
});

/** Without the message, which is that of the first part. */
const COLUMNS = ['slot', 'cause', 'subject', 'since', 'until', 'actor', 'parts'] as const;

type StoredBlocker = Pick<BlockerRow, (typeof COLUMNS)[number]>;

/**
 * The rows of an owner as one JSON text, for a statement that reads its other facts. Its bindings are hub and name, of a run also
 * the uid.
 */
export function blockersOf(dialect: Dialect, kind: BlockerOwner['kind']): string {
  const fields = COLUMNS.map(column => `'${column}', ${column}`).join(', ');
  const list =
    dialect === 'sqlite'
      ? `json_group_array(json_object(${fields}))`
      : `cast(json_agg(json_build_object(${fields})) as text)`;
  return `(select ${list} from blockers where hub = ? and owner_kind = '${kind}' and owner = ?${kind === 'run' ? ' and owner_uid = ?' : ''})`;
}

/** What `blockersOf` has read; `undefined`: none. */
export function toBlockerList(text: string | null | undefined): KeptBlocker[] | undefined {
  // The database made it of columns for this statement: it is no document.
  const rows: StoredBlocker[] = text ? JSON.parse(text) : [];
  return rows.length === 0 ? undefined : rows.map(toKept).sort((a, b) => a.slot - b.slot);
}

type BlockerOwners =
  | { readonly kind: 'placement' | 'sequence'; readonly names: readonly string[] }
  /** By name. */
  | { readonly kind: 'run'; readonly uids: ReadonlyMap<string, string> };

/** Of several owners, by their names; owners without blockers are left out. */
export async function loadBlockersOf(
  tx: Tx,
  hub: string,
  owners: BlockerOwners,
): Promise<ReadonlyMap<string, readonly KeptBlocker[]>> {
  const found = new Map<string, KeptBlocker[]>();
  const names = owners.kind === 'run' ? [...owners.uids.keys()] : owners.names;
  const isOf = ({ owner, owner_uid }: BlockerRow) =>
    owners.kind !== 'run' || owners.uids.get(owner) === owner_uid;
  for (const part of chunks(names)) {
    const rows = await tx
      .sql('blockers')
      .where({ hub, owner_kind: owners.kind })
      .whereIn('owner', part)
      .orderBy('slot');
    for (const row of rows.filter(isOf)) found.set(row.owner, [...(found.get(row.owner) ?? []), toKept(row)]);
  }
  return found;
}

/** The owner is gone, of runs whichever had the name. */
export async function forgetBlockers(
  tx: Tx,
  { hub, kind, name }: Pick<BlockerOwner, 'hub' | 'kind' | 'name'>,
): Promise<void> {
  await tx.sql('blockers').where({ hub, owner_kind: kind, owner: name }).delete();
}

/** How many placements and runs of the hub each cause holds. */
export async function countBlockers(tx: Reader, hub: string): Promise<{ cause: string; count: number }[]> {
  const rows = await tx
    .sql('blockers')
    .where({ hub })
    .groupBy('cause')
    .select<{ cause: string; count: number | string }[]>(
      'cause',
      tx.sql.raw("count(distinct owner_kind || '/' || owner) as count"),
    );
  return rows.map(({ cause, count }) => ({ cause, count: Number(count) }));
}

function toKept(row: StoredBlocker): KeptBlocker {
  const until = toOptionalNumber(row.until);
  const parts = blockerParts.read(row.parts);
  return {
    slot: row.slot,
    cause: row.cause,
    subject: row.subject,
    message: parts[0]?.message ?? '',
    since: instant(Number(row.since)),
    ...(until !== undefined && { until: instant(until) }),
    actor: row.actor as KeptBlocker['actor'],
    parts,
  };
}
