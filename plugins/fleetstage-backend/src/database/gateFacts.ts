import {
  APPROVAL_KINDS,
  stagedKindsOfKey,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  isRunOver,
  type GateFacts,
  type PersonDecision,
  type RunProgress,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { namedBy } from './keyText';
import { toApproval, type Approval } from './approvalStore';
import type { Tx } from './db';
import { kubeObject } from './documents/kubeDocuments';
import { toApprovalFacts } from './facts';
import { fromObjectKey, keyOfObject, loadBodies } from './placementObject';
import { objectsOf, type ObjectsByKind } from './placementParts';

/** Whose gates they are; by its memory, what only some kinds read is read only where a run has such a gate. */
export interface GatedRun {
  /** Its key. */
  readonly name: string;
  /** Absent: no pass has begun it. */
  readonly progress: RunProgress | undefined;
}

/** Objects of a run that a pass reads in one query with what else it reads by name. */
export const gateObjectsOf = (run: string) => [{ kind: stagedKindsOfKey(run).approval, parent: run }];

interface GateOptions {
  readonly runs: readonly GatedRun[];
  /** Of a pass, those of `gateObjectsOf`. */
  readonly objects?: ObjectsByKind;
}

/** The facts of each of the runs, for passes, lists and pages: nobody else reads them. */
export async function loadGateFacts(
  tx: Tx,
  hub: string,
  options: GateOptions,
): Promise<(run: GatedRun) => GateFacts> {
  const approvalsOf = await loadApprovals(tx, hub, options);
  return run => ({ ...approvalsOf(run) });
}

type Approvals = Pick<GateFacts, 'requests' | 'decisions'>;

async function loadApprovals(
  tx: Tx,
  hub: string,
  { runs, objects }: GateOptions,
): Promise<(run: GatedRun) => Approvals> {
  const names = runs.map(({ name }) => name);
  const found = objects
    ? [
        ...APPROVAL_KINDS.flatMap(kind => objectsOf(objects, kind)),
        ...(await loadForeignRequests(tx, hub, runs)),
      ]
    : await loadRequests(tx, hub, names);
  const rows = found.length === 0 ? [] : await tx.sql('approvals').where({ hub }).whereIn('run', names);
  const approvals = rows.map(toApproval);
  const byRequest = new Map(approvals.map(approval => [approval.requestUid, approval]));
  const requests = found.map(object => {
    const { resourceVersion, uid = '' } = object.metadata;
    const request = toApprovalFacts(object, byRequest.get(uid));
    return {
      ...{ key: keyOfObject(object), run: runOf(object) },
      facts: { ...request, ...(resourceVersion !== undefined && { resourceVersion }) },
    };
  });
  return run => {
    const needed = new Set(requestNames(run));
    return {
      requests: requests
        .filter(request => request.run === run.name || needed.has(request.key))
        .map(({ facts }) => facts),
      decisions: approvals.filter(approval => approval.run === run.name).flatMap(toDecision),
    };
  };
}

/** Key of the run that a request names. */
const runOf = ({ metadata, spec }: KubeObject) =>
  namedBy(metadata, (spec as { readonly parentStageRollout: string }).parentStageRollout);

async function loadRequests(tx: Tx, hub: string, runs: readonly string[]): Promise<KubeObject[]> {
  const own = tx
    .sql('objects')
    .where({ hub })
    .whereIn('kind', [...APPROVAL_KINDS])
    .whereIn('parent', runs);
  return (await own.select('body')).map(({ body }) => kubeObject.read(body));
}

/** Those of others that have a name which one of the runs needs: a pass refuses them (C/AP-011), lists do not show them. */
async function loadForeignRequests(tx: Tx, hub: string, runs: readonly GatedRun[]): Promise<KubeObject[]> {
  const wanted = runs.flatMap(requestNames);
  if (wanted.length === 0) return [];
  const own = new Set(runs.map(({ name }) => name));
  const bodies = await loadBodies(tx, hub, wanted, key => stagedKindsOfKey(key).approval);
  return [...bodies.values()].map(body => kubeObject.read(body)).filter(object => !own.has(runOf(object)));
}

/** A run that is over asks nobody any more. */
const requestNames = ({ name: run, progress }: GatedRun): string[] =>
  progress === undefined || isRunOver(progress)
    ? []
    : progress.stages.flatMap(({ before, after }) =>
        [...before, ...after].flatMap(({ request }) =>
          request === undefined ? [] : [namedBy(fromObjectKey(run), request)],
        ),
      );

/** A withdrawn one does not count. */
function toDecision({ requestUid, verdict, actor, comment, at }: Approval): PersonDecision[] {
  if (verdict === 'withdrawn') return [];
  return [{ requestUid, verdict, actor, at, ...(comment !== undefined && { comment }) }];
}
