import { isSameJson, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { BlockerCause } from '../blocker/causes';
import { foundBefore } from '../blocker/keptBlocker';
import type { Decision } from '../decision';
import { failStages } from '../staged/endStages';
import { runStages } from '../staged/runStages';
import { stopStages } from '../staged/stopStages';
import { endByPerson } from './endRun';
import { explainIdle } from './explainIdle';
import { openLedger, type Ledger } from './ledger';
import { planRun } from './planRun';
import { isBehindHub, isRunOver, newProgress, wantedState, withHeldState } from './progress';
import { openContext } from './runContext';
import { nextTurn } from './selectRunsAhead';
import { openStaged } from './stagedRun';
import { fromStaged, toStaged } from './stagedMemory';
import type { RunAction, RunPlan, RunProgress, RunState } from './state';
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
 *   asked to end, whatever spec.state says      → ended as it is: it holds nothing, and never goes on (RUL 49)
 *   finished, failed, never initialized        → nothing, whatever the spec says (C/TR-030)
 *   the same by its status, its progress lost  → nothing: a run never begins twice
 *   the same by its status, its progress older → closed as it is, and the timeline says why
 *   being deleted                              → approvals deleted, then the finalizer goes; bindings stay (C/UR-135)
 */
export function decideRun(state: RunState, now: Instant): Decision<RunAction> {
  const ledger = openLedger(now);
  if (state.run.deletedAt !== undefined) decideDeletion(state, ledger);
  else if (isBehindHub(state.run, state.progress)) closeOutdated(state, ledger);
  else if (!state.run.hasFinalizer) askForFinalizer(state, ledger);
  else saveIfChanged(state, ledger, decideProgress(state, ledger));
  return ledger.close();
}

/** A request of another run that has a name of ours stays, and is not waited for. */
function decideDeletion({ run, gateFacts }: RunState, ledger: Ledger): void {
  const own = gateFacts.requests.filter(request => request.run === run.name);
  if (own.length > 0) {
    if (own.some(request => !request.isDeleting)) ledger.act({ kind: 'deleteApprovals' });
    ledger.wait({
      cause: 'DeletingApprovals',
      message: `the approval requests of run "${run.name}" are being deleted`,
    });
  } else if (run.hasFinalizer) {
    ledger.act({ kind: 'removeFinalizer' });
  }
}

/** Not reported as a failure of the run: on the hub it may have succeeded, and that stays its status. */
function closeOutdated({ run, progress }: RunState, ledger: Ledger): void {
  if (progress === undefined) return;
  const message =
    `the status on the hub says that run "${run.name}" has ended, which the database did not know: the database is older ` +
    `than the hub (restored from a backup, or a standby that lagged), or somebody wrote that status by hand; the run ` +
    `moves no further cluster, so check what the clusters run and create a new run to go on`;
  ledger.record({ event: 'endedOnHub', message });
  const closed: RunProgress = { ...closeRun(ledger, progress, message), isOutdated: true };
  ledger.act({ kind: 'saveProgress', progress: closed, events: ledger.events });
}

/** A run whose finalizer somebody took away is still held by what held it before. */
function askForFinalizer({ blockers }: RunState, ledger: Ledger): void {
  ledger.act({ kind: 'ensureFinalizer' });
  ledger.wait({ cause: 'FinalizerMissing', message: 'the finalizer of the run is being written' });
  const before = foundBefore(blockers).filter(({ cause }) => cause !== 'FinalizerMissing');
  before.forEach(blocker => ledger.wait(blocker));
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
      ledger.record({ event: 'initialized' });
      return { ...progress, plan, stages, deletion };
    }
    case 'failed': {
      const { message } = initialization;
      ledger.record({ event: 'initializationFailed', message });
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
  const wanted = wantedState(state.run.spec, progress);
  if (wanted === 'Initialize' && progress.startedAt === undefined) {
    const message = explainIdle('planned', 'start it', state.run.spec);
    ledger.wait({ cause: 'NotStarted', message, since: plan.at });
    return progress;
  }
  const decideStages = wanted === 'Run' ? runStages : stopStages;
  const turned = wanted === 'Run' ? withTurn(state, progress) : progress;
  const ctx = openStaged(openContext({ state, plan, ledger, hold }), turned);
  const { progress: moved, failure } = decideStages(ctx, toStaged(turned));
  const next = fromStaged(turned, moved);
  return failure === undefined ? withTrouble(next, ledger) : failRun(ledger, next, failure);
}

function withTrouble({ trouble: _, ...progress }: RunProgress, { blockers }: Ledger): RunProgress {
  const has = (wanted: BlockerCause) => blockers.some(({ cause }) => cause === wanted);
  if (has('ClusterFailing')) return { ...progress, trouble: 'failing' };
  return has('ClusterStuck') ? { ...progress, trouble: 'stuck' } : progress;
}

/** The run takes its turn when it first executes. */
const withTurn = ({ siblings }: RunState, progress: RunProgress): RunProgress => ({
  ...progress,
  turn: progress.turn ?? nextTurn(siblings),
});

function failRun(ledger: Ledger, progress: RunProgress, message: string): RunProgress {
  ledger.record({ event: 'failed', message });
  return closeRun(ledger, progress, message);
}

const closeRun = ({ now }: Ledger, progress: RunProgress, message: string): RunProgress =>
  fromStaged(progress, failStages(toStaged(progress), message, now));
