import type { Tx } from './db';
import { nowMs } from './dbNow';
import { pruneDecisions } from './pruneDecisions';
import { INITIATING_EVENTS } from './runInitiators';
import { KEEP_UNUSED_MS } from './sharedTexts';

export interface Retention {
  /** Timeline rows older than this go, and decisions with them. */
  readonly timelineMs: number;
  /** Rows per statement and table: a big backlog takes several rounds rather than one long lock. */
  readonly maxRows?: number;
}

export interface Pruned {
  readonly timeline: number;
  readonly decisions: number;
  readonly sharedTexts: number;
  readonly snapshotContents: number;
  readonly overrideSnapshots: number;
  readonly versionRollouts: number;
}

const MAX_ROWS = 5_000;

/**
 * Deletes what nothing refers to any more and what is past its retention. Texts and contents go only when nobody has
 * touched them for an hour: a writer that is about to refer to one touches it first (see `sharedTexts`).
 */
export async function prune(
  tx: Tx,
  hub: string,
  { timelineMs, maxRows = MAX_ROWS }: Retention,
): Promise<Pruned> {
  return {
    timeline: await pruneTimeline(tx, hub, { timelineMs, maxRows }),
    decisions: await pruneDecisions(tx, hub, { olderThanMs: timelineMs, maxRows }),
    sharedTexts: await pruneSharedTexts(tx, hub, maxRows),
    snapshotContents: await pruneSnapshotContents(tx, hub, maxRows),
    overrideSnapshots: await pruneOverrides(tx, hub),
    versionRollouts: await pruneVersionRollouts(tx, hub, timelineMs),
  };
}

/**
 * A cluster may run with a snapshot that left the history while limits, or a run, hold the next one back: for a month it can
 * still be rendered (B/OV-060).
 */
const KEEP_RETIRED_MS = 30 * 24 * 60 * 60 * 1000;

const pruneOverrides = (tx: Tx, hub: string): Promise<number> =>
  tx
    .sql('override_snapshots')
    .where({ hub, state: 'retired' })
    .whereRaw(`changed_at < ${nowMs(tx.dialect)} - ?`, [KEEP_RETIRED_MS])
    .delete();

/** History of rollouts whose objects are gone: kept as long as their timeline. */
const pruneVersionRollouts = (tx: Tx, hub: string, timelineMs: number): Promise<number> =>
  tx
    .sql('version_rollouts')
    .where({ hub })
    .whereRaw(`gone_at < ${nowMs(tx.dialect)} - ?`, [timelineMs])
    .delete();

async function pruneTimeline(
  tx: Tx,
  hub: string,
  { timelineMs, maxRows }: Required<Retention>,
): Promise<number> {
  const ids = await tx
    .sql('timeline')
    .where({ hub })
    .whereRaw(`at < ${nowMs(tx.dialect)} - ?`, [timelineMs])
    // Who has started a run decides who may approve it, and who ended it is named, as long as there is the run.
    .whereRaw(
      `not (event in (${[...INITIATING_EVENTS, 'endAsked'].map(event => `'${event}'`).join(', ')}) and exists (select 1 from objects o where o.hub = timeline.hub
         and o.kind = timeline.subject_kind and (
           (o.namespace = '' and o.name = timeline.subject_name)
           or (o.namespace <> '' and o.namespace || '/' || o.name = timeline.subject_name))))`,
    )
    .orderBy('at')
    .limit(maxRows)
    .pluck('id');
  return deleteIn(tx, 'timeline', { hub }, { column: 'id', values: ids });
}

async function pruneSharedTexts(tx: Tx, hub: string, maxRows: number): Promise<number> {
  const refs = await tx
    .sql('shared_texts')
    .where({ hub })
    .whereRaw(
      `used_at < ${nowMs(tx.dialect)} - ?
       and not exists (select 1 from bindings b where b.hub = shared_texts.hub
         and shared_texts.ref in (b.decision_ref, b.strategy_ref, b.rollout_ref, b.overrides_ref))
       and not exists (select 1 from work_reports w where w.hub = shared_texts.hub
         and shared_texts.ref in (w.claims_ref, w.inventory_ref))`,
      [KEEP_UNUSED_MS],
    )
    .limit(maxRows)
    .pluck('ref');
  return deleteUnused(tx, 'shared_texts', { hub }, { column: 'ref', values: refs });
}

/** Reads every old row, page by page: most of them may be in use. Deletes at most about `maxRows`. */
async function pruneSnapshotContents(tx: Tx, hub: string, maxRows: number): Promise<number> {
  const used = new Set<string>();
  for (const contents of await tx.sql('resource_snapshots').where({ hub }).pluck('contents')) {
    for (const [id] of String(contents).matchAll(/[0-9a-f.]{64,}/g)) used.add(id);
  }
  let deleted = 0;
  let after: string | undefined = '';
  while (after !== undefined && deleted < maxRows) {
    const hashes: string[] = await tx
      .sql('snapshot_contents')
      .where({ hub })
      .where('hash', '>', after)
      .whereRaw(`used_at < ${nowMs(tx.dialect)} - ?`, [KEEP_UNUSED_MS])
      .orderBy('hash')
      .limit(maxRows)
      .pluck('hash');
    const unused = hashes.filter(hash => !used.has(hash));
    deleted += await deleteUnused(tx, 'snapshot_contents', { hub }, { column: 'hash', values: unused });
    after = hashes.length < maxRows ? undefined : hashes.at(-1);
  }
  return deleted;
}

interface Column {
  readonly column: string;
  readonly values: readonly (string | number)[];
}

/** Asks again whether the row is unused: it may have been touched since it was chosen. */
async function deleteUnused(
  tx: Tx,
  table: string,
  where: { hub: string },
  { column, values }: Column,
): Promise<number> {
  if (values.length === 0) return 0;
  return tx
    .sql(table)
    .where(where)
    .whereIn(column, [...values])
    .whereRaw(`used_at < ${nowMs(tx.dialect)} - ?`, [KEEP_UNUSED_MS])
    .delete();
}

async function deleteIn(
  tx: Tx,
  table: string,
  where: { hub: string },
  { column, values }: Column,
): Promise<number> {
  if (values.length === 0) return 0;
  return tx
    .sql(table)
    .where(where)
    .whereIn(column, [...values])
    .delete();
}
