import {
  approversOf,
  namedGatesOf,
  type ClusterStagedUpdateStrategy,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  compareText,
  isBehindHub,
  isRunOver,
  type RunFacts,
  type RunProgress,
  type RunState,
  type SiblingRun,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { listApprovals } from './approvalStore';
import type { Tx } from './db';
import { loadRunFacts, toApprovalFacts, toPlacementFacts, toRunFacts } from './facts';
import { toKeyText } from './keyText';
import { fromHubKey, type HubKey, type PlacementRef } from './keys';
import {
  loadFleetFor,
  loadObjectsByKind,
  loadPlacementParts,
  objectsOf,
  toObjectsByKind,
  type ObjectsByKind,
} from './placementParts';
import { placementOfRun } from './placementObject';
import { loadEndActor } from './runEnd';
import { loadOverridesFor } from './loadOverrides';
import type { RunEntry } from './runStore';

/**
 * What the status of a run is projected from. Without a progress that is behind the hub's word of an end: what stands there
 * is truer, and written over it would be lost.
 */
export async function loadRunState(tx: Tx, key: string): Promise<RunState | undefined> {
  const state = await loadRunForPass(tx, key);
  if (state?.run.hasEnded !== true) return state;
  const isOlder = isBehindHub(state.run, state.progress) || state.progress?.isOutdated === true;
  return isOlder ? { ...state, progress: undefined } : state;
}

/** All that an update-run pass may know, in fourteen queries. `undefined`: the object is gone. Call lockPlacement first. */
export async function loadRunForPass(tx: Tx, key: string): Promise<RunState | undefined> {
  const { hub, name } = fromHubKey(key);
  const run = await loadRunFacts(tx, { hub, name });
  if (run === undefined) return undefined;
  const objects = await loadObjectsOf(tx, hub, run);
  const [strategy] = objectsOf(objects, 'ClusterStagedUpdateStrategy');
  const [placement] = objectsOf(objects, 'ClusterResourcePlacement');
  const ref = placementOfRun(hub, run.spec.placementName);
  const { runs, inputs } = await loadRunInputs(tx, ref, { placement, strategy, own: name });
  const own = runs.find(record => record.name === name && record.uid === run.uid);
  const actor = run.end && (await loadEndActor(tx, hub, run));
  // Rows are found by the name: until a pass has begun this run, they may be those of the one before it.
  const isFormer = own === undefined && inputs.blockers && (await isRunMadeAnew(tx, { hub, name }, run.uid));
  return {
    run: run.end && actor ? { ...run, end: { ...run.end, actor } } : run,
    progress: own?.progress,
    ...inputs,
    ...(isFormer && { blockers: undefined }),
    approvals: await loadApprovalFacts(tx, { hub, name }, [
      ...objectsOf(objects, 'ClusterApprovalRequest'),
      ...(await loadForeignRequests(tx, { hub, name }, own?.progress)),
    ]),
    siblings: siblingsOf(name, runs, objectsOf(objects, 'ClusterStagedUpdateRun').map(toRunFacts)),
  };
}

async function isRunMadeAnew(tx: Tx, { hub, name }: HubKey, uid: string): Promise<boolean> {
  const known = await tx.sql('runs').where({ hub, name }).first('uid');
  return known !== undefined && known.uid !== uid;
}

interface InputOptions {
  readonly placement: KubeObject | undefined;
  readonly strategy: KubeObject | undefined;
  /** Name of a run whose memory is needed in any case. */
  readonly own?: string;
}

/** What a run of a placement is planned from, and the runs that the placement has had. */
export async function loadRunInputs(
  tx: Tx,
  ref: PlacementRef,
  { placement, strategy, ...memories }: InputOptions,
) {
  const {
    runs,
    derivedFrom,
    lastDecision: _,
    blockers: __,
    runBlockers,
    schedule,
    ...parts
  } = await loadPlacementParts(tx, ref, memories);
  // Rows of a placement that is still being drained say nothing of the one made anew under its name.
  const isOfThisPlacement = derivedFrom === undefined || derivedFrom === placement?.metadata.uid;
  const gates = strategy && namedGatesOf(strategy);
  const clusters = await loadFleetFor(tx, ref);
  const overrides = await loadOverridesFor(tx, ref, { ...parts, clusters });
  const inputs = {
    ...(gates && { gates }),
    ...(strategy && {
      strategy: (strategy as unknown as ClusterStagedUpdateStrategy).spec,
      approvers: approversOf(strategy),
    }),
    ...(placement && { placement: toPlacementFacts(placement) }),
    ...parts,
    ...(runBlockers && { blockers: runBlockers }),
    clusters,
    ...(overrides && { overrides }),
    ...(isOfThisPlacement && schedule && { schedule }),
  };
  return { runs, inputs };
}

function loadObjectsOf(tx: Tx, hub: string, { name, spec }: RunFacts): Promise<ObjectsByKind> {
  const { stagedRolloutStrategyName } = spec;
  const placement = placementOfRun(hub, spec.placementName).name;
  return loadObjectsByKind(tx, hub, [
    { kind: 'ClusterResourcePlacement', namespace: '', name: placement },
    { kind: 'ClusterStagedUpdateStrategy', namespace: '', name: toKeyText(stagedRolloutStrategyName) },
    { kind: 'ClusterStagedUpdateRun', parent: placement },
    { kind: 'ClusterApprovalRequest', parent: name },
  ]);
}

/** Requests that have the name of one of ours and belong to another run: the engine refuses to take them (C/AP-011). */
async function loadForeignRequests(tx: Tx, { hub, name }: HubKey, progress: RunProgress | undefined) {
  const names = (progress?.stages ?? []).flatMap(({ before, after }) =>
    [...before, ...after].flatMap(({ request }) => (request === undefined ? [] : [request])),
  );
  if (names.length === 0) return [];
  const rows = await tx
    .sql('objects')
    .where({ hub, kind: 'ClusterApprovalRequest', namespace: '' })
    .whereIn('name', names)
    .whereNot({ parent: name })
    .select('kind', 'body');
  return objectsOf(toObjectsByKind(rows), 'ClusterApprovalRequest');
}

async function loadApprovalFacts(
  tx: Tx,
  { hub, name }: { hub: string; name: string },
  requests: readonly KubeObject[],
) {
  if (requests.length === 0) return [];
  const decisions = new Map(
    (await listApprovals(tx, hub, name)).map(decision => [decision.requestUid, decision]),
  );
  return requests.map(request => toApprovalFacts(request, decisions.get(request.metadata.uid ?? '')));
}

/**
 * Whatever runs the hub holds, begun or not: the first pass of a later one must know of an earlier one that no pass has
 * seen. A run whose object is going, has been made anew since, tells of its end, or is asked to end
 * stands in nobody's way: its next pass ends it before anything else, so it writes to no cluster any more.
 */
export function siblingsOf(
  name: string,
  records: readonly RunEntry[],
  mirrored: readonly RunFacts[],
): SiblingRun[] {
  const progressOf = new Map(records.map(record => [record.uid, record.progress]));
  const over = new Set(records.flatMap(({ uid, isOver }) => (isOver ? [uid] : [])));
  return mirrored
    .filter(other => other.name !== name && other.deletedAt === undefined)
    .filter(other => other.hasEnded !== true && other.end === undefined && !over.has(other.uid))
    .map(other => ({ name: other.name, createdAt: other.createdAt, progress: progressOf.get(other.uid) }))
    .filter(({ progress }) => progress === undefined || !isRunOver(progress))
    .sort((a, b) => a.createdAt - b.createdAt || compareText(a.name, b.name));
}
