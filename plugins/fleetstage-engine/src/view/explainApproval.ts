import { toRfc3339, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { gateKindOf } from '../staged/gates/gateKinds';
import { isBegun } from '../staged/gates/isGateUsed';
import { usableSlots } from '../staged/slots';
import type { Blocker } from '../decision';
import { decideRun } from '../updaterun/decideRun';
import { currentStage } from '../staged/progress';
import { wantedState } from '../updaterun/progress';
import { haltOf, selectRunsAhead } from '../updaterun/selectRunsAhead';
import type { RunProgress, RunState, StageProgress } from '../updaterun/state';
import type { GateView, StartsStageView } from './views';
import { sentence } from '../words';

type Gate = Pick<GateView, 'request' | 'stage' | 'task'>;

/**
 * What the next pass would do if this gate were approved now: the pass itself, tried on a state in which it is.
 *
 *   production has no gate of its own      → stage production, 12 clusters
 *   an approval before production          → gate, before production; no cluster starts
 *   a wait or an added gate still counts   → wait, until the last of them ends; an added one by its title
 *   an added gate that knows no end        → nothing, and what it says
 *   an earlier run is in the next stage    → held, by that run
 *   the last gate of the run               → finish
 *   stopped, invalid, not asked for        → nothing, and why
 */
export function explainApproval(state: RunState, gate: Gate, now: Instant): StartsStageView {
  const before = state.progress;
  const { requests } = state.gateFacts;
  const request = requests.find(({ name, isDeleting }) => name === gate.request && !isDeleting);
  if (before === undefined || request === undefined) return nothing('It has not been asked for yet.');
  if (wantedState(state.run.spec, before) !== 'Run') return nothing(RUN_IS_STOPPED);
  const { generation } = request;
  const approved = { ...request, approved: { status: 'True', observedGeneration: generation, at: now } };
  const gateFacts = { ...state.gateFacts, requests: requests.map(one => (one === request ? approved : one)) };
  const { actions, blockers } = decideRun({ ...state, gateFacts }, now);
  const after = actions.find(({ kind }) => kind === 'saveProgress');
  const progress = after?.kind === 'saveProgress' ? after.progress : before;
  if (progress.failed !== undefined)
    return nothing(`The run would fail: ${sentence(progress.failed.message)}`);
  const begun = begunStage(before, progress);
  if (begun !== undefined) return begun;
  if (progress.succeededAt !== undefined) return { kind: 'finish', clusterCount: 0 };
  const held = heldBy(state, progress);
  if (held !== undefined) return held;
  const opened = openApproval(progress, gate);
  if (opened !== undefined) return opened;
  const clock = lastClock(progress, blockers);
  if (clock !== undefined) return clock;
  return nothing(sentence(blockers[0]?.message ?? 'The run is where it was'));
}

/** Causes that end by themselves where the moment is known. */
const CLOCKED: ReadonlySet<string> = new Set(['WaitTime', 'GateWaiting']);

/** The wait or added gate that ends last of those that hold the stage; none where one of them knows no end. */
function lastClock(progress: RunProgress, blockers: readonly Blocker[]): StartsStageView | undefined {
  const ends = blockers.flatMap(({ cause, until }) => (CLOCKED.has(cause) ? [until] : []));
  const until = ends.reduce((last, end) => last && end && (end > last ? end : last), ends[0]);
  if (until === undefined) return undefined;
  const { before, after } = currentStage(progress) ?? progress.deletion;
  const title = [...before, ...after].find(({ added }) => added?.waits?.until === until)?.added?.title;
  return {
    kind: 'wait',
    clusterCount: 0,
    endsAt: toRfc3339(until),
    ...(title !== undefined && { title }),
  };
}

/** Why no gate of an idle run is decided: who resumes it has to know that it goes on. */
export const RUN_IS_STOPPED = 'The run is stopped. Resume it first.';

const nothing = (reason: string): StartsStageView => ({ kind: 'nothing', clusterCount: 0, reason });

/** The first stage with clusters that this pass begins; the removal, where it has something to remove. */
function begunStage(before: RunProgress, after: RunProgress): StartsStageView | undefined {
  const begins = (was: StageProgress, is: StageProgress) =>
    was.startedAt === undefined && is.startedAt !== undefined && is.clusters.length > 0;
  const index = after.stages.findIndex((stage, i) => begins(before.stages[i], stage));
  if (index >= 0) {
    const { name: stage, clusters } = after.stages[index];
    const slots = usableSlots(after.plan?.stages[index].maxConcurrency, clusters.length);
    return { kind: 'stage', stage, clusterCount: clusters.length, slots };
  }
  const { name: stage, clusters } = after.deletion;
  if (!begins(before.deletion, after.deletion)) return undefined;
  return { kind: 'removal', stage, clusterCount: clusters.length, slots: clusters.length };
}

/** In front of its next stage, behind an earlier run (RUL 4). */
function heldBy({ siblings }: RunState, progress: RunProgress): StartsStageView | undefined {
  const stage = currentStage(progress) ?? progress.deletion;
  if (stage.enteredAt !== undefined) return undefined;
  const index = progress.stages.indexOf(stage);
  const [ahead] = selectRunsAhead(progress, index < 0 ? progress.stages.length : index, siblings);
  if (ahead === undefined) return undefined;
  const runIs = haltOf(ahead);
  return { kind: 'held', stage: stage.name, clusterCount: 0, run: ahead.name, ...(runIs && { runIs }) };
}

/** The approval that is asked for next; another one beside a wait comes first, since only a person ends it. */
function openApproval(progress: RunProgress, gate: Gate): StartsStageView | undefined {
  const stage = currentStage(progress);
  if (stage?.enteredAt === undefined) return undefined;
  const isBefore = !isBegun(stage);
  const tasks = isBefore ? stage.before : stage.after;
  const next = tasks.find(({ kind, doneAt }) => gateKindOf(kind).isForPeople && doneAt === undefined);
  if (next === undefined || next.request === gate.request) return undefined;
  return { kind: 'gate', stage: stage.name, clusterCount: 0, task: isBefore ? 'before' : 'after' };
}
