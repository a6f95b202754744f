import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { BlockerPlan, KeptBlocker } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import { blockerParts } from './documents/blockerDocuments';
import { toFreeText } from './freeText';
import { chunks, toOptionalNumber } from './rows';
import type { Dialect } from './sql';
import type { BlockerRow } from './tables';

export interface BlockerOwner {
  readonly hub: string;
  readonly kind: 'placement' | 'run';
  /** Key of a placement, name of a run. */
  readonly name: string;
}

/** One statement for what changed, and one where fewer are left than there were. Call lockPlacement first. */
export async function saveBlockers(
  tx: Tx,
  { hub, kind, name }: BlockerOwner,
  { save, clear }: Pick<BlockerPlan, 'save' | 'clear'>,
): Promise<void> {
  const owner = { hub, owner_kind: kind, owner: name };
  if (save.length > 0)
    await tx
      .sql('blockers')
      .insert(save.map(blocker => ({ ...owner, ...toRow(blocker) })))
      .onConflict(['hub', 'owner_kind', 'owner', 'slot'])
      .merge();
  if (clear.length > 0)
    await tx
      .sql('blockers')
      .where(owner)
      .whereIn('slot', [...clear])
      .delete();
}

const toRow = (blocker: KeptBlocker): Omit<BlockerRow, 'hub' | 'owner_kind' | 'owner'> => ({
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

/** The rows of an owner as one JSON text, for a statement that reads its other facts: the owner's name is its binding. */
export function blockersOf(dialect: Dialect, kind: BlockerOwner['kind']): string {
  const fields = COLUMNS.map(column => `'${column}', ${column}`).join(', ');
  const list =
    dialect === 'sqlite'
      ? `json_group_array(json_object(${fields}))`
      : `cast(json_agg(json_build_object(${fields})) as text)`;
  return `(select ${list} from blockers where hub = ? and owner_kind = '${kind}' and owner = ?)`;
}

/** What `blockersOf` has read; `undefined`: none. */
export function toBlockerList(text: string | null | undefined): KeptBlocker[] | undefined {
  // The database made it of columns for this statement: it is no document.
  const rows: StoredBlocker[] = text ? JSON.parse(text) : [];
  return rows.length === 0 ? undefined : rows.map(toKept).sort((a, b) => a.slot - b.slot);
}

/** Of several owners, by their names; one that nothing holds is left out. */
export async function loadBlockersOf(
  tx: Tx,
  hub: string,
  { kind, names }: { readonly kind: BlockerOwner['kind']; readonly names: readonly string[] },
): Promise<ReadonlyMap<string, readonly KeptBlocker[]>> {
  const found = new Map<string, KeptBlocker[]>();
  for (const part of chunks(names)) {
    const rows = await tx
      .sql('blockers')
      .where({ hub, owner_kind: kind })
      .whereIn('owner', part)
      .orderBy('slot');
    for (const row of rows) found.set(row.owner, [...(found.get(row.owner) ?? []), toKept(row)]);
  }
  return found;
}

/** The owner is gone. */
export async function forgetBlockers(tx: Tx, { hub, kind, name }: BlockerOwner): Promise<void> {
  await tx.sql('blockers').where({ hub, owner_kind: kind, owner: name }).delete();
}

/** Those of the run that was known under this name before the one of `uid` was made: their rows have one key. */
export async function forgetFormerBlockers(
  tx: Tx,
  { hub, name, uid }: { readonly hub: string; readonly name: string; readonly uid: string },
): Promise<void> {
  const former = tx.sql('runs').where({ hub, name }).whereNot({ uid }).select('name');
  await tx.sql('blockers').where({ hub, owner_kind: 'run' }).whereIn('owner', former).delete();
}

/** How many placements and runs of the hub each cause holds. */
export async function countBlockers(tx: Tx, hub: string): Promise<{ cause: string; count: number }[]> {
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
