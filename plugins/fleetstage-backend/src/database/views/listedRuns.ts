import type { ClusterStagedUpdateRun, KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  toBlockers,
  type Binding,
  type RunInputs,
  type SiblingRun,
  type WorkReport,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { loadBlockersOf } from '../blockerStore';
import { bindingRefs, toBinding } from '../bindingStore';
import { toClusterFacts, toRecord } from '../clusterStore';
import type { Tx } from '../db';
import { toRunFacts } from '../facts';
import { loadGateFacts } from '../gateFacts';
import { placementOfRun } from '../placementObject';
import { chunks } from '../rows';
import { kubeObject } from '../documents/kubeDocuments';
import { toRecord as toRunRecord, type RunRecord } from '../runStore';
import { loadSharedTexts } from '../sharedTexts';
import type { BindingRow, WorkReportRow } from '../tables';
import { reportRefs, toReport } from '../workStore';

/** A run as lists and overviews show it, and the object that it was authored as. */
export interface ListedRun {
  readonly object: KubeObject;
  readonly sight: RunInputs;
}

/**
 * The named runs, in at most ten queries per 500 of them however wide their plans are: of the placements only what the clusters
 * show that are in the middle of their update.
 */
export async function loadListedRuns(tx: Tx, hub: string, names: readonly string[]): Promise<ListedRun[]> {
  const runs: ListedRun[] = [];
  for (const part of chunks(names)) runs.push(...(await loadPart(tx, hub, part)));
  return runs;
}

async function loadPart(tx: Tx, hub: string, names: readonly string[]): Promise<ListedRun[]> {
  const objects = await loadBodies(tx, hub, { kind: 'ClusterStagedUpdateRun', names });
  const placements = [...new Set(objects.map(placementOf))];
  const records = await loadRecords(tx, hub, { names, placements });
  const recordOf = new Map(records.map(record => [record.uid, record]));
  const gated = objects.map(({ metadata: { name, uid = '' } }) => ({
    name,
    progress: recordOf.get(uid)?.progress,
  }));
  const gateFactsOf = await loadGateFacts(tx, hub, { runs: gated });
  const own = objects.flatMap(object => recordOf.get(object.metadata.uid ?? '') ?? []);
  const standing = await loadInFlight(tx, hub, own);
  const blockers = await loadBlockersOf(tx, hub, { kind: 'run', names });
  // A record that is left is of the run before this one, and so are the rows under its name.
  const known = new Set(records.map(({ name }) => name));
  return objects.map((object, i) => {
    const record = recordOf.get(object.metadata.uid ?? '');
    const placement = placementOf(object);
    const isMadeAnew = record === undefined && known.has(object.metadata.name);
    const siblings = records.filter(other => other.placement === placement && !other.isOver);
    return {
      object,
      sight: {
        run: toRunFacts(object),
        progress: record?.progress,
        bindings: standing.bindings.get(placement) ?? [],
        reports: standing.reports.get(placement) ?? [],
        gateFacts: gateFactsOf(gated[i]),
        siblings: siblings.filter(({ name }) => name !== object.metadata.name).map(toSibling),
        clusters: standing.clusters,
        resourceSnapshots: [],
        blockers: toBlockers((isMadeAnew ? undefined : blockers.get(object.metadata.name)) ?? []),
      },
    };
  });
}

export const placementOf = (object: KubeObject) =>
  placementOfRun('', (object as unknown as ClusterStagedUpdateRun).spec.placementName).name;

const toSibling = ({ name, createdAt, progress }: RunRecord): SiblingRun => ({ name, createdAt, progress });

/** In the order of the names. */
async function loadBodies(
  tx: Tx,
  hub: string,
  { kind, names }: { readonly kind: string; readonly names: readonly string[] },
): Promise<KubeObject[]> {
  const rows = await tx
    .sql('objects')
    .where({ hub, kind, namespace: '' })
    .whereIn('name', [...names])
    .select('name', 'body');
  const bodies = new Map(rows.map(row => [row.name, row.body]));
  return names.flatMap(name => {
    const body = bodies.get(name);
    return body === undefined ? [] : [kubeObject.read(body, `the object of ${kind} "${name}"`)];
  });
}

/** The memories of the named runs, and of the unfinished ones of their placements: they may stand in the way. */
async function loadRecords(
  tx: Tx,
  hub: string,
  { names, placements }: { readonly names: readonly string[]; readonly placements: readonly string[] },
): Promise<RunRecord[]> {
  const rows = await tx
    .sql('runs')
    .where({ hub })
    .where(or =>
      or
        .whereIn('name', [...names])
        .orWhere(own => own.where({ is_over: false }).whereIn('placement', [...placements])),
    );
  return rows.map(toRunRecord).sort((a, b) => a.createdAt - b.createdAt || (a.name < b.name ? -1 : 1));
}

interface InFlight {
  /** By placement. */
  readonly bindings: ReadonlyMap<string, readonly Binding[]>;
  readonly reports: ReadonlyMap<string, readonly WorkReport[]>;
  readonly clusters: RunInputs['clusters'];
}

/** What the clusters show that unfinished runs have started and not seen done. */
async function loadInFlight(tx: Tx, hub: string, runs: readonly RunRecord[]): Promise<InFlight> {
  const moving = runs.filter(({ isOver }) => !isOver);
  const clusters = new Set<string>();
  for (const { progress } of moving) {
    for (const stage of [...progress.stages, progress.deletion]) {
      for (const { cluster, startedAt, succeededAt } of stage.clusters)
        if (startedAt !== undefined && succeededAt === undefined) clusters.add(cluster);
    }
  }
  const placements = [...new Set(moving.map(({ placement }) => placement))];
  const rows = await loadRows(tx, hub, { placements, clusters: [...clusters] });
  const texts = await loadSharedTexts(tx, hub, [
    ...rows.bindings.flatMap(bindingRefs),
    ...rows.reports.flatMap(reportRefs),
  ]);
  return {
    bindings: groupBy(
      rows.bindings,
      row => row.placement,
      row => toBinding(row, texts),
    ),
    reports: groupBy(
      rows.reports,
      row => row.placement,
      row => toReport(row, texts),
    ),
    clusters: await loadClusterFacts(tx, hub, [...clusters]),
  };
}

async function loadRows(
  tx: Tx,
  hub: string,
  { placements, clusters }: { readonly placements: readonly string[]; readonly clusters: readonly string[] },
) {
  const bindings: BindingRow[] = [];
  const reports: WorkReportRow[] = [];
  for (const part of chunks(clusters)) {
    bindings.push(
      ...(await tx
        .sql('bindings')
        .where({ hub })
        .whereIn('placement', [...placements])
        .whereIn('cluster', part)),
    );
    reports.push(
      ...(await tx
        .sql('work_reports')
        .where({ hub })
        .whereIn('placement', [...placements])
        .whereIn('cluster', part)),
    );
  }
  return { bindings, reports };
}

async function loadClusterFacts(
  tx: Tx,
  hub: string,
  names: readonly string[],
): Promise<RunInputs['clusters']> {
  const facts: RunInputs['clusters'][number][] = [];
  for (const part of chunks(names)) {
    const objects = await loadBodies(tx, hub, { kind: 'MemberCluster', names: part });
    const rows = await tx.sql('clusters').where({ hub }).whereIn('name', part);
    const records = new Map(rows.map(row => [row.name, toRecord(row)]));
    facts.push(...objects.map(object => toClusterFacts(object, records.get(object.metadata.name))));
  }
  return facts;
}

function groupBy<R, T>(rows: readonly R[], keyOf: (row: R) => string, toValue: (row: R) => T) {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row)) ?? [];
    group.push(toValue(row));
    groups.set(keyOf(row), group);
  }
  return groups;
}
