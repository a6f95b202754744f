import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Binding } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { dropBackReports } from './backReportStore';
import type { Tx } from './db';
import { bindingVerdict } from './documents/placementDocuments';
import { matchedOverrides } from './documents/overrideDocuments';
import { applyStrategy as applyStrategyDocument, rolloutMark } from './documents/workDocuments';
import type { PlacementRef, WorkKey } from './keys';
import { chunks, toOptionalNumber } from './rows';
import { markUpgradesAfter } from './sequences/markHeld';
import { loadSharedTexts, SharedTextWriter, type SharedTexts } from './sharedTexts';
import type { BindingRow } from './tables';

/** Upserts by cluster; upgrades may wait for those that leave. Call lockPlacement first. */
export async function saveBindings(
  tx: Tx,
  placement: PlacementRef,
  bindings: readonly Binding[],
): Promise<void> {
  const texts = new SharedTextWriter();
  const rows = bindings.map(binding => toRow(placement, binding, texts));
  await texts.save(tx, placement.hub);
  for (const part of chunks(rows)) {
    await tx.sql('bindings').insert(part).onConflict(['hub', 'placement', 'cluster']).merge();
  }
  const leaving = bindings.filter(({ releasedAt }) => releasedAt !== undefined);
  await markUpgradesAfter(
    tx,
    placement.hub,
    leaving.map(({ cluster }) => cluster),
  );
}

/** Ordered by cluster name. */
export async function loadBindings(tx: Tx, hub: string, placement: string): Promise<Binding[]> {
  const rows = await loadBindingRows(tx, { hub, name: placement });
  const texts = await loadSharedTexts(tx, hub, rows.flatMap(bindingRefs));
  return rows.map(row => toBinding(row, texts));
}

export async function loadBinding(tx: Tx, key: WorkKey): Promise<Binding | undefined> {
  const row = await tx.sql('bindings').where(key).first();
  if (row === undefined) return undefined;
  return toBinding(row, await loadSharedTexts(tx, key.hub, bindingRefs(row)));
}

export async function deleteBindings(
  tx: Tx,
  { hub, name }: PlacementRef,
  clusters: readonly string[],
): Promise<void> {
  for (const part of chunks(clusters)) {
    await tx.sql('bindings').where({ hub, placement: name }).whereIn('cluster', part).delete();
    await tx.sql('work_reports').where({ hub, placement: name }).whereIn('cluster', part).delete();
    await dropBackReports(tx, { hub, name }, { clusters: part });
  }
  await markUpgradesAfter(tx, hub, clusters);
}

/** Placements that have a binding on the cluster. */
export async function listPlacementsOn(tx: Tx, hub: string, cluster: string): Promise<string[]> {
  const placements = await tx.sql('bindings').where({ hub, cluster }).pluck('placement');
  return placements.sort();
}

/** Rows for a loader that reads the shared texts of several tables at once; sorted in byte order. */
export async function loadBindingRows(tx: Tx, { hub, name }: PlacementRef): Promise<BindingRow[]> {
  const rows = await tx.sql('bindings').where({ hub, placement: name });
  return rows.sort((a, b) => (a.cluster < b.cluster ? -1 : 1));
}

export const bindingRefs = (row: BindingRow) => [
  row.decision_ref,
  row.strategy_ref,
  row.rollout_ref,
  row.overrides_ref,
];

export function toBinding(row: BindingRow, texts: SharedTexts): Binding {
  const { cluster } = row;
  const applyStrategy = texts.readOptional(applyStrategyDocument, row.strategy_ref);
  const rollout = texts.readOptional(rolloutMark, row.rollout_ref, cluster);
  const overrides = texts.readOptional(matchedOverrides, row.overrides_ref, cluster);
  const releasedAt = toOptionalNumber(row.released_at);
  return {
    name: row.name,
    cluster,
    phase: row.phase as Binding['phase'],
    ...(row.previous_phase !== null && { previousPhase: row.previous_phase as Binding['previousPhase'] }),
    policyIndex: row.policy_idx,
    decision: texts.read(bindingVerdict, row.decision_ref, cluster),
    ...(row.resource_idx !== null && { resourceIndex: row.resource_idx }),
    ...(applyStrategy && { applyStrategy }),
    ...(overrides && { overrides }),
    ...(row.revision !== null && { revision: row.revision }),
    ...(rollout && { rollout: { ...rollout, at: instant(Number(row.rollout_at)) } }),
    createdAt: instant(Number(row.created_at)),
    ...(releasedAt !== undefined && { releasedAt: instant(releasedAt) }),
  };
}

function toRow({ hub, name }: PlacementRef, binding: Binding, texts: SharedTextWriter): BindingRow {
  const { cluster } = binding;
  const { at: rolloutAt, ...rollout } = binding.rollout ?? { at: undefined };
  return {
    hub,
    placement: name,
    cluster,
    name: binding.name,
    phase: binding.phase,
    previous_phase: binding.previousPhase ?? null,
    policy_idx: binding.policyIndex,
    resource_idx: binding.resourceIndex ?? null,
    revision: binding.revision ?? null,
    decision_ref: texts.add(bindingVerdict, binding.decision, cluster),
    strategy_ref: texts.addOptional(applyStrategyDocument, binding.applyStrategy),
    rollout_ref: rolloutAt === undefined ? null : texts.add(rolloutMark, rollout, cluster),
    overrides_ref: texts.addOptional(matchedOverrides, binding.overrides, cluster),
    rollout_at: rolloutAt ?? null,
    created_at: binding.createdAt,
    released_at: binding.releasedAt ?? null,
  };
}
