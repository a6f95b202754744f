import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  toBlockers,
  type ApprovalFacts,
  type PersonDecision,
  type RunInputs,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { toApproval, type Approval } from '../approvalStore';
import { loadBlockersOf } from '../blockerStore';
import type { Tx } from '../db';
import { toApprovalFacts, toRunFacts } from '../facts';
import { chunks } from '../rows';
import { kubeObject } from '../documents/kubeDocuments';
import { toRecord, type RunRecord } from '../runStore';

/** A run as lists and overviews show it, and the object that it was authored as. */
export interface ListedRun {
  readonly object: KubeObject;
  readonly sight: RunInputs;
}

/**
 * The named runs, in five queries per 500 of them however wide their plans are: what holds them and their clusters is in their
 * rows, so that nothing of their placements, of other runs and of the fleet is read.
 */
export async function loadListedRuns(tx: Tx, hub: string, names: readonly string[]): Promise<ListedRun[]> {
  const runs: ListedRun[] = [];
  for (const part of chunks(names)) runs.push(...(await loadPart(tx, hub, part)));
  return runs;
}

const NOT_LISTED = { bindings: [], reports: [], siblings: [], clusters: [], resourceSnapshots: [] } as const;

async function loadPart(tx: Tx, hub: string, names: readonly string[]): Promise<ListedRun[]> {
  const objects = await loadBodies(tx, hub, names);
  const records = await loadRecords(tx, hub, names);
  const requests = await loadRequests(tx, hub, names);
  const uids = new Map(objects.map(({ metadata: { name, uid = '' } }) => [name, uid]));
  const blockers = await loadBlockersOf(tx, hub, { kind: 'run', uids });
  const recordOf = new Map(records.map(record => [record.uid, record]));
  return objects.map(object => {
    const { name, uid = '' } = object.metadata;
    return {
      object,
      sight: {
        ...NOT_LISTED,
        run: toRunFacts(object),
        progress: recordOf.get(uid)?.progress,
        requests: requests.sights.filter(({ run }) => run === name),
        decisions: requests.decisions.get(name) ?? [],
        blockers: toBlockers(blockers.get(name) ?? []),
      },
    };
  });
}

/** In the order of the names. */
async function loadBodies(tx: Tx, hub: string, names: readonly string[]): Promise<KubeObject[]> {
  const rows = await tx
    .sql('objects')
    .where({ hub, kind: 'ClusterStagedUpdateRun', namespace: '' })
    .whereIn('name', [...names])
    .select('name', 'body');
  const bodies = new Map(rows.map(row => [row.name, row.body]));
  return names.flatMap(name => {
    const body = bodies.get(name);
    return body === undefined
      ? []
      : [kubeObject.read(body, `the object of ClusterStagedUpdateRun "${name}"`)];
  });
}

async function loadRecords(tx: Tx, hub: string, names: readonly string[]): Promise<RunRecord[]> {
  const rows = await tx
    .sql('runs')
    .where({ hub })
    .whereIn('name', [...names]);
  return rows.map(toRecord);
}

export interface RunRequests {
  readonly sights: readonly ApprovalFacts[];
  /** By run. */
  readonly decisions: ReadonlyMap<string, readonly PersonDecision[]>;
}

/** The approval requests of runs and what people have decided on them, in two queries. */
export async function loadRequests(tx: Tx, hub: string, runs: readonly string[]): Promise<RunRequests> {
  const objects = await tx
    .sql('objects')
    .where({ hub, kind: 'ClusterApprovalRequest' })
    .whereIn('parent', [...runs])
    .select('body');
  const rows = await tx
    .sql('approvals')
    .where({ hub })
    .whereIn('run', [...runs]);
  const approvals = rows.map(toApproval);
  const byRequest = new Map(approvals.map(approval => [approval.requestUid, approval]));
  const decisions = new Map<string, PersonDecision[]>();
  for (const approval of approvals) {
    const list = decisions.get(approval.run) ?? [];
    list.push(...toDecision(approval));
    decisions.set(approval.run, list);
  }
  const sights = objects.map(({ body }) => {
    const object = kubeObject.read(body);
    const { resourceVersion, uid = '' } = object.metadata;
    return {
      ...toApprovalFacts(object, byRequest.get(uid)),
      ...(resourceVersion !== undefined && { resourceVersion }),
    };
  });
  return { sights, decisions };
}

/** One that was withdrawn stands no more. */
function toDecision({ requestUid, verdict, actor, comment, at }: Approval): PersonDecision[] {
  if (verdict === 'withdrawn') return [];
  return [{ requestUid, verdict, actor, at, ...(comment !== undefined && { comment }) }];
}
