import { placementKindOf, stagedKindsOfKey } from '@fleetstage/backstage-plugin-fleetstage-common';
import type {
  OverrideWarning,
  PlacementFacts,
  PlacementStatusInput,
  PlacementState,
  ScheduleOutcome,
  ScheduleVerdict,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { dropBackReports } from './backReportStore';
import { forgetBlockers } from './blockerStore';
import type { Tx } from './db';
import { writeOptional } from './documents/document';
import { overrideWarnings, scheduleOutcome } from './documents/placementDocuments';
import { saveDecision } from './decisionStore';
import { toPlacementFacts } from './facts';
import { fromHubKey, toHubKey, type PlacementRef } from './keys';
import { loadOverridesFor, type LoadedOverrides } from './loadOverrides';
import { loadFleetFor, loadObjectsByKind, loadPlacementParts, objectsOf } from './placementParts';
import { fromObjectKey, placementObject } from './placementObject';
import { forgetRemoval, loadRemoval, toProgress } from './removalStore';
import { hasStarted, type RunEntry } from './runStore';
import { loadVerdicts } from './verdictStore';
import { wake } from './wakes';

/**
 * All that a placement pass may know, in twelve queries, and one more per 500 clusters whose present rows were not read
 * before. `undefined`: the object is gone. Call lockPlacement first when something is decided on it.
 */
export async function loadPlacementState(
  tx: Tx,
  key: string,
): Promise<(PlacementState & LoadedOverrides) | undefined> {
  const input = await loadStatusInput(tx, key);
  if (input === undefined) return undefined;
  const placement = fromHubKey(key);
  const clusters = await loadFleetFor(tx, placement);
  const snapshot = input.resourceSnapshots.at(-1);
  const { bindings } = input;
  return {
    ...input,
    clusters,
    ...(await loadOverridesFor(tx, placement, { snapshot, clusters, bindings })),
  };
}

/** The same without the fleet: a thousand rows that no status is made of. */
export async function loadStatusInput(tx: Tx, key: string): Promise<PlacementStatusInput | undefined> {
  const { hub, name } = fromHubKey(key);
  const { kind, ...own } = placementObject({ hub, name });
  const objects = await loadObjectsByKind(tx, hub, [
    { kind, namespace: own.namespace ?? '', name: own.name },
    { kind: stagedKindsOfKey(name).run, parent: name },
  ]);
  const [object] = objectsOf(objects, kind);
  if (object === undefined) return undefined;
  const existing = new Set(objectsOf(objects, stagedKindsOfKey(name).run).map(run => run.metadata.uid));
  const parts = await loadPlacementParts(tx, { hub, name }, { existing });
  const { runs, isCaptureFresh: _, runBlockers: __, derivedFrom = '', lastDecision, ...rest } = parts;
  const placement = toPlacementFacts(object);
  const removal = placement.deletedAt && (await loadRemoval(tx, { hub, name }, placement.uid));
  return {
    placement,
    ...rest,
    ...(removal && { removal: toProgress(removal) }),
    verdicts: await loadVerdictsOnce(tx, { hub, name }, lastDecision && `${derivedFrom}/${lastDecision}`),
    ...runFactsOf(runs.filter(run => existing.has(run.uid))),
  };
}

/** Read anew where there is another decision; a decision stored without its number is always read. */
const loadVerdictsOnce = (
  tx: Tx,
  placement: PlacementRef,
  version: string | undefined,
): Promise<readonly ScheduleVerdict[]> =>
  version === undefined
    ? loadVerdicts(tx, placement)
    : tx.kept.verdicts.get(toHubKey(placement.hub, placement.name), version, () =>
        loadVerdicts(tx, placement),
      );

function runFactsOf(runs: readonly RunEntry[]): Pick<PlacementState, 'activeRuns' | 'newestRun'> {
  const started = runs.filter(hasStarted);
  const newest = started[started.length - 1];
  const resourceIndex = newest?.progress?.plan?.resourceIndex;
  return {
    activeRuns: runs.filter(run => !run.isOver).map(nameOf),
    ...(resourceIndex !== undefined && { newestRun: { name: nameOf(newest), resourceIndex } }),
  };
}

/** In the namespace of its placement. */
const nameOf = ({ name }: RunEntry) => fromObjectKey(name).name;

/** Keeps the outcome, and the decision in the history. Call lockPlacement first. */
export async function saveSchedule(
  tx: Tx,
  { hub, name }: PlacementRef,
  outcome: ScheduleOutcome,
  verdicts: readonly ScheduleVerdict[],
): Promise<void> {
  await tx
    .sql('placements')
    .where({ hub, name })
    .update({ schedule: scheduleOutcome.write(outcome) });
  await saveDecision(tx, { hub, name }, outcome, verdicts);
}

/** The warnings about overrides that concern it, for its status. Call lockPlacement first. */
export async function saveOverrideWarnings(
  tx: Tx,
  { hub, name }: PlacementRef,
  warnings: readonly OverrideWarning[],
): Promise<void> {
  const warningsText = writeOptional(overrideWarnings, warnings.length === 0 ? undefined : warnings);
  await tx.sql('placements').where({ hub, name }).update({ override_warnings: warningsText });
  wake(tx, 'overrideWarningsChanged', { hub, name });
}

/** Nothing that clusters report can move the placement before somebody else has held its lock. */
export async function saveIdle(tx: Tx, { hub, name }: PlacementRef, lockedAs: number): Promise<void> {
  await tx.sql('placements').where({ hub, name }).update({ at_rest_as: lockedAs });
}

/** Which object the rows of a placement are made for; empty when none were made yet. */
export async function loadPlacementUid(tx: Tx, { hub, name }: PlacementRef): Promise<string> {
  return (await tx.sql('placements').where({ hub, name }).first('uid'))?.uid ?? '';
}

/** Says which object the rows of a placement are made for. */
export async function savePlacementUid(tx: Tx, { hub, name }: PlacementRef, uid: string): Promise<void> {
  await tx.sql('placements').where({ hub, name }).update({ uid });
}

/** What becomes of the objects on the members when a placement goes, or leaves a cluster (RUL 15). */
export type PropagationPolicy = 'Delete' | 'Abandon';

/**
 * Keeps what the object that the rows are made for says of its deletion: their clusters are released by it also when that
 * object is gone, or another one has its name. Call lockPlacement first.
 */
export async function savePropagationPolicy(
  tx: Tx,
  { hub, name }: PlacementRef,
  { spec }: Pick<PlacementFacts, 'spec'>,
): Promise<void> {
  const policy: PropagationPolicy = spec.strategy?.deleteStrategy?.propagationPolicy ?? 'Delete';
  await tx
    .sql('placements')
    .where({ hub, name })
    .whereNot({ propagation_policy: policy })
    .update({ propagation_policy: policy });
}

export async function loadPropagationPolicy(tx: Tx, { hub, name }: PlacementRef): Promise<PropagationPolicy> {
  const row = await tx.sql('placements').where({ hub, name }).first('propagation_policy');
  return row?.propagation_policy === 'Abandon' ? 'Abandon' : 'Delete';
}

const CHILDREN = [
  'captures',
  'capture_notes',
  'decisions',
  'verdicts',
  'policy_snapshots',
  'resource_snapshots',
  'bindings',
  'work_reports',
] as const;

/** Deletes what was derived for a placement; its lock row stays, and so does the timeline. */
export async function forgetDerived(tx: Tx, { hub, name }: PlacementRef): Promise<void> {
  await dropBackReports(tx, { hub, name });
  await forgetRemoval(tx, { hub, name });
  await forgetBlockers(tx, { hub, kind: 'placement', name });
  for (const table of CHILDREN) await tx.sql(table).where({ hub, placement: name }).delete();
  await tx.sql('placements').where({ hub, name }).update({
    schedule: null,
    settled_for: null,
    status_copy: null,
    report_back_mode: null,
    report_back_problems: null,
    override_warnings: null,
  });
}

/** Deletes all rows of a placement but the timeline. Returns whether anything was ever derived for it. */
export async function forgetPlacement(tx: Tx, hub: string, name: string): Promise<boolean> {
  await forgetDerived(tx, { hub, name });
  await tx
    .sql('publications')
    .where({ hub, kind: placementKindOf(name), name })
    .delete();
  const row = await tx.sql('placements').where({ hub, name }).first('uid');
  await tx.sql('placements').where({ hub, name }).delete();
  return row !== undefined && row.uid !== '';
}
