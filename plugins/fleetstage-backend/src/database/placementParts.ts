import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type {
  BackReportProblems,
  Binding,
  CaptureFailure,
  CaptureWarning,
  ClusterFacts,
  KeptBlocker,
  OverrideWarning,
  PolicySnapshot,
  ResourceSnapshot,
  ScheduleOutcome,
  WorkReport,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { bindingRefs, loadBindingRows, toBinding } from './bindingStore';
import { blockersOf, toBlockerList } from './blockerStore';
import { isFresh } from './captureStore';
import { loadFleet } from './clusterStore';
import type { Tx } from './db';
import type { PlacementRef } from './keys';
import { sortByName } from './mirrorStore';
import { fromObjectKey } from './placementObject';
import { loadPolicySnapshots } from './policySnapshotStore';
import { toBackReportProblems } from './reportBackStore';
import { readOptional } from './documents/document';
import { kubeObject } from './documents/kubeDocuments';
import {
  captureFailure as captureFailureDocument,
  captureWarnings as captureWarningsDocument,
  overrideWarnings as overrideWarningsDocument,
  scheduleOutcome,
} from './documents/placementDocuments';
import { rowsOf } from './rows';
import { listClusterUpgrades } from './sequences/clusterUpgradeStore';
import { listRunEntries, type RunEntry, type RunMemories } from './runStore';
import { loadSharedTexts } from './sharedTexts';
import { loadResourceSnapshots } from './snapshotStore';
import type { CaptureRow, ObjectRow, PlacementRow } from './tables';
import { loadReportRows, reportRefs, toReport } from './workStore';

/** The rows of one placement, as a placement pass and an update-run pass need them. */
export interface PlacementParts {
  readonly policySnapshots: readonly PolicySnapshot[];
  readonly resourceSnapshots: readonly ResourceSnapshot[];
  readonly isCaptureFresh: boolean;
  readonly captureFailure?: CaptureFailure;
  readonly capturedGeneration?: number;
  readonly isSnapshotDelayed?: true;
  readonly schedule?: ScheduleOutcome;
  readonly backReportProblems?: BackReportProblems;
  readonly captureWarnings?: readonly CaptureWarning[];
  readonly overrideWarnings?: readonly OverrideWarning[];
  readonly bindings: readonly Binding[];
  readonly reports: readonly WorkReport[];
  readonly blockers?: readonly KeptBlocker[];
  /** Of the run that is named as its own. */
  readonly runBlockers?: readonly KeptBlocker[];
  /** Begun runs of the placement, over or not, with the memories that `listRunEntries` reads; by creation, then name. */
  readonly runs: readonly RunEntry[];
  /** Uid of the object that the rows were derived from; absent before the first pass. */
  readonly derivedFrom?: string;
  /** Names the last decision among all of this placement; absent before the first. */
  readonly lastDecision?: string;
}

/** Mirrored objects by kind, each list ordered by name. */
export type ObjectsByKind = ReadonlyMap<string, readonly KubeObject[]>;

export const objectsOf = (objects: ObjectsByKind, kind: string) => objects.get(kind) ?? [];

export function toObjectsByKind(rows: readonly Pick<ObjectRow, 'kind' | 'body'>[]): ObjectsByKind {
  const byKind = new Map<string, KubeObject[]>();
  for (const row of rows) {
    const list = byKind.get(row.kind) ?? [];
    list.push(kubeObject.read(row.body));
    byKind.set(row.kind, list);
  }
  return new Map([...byKind].map(([kind, list]) => [kind, sortByName(list)]));
}

type ObjectFilter = Partial<Pick<ObjectRow, 'kind' | 'namespace' | 'name' | 'parent'>>;

/** The objects that one of these names, in one query that looks each up: with `or`, SQLite reads all of the hub. */
export async function loadObjectsByKind(
  tx: Tx,
  hub: string,
  filters: readonly [ObjectFilter, ...ObjectFilter[]],
): Promise<ObjectsByKind> {
  const [first, ...others] = filters.map(filter =>
    tx
      .sql('objects')
      .where({ hub, ...filter })
      .select('kind', 'body'),
  );
  return toObjectsByKind(await first.unionAll(others));
}

/** The clusters that a placement may pick from, with the upgrades that it waits for. */
export async function loadFleetFor(tx: Tx, { hub, name }: PlacementRef): Promise<ClusterFacts[]> {
  const { namespace } = fromObjectKey(name);
  const fleet = await loadFleet(tx, hub, { ...(namespace !== undefined && { namespace }) });
  const upgrades = await listClusterUpgrades(tx, hub);
  if (upgrades.size === 0) return fleet;
  return fleet.map(facts => {
    const upgrade = upgrades.get(facts.name);
    return upgrade === undefined ? facts : { ...facts, upgrade };
  });
}

/** Eight queries. */
export async function loadPlacementParts(
  tx: Tx,
  { hub, name }: PlacementRef,
  memories: RunMemories = {},
): Promise<PlacementParts> {
  const outcome = await loadOutcome(tx, { hub, name }, memories.own);
  const policySnapshots = await loadPolicySnapshots(tx, hub, name);
  const resourceSnapshots = await loadResourceSnapshots(tx, hub, name);
  const bindings = await loadBindingRows(tx, { hub, name });
  const reports = await loadReportRows(tx, { hub, name });
  const runs = await listRunEntries(tx, { hub, name }, memories);
  const texts = await loadSharedTexts(tx, hub, [
    ...bindings.flatMap(bindingRefs),
    ...reports.flatMap(reportRefs),
  ]);
  return {
    policySnapshots,
    resourceSnapshots,
    ...outcome,
    bindings: bindings.map(row => toBinding(row, texts)),
    reports: reports.map(row => toReport(row, texts)),
    runs,
  };
}

type OutcomeRow = Pick<PlacementRow, 'schedule' | 'uid' | 'report_back_problems' | 'override_warnings'> & {
  last_decision: string | null;
  blockers: string | null;
  run_blockers?: string | null;
  warnings: string | null;
} & {
  [C in 'requested' | 'captured' | 'failure' | 'generation' | 'candidate_at']: CaptureRow[C] | null;
};

async function loadOutcome(tx: Tx, { hub, name }: PlacementRef, run: RunMemories['own']) {
  const ofRun = run === undefined ? '' : `, ${blockersOf(tx.dialect, 'run')} as run_blockers`;
  const result = await tx.sql.raw(
    `select placements.uid, schedule, report_back_problems, override_warnings, requested, captured, failure, captures.generation, candidate_at,
       warnings,
       (select number || '/' || at from decisions
        where decisions.hub = placements.hub and decisions.placement = placements.name
        order by number desc limit 1) as last_decision,
       ${blockersOf(tx.dialect, 'placement')} as blockers${ofRun}
     from (select 1 as one) as one
     left join placements on placements.hub = ? and placements.name = ?
     left join captures on captures.hub = placements.hub and captures.placement = placements.name
     left join capture_notes on capture_notes.hub = placements.hub and capture_notes.placement = placements.name`,
    [hub, name, ...(run === undefined ? [] : [hub, run.name, run.uid]), hub, name],
  );
  const row: OutcomeRow | undefined = rowsOf<OutcomeRow>(result)[0];
  const schedule = readOptional(scheduleOutcome, row?.schedule);
  const captureFailure = readOptional(captureFailureDocument, row?.failure);
  const generation = row?.generation ?? null;
  const backReportProblems = toBackReportProblems(row?.report_back_problems);
  const captureWarnings = readOptional(captureWarningsDocument, row?.warnings);
  const overrideWarnings = readOptional(overrideWarningsDocument, row?.override_warnings);
  const blockers = toBlockerList(row?.blockers);
  const runBlockers = toBlockerList(row?.run_blockers);
  return {
    ...(blockers && { blockers }),
    ...(runBlockers && { runBlockers }),
    isCaptureFresh: isFresh({ requested: row?.requested ?? 0, captured: row?.captured ?? 0 }),
    ...(captureFailure && { captureFailure }),
    ...(generation !== null && { capturedGeneration: Number(generation) }),
    ...(row?.candidate_at && { isSnapshotDelayed: true as const }),
    ...(schedule && { schedule }),
    ...(backReportProblems && { backReportProblems }),
    ...(captureWarnings && { captureWarnings }),
    ...(overrideWarnings && { overrideWarnings }),
    ...(row?.uid && { derivedFrom: row.uid }),
    ...(row?.last_decision && { lastDecision: row.last_decision }),
  };
}
