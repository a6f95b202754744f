import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type {
  BackReportProblems,
  Binding,
  CaptureFailure,
  ClusterFacts,
  PolicySnapshot,
  ResourceSnapshot,
  ScheduleOutcome,
  WorkReport,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { bindingRefs, loadBindingRows, toBinding } from './bindingStore';
import { isFresh } from './captureStore';
import { loadClusterFacts } from './clusterStore';
import type { Tx } from './db';
import type { PlacementRef } from './keys';
import { sortByName } from './mirrorStore';
import { fromObjectKey } from './placementObject';
import { loadPolicySnapshots } from './policySnapshotStore';
import { parseOnce } from './parseOnce';
import { toBackReportProblems } from './reportBackStore';
import { fromJson, fromOptionalJson, rowsOf } from './rows';
import { listRuns, type RunRecord } from './runStore';
import { loadSharedTexts } from './sharedTexts';
import { loadResourceSnapshots } from './snapshotStore';
import type { CaptureRow, ObjectRow, PlacementRow } from './tables';
import { loadReportRows, reportRefs, toReport } from './workStore';

/** The rows of one placement, as a placement pass and an update-run pass need them. */
export interface PlacementParts {
  readonly clusters: readonly ClusterFacts[];
  readonly policySnapshots: readonly PolicySnapshot[];
  readonly resourceSnapshots: readonly ResourceSnapshot[];
  readonly isCaptureFresh: boolean;
  readonly captureFailure?: CaptureFailure;
  readonly capturedGeneration?: number;
  readonly isSnapshotDelayed?: true;
  readonly schedule?: ScheduleOutcome;
  readonly backReportProblems?: BackReportProblems;
  readonly bindings: readonly Binding[];
  readonly reports: readonly WorkReport[];
  /** Begun runs of the placement, over or not; by creation, then name. */
  readonly runs: readonly RunRecord[];
  /** Uid of the object that the rows were derived from; absent before the first pass. */
  readonly derivedFrom?: string;
}

/** Mirrored objects by kind, each list ordered by name. */
export type ObjectsByKind = ReadonlyMap<string, readonly KubeObject[]>;

export const objectsOf = (objects: ObjectsByKind, kind: string) => objects.get(kind) ?? [];

export function toObjectsByKind(rows: readonly Pick<ObjectRow, 'kind' | 'body'>[]): ObjectsByKind {
  const byKind = new Map<string, KubeObject[]>();
  for (const row of rows) {
    const list = byKind.get(row.kind) ?? [];
    list.push(row.kind === 'MemberCluster' ? parseOnce(row.body) : fromJson<KubeObject>(row.body));
    byKind.set(row.kind, list);
  }
  return new Map([...byKind].map(([kind, list]) => [kind, sortByName(list)]));
}

/** Eight queries, however many clusters there are. `members` are the mirrored MemberClusters. */
export async function loadPlacementParts(
  tx: Tx,
  { hub, name }: PlacementRef,
  members: readonly KubeObject[],
): Promise<PlacementParts> {
  const { namespace } = fromObjectKey(name);
  const clusters = await loadClusterFacts(tx, hub, {
    members,
    ...(namespace !== undefined && { namespace }),
  });
  const outcome = await loadOutcome(tx, { hub, name });
  const policySnapshots = await loadPolicySnapshots(tx, hub, name);
  const resourceSnapshots = await loadResourceSnapshots(tx, hub, name);
  const bindings = await loadBindingRows(tx, { hub, name });
  const reports = await loadReportRows(tx, { hub, name });
  const runs = await listRuns(tx, hub, name);
  const texts = await loadSharedTexts(tx, hub, [
    ...bindings.flatMap(bindingRefs),
    ...reports.flatMap(reportRefs),
  ]);
  return {
    clusters,
    policySnapshots,
    resourceSnapshots,
    ...outcome,
    bindings: bindings.map(row => toBinding(row, texts)),
    reports: reports.map(row => toReport(row, texts)),
    runs,
  };
}

type OutcomeRow = Pick<PlacementRow, 'schedule' | 'uid' | 'report_back_problems'> & {
  [C in 'requested' | 'captured' | 'failure' | 'generation' | 'candidate_at']: CaptureRow[C] | null;
};

async function loadOutcome(tx: Tx, { hub, name }: PlacementRef) {
  const result = await tx.sql.raw(
    `select placements.uid, schedule, report_back_problems, requested, captured, failure, captures.generation, candidate_at from placements
     left join captures on captures.hub = placements.hub and captures.placement = placements.name
     where placements.hub = ? and placements.name = ?`,
    [hub, name],
  );
  const row: OutcomeRow | undefined = rowsOf<OutcomeRow>(result)[0];
  const schedule = fromOptionalJson<ScheduleOutcome>(row?.schedule ?? null);
  const captureFailure = fromOptionalJson<CaptureFailure>(row?.failure ?? null);
  const generation = row?.generation ?? null;
  const backReportProblems = toBackReportProblems(row?.report_back_problems);
  return {
    isCaptureFresh: isFresh({ requested: row?.requested ?? 0, captured: row?.captured ?? 0 }),
    ...(captureFailure && { captureFailure }),
    ...(generation !== null && { capturedGeneration: Number(generation) }),
    ...(row?.candidate_at && { isSnapshotDelayed: true as const }),
    ...(schedule && { schedule }),
    ...(backReportProblems && { backReportProblems }),
    ...(row?.uid && { derivedFrom: row.uid }),
  };
}
