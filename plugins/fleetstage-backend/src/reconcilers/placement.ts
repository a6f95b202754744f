import { isSameJson, placementKindOf } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  assertNever,
  bindingsAfter,
  decidePlacement,
  holdForOverrides,
  isIdle,
  isSelectionUnread,
  isOpenToChange,
  type Binding,
  type PlacementAction,
  type PlacementFacts,
  type PlacementState,
  type FilterPlugin,
  type SchedulePlugins,
  type ScheduleOutcome,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { deleteBindings, saveBindings } from '../database/bindingStore';
import type { Tx } from '../database/db';
import type { LoadedOverrides } from '../database/loadOverrides';
import { saveDesiredFinalizer } from '../database/finalizerStore';
import { hasFleetChanged, loadFleetVersion } from '../database/fleetVersion';
import { fromHubKey, type PlacementRef } from '../database/keys';
import { lockPlacement } from '../database/lockPlacement';
import { markDrainsOf, markPlacement, markRunsOf, markWork } from '../database/marks';
import { saveSettled, toVersion } from '../database/placementInputs';
import {
  forgetDerived,
  loadPlacementState,
  saveIdle,
  saveOverrideWarnings,
  savePlacementUid,
  savePropagationPolicy,
  saveSchedule,
} from '../database/placementStore';
import { deletePolicySnapshots, savePolicySnapshot } from '../database/policySnapshotStore';
import { queues } from '../database/queue/queues';
import {
  forgetRemoval,
  isKept,
  loadRemoval,
  markRemovals,
  requestRemoval,
  saveRemovalStage,
} from '../database/removalStore';
import { followReportBack } from '../database/reportBackStore';
import { deleteResourceSnapshots } from '../database/snapshotStore';
import { appendTimeline } from '../database/timelineStore';
import { wake } from '../database/wakes';
import type { Decided, Reconciler } from '../loop/reconciler';
import type { Log } from '../observe/log';
import { changedWork, updatedClusters } from './bindingRows';
import { drainPlacement } from './drainPlacement';
import { foldByCluster } from './foldByCluster';
import { commitBlockers, withBlockers, type SaveBlockers } from './keepBlockers';
import { keepHeldInputs } from './keepHeldInputs';
import { placementEvents } from './placementEvents';
import { refuseIfUpgrading } from './upgradeFence';

type LockedPlacement = PlacementState &
  LoadedOverrides & {
    /** The number of this hold of its lock. */
    readonly lockedAs: number;
    /** As of before the clusters were read. */
    readonly fleetVersion: number;
    /** It is woken by more than before. */
    readonly hasNewInputs: boolean;
  };

interface PlacementDeps {
  /** Absent: what holds a placement is not logged. */
  readonly log?: Log;
  /** Clusters get nothing new while they are upgraded. */
  readonly holdWorkloads?: boolean;
}

/**
 * The placement pass: policy snapshot → schedule → bindings → rollout of one placement, under its lock, with the filters
 * and scores of an installation. Rows that were made for an earlier object of the same name are taken down before anything
 * is made for this one.
 */
export const placementReconcilerWith = (
  plugins?: SchedulePlugins,
  { log, holdWorkloads = false }: PlacementDeps = {},
): Reconciler<LockedPlacement, PlacementAction | SaveBlockers> => ({
  name: queues.placement,

  async load(tx, key) {
    const placement = fromHubKey(key);
    const { hub, name } = placement;
    const { uid, report_back_mode, version } = await lockPlacement(tx, hub, name);
    const fleetVersion = await loadFleetVersion(tx, hub);
    const state = await loadPlacementState(tx, key);
    if (state === undefined) return undefined;
    if (uid === '') await savePlacementUid(tx, placement, state.placement.uid);
    else if (
      uid !== state.placement.uid &&
      !(await adopt(tx, placement, { from: uid, to: state.placement.uid }))
    )
      return undefined;
    await keepOverrideWarnings(tx, placement, state);
    await savePropagationPolicy(tx, placement, state.placement);
    await followReportBack(tx, placement, state.placement, report_back_mode ?? null);
    const hasNewInputs = await keepHeldInputs(tx, placement, state, plugins);
    return { ...state, lockedAs: version, fleetVersion, hasNewInputs };
  },

  decide(state, now) {
    const { unknownOverrides, placement } = state;
    const isHeld = unknownOverrides !== undefined && placement.deletedAt === undefined;
    const decision = isHeld ? holdForOverrides(unknownOverrides, now) : decidePlacement(state, now, plugins);
    return withBlockers<PlacementAction>(decision, state.blockers, now);
  },

  async commit(tx, key, state, { actions: all, ...decision }) {
    const kept = all.find(action => action.kind === 'saveBlockers');
    const actions = all.filter(action => action.kind !== 'saveBlockers');
    if (kept !== undefined) await commitBlockers(tx, { kind: 'placement', ...fromHubKey(key) }, kept, log);
    const { filters } = plugins ?? {};
    await commitActions(tx, key, { state, decision: { ...decision, actions }, filters, holdWorkloads });
    if (kept !== undefined && actions.length === 0) wake(tx, 'blockersChanged', fromHubKey(key));
  },

  async forget(tx, key) {
    await drainPlacement(tx, fromHubKey(key));
  },
});

/**
 * A placement that went without its rows being cleaned up, on purpose or with its definition, and is there again: its
 * clusters keep what they have, and its rows are those of the new object (decision 0032).
 */
async function adopt(
  tx: Tx,
  placement: PlacementRef,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  if (!isKept(await loadRemoval(tx, placement, from))) return false;
  await forgetRemoval(tx, placement);
  await savePlacementUid(tx, placement, to);
  return true;
}

async function keepOverrideWarnings(
  tx: Tx,
  placement: PlacementRef,
  { overrideWarnings = [], foundWarnings = overrideWarnings }: PlacementState & LoadedOverrides,
): Promise<void> {
  if (!isSameJson(overrideWarnings, foundWarnings)) await saveOverrideWarnings(tx, placement, foundWarnings);
}

/** The same with the built-in ones alone. */
export const placementReconciler = placementReconcilerWith();

interface Commit {
  readonly state: LockedPlacement;
  readonly decision: Decided<PlacementAction>;
  readonly filters: readonly FilterPlugin[] | undefined;
  readonly holdWorkloads: boolean;
}

async function commitActions(tx: Tx, key: string, commit: Commit): Promise<void> {
  const { state, decision } = commit;
  const placement = fromHubKey(key);
  const bindings = bindingsAfter(state.bindings, decision.actions);
  if (isIdle(state, bindings)) await saveIdle(tx, placement, state.lockedAs);
  if (decision.actions.length > 0) await commitChanges(tx, placement, commit, bindings);
  await requeueIfClusterChanged(tx, placement, state, decision);
}

async function commitChanges(
  tx: Tx,
  placement: PlacementRef,
  { state, decision, filters, holdWorkloads }: Commit,
  bindings: readonly Binding[],
): Promise<void> {
  const updated = await saveChangedBindings(tx, placement, state, {
    actions: decision.actions,
    after: bindings,
  });
  if (holdWorkloads) await refuseIfUpgrading(tx, placement.hub, updated);
  for (const action of decision.actions) await commitOne(tx, placement, state, action);
  const events = placementEvents(placement.name, state, decision.actions, filters);
  await appendTimeline(tx, placement.hub, foldByCluster(events));
  await markReaders(tx, placement, state, decision);
}

/** Last: what a pass has written is found by whatever changes after it. */
async function requeueIfClusterChanged(
  tx: Tx,
  placement: PlacementRef,
  state: LockedPlacement,
  decision: Decided<PlacementAction>,
): Promise<void> {
  if (!state.hasNewInputs && !beginsToRead(state, decision)) return;
  if (await hasFleetChanged(tx, placement.hub, state.fleetVersion))
    wake(tx, 'clusterChangedMeanwhile', placement);
}

/**
 * Whether changes of clusters concern the placement from this pass on: it is the first of its version, or finds itself short
 * of clusters (A/SCH-116).
 */
function beginsToRead({ schedule }: PlacementState, { actions }: Decided<PlacementAction>): boolean {
  const saved = actions.find(action => action.kind === 'saveSchedule')?.outcome;
  if (saved === undefined) return false;
  return (
    saved.placementGeneration !== schedule?.placementGeneration || (schedule.fulfilled && !saved.fulfilled)
  );
}

/**
 * The actions on bindings, in their order, as one deletion and one upsert; a forgotten one may be recreated at once. Returns the
 * clusters that get other content.
 */
async function saveChangedBindings(
  tx: Tx,
  placement: PlacementRef,
  state: PlacementState,
  { actions, after }: { readonly actions: readonly PlacementAction[]; readonly after: readonly Binding[] },
): Promise<readonly string[]> {
  const before = new Map(state.bindings.map(binding => [binding.cluster, binding]));
  const forgotten = actions.flatMap(action => (action.kind === 'forgetBinding' ? [action.cluster] : []));
  await deleteBindings(tx, placement, forgotten);
  forgotten.forEach(cluster => before.delete(cluster));
  const changed = after.filter(binding => isChanged(before.get(binding.cluster), binding));
  await saveBindings(tx, placement, changed);
  markWork(tx, placement, changedWork(before, changed));
  return updatedClusters(before, changed);
}

const isChanged = (before: Binding | undefined, after: Binding) =>
  before !== after && !isSameJson(before ?? null, after);

async function commitOne(
  tx: Tx,
  placement: PlacementRef,
  state: PlacementState,
  action: PlacementAction,
): Promise<void> {
  const finalizers = {
    kind: placementKindOf(placement.name),
    name: placement.name,
    uid: state.placement.uid,
  };
  switch (action.kind) {
    case 'ensureFinalizers':
      return saveDesiredFinalizer(tx, placement.hub, { ...finalizers, want: 'present' });
    case 'removeFinalizers':
      await forgetDerived(tx, placement);
      return saveDesiredFinalizer(tx, placement.hub, { ...finalizers, want: 'absent' });
    case 'requestRemoval':
      return requestRemoval(tx, placement, state.placement.uid);
    case 'confirmRemoval':
      return confirmRemoval(tx, placement, action.comment);
    case 'releaseObject':
      return saveDesiredFinalizer(tx, placement.hub, { ...finalizers, want: 'absent' });
    case 'savePolicySnapshot':
      await savePolicySnapshot(tx, placement, action.snapshot);
      return deletePolicySnapshots(tx, placement, action.prune);
    case 'saveSchedule':
      await saveSchedule(tx, placement, action.outcome, action.verdicts);
      return settleSchedule(tx, placement, state.placement, action.outcome);
    case 'pruneResourceSnapshots':
      return deleteResourceSnapshots(tx, placement, action.indexes);
    case 'saveBinding':
    case 'releaseBinding':
    case 'forgetBinding':
      return undefined;
    default:
      return assertNever(action);
  }
}

/**
 * Somebody else may have decided meanwhile, and then that decision is kept. It begins with the next pass, which reads what
 * is kept.
 */
async function confirmRemoval(tx: Tx, placement: PlacementRef, comment: string): Promise<void> {
  const { hub, name } = placement;
  const by = { actor: 'kubectl', comment } as const;
  const changed = await saveRemovalStage(tx, hub, [name], { stage: 'confirmed', from: ['held'], ...by });
  if (changed.length > 0)
    await appendTimeline(tx, hub, [
      {
        subjectKind: placementKindOf(name),
        subjectName: name,
        event: 'removalConfirmed',
        actor: 'kubectl',
        message: comment,
      },
    ]);
  markRemovals(tx, hub);
  await markPlacement(tx, placement);
}

/** Says whether changes of clusters still concern the placement (A/SCH-116). */
async function settleSchedule(
  tx: Tx,
  placement: PlacementRef,
  facts: PlacementFacts,
  schedule: ScheduleOutcome,
): Promise<void> {
  const isOpen = isOpenToChange({ policy: facts.spec.policy, generation: facts.generation, schedule });
  await saveSettled(tx, placement, isOpen ? undefined : toVersion(facts));
}

/** Requeues whoever reads what this pass has changed: published objects, and the runs that move the bindings. */
async function markReaders(
  tx: Tx,
  placement: PlacementRef,
  state: PlacementState,
  { actions }: Decided<PlacementAction>,
): Promise<void> {
  const isOnlyFinalizer = actions.every(action => action.kind === 'ensureFinalizers');
  if (isOnlyFinalizer) return;
  wake(tx, isSelectionUnread(state) ? 'placementDecidedUnread' : 'placementDecided', placement);
  await markDrainsOf(tx, placement);
  if (state.placement.spec.strategy?.type === 'External') await markRunsOf(tx, placement);
}
