import {
  annotationKeys,
  instant,
  type Instant,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Tx } from './db';
import { drainProgress, type DrainSummary } from './documents/drainDocuments';
import type { HubKey, PlacementRef } from './keys';
import { toKeyText } from './keyText';
import { contentHash } from './nativeHash';
import { rowsOf } from './rows';

export type { DrainSummary };

/** A cluster that is drained. */
export interface Drain {
  readonly cluster: string;
  /** Identity of the request: who asks again begins another drain. */
  readonly askedAs: string;
  /** Evictions of before it are none of this drain. */
  readonly since: Instant;
  readonly progress: DrainSummary;
}

/** Identity of what a MemberCluster asks for. */
export function askedAs({ metadata }: KubeObject): string {
  const { uid, annotations = {} } = metadata;
  const keys = [annotationKeys.drain, annotationKeys.drainBy, annotationKeys.drainAt];
  return contentHash([uid ?? '', ...keys.map(key => annotations[key] ?? null)]);
}

export async function loadDrain(tx: Tx, { hub, name }: HubKey): Promise<Drain | undefined> {
  const row = await tx.sql('drains').where({ hub, cluster: name }).first();
  return row && toDrain(row);
}

/** The drains of a hub by cluster. */
export async function loadDrains(tx: Tx, hub: string): Promise<ReadonlyMap<string, Drain>> {
  const rows = await tx.sql('drains').where({ hub });
  return new Map(rows.map(row => [row.cluster, toDrain(row)]));
}

export async function saveDrain(tx: Tx, hub: string, drain: Drain): Promise<void> {
  const { cluster, askedAs: asked_as, since, progress } = drain;
  await tx
    .sql('drains')
    .insert({ hub, cluster, asked_as, since, progress: drainProgress.write(progress) })
    .onConflict(['hub', 'cluster'])
    .merge();
}

export async function forgetDrain(tx: Tx, { hub, name }: HubKey): Promise<void> {
  await tx.sql('drains').where({ hub, cluster: name }).delete();
}

/** Clusters of a hub whose MemberCluster may ask for a drain, and those that have a row: for the resync. */
export async function listDrainKeys(tx: Tx, hub: string): Promise<string[]> {
  const result = await tx.sql.raw(
    `select name from objects where hub = ? and kind = 'MemberCluster' and body like ?
     union select cluster as name from drains where hub = ?
     order by name`,
    [hub, `%"${annotationKeys.drain}"%`, hub],
  );
  return rowsOf<{ name: string }>(result).map(({ name }) => name);
}

/** The drained clusters that a placement is on, or was evicted from. */
export async function listDrainsOf(tx: Tx, { hub, name }: PlacementRef): Promise<string[]> {
  const result = await tx.sql.raw(
    `select cluster from drains where hub = ?
       and (exists (select 1 from bindings b where b.hub = drains.hub and b.placement = ? and b.cluster = drains.cluster)
            or exists (select 1 from evictions e where e.hub = drains.hub and e.placement = ? and e.cluster = drains.cluster))`,
    [hub, toKeyText(name), toKeyText(name)],
  );
  return rowsOf<{ cluster: string }>(result).map(({ cluster }) => cluster);
}

interface StoredDrain {
  readonly cluster: string;
  readonly asked_as: string;
  readonly since: number | string;
  readonly progress: string;
}

const toDrain = ({ cluster, asked_as, since, progress }: StoredDrain): Drain => ({
  cluster,
  askedAs: asked_as,
  since: instant(Number(since)),
  progress: drainProgress.read(progress, `the progress of the drain of "${cluster}"`),
});
