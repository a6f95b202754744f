import {
  instant,
  RUN_KINDS,
  stagedKindsOf,
  toPlacementKey,
  type Instant,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { HashedObject } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../db';
import type { PlacementRef, WorkKey } from '../keys';
import { toWorkKey } from '../keys';
import { queues } from '../queue/queues';
import { rowsOf } from '../rows';
import { readOptional } from '../documents/document';
import { contentIds, identifiers as identifiersDocument } from '../documents/placementDocuments';
import { timelineData } from '../documents/timelineDocuments';
import type { RunIdentity } from '../runInitiators';
import { toRecord, type RunRecord } from '../runStore';
import { KEY_OF_OBJECT } from '../stagedObjects';
import { FOLDED_EVENTS } from '../timelineStore';

/** A run by what sorts it: no memory, no body. */
export interface RunIndexEntry {
  /** Its key. */
  readonly name: string;
  /** Key of the placement. */
  readonly placement: string;
  /** Absent: no pass has read it yet. */
  readonly createdAt?: Instant;
  readonly isOver: boolean;
}

/** Every run object of the hub with what its row says of it. */
export async function loadRunIndex(tx: Tx, hub: string): Promise<RunIndexEntry[]> {
  const result = await tx.sql.raw(
    `select ${KEY_OF_OBJECT} as name, objects.parent, runs.created_at, runs.is_over from objects
     left join runs on runs.hub = objects.hub and runs.name = ${KEY_OF_OBJECT}
     where objects.hub = ? and objects.kind in (${RUN_KINDS.map(() => '?').join(', ')})`,
    [hub, ...RUN_KINDS],
  );
  type Row = {
    name: string;
    parent: string | null;
    created_at: number | string | null;
    is_over: boolean | number | null;
  };
  return rowsOf<Row>(result).map(row => ({
    name: row.name,
    placement: row.parent ?? '',
    ...(row.created_at !== null && { createdAt: instant(Number(row.created_at)) }),
    isOver: Boolean(row.is_over),
  }));
}

/** Earlier runs of a placement, newest first: at most `limit`, each with its memory. */
export async function loadEarlierRuns(
  tx: Tx,
  { hub, name: placement }: PlacementRef,
  { before, limit }: { readonly before: Instant; readonly limit: number },
): Promise<RunRecord[]> {
  const rows = await tx
    .sql('runs')
    .where({ hub, placement })
    .where('created_at', '<', before)
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'name', order: 'desc' },
    ])
    .limit(limit);
  return rows.map(toRecord);
}

export interface OtherRuns {
  /** Key of the run that asks. */
  readonly than: string;
  /** The snapshot that it brings: who has brought the same verified no other. */
  readonly index: number | undefined;
  readonly limit: number;
}

/**
 * Other runs of a placement that may have verified an earlier snapshot, newest first, each with its memory. Those that say
 * nothing of it are left out before they are counted: retries of a bad snapshot would fill the bound.
 */
export async function loadVerifyingRuns(
  tx: Tx,
  { hub, name: placement }: PlacementRef,
  { than, index, limit }: OtherRuns,
): Promise<RunRecord[]> {
  const rows = await tx
    .sql('runs')
    .where({ hub, placement })
    .whereNot({ name: than })
    .where('progress', 'like', '%"succeededAt":%')
    .whereNot('progress', 'like', `%"resourceIndex":${index ?? ''},%`)
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'name', order: 'desc' },
    ])
    .limit(limit);
  return rows.map(toRecord);
}

/** A timeline line that a person caused: who stopped a run, who let it go on. */
export interface RunAct {
  readonly event: string;
  readonly actor: string;
  readonly at: Instant;
  readonly message?: string;
}

/** The last of the named events of a run; an earlier run of the same name had its own. */
export async function loadLastAct(
  tx: Tx,
  hub: string,
  { run, events }: { readonly run: RunIdentity; readonly events: readonly string[] },
): Promise<RunAct | undefined> {
  const rows = await tx
    .sql('timeline')
    .where({ hub, subject_kind: stagedKindsOf(run).run, subject_name: toPlacementKey(run) })
    .whereIn('event', [...events])
    .orderBy('id', 'desc')
    .limit(20)
    .select('event', 'actor', 'at', 'message', 'data');
  const row = rows.find(({ data }) => readOptional(timelineData, data)?.uid === run.uid);
  if (row === undefined) return undefined;
  const { event, actor, message } = row;
  return { event, actor, at: instant(Number(row.at)), ...(message !== null && { message }) };
}

/** As many as a timeline shows: a line that is folded into the one before it does not count (see `FOLDED_EVENTS`). */
export async function countTimeline(
  tx: Tx,
  hub: string,
  { kind, name }: { readonly kind: string; readonly name: string },
): Promise<number> {
  const marks = FOLDED_EVENTS.map(() => '?').join(', ');
  const result = await tx.sql.raw(
    `select count(*) as n from (
       select event, actor, coalesce(stage, '') as stage, coalesce(message, '') as message,
         lag(event) over lines as last_event, lag(actor) over lines as last_actor,
         lag(coalesce(stage, '')) over lines as last_stage, lag(coalesce(message, '')) over lines as last_message
       from timeline where hub = ? and subject_kind = ? and subject_name = ? window lines as (order by id)
     ) as folded
     where last_event is null or event not in (${marks}) or event <> last_event
       or actor <> last_actor or stage <> last_stage or message <> last_message`,
    [hub, kind, name, ...FOLDED_EVENTS],
  );
  const [row] = rowsOf<{ n: number | string }>(result);
  return Number(row.n);
}

/** The objects of a snapshot by their hashes; `undefined` where it is gone, or its contents are. */
export async function loadHashedObjects(
  tx: Tx,
  { hub, name }: PlacementRef,
  indexes: readonly number[],
): Promise<ReadonlyMap<number, readonly HashedObject[]>> {
  const rows = await tx
    .sql('resource_snapshots')
    .where({ hub, placement: name })
    .whereIn('idx', [...indexes])
    .select('idx', 'identifiers', 'contents');
  return new Map(
    rows.flatMap(({ idx, identifiers, contents }): [number, HashedObject[]][] => {
      const hashes = contentIds.read(contents);
      if (hashes === null) return [];
      const objects = identifiersDocument.read(identifiers).map((one, i) => ({
        key: [one.group ?? '', one.kind, one.namespace ?? '', one.name].join('/'),
        name: `${one.kind} ${one.namespace ? `${one.namespace}/` : ''}${one.name}`,
        hash: hashes[i],
      }));
      return [[idx, objects]];
    }),
  );
}

/** The attempts of one piece of work. */
export interface Tries {
  readonly attempts: number;
  readonly lastError?: string;
  readonly nextAt?: Instant;
}

export async function loadTries(tx: Tx, { hub, placement, cluster }: WorkKey): Promise<Tries | undefined> {
  const row = await tx
    .sql('dirty_keys')
    .where({ queue: queues.applyWork, key: toWorkKey(hub, placement, cluster) })
    .first('attempts', 'last_error', 'due_at');
  if (row === undefined) return undefined;
  return {
    attempts: row.attempts,
    ...(row.last_error !== null && { lastError: row.last_error }),
    ...(row.attempts > 0 && { nextAt: instant(Number(row.due_at)) }),
  };
}
