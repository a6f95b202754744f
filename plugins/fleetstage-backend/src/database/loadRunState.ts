import {
  approversOf,
  namedGatesOf,
  stagedKindsOf,
  toPlacementKey,
  type ClusterStagedUpdateStrategy,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  compareText,
  isBehindHub,
  isRunOver,
  type RunFacts,
  type RunState,
  type SiblingRun,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import { loadRunFacts, toPlacementFacts, toRunFacts } from './facts';
import { gateObjectsOf, loadGateFacts } from './gateFacts';
import { fromHubKey, type PlacementRef } from './keys';
import {
  loadFleetFor,
  loadObjectsByKind,
  loadPlacementParts,
  objectsOf,
  type ObjectsByKind,
} from './placementParts';
import { placementObject } from './placementObject';
import { loadEndActor } from './runEnd';
import type { RunEntry, RunMemories } from './runStore';
import { placementOfRun, strategyObject, strategyOfRun } from './stagedObjects';
import { loadOverridesFor, type LoadedOverrides } from './loadOverrides';

/**
 * The state that the status of a run is projected from. A progress that is behind an end shown on the hub is left out: the
 * hub is right, and writing over it would lose the end.
 */
export async function loadRunState(tx: Tx, key: string): Promise<RunState | undefined> {
  const state = await loadRunForPass(tx, key);
  if (state?.run.hasEnded !== true) return state;
  const isOlder = isBehindHub(state.run, state.progress) || state.progress?.isOutdated === true;
  return isOlder ? { ...state, progress: undefined } : state;
}

/** All that an update-run pass may know, in fifteen queries. `undefined`: the object is gone. Call lockPlacement first. */
export async function loadRunForPass(tx: Tx, key: string): Promise<(RunState & LoadedOverrides) | undefined> {
  const { hub, name } = fromHubKey(key);
  const run = await loadRunFacts(tx, { hub, name });
  if (run === undefined) return undefined;
  const objects = await loadObjectsOf(tx, hub, run);
  const kinds = stagedKindsOf(run);
  const [strategy] = objectsOf(objects, kinds.strategy);
  const [placement] = objectsOf(objects, kinds.placement);
  const ref = placementOfRun(hub, run);
  const { runs, inputs } = await loadRunInputs(tx, ref, {
    ...{ placement, strategy, own: { name, uid: run.uid } },
    resourceIndex: run.spec.resourceSnapshotIndex,
  });
  const own = runs.find(record => record.name === name && record.uid === run.uid);
  const gated = { name, progress: own?.progress };
  const gateFactsOf = await loadGateFacts(tx, hub, { runs: [gated], objects });
  const actor = run.end && (await loadEndActor(tx, hub, run));
  return {
    run: run.end && actor ? { ...run, end: { ...run.end, actor } } : run,
    progress: own?.progress,
    ...inputs,
    gateFacts: gateFactsOf(gated),
    siblings: siblingsOf(run.name, runs, objectsOf(objects, kinds.run).map(toRunFacts)),
  };
}

interface InputOptions {
  readonly placement: KubeObject | undefined;
  readonly strategy: KubeObject | undefined;
  readonly own?: RunMemories['own'];
  /** As `spec.resourceSnapshotIndex` says it; empty or absent: the newest. */
  readonly resourceIndex: string | undefined;
}

/** What a run of a placement is planned from, and the runs that the placement has had. */
export async function loadRunInputs(
  tx: Tx,
  ref: PlacementRef,
  { placement, strategy, resourceIndex = '', ...memories }: InputOptions,
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
  // Rows of a placement that is still being drained say nothing of one recreated under its name.
  const isOfThisPlacement = derivedFrom === undefined || derivedFrom === placement?.metadata.uid;
  const gates = strategy && namedGatesOf(strategy);
  const clusters = await loadFleetFor(tx, ref);
  const { resourceSnapshots } = parts;
  const named = resourceSnapshots.find(
    ({ index }) => resourceIndex !== '' && index === Number(resourceIndex),
  );
  const snapshot = named ?? resourceSnapshots.at(-1);
  const overrides = await loadOverridesFor(tx, ref, { ...parts, snapshot, clusters });
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
    ...overrides,
    ...(isOfThisPlacement && schedule && { schedule }),
  };
  return { runs, inputs };
}

function loadObjectsOf(tx: Tx, hub: string, run: RunFacts): Promise<ObjectsByKind> {
  const placement = placementOfRun(hub, run);
  const named = [placementObject(placement), strategyObject(strategyOfRun(hub, run))] as const;
  const [first, second] = named.map(({ kind, namespace = '', name }) => ({ kind, namespace, name }));
  return loadObjectsByKind(tx, hub, [
    first,
    second,
    { kind: stagedKindsOf(run).run, parent: placement.name },
    ...gateObjectsOf(toPlacementKey(run)),
  ]);
}

/**
 * `name`: as the hub has it, beside those of its placement. Whatever runs the hub holds, begun or not: the first pass of a later one must know of an earlier one that no pass has
 * seen. A run whose object is going, was recreated, has ended, or is asked to end blocks nobody: its next pass ends it
 * before anything else, so it writes to no cluster any more.
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
