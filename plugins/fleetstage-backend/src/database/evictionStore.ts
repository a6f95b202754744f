import { instant, type Instant, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  isEvictionOver,
  type EvictionOutcome,
  type PendingEviction,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import { readOptional } from './documents/document';
import { evictionOutcome } from './documents/evictionDocuments';
import { timelineData } from './documents/timelineDocuments';
import { toEvictionFacts, type EvictionFacts } from './facts';
import type { HubKey, PlacementRef } from './keys';
import { isKeyText, toKeyText } from './keyText';
import { listEvictionObjects, listObjectsOf, loadObject } from './mirrorStore';
import { chunks } from './rows';
import type { EvictionRow } from './tables';

export const EVICTION = 'ClusterResourcePlacementEviction';
export const BUDGET = 'ClusterResourcePlacementDisruptionBudget';

/** What became of an eviction. */
export interface DecidedRow {
  readonly name: string;
  readonly uid: string;
  readonly cluster: string;
  readonly outcome: EvictionOutcome;
  readonly at: Instant;
}

/** The evictions of a placement on the hub, ordered by name. */
export async function listEvictions(tx: Tx, { hub, name }: PlacementRef): Promise<EvictionFacts[]> {
  const objects = await listObjectsOf(tx, hub, EVICTION, toKeyText(name));
  // Texts that are no names may come to one key.
  return objects.map(toEvictionFacts).filter(eviction => eviction.placement === name);
}

/** Evictions from a cluster, of any placement; ordered by name. */
export async function listEvictionsFrom(tx: Tx, hub: string, cluster: string): Promise<EvictionFacts[]> {
  const objects = await listEvictionObjects(tx, hub, cluster);
  // Texts that are no names may come to one key.
  return objects.map(toEvictionFacts).filter(eviction => eviction.cluster === cluster);
}

/** Who asked through Fleetstage for evictions of these placements, by the name of the eviction. */
export async function loadEvictionActors(
  tx: Tx,
  hub: string,
  placements: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const actors = new Map<string, string>();
  for (const part of chunks([...new Set(placements)])) {
    const rows = await tx
      .sql('timeline')
      .where({ hub, subject_kind: 'ClusterResourcePlacement', event: 'evictionAsked' })
      .whereIn('subject_name', part)
      .select('actor', 'data');
    for (const { actor, data } of rows) {
      const name = readOptional(timelineData, data)?.eviction;
      if (typeof name === 'string') actors.set(name, actor);
    }
  }
  return actors;
}

/** What became of evictions from a cluster, of any placement. */
export async function listOutcomesOn(tx: Tx, hub: string, cluster: string): Promise<DecidedRow[]> {
  return (await tx.sql('evictions').where({ hub, cluster: toKeyText(cluster) })).map(toDecided);
}

/** The placement that evictions name; a text that can be no name, or names one of a namespace, is that of none. */
export const loadTarget = async (tx: Tx, { hub, name }: PlacementRef): Promise<KubeObject | undefined> =>
  isKeyText(name) ? loadObject(tx, { hub, kind: 'ClusterResourcePlacement', name }) : undefined;

/** Those of them that nobody has decided: no row says what became of them, and neither does their status (C/EV-011). */
export async function listPending(tx: Tx, placement: PlacementRef): Promise<PendingEviction[]> {
  const evictions = await listEvictions(tx, placement);
  const open = evictions.filter(eviction => eviction.deletedAt === undefined && !isEvictionOver(eviction));
  if (open.length === 0) return [];
  const decided = new Set((await listOutcomes(tx, placement)).map(({ uid }) => uid));
  return open.filter(({ uid }) => !decided.has(uid));
}

/** What became of the evictions of a placement. */
export async function listOutcomes(tx: Tx, { hub, name }: PlacementRef): Promise<DecidedRow[]> {
  return (await tx.sql('evictions').where({ hub, placement: toKeyText(name) })).map(toDecided);
}

/** `undefined`: the object of that uid was not decided. */
export async function loadOutcome(
  tx: Tx,
  { hub, name }: HubKey,
  uid: string,
): Promise<DecidedRow | undefined> {
  const row = await tx.sql('evictions').where({ hub, name, uid }).first();
  return row && toDecided(row);
}

/** Call lockPlacement first, where there is a placement. An object that was made anew takes the row of the one before it. */
export async function saveOutcomes(
  tx: Tx,
  { hub, name }: PlacementRef,
  decided: readonly DecidedRow[],
): Promise<void> {
  const rows = decided.map(({ outcome, at, ...eviction }) => ({
    ...eviction,
    hub,
    placement: toKeyText(name),
    cluster: toKeyText(eviction.cluster),
    outcome: evictionOutcome.write(outcome),
    decided_at: at,
  }));
  for (const part of chunks(rows)) await tx.sql('evictions').insert(part).onConflict(['hub', 'name']).merge();
}

/** The object is gone. */
export async function forgetEviction(tx: Tx, { hub, name }: HubKey): Promise<void> {
  await tx.sql('evictions').where({ hub, name }).delete();
}

const toDecided = ({ name, uid, cluster, outcome, decided_at: at }: EvictionRow): DecidedRow => ({
  name,
  uid,
  cluster,
  outcome: evictionOutcome.read(outcome, `the outcome of eviction "${name}"`),
  at: instant(Number(at)),
});
