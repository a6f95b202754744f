import { canonicalJson, instant, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  claimConditions,
  type ClaimName,
  type WorkReport,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import { countHeld, joinInventory, splitInventory, type WorkInventory } from './inventoryRows';
import type { PlacementRef, WorkKey } from './keys';
import { markReported } from './marks';
import { readOptional, writeOptional } from './documents/document';
import { markUpgradesAfter } from './sequences/markHeld';
import {
  applyStrategy as applyStrategyDocument,
  claimTimes,
  sharedInventory,
  workClaims,
  workProblems,
  type StoredClaims,
} from './documents/workDocuments';
import { rowsOf } from './rows';
import { loadKeptTexts, loadSharedTexts, SharedTextWriter, type SharedTexts } from './sharedTexts';
import type { BindingRow, WorkReportRow } from './tables';

export type { WorkInventory } from './inventoryRows';

/** What applying has shown, and what we hold on the member: to know what to remove and what to watch. */
export interface WorkRecord {
  readonly report: WorkReport;
  readonly inventory: WorkInventory;
  /** When all objects on the member were last compared with what is wanted; to save: absent where they were not. */
  readonly verifiedAt?: Instant;
  /** `pull`: Works on the hub carry it; absent: it was applied directly. */
  readonly carrier?: 'pull';
}

/** As it is in the database. */
export interface StoredWork extends WorkRecord {
  readonly row: WorkReportRow;
  /** When somebody asked for an apply now; absent: nobody has since the last one. */
  readonly applyAskedAt?: Instant;
}

/** Rows keep their times in this order. */
const CLAIMS = Object.keys(claimConditions) as ClaimName[];

interface SaveOptions {
  /** Batches the reports of other members before anybody reads them. */
  readonly reportAfterMs?: number;
  /** The row as loaded under a claim that is still held, so that nobody else has written since; absent: it is read. */
  readonly loaded?: { readonly before?: StoredWork };
}

/**
 * Keeps the record. When the report says something new (times apart), the status of the placement and the update runs under
 * way are marked, the placement where it waits for reports, and sequences whose upgrades do. Returns whether it was new.
 */
export async function saveWork(
  tx: Tx,
  placement: PlacementRef,
  record: WorkRecord & SaveOptions,
): Promise<boolean> {
  const { hub, name } = placement;
  const { cluster } = record.report;
  const texts = new SharedTextWriter();
  const row = toRow(placement, record, texts);
  const before = record.loaded
    ? record.loaded.before?.row
    : await tx.sql('work_reports').where({ hub, placement: name, cluster }).first();
  row.verified_at ??= before?.verified_at ?? null;
  const isChanged = before === undefined || contentOf(before) !== contentOf(row);
  if (before !== undefined && isSameButForTheTimes(before, row)) {
    await saveComparison(tx, row, record.verifiedAt);
    return false;
  }
  if (isChanged) {
    await markReported(tx, placement, { afterMs: record.reportAfterMs });
    await markUpgradesAfter(tx, hub, [cluster]);
  }
  await texts.save(tx, hub);
  await tx.sql('work_reports').insert(row).onConflict(['hub', 'placement', 'cluster']).merge();
  return isChanged;
}

/** Not with each read, only with each comparison: an idle fleet writes one of them per work and resync. */
async function saveComparison(tx: Tx, row: SavedRow, verifiedAt: Instant | undefined): Promise<void> {
  if (verifiedAt === undefined) return;
  const { hub, placement, cluster } = row;
  await tx.sql('work_reports').where({ hub, placement, cluster }).update({ verified_at: verifiedAt });
}

export async function loadWork(tx: Tx, key: WorkKey): Promise<StoredWork | undefined> {
  const row = await tx.sql('work_reports').where(key).first();
  if (row === undefined) return undefined;
  const texts = await loadKeptTexts(tx, key.hub, [...reportRefs(row), row.inventory_ref]);
  const report = toReport(row, texts);
  const { verifiedAt } = report;
  const askedAt = row.apply_asked_at;
  return {
    ...{ report, inventory: toInventory(row, texts), row },
    ...(verifiedAt !== undefined && { verifiedAt }),
    ...(row.carrier === 'pull' && { carrier: row.carrier }),
    ...(askedAt !== null && { applyAskedAt: instant(Number(askedAt)) }),
  };
}

/** The next pass applies. A work without a record does so anyway. */
export async function askApply(tx: Tx, { hub, placement, cluster }: WorkKey, now: Instant): Promise<void> {
  await tx.sql('work_reports').where({ hub, placement, cluster }).update({ apply_asked_at: now });
}

/**
 * An apply has begun after it was asked. Whoever has asked since stays unanswered; times are compared for equality only,
 * because replicas have different clocks.
 */
export async function settleAsked(
  tx: Tx,
  { hub, placement, cluster }: WorkKey,
  { applyAskedAt }: Pick<StoredWork, 'applyAskedAt'>,
): Promise<void> {
  if (applyAskedAt === undefined) return;
  await tx
    .sql('work_reports')
    .where({ hub, placement, cluster, apply_asked_at: applyAskedAt })
    .update({ apply_asked_at: null });
}

/** Ordered by cluster name. */
export async function loadReports(tx: Tx, hub: string, placement: string): Promise<WorkReport[]> {
  const rows = await loadReportRows(tx, { hub, name: placement });
  const texts = await loadSharedTexts(tx, hub, rows.flatMap(reportRefs));
  return rows.map(row => toReport(row, texts));
}

/** What each placement holds on one member; `isFollowed`: by that it is known what to watch. */
export async function listInventories(
  tx: Tx,
  hub: string,
  cluster: string,
): Promise<{ placement: string; inventory: WorkInventory; isFollowed: boolean }[]> {
  const result = await tx.sql.raw(
    `select w.placement, w.inventory_ref, w.inventory_own, b.strategy_ref from bindings b
     join work_reports w on w.hub = b.hub and w.placement = b.placement and w.cluster = b.cluster
     where b.hub = ? and b.cluster = ? order by w.placement`,
    [hub, cluster],
  );
  const rows = rowsOf<InventoryRow & Pick<WorkReportRow, 'placement'> & Pick<BindingRow, 'strategy_ref'>>(
    result,
  );
  const refs = rows.flatMap(row => [row.inventory_ref, row.strategy_ref]);
  const texts = await loadSharedTexts(tx, hub, refs);
  return rows.map(row => {
    const inventory = toInventory(row, texts);
    // Objects that are only compared are held by nobody.
    const isCompared = texts.readOptional(applyStrategyDocument, row.strategy_ref)?.type === 'ReportDiff';
    return { placement: row.placement, inventory, isFollowed: inventory.objects.length > 0 && !isCompared };
  });
}

/** What a placement holds on its members: objects in all, and clusters that have at least one. */
export async function countHeldObjects(
  tx: Tx,
  { hub, name }: PlacementRef,
): Promise<{ objects: number; clusters: number }> {
  const rows = await tx
    .sql('work_reports')
    .where({ hub, placement: name })
    .select('inventory_own', 'is_released');
  const held = rows
    .map(row => (row.is_released ? 0 : countHeld(row.inventory_own)))
    .filter(count => count > 0);
  return { objects: held.reduce((sum, count) => sum + count, 0), clusters: held.length };
}

/** Rows for a loader that reads the shared texts of several tables at once; sorted in byte order. */
export async function loadReportRows(tx: Tx, { hub, name }: PlacementRef): Promise<WorkReportRow[]> {
  const rows = await tx.sql('work_reports').where({ hub, placement: name });
  return rows.sort((a, b) => (a.cluster < b.cluster ? -1 : 1));
}

type InventoryRow = Pick<WorkReportRow, 'inventory_ref' | 'inventory_own'>;

const toInventory = (row: InventoryRow, texts: SharedTexts) =>
  joinInventory(texts.read(sharedInventory, row.inventory_ref), row.inventory_own);

export const reportRefs = (row: WorkReportRow) => [row.claims_ref];

export function toReport(row: WorkReportRow, texts: SharedTexts): WorkReport {
  const claims = texts.read(workClaims, row.claims_ref, row.cluster);
  const moments = fromMoments(claimTimes.read(row.claim_times));
  const named = CLAIMS.filter(name => claims[name] !== undefined);
  const problems = readOptional(workProblems, row.problems) ?? { failed: [], drifted: [], diffed: [] };
  return {
    cluster: row.cluster,
    revision: row.revision,
    ...Object.fromEntries(named.map((name, i) => [name, { ...claims[name], at: moments[i] }])),
    ...problems,
    observedAt: instant(Number(row.observed_at)),
    ...(Boolean(row.is_released) && { isReleased: true }),
    ...(row.verified_at !== null && { verifiedAt: instant(Number(row.verified_at)) }),
  };
}

/** All but what others write: a pass under way would write the value of before. */
type SavedRow = Omit<WorkReportRow, 'apply_asked_at'>;

function toRow(
  { hub, name }: PlacementRef,
  { report, inventory, verifiedAt, carrier }: WorkRecord,
  texts: SharedTextWriter,
): SavedRow {
  const { cluster, failed, drifted, diffed, remarks = [] } = report;
  const named = CLAIMS.flatMap(claim => {
    const { at, ...rest } = report[claim] ?? { at: undefined };
    return at === undefined ? [] : [{ claim, at, rest }];
  });
  const { shared, own } = splitInventory(inventory);
  const hasProblems = failed.length + drifted.length + diffed.length + remarks.length > 0;
  const problems = { failed, drifted, diffed, ...(remarks.length > 0 && { remarks }) };
  return {
    hub,
    placement: name,
    cluster,
    revision: report.revision,
    claims_ref: texts.add(
      workClaims,
      Object.fromEntries(named.map(({ claim, rest }) => [claim, rest])) as StoredClaims,
      cluster,
    ),
    claim_times: claimTimes.write(toMoments(named.map(({ at }) => at))),
    problems: writeOptional(workProblems, hasProblems ? problems : undefined),
    inventory_ref: texts.add(sharedInventory, shared),
    inventory_own: own,
    observed_at: report.observedAt,
    is_released: report.isReleased === true,
    verified_at: verifiedAt ?? null,
    carrier: carrier ?? null,
  };
}

/** The claims of a report change within seconds of each other: [1795231429875, 12, 12, 340]. */
const toMoments = (moments: readonly Instant[]) => moments.map((at, i) => (i === 0 ? at : at - moments[0]));

const fromMoments = ([first, ...rest]: readonly number[]) =>
  first === undefined ? [] : [first, ...rest.map(ms => first + ms)].map(instant);

/** Most reads of a member see what the one before saw: the inventory, too, is as it was, and nothing is written. */
function isSameButForTheTimes({ apply_asked_at: _, ...before }: WorkReportRow, row: SavedRow): boolean {
  const rest = ({ observed_at: _at, verified_at: _verified, is_released, ...columns }: SavedRow) =>
    canonicalJson({ ...columns, is_released: Boolean(is_released) });
  return rest(before) === rest(row);
}

/** Times move with every read of the member; that is no change. */
function contentOf(row: SavedRow): string {
  const { revision, claims_ref, problems, is_released } = row;
  return canonicalJson([revision, claims_ref, withoutMoments(problems), Boolean(is_released)]);
}

function withoutMoments(problems: string | null): unknown {
  if (problems === null) return null;
  const moments = new Set(['observationTime', 'lastTransitionTime']);
  return JSON.parse(problems, (field, value) => (moments.has(field) ? undefined : value));
}
