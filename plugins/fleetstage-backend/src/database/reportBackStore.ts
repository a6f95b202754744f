import {
  reportBackModeOf,
  type BackReportProblems,
  type PlacementFacts,
  type ReportBackMode,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { askOnce } from './askOnce';
import { dropBackReports, markRivals } from './backReportStore';
import type { Tx } from './db';
import { toHubKey, type PlacementRef } from './keys';
import { markWork } from './marks';
import { readOptional, writeOptional } from './documents/document';
import { backReportProblems } from './documents/placementDocuments';
import { wake } from './wakes';

/**
 * Keeps whether a placement asks for statuses (A/PL-126). When that changes, its clusters are read anew, or what was kept
 * of them is deleted. Call lockPlacement first.
 */
export async function followReportBack(
  tx: Tx,
  placement: PlacementRef,
  { spec }: Pick<PlacementFacts, 'spec'>,
  before: string | null,
): Promise<void> {
  const mode = reportBackModeOf(spec) ?? null;
  if (mode === before) return;
  const { hub, name } = placement;
  await tx
    .sql('placements')
    .where({ hub, name })
    .update({ report_back_mode: mode, report_back_problems: null });
  if (mode === null) await dropBackReports(tx, placement);
  else await readAnew(tx, placement);
}

async function readAnew(tx: Tx, placement: PlacementRef): Promise<void> {
  const { hub, name } = placement;
  await tx
    .sql('back_reports')
    .where({ hub, placement: name })
    .update({ written_hash: null, written_at: null });
  await markRivals(tx, placement);
  markWork(tx, placement, await tx.sql('bindings').where({ hub, placement: name }).pluck('cluster'));
  wake(tx, 'reportBackChanged', placement);
}

/** `undefined`: nothing is kept of it. */
export async function loadReportBackMode(
  tx: Tx,
  { hub, name }: PlacementRef,
): Promise<ReportBackMode | undefined> {
  return askOnce(tx, `report back ${toHubKey(hub, name)}`, async () =>
    toMode(await tx.sql('placements').where({ hub, name }).first('report_back_mode')),
  );
}

/** The same, and nobody switches it off until the transaction ends: what is kept now would stay for ever. */
export async function lockReportBackMode(
  tx: Tx,
  { hub, name }: PlacementRef,
): Promise<ReportBackMode | undefined> {
  return toMode(await tx.sql('placements').where({ hub, name }).forShare().first('report_back_mode'));
}

function toMode(row: { readonly report_back_mode?: string | null } | undefined): ReportBackMode | undefined {
  const mode = row?.report_back_mode;
  return mode === 'keep' || mode === 'write' ? mode : undefined;
}

/** Returns whether they differ from those that were known. */
export async function saveBackReportProblems(
  tx: Tx,
  { hub, name }: PlacementRef,
  problems: BackReportProblems | undefined,
): Promise<boolean> {
  const text = writeOptional(backReportProblems, problems);
  const row = await tx.sql('placements').where({ hub, name }).first('report_back_problems');
  if (row === undefined || (row.report_back_problems ?? null) === text) return false;
  await tx.sql('placements').where({ hub, name }).update({ report_back_problems: text });
  return true;
}

export const toBackReportProblems = (text: string | null | undefined) =>
  readOptional(backReportProblems, text);
