import {
  canonicalJson,
  plus,
  stagedKindsOf,
  type Instant,
  type StageConfig,
  type UpdateStrategySpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { BlockerCause } from '../blocker/causes';
import { compareText, type Blocker } from '../decision';
import { freezeOverrides } from '../desired/frozenOverrides';
import type { PlacementFacts, ResourceSnapshot } from '../state/placement';
import { countOf } from '../words';
import { currentScheduleOf } from './currentSchedule';
import { planStages } from './planStages';
import { isRunOver } from './progress';
import { refuseStrategy } from './refuseStrategy';
import type { RunAction, RunPlan, RunState, SiblingRun, StageProgress } from './state';
import { normalizeStage, validateStrategy } from './validateStrategy';

/**
 * Placement, strategy and run are watched one by one, so a run may be seen a moment before what it names. Long enough
 * for `kubectl apply -f` of one file, short enough that a typing error is reported at once.
 */
export const LOOKUP_GRACE_MS = 3000;

/** The one-time set-up of a run (C/1.9): what it froze, why it can never start, or what it waits for. */
export type Initialization =
  | {
      readonly kind: 'planned';
      readonly plan: RunPlan;
      readonly stages: readonly StageProgress[];
      readonly deletion: StageProgress;
    }
  | Obstacle;

type Obstacle =
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** The other run that is the cause. */
      readonly run?: string;
    }
  | {
      readonly kind: 'waiting';
      readonly blocker: Blocker;
      readonly action?: RunAction;
      readonly wakeAt?: Instant;
    };

type Found<T> = { readonly kind: 'found'; readonly value: T } | Obstacle;

const found = <T>(value: T): Found<T> => ({ kind: 'found', value });
const fail = (message: string): Obstacle => ({ kind: 'failed', message });

/**
 * Plans a run. What can be refused is refused before anything is waited for, so that a mistake is reported at once; then
 * the order is: earlier runs, schedule, stages, resources.
 *
 *   strategy "x" does not exist                  → failed (C/UR-076)
 *   the placement does not accept strategy "x"   → failed (RUL 44)
 *   the placement was created a moment ago       → waiting, NotScheduledYet
 *   no index, hub changes not captured yet       → waiting, ResourcesNotCaptured, and asks for the capture (RUL 24)
 *   run-1 with other stages is under way         → failed, run-1 named (RUL 4)
 */
export function planRun(state: RunState, times: Times): Initialization {
  const placement = findPlacement(state, times);
  if (placement.kind !== 'found') return placement;
  const refusal = refuseStrategy(placement.value, state.run.spec.stagedRolloutStrategyName);
  if (refusal !== undefined) return fail(`spec.stagedRolloutStrategyName: ${refusal}; then create a new run`);
  const strategy = findStrategy(state, times);
  if (strategy.kind !== 'found') return strategy;
  const stages = strategy.value.stages.map(normalizeStage);
  const obstacle = findIndexIssue(state) ?? findEarlierRun(state, times) ?? findOtherStrategy(state, stages);
  if (obstacle !== undefined) return obstacle;
  return planOnSchedule(state, { placement: placement.value, stages, times });
}

interface Times {
  /** When the engine first observed the run. */
  readonly seenAt: Instant;
  readonly now: Instant;
}

interface Inputs {
  readonly placement: PlacementFacts;
  readonly stages: readonly StageConfig[];
  readonly times: Times;
}

function planOnSchedule(state: RunState, { placement, stages, times }: Inputs): Initialization {
  const schedule = currentScheduleOf(state, placement);
  if (schedule.kind === 'pending') return waitFor('NotScheduledYet', schedule.message, times);
  if (schedule.kind === 'unfulfilled') {
    return fail(`${schedule.message}; add clusters or ask for fewer, then create a new run`);
  }
  if (state.bindings.length === 0) {
    return fail(`placement "${placement.name}" is scheduled to no cluster; there is nothing to roll out`);
  }
  if (schedule.selected.length !== schedule.expectedCount) {
    return fail(
      `placement "${placement.name}" asks for ${countOf(schedule.expectedCount, 'cluster')} ` +
        `but is scheduled to ${schedule.selected.length}; create a new run when they agree`,
    );
  }
  const planned = planStages({ ...state, run: state.run.name, stages });
  if (!planned.ok) return fail(planned.message);
  const resources = findSnapshot(state, times);
  if (resources.kind !== 'found') return resources;
  const names = planned.stages.flatMap(stage => stage.clusters.map(({ cluster }) => cluster));
  const overrides = freezeOverrides(state.overrides, names);
  const plan: RunPlan = {
    at: times.now,
    placementUid: placement.uid,
    policyIndex: schedule.policy.index,
    clusterCount: schedule.expectedCount,
    resourceIndex: resources.value.index,
    applyStrategy: placement.spec.strategy?.applyStrategy ?? {},
    ...(overrides && { overrides }),
    stages,
    approvers: state.approvers ?? [],
    ...(state.gates?.ok && { gates: state.gates.value }),
  };
  return { kind: 'planned', plan, stages: planned.stages, deletion: planned.deletion };
}

function findPlacement(state: RunState, times: Times): Found<PlacementFacts> {
  const { placement, run } = state;
  const name = run.spec.placementName;
  if (placement === undefined) {
    return missing(`spec.placementName: ${stagedKindsOf(run).placement} "${name}" does not exist`, times);
  }
  if (placement.deletedAt !== undefined) return fail(`placement "${name}" is being deleted`);
  const type = placement.spec.strategy?.type ?? 'RollingUpdate';
  if (type !== 'External') return fail(notExternal(name, type));
  return found(placement);
}

function findStrategy(state: RunState, times: Times): Found<UpdateStrategySpec> {
  const name = state.run.spec.stagedRolloutStrategyName;
  const { strategy: kind } = stagedKindsOf(state.run);
  if (state.strategy === undefined) {
    const message = `spec.stagedRolloutStrategyName: ${kind} "${name}" does not exist`;
    return missing(message, times);
  }
  const verdict = validateStrategy(state.strategy, state);
  return verdict.ok
    ? found(state.strategy)
    : fail(`${kind} "${name}", ${verdict.message}; then create a new run`);
}

function findIndexIssue(state: RunState): Obstacle | undefined {
  const index = state.run.spec.resourceSnapshotIndex ?? '';
  return index === '' || /^\d+$/.test(index)
    ? undefined
    : fail(
        `spec.resourceSnapshotIndex: "${index}" is not an index; give a whole number from 0, or leave it out`,
      );
}

/** Runs are set up in the order of their creation: which of two different strategies is refused is no accident. */
function findEarlierRun(state: RunState, times: Times): Obstacle | undefined {
  const earlier = unfinished(state).find(
    sibling => sibling.progress?.plan === undefined && isCreatedBefore(sibling, state),
  );
  return earlier === undefined
    ? undefined
    : waitFor(
        'EarlierRun',
        `run "${earlier.name}" of the same placement was created earlier and is set up first`,
        times,
        { subject: earlier.name },
      );
}

function findOtherStrategy(state: RunState, stages: readonly StageConfig[]): Obstacle | undefined {
  const own = identityOf({ stages, ...(state.gates?.ok && { gates: state.gates.value }) });
  const other = unfinished(state).find(({ progress }) => progress?.plan && identityOf(progress.plan) !== own);
  return other === undefined
    ? undefined
    : {
        kind: 'failed',
        message:
          `run "${other.name}" of placement "${state.run.spec.placementName}" is under way with other stages; concurrent ` +
          `runs of a placement need identical strategies: use the same one, or wait until that run is over`,
        run: other.name,
      };
}

function findSnapshot(state: RunState, times: Times): Found<ResourceSnapshot> {
  const wanted = state.run.spec.resourceSnapshotIndex ?? '';
  const named = state.resourceSnapshots.find(({ index }) => wanted !== '' && index === Number(wanted));
  if (named !== undefined) return found(named);
  if (!state.isCaptureFresh) {
    const message = `the newest resources of placement "${state.run.spec.placementName}" are being captured`;
    return { ...waitFor('ResourcesNotCaptured', message, times), action: { kind: 'captureResources' } };
  }
  return wanted === '' ? findNewest(state, times) : fail(noSuchSnapshot(state, wanted));
}

/** Only after a fresh capture; if that failed, the newest snapshot is not what the hub holds (RUL 24, C/UR-066). */
function findNewest(state: RunState, times: Times): Found<ResourceSnapshot> {
  const placement = state.run.spec.placementName;
  if (state.captureFailure !== undefined) {
    return fail(
      `the resources of placement "${placement}" cannot be captured: ${state.captureFailure.message}`,
    );
  }
  const newest = state.resourceSnapshots.at(-1);
  return newest === undefined
    ? waitFor('ResourcesNotCaptured', `placement "${placement}" has no resource snapshot yet`, times)
    : found(newest);
}

function missing(message: string, { seenAt, now }: Times): Obstacle {
  const until = plus(seenAt, LOOKUP_GRACE_MS);
  if (now >= until) return fail(`${message}; create it, then create a new run`);
  return { kind: 'waiting', blocker: { cause: 'NotFoundYet', message, since: seenAt, until }, wakeAt: until };
}

const waitFor = (
  cause: BlockerCause,
  message: string,
  { seenAt }: Times,
  more: Pick<Blocker, 'subject'> = {},
) => ({ kind: 'waiting', blocker: { cause, message, since: seenAt, ...more } }) as const;

const unfinished = (state: RunState) =>
  state.siblings.filter(({ progress }) => progress === undefined || !isRunOver(progress));

const isCreatedBefore = (sibling: SiblingRun, { run }: RunState) =>
  sibling.createdAt < run.createdAt ||
  (sibling.createdAt === run.createdAt && compareText(sibling.name, run.name) < 0);

const identityOf = ({ stages, gates = {} }: Pick<RunPlan, 'stages' | 'gates'>) =>
  canonicalJson({
    gates,
    stages: stages.map(stage => ({ ...stage, maxConcurrency: stage.maxConcurrency ?? 1 })),
  });

function noSuchSnapshot(state: RunState, wanted: string): string {
  return (
    `spec.resourceSnapshotIndex: placement "${state.run.spec.placementName}" has no resource snapshot ${wanted} ` +
    `(there are: ${namesOf(state.resourceSnapshots)}); name one of them, or leave it out for the newest`
  );
}

const namesOf = (snapshots: readonly ResourceSnapshot[]) =>
  snapshots.length === 0 ? 'none' : snapshots.map(({ index }) => index).join(', ');

export const notExternal = (placement: string, type: string) =>
  `placement "${placement}" has the rollout strategy ${type}; set spec.strategy.type to External, then create a new run`;
