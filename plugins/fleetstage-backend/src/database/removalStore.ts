import {
  annotationKeys,
  instant,
  type Instant,
  type ObjectMeta,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  REMOVAL_WINDOW_MS,
  type HoldCause,
  type RemovalProgress,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import { dbNow } from './dbNow';
import { toFreeText } from './freeText';
import type { PlacementRef } from './keys';
import { loadPlacementBodies } from './placementObject';
import { readOptional } from './documents/document';
import { kubeObject } from './documents/kubeDocuments';
import { askedAs as askedAsDocument, type AskedAs } from './documents/placementDocuments';
import { chunks } from './rows';
import type { RemovalRow } from './tables';
import { wake } from './wakes';

/**
 * The removal of a whole placement from its clusters (decision 0032):
 *
 *   requested ──► granted                 it begins
 *           └───► held ──► confirmed      it begins
 *                    └───► released       the object may go; clusters and rows stay, until it is applied again
 */
export type RemovalStage = 'requested' | 'held' | 'granted' | 'confirmed' | 'released';

export interface Removal {
  readonly placement: string;
  /** Of the object that the rows are made for. */
  readonly uid: string;
  readonly stage: RemovalStage;
  readonly cause?: HoldCause;
  /** Database time. */
  readonly requestedAt: Instant;
  readonly decidedAt?: Instant;
  readonly actor?: string;
  readonly comment?: string;
  /** Of the object when its removal was asked for; absent: it was gone from the hub, or an older version asked. */
  readonly askedAs?: AskedAs;
}

export type { AskedAs };

const KEPT_ANNOTATIONS: readonly string[] = [
  annotationKeys.acceptedStrategies,
  annotationKeys.confirmRemoval,
];

export function toProgress({ stage, cause, requestedAt, decidedAt, askedAs }: Removal): RemovalProgress {
  const since = decidedAt ?? requestedAt;
  if (stage !== 'held') return { stage, since };
  const saidBefore = askedAs?.annotations?.[annotationKeys.confirmRemoval];
  return {
    stage,
    cause: cause ?? 'TooManyRemovals',
    since,
    ...(saidBefore !== undefined && { saidBefore }),
  };
}

export const mayBegin = (removal: Removal | undefined): boolean =>
  removal?.stage === 'granted' || removal?.stage === 'confirmed';

export const isKept = (removal: Removal | undefined): boolean =>
  removal?.stage === 'held' || removal?.stage === 'released';

const fromRow = (row: RemovalRow): Removal => ({
  placement: row.placement,
  uid: row.uid,
  stage: row.state as RemovalStage,
  requestedAt: instant(Number(row.requested_at)),
  askedAs: readOptional(askedAsDocument, row.asked_as),
  ...(row.cause !== null && { cause: row.cause as HoldCause }),
  ...(row.decided_at !== null && { decidedAt: instant(Number(row.decided_at)) }),
  ...(row.actor !== null && { actor: row.actor }),
  ...(row.comment !== null && { comment: row.comment }),
});

/** The removal of this placement object; one of an earlier object of the name does not count. */
export async function loadRemoval(
  tx: Tx,
  { hub, name }: PlacementRef,
  uid: string,
): Promise<Removal | undefined> {
  const row = await tx.sql('removals').where({ hub, placement: name, uid }).first();
  return row && fromRow(row);
}

/** The removal of a placement of this name, whichever life of it is meant. */
export async function loadLatestRemoval(tx: Tx, { hub, name }: PlacementRef): Promise<Removal | undefined> {
  const row = await tx.sql('removals').where({ hub, placement: name }).first();
  return row && fromRow(row);
}

/**
 * Asks `grant-removals` whether the removal may begin. What is asked or decided for this placement object stays: a lost
 * definition holds placements without their lock, so a row may come between the read of a pass and this write.
 */
export async function requestRemoval(tx: Tx, { hub, name }: PlacementRef, uid: string): Promise<void> {
  const asked = await loadAskedAs(tx, hub, [{ name, uid }]);
  const fresh = { uid, state: 'requested', requested_at: await dbNow(tx), asked_as: asked.get(name) ?? null };
  const none = { cause: null, decided_at: null, actor: null, comment: null };
  await tx
    .sql('removals')
    .insert({ hub, placement: name, ...fresh, ...none })
    .onConflict(['hub', 'placement'])
    .merge()
    .whereRaw('removals.uid <> excluded.uid');
  markRemovals(tx, hub);
}

type Life = { readonly name: string; readonly uid: string };

/** As JSON, by the placement; nothing of an object that is gone, or is another one by now. */
async function loadAskedAs(
  tx: Tx,
  hub: string,
  placements: readonly Life[],
): Promise<ReadonlyMap<string, string>> {
  const names = placements.map(({ name }) => name);
  const bodies = await loadPlacementBodies(tx, hub, names);
  const found = placements.flatMap(({ name, uid }) => {
    const body = bodies.get(name);
    if (body === undefined) return [];
    const { metadata } = kubeObject.read(body, `the object of placement "${name}"`);
    return metadata.uid === uid ? [[name, askedAsDocument.write(toAskedAs(metadata))] as const] : [];
  });
  return new Map(found);
}

const toAskedAs = ({ labels = {}, annotations = {} }: ObjectMeta): AskedAs => ({
  labels,
  annotations: Object.fromEntries(
    Object.entries(annotations).filter(([key]) => KEPT_ANNOTATIONS.includes(key)),
  ),
});

/** Has `grant-removals` decide what is requested, and count what is held. */
export const markRemovals = (tx: Tx, hub: string): void =>
  wake(tx, 'removalAsked', { hub, name: 'removals' });

/** Those in these stages, the oldest first. */
export async function listRemovals(tx: Tx, hub: string, stages: readonly RemovalStage[]): Promise<Removal[]> {
  const rows = await tx
    .sql('removals')
    .where({ hub })
    .whereIn('state', [...stages])
    .orderBy(['requested_at', 'placement']);
  return rows.map(fromRow);
}

/** What decides how many more may begin: removals begun within the last minute, and placements on any cluster. */
export async function countRemovals(
  tx: Tx,
  hub: string,
): Promise<{ readonly begunCount: number; readonly placedCount: number }> {
  const since = (await dbNow(tx)) - REMOVAL_WINDOW_MS;
  const begun = await tx
    .sql('removals')
    .where({ hub, state: 'granted' })
    .where('decided_at', '>', since)
    .count({ count: '*' })
    .first();
  const placed = await tx.sql('bindings').where({ hub }).countDistinct({ count: 'placement' }).first();
  return { begunCount: Number(begun?.count ?? 0), placedCount: Number(placed?.count ?? 0) };
}

interface StageChange {
  readonly stage: Exclude<RemovalStage, 'requested'>;
  /** Nothing else is changed: somebody may have decided meanwhile. */
  readonly from: readonly RemovalStage[];
  readonly cause?: HoldCause;
  readonly actor?: string;
  readonly comment?: string;
}

/** Returns the placements whose removal has changed. */
export async function saveRemovalStage(
  tx: Tx,
  hub: string,
  placements: readonly string[],
  { stage, from, comment, ...more }: StageChange,
): Promise<string[]> {
  const decided_at = await dbNow(tx);
  const changed: string[] = [];
  for (const part of chunks(placements)) {
    const rows = await tx
      .sql('removals')
      .where({ hub })
      .whereIn('placement', part)
      .whereIn('state', [...from])
      .update({
        state: stage,
        decided_at,
        ...more,
        ...(comment !== undefined && { comment: toFreeText(comment) }),
      })
      .returning('placement');
    changed.push(...rows.map(row => row.placement));
  }
  return changed;
}

/**
 * Holds placements whose definition was replaced since they were made, asked to be removed or not. A request would be
 * judged by the new definition, so it is held here; what is decided for this placement object stays decided.
 */
export async function holdPlacements(tx: Tx, hub: string, placements: readonly Life[]): Promise<void> {
  const now = await dbNow(tx);
  for (const part of chunks(placements)) {
    const asked = await loadAskedAs(tx, hub, part);
    const rows = part.map(({ name, uid }) => ({
      hub,
      placement: name,
      uid,
      state: 'held',
      cause: 'DefinitionDeleted',
      requested_at: now,
      decided_at: now,
      asked_as: asked.get(name) ?? null,
    }));
    await tx
      .sql('removals')
      .insert(rows)
      .onConflict(['hub', 'placement'])
      .merge({
        uid: tx.sql.raw('excluded.uid'),
        state: 'held',
        cause: 'DefinitionDeleted',
        requested_at: now,
        decided_at: now,
        actor: null,
        comment: null,
        asked_as: tx.sql.raw(
          'case when removals.uid = excluded.uid then coalesce(removals.asked_as, excluded.asked_as) else excluded.asked_as end',
        ),
      })
      .whereRaw("removals.state = 'requested' or removals.uid <> excluded.uid");
  }
}

/** The placement is there again, or nothing of it is left; what has begun by itself counts for a while. */
export async function forgetRemoval(tx: Tx, { hub, name }: PlacementRef): Promise<void> {
  const count = await tx
    .sql('removals')
    .where({ hub, placement: name })
    .whereNot({ state: 'granted' })
    .delete();
  if (count > 0) markRemovals(tx, hub);
}

/** Deletes what has begun so long ago that it counts no more. */
export async function pruneRemovals(tx: Tx, hub: string): Promise<void> {
  const before = (await dbNow(tx)) - REMOVAL_WINDOW_MS;
  await tx.sql('removals').where({ hub, state: 'granted' }).where('decided_at', '<', before).delete();
}

/** Uid of the definition that the placements of a kind were made under; `undefined` before it was ever seen. */
export async function loadDefinitionUid(tx: Tx, hub: string, kind: string): Promise<string | undefined> {
  return (await tx.sql('placement_definitions').where({ hub, kind }).first('uid'))?.uid;
}

export async function saveDefinitionUid(tx: Tx, hub: string, kind: string, uid: string): Promise<void> {
  await tx.sql('placement_definitions').insert({ hub, kind, uid }).onConflict(['hub', 'kind']).merge();
}
