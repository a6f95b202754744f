import { stagedKindsOf, stagedKindsOfKey } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  advanceBinding,
  assertNever,
  decideRun,
  gatePluginsOf,
  holdForOverrides,
  NO_OVERRIDES,
  type Binding,
  type GatePlugins,
  type RunAction,
  type RunEvent,
  type RunState,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { namedBy } from '../database/keyText';
import { forgetRejections, saveDesiredApproval } from '../database/approvalStore';
import { saveBindings } from '../database/bindingStore';
import { ensureCapture } from '../database/captureStore';
import type { Tx } from '../database/db';
import { loadRunFacts } from '../database/facts';
import { saveDesiredFinalizer } from '../database/finalizerStore';
import { hasFleetChanged, loadFleetVersion } from '../database/fleetVersion';
import { fromHubKey, type HubKey } from '../database/keys';
import type { LoadedOverrides } from '../database/loadOverrides';
import { loadRunForPass } from '../database/loadRunState';
import { lockPlacement } from '../database/lockPlacement';
import { markDrainsOf, markPlacement, markWork } from '../database/marks';
import { queues } from '../database/queue/queues';
import { saveRun } from '../database/runStore';
import { placementOfRun } from '../database/stagedObjects';
import { appendTimeline, listApprovalLines, type TimelineEvent } from '../database/timelineStore';
import { wake } from '../database/wakes';
import type { Decided, Reconciler } from '../loop/reconciler';
import type { Log } from '../observe/log';
import { changedWork, updatedClusters } from './bindingRows';
import { foldByCluster } from './foldByCluster';
import { commitBlockers, withBlockers, type SaveBlockers } from './keepBlockers';
import { forgetGoneRun, withdrawApprovals } from './forgetRun';
import { refuseIfUpgrading } from './upgradeFence';

interface RunDeps {
  /** Kinds of gates besides our own. */
  readonly gatePlugins?: GatePlugins;
  /** Absent: what holds a run is not logged. */
  readonly log?: Log;
  /** Clusters get nothing new while they are upgraded. */
  readonly holdWorkloads?: boolean;
}

/** A plan has its own overrides, frozen. */
const isToBePlanned = ({ run, progress }: RunState) =>
  progress?.plan === undefined && run.deletedAt === undefined && run.end === undefined;

/** `fleetVersion`: as of before the clusters were read, where an added gate may read them. */
type RunPass = RunState & LoadedOverrides & { readonly fleetVersion?: number };

/**
 * The update-run pass, under the lock of its placement: progress, moved bindings and timeline are one commit, so no
 * crash can leave a cluster moved and its gate forgotten.
 */
export const updateRunReconcilerWith = ({
  gatePlugins = gatePluginsOf([]),
  log,
  holdWorkloads = false,
}: RunDeps = {}): Reconciler<RunPass, RunAction | SaveBlockers> => ({
  name: queues.updateRun,

  async load(tx, key) {
    const { hub, name } = fromHubKey(key);
    const run = await loadRunFacts(tx, { hub, name });
    if (run === undefined) return undefined;
    await lockPlacement(tx, hub, placementOfRun(hub, run).name);
    const fleetVersion = gatePlugins.size > 0 ? await loadFleetVersion(tx, hub) : undefined;
    const state = await loadRunForPass(tx, key);
    return state && { ...state, ...(fleetVersion !== undefined && { fleetVersion }) };
  },

  decide(state, now) {
    const { unknownOverrides } = state;
    const isHeld = unknownOverrides !== undefined && isToBePlanned(state);
    const decision = isHeld
      ? holdForOverrides(unknownOverrides, now)
      : decideRun({ ...state, gatePlugins }, now);
    return withBlockers<RunAction>(decision, state.blockers, now);
  },

  async commit(tx, key, state, { actions, blockers }) {
    // What a run waits for is shown even when this pass changed nothing.
    if (actions.length + blockers.length > 0) wake(tx, 'runDecided', fromHubKey(key));
    if (actions.length === 0) return;
    const at = fromHubKey(key);
    if (beginsToAsk(state, blockers) && (await hasFleetChanged(tx, at.hub, state.fleetVersion ?? 0)))
      wake(tx, 'clusterChangedAtGate', at);
    const { uid } = state.run;
    const updated = await moveBindings(tx, at, state, actions);
    if (holdWorkloads) await refuseIfUpgrading(tx, at.hub, updated);
    for (const action of actions)
      if (action.kind === 'saveBlockers') await commitBlockers(tx, { ...at, kind: 'run', uid }, action, log);
      else await commitOne(tx, at, state, action);
  },

  async forget(tx, key) {
    await forgetGoneRun(tx, fromHubKey(key));
  },
});

type Caused = Decided<RunAction>['blockers'][number];

/** Changes of clusters find the run by its blocker from this pass on. */
const beginsToAsk = ({ fleetVersion, blockers: before = [] }: RunPass, blockers: readonly Caused[]) =>
  fleetVersion !== undefined && blockers.some(isAtGate) && !before.some(isAtGate);

const isAtGate = ({ cause }: Caused) => cause === 'GateWaiting';

/** With our own gates alone, and without a log. */
export const updateRunReconciler = updateRunReconcilerWith();

/** Returns the clusters that get other content. */
async function moveBindings(
  tx: Tx,
  { hub }: HubKey,
  state: RunState,
  actions: readonly (RunAction | SaveBlockers)[],
): Promise<readonly string[]> {
  const before = new Map(state.bindings.map(binding => [binding.cluster, binding]));
  const moved = actions.flatMap(action => moveOne(state, before, action));
  if (moved.length === 0) return [];
  const placement = placementOfRun(hub, state.run);
  await saveBindings(tx, placement, moved);
  markWork(tx, placement, changedWork(before, moved));
  await markDrainsOf(tx, placement);
  wake(tx, 'placementDecided', placement);
  return updatedClusters(before, moved);
}

function moveOne(
  state: RunState,
  bindings: ReadonlyMap<string, Binding>,
  action: RunAction | SaveBlockers,
): Binding[] {
  if (action.kind !== 'advanceBinding' && action.kind !== 'releaseBinding') return [];
  const binding = bindings.get(action.cluster);
  if (binding === undefined)
    throw new Error(`run ${state.run.name} moves ${action.cluster}, which has no binding`);
  if (action.kind === 'releaseBinding') return [{ ...binding, releasedAt: action.at }];
  const { resourceIndex, applyStrategy, overrides = NO_OVERRIDES, rollout } = action;
  const snapshot = state.resourceSnapshots.find(({ index }) => index === resourceIndex);
  if (snapshot === undefined)
    throw new Error(`run ${state.run.name} advances to snapshot ${resourceIndex}, which is gone`);
  return [advanceBinding(binding, { snapshot, applyStrategy, overrides, rollout })];
}

async function commitOne(tx: Tx, at: HubKey, state: RunState, action: RunAction): Promise<void> {
  const { run } = state;
  const finalizer = { kind: stagedKindsOf(run).run, name: at.name, uid: run.uid };
  switch (action.kind) {
    case 'ensureFinalizer':
      return saveDesiredFinalizer(tx, at.hub, { ...finalizer, want: 'present' });
    case 'removeFinalizer':
      return saveDesiredFinalizer(tx, at.hub, { ...finalizer, want: 'absent' });
    case 'saveProgress':
      return saveProgress(tx, at, state, action);
    case 'ensureApproval':
    case 'removeApproval': {
      const { kind, stage, task } = action;
      const name = namedBy(run, action.name);
      const want = kind === 'ensureApproval' ? 'present' : 'absent';
      return saveDesiredApproval(tx, at.hub, { name, run: at.name, runUid: run.uid, stage, task, want });
    }
    case 'acceptApproval':
      return acceptApproval(tx, at, state, action.name);
    case 'deleteApprovals':
      return withdrawApprovals(tx, at);
    case 'captureResources':
      return ensureCapture(tx, at.hub, placementOfRun(at.hub, run).name);
    case 'advanceBinding':
    case 'releaseBinding':
      return undefined;
    default:
      return assertNever(action);
  }
}

/** The runs behind this one wait for its stages, and the placement's status reports it. */
async function saveProgress(
  tx: Tx,
  at: HubKey,
  { run }: RunState,
  { progress, events }: RunAction & { kind: 'saveProgress' },
): Promise<void> {
  const { uid, createdAt } = run;
  const { name } = at;
  const placement = placementOfRun(at.hub, run);
  await saveRun(tx, at.hub, { name, uid, createdAt, placement: placement.name, progress });
  if (events.some(({ event }) => event === 'resumed')) await forgetRejections(tx, at.hub, name);
  const lines = await withoutReported(tx, at, run, events);
  await appendTimeline(tx, at.hub, foldByCluster(lines.map(event => toTimeline(name, event))));
  await markPlacement(tx, placement, { exceptRun: name });
}

/**
 * An approval through Fleetstage has its line since it was given, with the comment. An approval that came by the hub, was restored
 * from it, or comes again after it was revoked, has none before the run counts it.
 */
async function withoutReported(
  tx: Tx,
  { hub, name }: HubKey,
  { createdAt }: RunState['run'],
  events: readonly RunEvent[],
): Promise<readonly RunEvent[]> {
  const approved = events.filter(({ event, actor }) => event === 'approved' && actor !== undefined);
  if (approved.length === 0) return events;
  const lines = await listApprovalLines(tx, hub, {
    kind: stagedKindsOfKey(name).run,
    name,
    since: createdAt,
  });
  const isReported = ({ actor, task }: RunEvent) => {
    const newest = lines.filter(line => line.data?.task === task).at(-1);
    return newest?.event === 'approvalGiven' && newest.actor === actor;
  };
  return events.filter(event => !approved.includes(event) || !isReported(event));
}

async function acceptApproval(tx: Tx, at: HubKey, { run, progress }: RunState, name: string): Promise<void> {
  const stages = [...(progress?.stages ?? []), ...(progress ? [progress.deletion] : [])];
  const isIn = (tasks: readonly { request?: string }[]) => tasks.some(task => task.request === name);
  const stage = stages.find(({ before, after }) => isIn(before) || isIn(after));
  if (stage === undefined)
    throw new Error(`run ${run.name} accepts ${name}, which belongs to none of its stages`);
  const task = isIn(stage.before) ? 'beforeStage' : 'afterStage';
  const desired = {
    name: namedBy(run, name),
    run: at.name,
    runUid: run.uid,
    stage: stage.name,
    task,
    want: 'accepted',
  } as const;
  await saveDesiredApproval(tx, at.hub, desired);
}

/** An approval without a known person came through the hub's API. */
function toTimeline(run: string, { event, stage, cluster, task, actor, message }: RunEvent): TimelineEvent {
  const isByPerson = event === 'approved' || event === 'approvalRevoked';
  return {
    subjectKind: stagedKindsOfKey(run).run,
    subjectName: run,
    event,
    actor: actor ?? (isByPerson ? 'kubectl' : 'engine'),
    ...(cluster !== undefined && { cluster }),
    ...(stage !== undefined && { stage }),
    ...(message !== undefined && { message }),
    ...(task !== undefined && { data: { task } }),
  };
}
