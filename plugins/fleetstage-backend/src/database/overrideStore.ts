import type {
  ClusterResourceOverrideSpec,
  Instant,
  ResourceOverrideSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  planOverrideSnapshots,
  type MatchedOverrides,
  type OverrideSnapshot,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { askOnce } from './askOnce';
import type { Tx } from './db';
import { overrideSpec } from './documents/overrideDocuments';
import { chunks } from './rows';
import type { OverrideSnapshotRow } from './tables';

export type OverrideKind = 'ClusterResourceOverride' | 'ResourceOverride';

/** Names an override of a hub. */
export interface OverrideRef {
  readonly hub: string;
  readonly kind: OverrideKind;
  readonly namespace?: string;
  readonly name: string;
}

/** A snapshot of an override's history. */
export interface KeptOverride {
  readonly index: number;
  readonly isLatest: boolean;
  readonly snapshot: OverrideSnapshot;
}

/**
 * Keeps what an override says as its next snapshot, where that is something else than its newest says (B/OV-012). Whether it
 * is. The holder of the hub's lease alone writes here.
 */
export async function saveOverride(
  tx: Tx,
  override: OverrideRef,
  spec: object,
  at: Instant,
): Promise<boolean> {
  const kept = await loadOverride(tx, override);
  const { created, pruned } = planOverrideSnapshots(
    spec,
    kept.map(({ index, snapshot }) => ({ index, hash: snapshot.hash })),
  );
  if (created === undefined) return false;
  const rows = () => tx.sql('override_snapshots').where(toWhere(override));
  await rows()
    .whereIn('idx', pruned)
    .whereNot({ state: 'retired' })
    .update({ state: 'retired', changed_at: at });
  await rows().where({ state: 'latest' }).update({ state: 'kept', changed_at: at });
  await tx
    .sql('override_snapshots')
    .insert({
      ...toWhere(override),
      idx: created.index,
      hash: created.hash,
      spec: overrideSpec.write(spec as ClusterResourceOverrideSpec | ResourceOverrideSpec),
      state: 'latest',
      changed_at: at,
    })
    .onConflict(['hub', 'kind', 'namespace', 'name', 'idx', 'hash'])
    .merge();
  return true;
}

export interface RestoredOverride extends Omit<OverrideRef, 'hub'> {
  readonly index: number;
  readonly isLatest: boolean;
  /** Whose override is there no more: clusters may run with it still. */
  readonly isRetired: boolean;
  readonly snapshot: OverrideSnapshot;
}

/**
 * Keeps snapshots from an earlier database under their indexes. Of an override that has a history already it only adds what
 * is missing, for clusters that run with it. Returns the keys of the others, as `keyOfOverride` makes them.
 */
export async function restoreOverrides(
  tx: Tx,
  hub: string,
  { restored, at }: { readonly restored: readonly RestoredOverride[]; readonly at: Instant },
): Promise<ReadonlySet<string>> {
  const kept = await tx.sql('override_snapshots').where({ hub }).distinct('kind', 'namespace', 'name');
  const known = new Set(kept.map(keyOfOverride));
  const rows = restored.map(({ index, isLatest, isRetired, snapshot, ...override }) => ({
    ...toWhere({ hub, ...override }),
    idx: index,
    hash: snapshot.hash,
    spec: overrideSpec.write(snapshot.spec),
    state: isRetired || known.has(keyOfOverride(override)) ? 'retired' : isLatest ? 'latest' : 'kept',
    changed_at: at,
  }));
  for (const part of chunks(rows))
    await tx
      .sql('override_snapshots')
      .insert(part)
      .onConflict(['hub', 'kind', 'namespace', 'name', 'idx', 'hash'])
      .ignore();
  return known;
}

/** Unique in a hub. */
export const keyOfOverride = ({
  kind,
  namespace = '',
  name,
}: {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}) => `${kind}/${namespace}/${name}`;

/** The override is gone: clusters that run with it are changed as their placements' strategies allow. Whether there was any. */
export async function retireOverride(tx: Tx, override: OverrideRef, at: Instant): Promise<boolean> {
  const count = await tx
    .sql('override_snapshots')
    .where(toWhere(override))
    .whereNot({ state: 'retired' })
    .update({ state: 'retired', changed_at: at });
  return count > 0;
}

/** Its history, ascending. */
export async function loadOverride(tx: Tx, override: OverrideRef): Promise<KeptOverride[]> {
  const rows = await tx
    .sql('override_snapshots')
    .where(toWhere(override))
    .whereNot({ state: 'retired' })
    .orderBy('idx');
  return rows.map(row => ({ index: row.idx, isLatest: row.state === 'latest', snapshot: toSnapshot(row) }));
}

/** The snapshots that change placements (B/OV-030). */
export const loadLatestOverrides = (tx: Tx, hub: string): Promise<readonly OverrideSnapshot[]> =>
  askOnce(tx, `overrides ${hub}`, async () => {
    const rows = await tx.sql('override_snapshots').where({ hub, state: 'latest' });
    return rows.map(toSnapshot);
  });

/** The snapshots that a binding lists, retired ones too; what is gone is missing (B/OV-060). */
export async function loadMatched(
  tx: Tx,
  hub: string,
  { snapshots }: MatchedOverrides,
): Promise<readonly OverrideSnapshot[]> {
  const found: OverrideSnapshot[] = [];
  for (const part of chunks([...new Set(snapshots.map(({ hash }) => hash))])) {
    const rows = await tx.sql('override_snapshots').where({ hub }).whereIn('hash', part);
    found.push(...rows.map(toSnapshot));
  }
  return found;
}

/** One in a row of the table, by the name under which it is published. */
function toSnapshot(row: OverrideSnapshotRow): OverrideSnapshot {
  const own = { name: `${row.name}-${row.idx}`, hash: row.hash };
  const spec = overrideSpec.read(row.spec, `the spec of ${row.kind} ${row.namespace}/${row.name}`);
  return row.kind === 'ClusterResourceOverride'
    ? { ...own, kind: 'ClusterResourceOverrideSnapshot', spec: spec as ClusterResourceOverrideSpec }
    : {
        ...own,
        kind: 'ResourceOverrideSnapshot',
        namespace: row.namespace,
        spec: spec as ResourceOverrideSpec,
      };
}

const toWhere = ({ hub, kind, namespace = '', name }: OverrideRef) => ({ hub, kind, namespace, name });
