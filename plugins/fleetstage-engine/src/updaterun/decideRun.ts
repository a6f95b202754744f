import { isSameJson, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Decision } from '../decision';
import { findRevoked, restoreGates, useGates } from '../staged/gates/decideGates';
import { isBegun } from '../staged/gates/isGateUsed';
import { decideRelease } from './decideRelease';
import { decideStage } from './decideStage';
import { decideStop, explainRest } from './decideStop';
import { endByPerson } from './endRun';
import { findEntryHold } from './findEntryHold';
import { openLedger, type Ledger } from './ledger';
import { planRun } from './planRun';
import {
  currentStage,
  isBehindHub,
  isRunOver,
  moveTo,
  newProgress,
  wantedState,
  withHeldState,
  withStage,
} from './progress';
import { openContext, type RunContext } from './runContext';
import { nextTurn } from './selectRunsAhead';
import type { Phase, RunAction, RunPlan, RunProgress, RunState, StageProgress } from './state';
import { validateRun } from './validateRun';

/**
 * Decides one pass of an update run: everything that can happen now happens in this one decision, and whatever cannot
 * is explained by a blocker. `saveProgress` and `advanceBinding`/`releaseBinding` must be committed together.
 *
 *   seen for the first time, no finalizer      → ensureFinalizer, and nothing else
 *   spec.state Initialize                      → planned, then waits for Run (an absent state is Run, RUL 1)
 *   no spec.state, after Stop or Initialize    → the same as before: a write that drops it starts nothing (RUL 51)
 *   spec.state Run, three stages without gates → the first clusters advance in the pass that plans the run
 *   spec.state Stop                            → comes to rest; the wait clocks go on (RUL 7)
 *   asked to end, whatever spec.state says      → ended as it stands: it holds nothing, and never goes on (RUL 49)
 *   finished, failed, never initialized        → nothing, whatever the spec says (C/TR-030)
 *   the same by its status, its progress lost  → nothing: a run never begins twice
 *   the same by its status, its progress older → closed as it stands, and the timeline says why
 *   being deleted                              → approvals deleted, then the finalizer goes; bindings stay (C/UR-135)
 */
export function decideRun(state: RunState, now: Instant): Decision<RunAction> {
  const ledger = openLedger(now);
  if (state.run.deletedAt !== undefined) decideDeletion(state, ledger);
  else if (isBehindHub(state.run, state.progress)) closeOutdated(state, ledger);
  else if (!state.run.hasFinalizer) askForFinalizer(ledger);
  else saveIfChanged(state, ledger, decideProgress(state, ledger));
  return ledger.close();
}

function decideDeletion({ run, approvals }: RunState, ledger: Ledger): void {
  if (approvals.length > 0) {
    if (approvals.some(request => !request.isDeleting)) ledger.act({ kind: 'deleteApprovals' });
    ledger.wait({
      cause: 'DeletingApprovals',
      message: `the approval requests of run "${run.name}" are being deleted`,
    });
  } else if (run.hasFinalizer) {
    ledger.act({ kind: 'removeFinalizer' });
  }
}

/** Not told as a failure of the run: on the hub it may have succeeded, and that stays its status. */
function closeOutdated({ run, progress }: RunState, ledger: Ledger): void {
  if (progress === undefined) return;
  const message =
    `the status on the hub says that run "${run.name}" has ended, which the database did not know: the database is older ` +
    `than the hub (restored from a backup, or a standby that lagged), or somebody wrote that status by hand; the run ` +
    `moves no further cluster, so look at what the clusters run and create a new run to go on`;
  ledger.tell({ event: 'endedOnHub', message });
  const closed: RunProgress = { ...endRun(ledger, progress, message), isOutdated: true };
  ledger.act({ kind: 'saveProgress', progress: closed, events: ledger.events });
}

function askForFinalizer(ledger: Ledger): void {
  ledger.act({ kind: 'ensureFinalizer' });
  ledger.wait({ cause: 'FinalizerMissing', message: 'the finalizer of the run is being written' });
}

function saveIfChanged(state: RunState, ledger: Ledger, progress: RunProgress): void {
  if (isSameJson(progress, state.progress)) return;
  ledger.act({ kind: 'saveProgress', progress, events: ledger.events });
}

function decideProgress(state: RunState, ledger: Ledger): RunProgress {
  const recorded: RunProgress = { ...(state.progress ?? newProgress) };
  if (isRunOver(recorded)) return recorded;
  const { end } = state.run;
  if (end !== undefined) return endByPerson(ledger, recorded, { end, bindings: state.bindings });
  const before = withHeldState(recorded, state.run.spec);
  const seen = { ...before, seenAt: before.seenAt ?? ledger.now };
  const progress = seen.plan === undefined ? initialize(state, seen, ledger) : seen;
  const { plan } = progress;
  return plan === undefined ? progress : decidePlanned(state, { progress, plan, ledger });
}

function initialize(state: RunState, progress: RunProgress, ledger: Ledger): RunProgress {
  const { now } = ledger;
  const initialization = planRun(state, { seenAt: progress.seenAt ?? now, now });
  switch (initialization.kind) {
    case 'planned': {
      const { plan, stages, deletion } = initialization;
      ledger.tell({ event: 'initialized' });
      return { ...progress, plan, stages, deletion };
    }
    case 'failed': {
      const { message } = initialization;
      ledger.tell({ event: 'initializationFailed', message });
      return { ...progress, initializationFailed: { at: now, message } };
    }
    default:
      if (initialization.action !== undefined) ledger.act(initialization.action);
      ledger.wait(initialization.blocker, initialization.wakeAt);
      return progress;
  }
}

interface Planned {
  readonly progress: RunProgress;
  readonly plan: RunPlan;
  readonly ledger: Ledger;
}

function decidePlanned(state: RunState, { progress, plan, ledger }: Planned): RunProgress {
  const validity = validateRun(state, progress, plan);
  if (validity.kind === 'invalid') return failRun(ledger, progress, validity.message);
  const hold = validity.kind === 'held' ? validity.blocker : undefined;
  const ctx = openContext({ state, plan, ledger, hold });
  const wanted = wantedState(state.run.spec, progress);
  if (wanted === 'Run') return decideExecution(ctx, progress);
  if (wanted === 'Initialize' && progress.startedAt === undefined) {
    ledger.wait({
      cause: 'NotStarted',
      message: explainRest('planned', 'start it', state.run.spec),
      since: plan.at,
    });
    return progress;
  }
  const { progress: next, failure } = decideStop(ctx, progress);
  return failure === undefined ? next : failRun(ledger, next, failure.message);
}

function decideExecution(ctx: RunContext, before: RunProgress): RunProgress {
  let progress = startRun(ctx, before);
  for (const [index, config] of ctx.plan.stages.entries()) {
    const stage = progress.stages[index];
    if (stage.succeededAt !== undefined) continue;
    const entered = enterStage(ctx, { progress, stage, index });
    if (entered === undefined) return waitOutside(ctx, progress, stage);
    const { stage: next, failure } = decideStage(ctx, entered, config);
    progress = withStage(progress, next);
    if (failure !== undefined) return failRun(ctx.ledger, progress, failure);
    // Before its first cluster, what the run waits for is not progress. After-stage tasks are (requirement 000).
    if (next.succeededAt === undefined)
      return withPhase(ctx.ledger, progress, isBegun(next) ? 'Running' : 'Waiting');
  }
  return decideEnd(ctx, progress);
}

function decideEnd(ctx: RunContext, progress: RunProgress): RunProgress {
  const entered = enterStage(ctx, { progress, stage: progress.deletion, index: progress.stages.length });
  if (entered === undefined) return waitOutside(ctx, progress, progress.deletion);
  const deletion = decideRelease(ctx, entered);
  const next = withPhase(ctx.ledger, { ...progress, deletion }, 'Running');
  if (deletion.succeededAt === undefined) return next;
  ctx.ledger.tell({ event: 'succeeded' });
  return { ...next, succeededAt: ctx.ledger.now };
}

/** The run takes its turn when it first executes, and is told apart from one that was resumed. */
function startRun({ ledger, state }: RunContext, progress: RunProgress): RunProgress {
  const kind = progress.phase?.kind;
  const isResumed = progress.startedAt !== undefined && (kind === 'Stopped' || kind === 'Stopping');
  if (progress.startedAt === undefined) ledger.tell({ event: 'started' });
  else if (isResumed) ledger.tell({ event: 'resumed' });
  return {
    ...progress,
    ...(isResumed && { resumedAt: ledger.now }),
    startedAt: progress.startedAt ?? ledger.now,
    turn: progress.turn ?? nextTurn(state.siblings),
  };
}

interface Entry {
  readonly progress: RunProgress;
  readonly stage: StageProgress;
  readonly index: number;
}

/** The stage once nothing keeps the run out of it; entering uses up the approvals of the stage before. */
function enterStage(ctx: RunContext, { progress, stage, index }: Entry): StageProgress | undefined {
  if (stage.enteredAt !== undefined) return stage;
  const previous: StageProgress | undefined = progress.stages[index - 1];
  if (previous !== undefined) restoreGates(ctx, previous);
  const since = previous?.succeededAt ?? progress.startedAt;
  const blocker =
    ctx.hold ??
    findEntryHold(progress, ctx.state.siblings, { index, since }) ??
    findRevoked(ctx, previous?.after ?? [], stage.name);
  if (blocker !== undefined) {
    ctx.ledger.wait({ ...blocker, since: blocker.since ?? since });
    return undefined;
  }
  useGates(ctx, previous?.after ?? []);
  return { ...stage, enteredAt: ctx.ledger.now };
}

function waitOutside({ ledger }: RunContext, progress: RunProgress, stage: StageProgress): RunProgress {
  // Only a stop has given a phase to a stage that was never entered; resumed, it waits again.
  const outside =
    stage.phase === undefined ? stage : { ...stage, phase: moveTo(stage.phase, 'Waiting', ledger.now) };
  return withPhase(ledger, withStage(progress, outside), 'Waiting');
}

function withPhase(ledger: Ledger, progress: RunProgress, wanted: 'Waiting' | 'Running'): RunProgress {
  const isStuck = ledger.blockers.some(({ cause }) => cause === 'ClusterStuck');
  const kind = isStuck ? 'Stuck' : wanted;
  if (isNews(progress.phase?.kind, kind)) ledger.tell({ event: eventOf[kind], ...firstMessage(ledger) });
  return { ...progress, phase: moveTo(progress.phase, kind, ledger.now) };
}

/** Beginning and resuming are told by events of their own. */
const isNews = (before: Phase['kind'] | undefined, after: Phase['kind']) =>
  before !== after && (after !== 'Running' || before === 'Waiting' || before === 'Stuck');

const eventOf = { Stuck: 'stuck', Waiting: 'waiting', Running: 'running' } as const;

function firstMessage({ blockers }: Ledger): { readonly message?: string } {
  const first = blockers.find(({ cause }) => cause === 'ClusterStuck') ?? blockers.at(0);
  return first === undefined ? {} : { message: first.message };
}

function failRun(ledger: Ledger, progress: RunProgress, message: string): RunProgress {
  ledger.tell({ event: 'failed', message });
  return endRun(ledger, progress, message);
}

/** Ends the run for good; the stage it was in fails with it, so that no stage looks busy in a dead run (C/RV-030). */
function endRun({ now }: Ledger, progress: RunProgress, message: string): RunProgress {
  const stage = currentStage(progress) ?? progress.deletion;
  const failed = { at: now, message };
  const isBusy = stage.enteredAt !== undefined && stage.succeededAt === undefined;
  const ended = isBusy ? { ...stage, failed, phase: moveTo(stage.phase, 'Failed', now) } : stage;
  return { ...withStage(progress, ended), failed, phase: moveTo(progress.phase, 'Failed', now) };
}
