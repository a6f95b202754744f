import { plus, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { RunContext } from './runContext';
import type { ApprovalFacts, StageProgress, TaskProgress } from './state';

/** Tasks after this pass; they gate the stage while one of them has no `doneAt`. */
export interface TasksOutcome {
  readonly tasks: readonly TaskProgress[];
  readonly failure?: string;
}

/**
 * Moves the tasks before or after a stage along; all of them run side by side (C/UR-119).
 *
 *   Approval, no request                       → asks for it; also when somebody deleted it (C/AP-017)
 *   a request, and the run has never asked     → not the run's, whatever it says: replaced (C/AP-005)
 *   Approved True for the current generation   → done; taken back before the gate is used → open again (RUL 7)
 *   Approved True for another generation       → not done, and says so (C/AP-013)
 *   TimedWait 1m, clusters done at 12:00       → done at 12:01, whether or not the run was stopped in between (RUL 7)
 */
export function decideTasks(
  ctx: RunContext,
  stage: StageProgress,
  when: 'beforeStage' | 'afterStage',
): TasksOutcome {
  const tasks: TaskProgress[] = [];
  for (const task of when === 'beforeStage' ? stage.before : stage.after) {
    const moved =
      task.kind === 'TimedWait' ? decideWait(ctx, stage, task) : decideApproval(ctx, { stage, task, when });
    if (typeof moved === 'string')
      return { tasks: stage[when === 'beforeStage' ? 'before' : 'after'], failure: moved };
    tasks.push(moved);
  }
  return { tasks };
}

export const areDone = (tasks: readonly TaskProgress[]) => tasks.every(task => task.doneAt !== undefined);

/** Approved True, said of the request as it is now (C/AP-012, RUL 7); ApprovalAccepted alone approves nothing. */
export const isApproved = (request: ApprovalFacts) =>
  !request.isDeleting &&
  request.approved?.status === 'True' &&
  request.approved.observedGeneration === request.generation;

/** The gate was used: from here on the approvals stand (C/AP-014, AP-016). */
export function acceptApprovals(ctx: RunContext, tasks: readonly TaskProgress[]): void {
  for (const task of tasks) {
    const request = findRequest(ctx, task);
    if (request !== undefined && isApproved(request) && !request.isAccepted) {
      ctx.ledger.act({ kind: 'acceptApproval', name: request.name });
    }
  }
}

/** An approval that a finished stage had, and has no more. */
export interface RevokedApproval {
  readonly name: string;
  readonly since?: Instant;
}

/** The first approval of a finished stage that was taken back, or deleted, before the next one could start (RUL 7). */
export function findRevoked(ctx: RunContext, tasks: readonly TaskProgress[]): RevokedApproval | undefined {
  for (const task of tasks) {
    const request = findRequest(ctx, task);
    const isStanding = request !== undefined && (request.isAccepted || isApproved(request));
    if (task.request !== undefined && !isStanding)
      return { name: task.request, since: request?.approved?.at };
  }
  return undefined;
}

/** Asks again for the approvals of a finished stage whose requests were deleted before they were used (C/AP-017). */
export function restoreRequests(ctx: RunContext, { name: stage, after }: StageProgress): void {
  for (const task of after) {
    if (task.request === undefined || findRequest(ctx, task) !== undefined) continue;
    ctx.ledger.act({ kind: 'ensureApproval', name: task.request, stage, task: 'afterStage' });
  }
}

/** A request that was made for an earlier run of the same name is none of ours: it is asked for anew (C/AP-021). */
const findRequest = ({ state: { approvals, run } }: RunContext, task: TaskProgress) =>
  approvals.find(({ name, runUid }) => name === task.request && (runUid === undefined || runUid === run.uid));

function decideWait(ctx: RunContext, stage: StageProgress, task: TaskProgress): TaskProgress {
  const { ledger } = ctx;
  if (task.doneAt !== undefined) return task;
  const since = stage.updatedAt ?? ledger.now;
  const until = plus(since, task.waitMs ?? 0);
  if (until <= ledger.now) {
    ledger.tell({ event: 'waitElapsed', stage: stage.name, task: 'TimedWait' });
    return { ...task, doneAt: ledger.now };
  }
  const message = `stage "${stage.name}" waits until its time is over`;
  ledger.wait({ cause: 'WaitTime', message, since, until }, until);
  return task;
}

interface ApprovalTask {
  readonly stage: StageProgress;
  readonly task: TaskProgress;
  readonly when: 'beforeStage' | 'afterStage';
}

/** The task after this pass, or why the run cannot go on. */
function decideApproval(ctx: RunContext, given: ApprovalTask): TaskProgress | string {
  const { ledger, state } = ctx;
  const { stage, task, when } = given;
  const name = task.request ?? '';
  const request = findRequest(ctx, task);
  const isOurs = request === undefined || (request.run === state.run.name && request.stage === stage.name);
  if (!isOurs) return foreignRequest(request, state.run.name, stage.name);
  if (task.requestedAt === undefined && request !== undefined) return replaceEarly(ctx, given, request);
  if (task.requestedAt === undefined)
    ledger.tell({ event: 'approvalRequested', stage: stage.name, task: name });
  if (request === undefined) ledger.act({ kind: 'ensureApproval', name, stage: stage.name, task: when });
  const { doneAt, actor: _, ...rest } = task;
  const asked = { ...rest, requestedAt: task.requestedAt ?? ledger.now };
  if (request !== undefined && isApproved(request)) {
    const actor = request.actor === undefined ? {} : { actor: request.actor };
    if (doneAt === undefined) ledger.tell({ event: 'approved', stage: stage.name, task: name, ...actor });
    return { ...asked, ...actor, doneAt: doneAt ?? ledger.now };
  }
  if (doneAt !== undefined) ledger.tell({ event: 'approvalRevoked', stage: stage.name, task: name });
  explainOpen(ctx, { stage: stage.name, name, request, since: asked.requestedAt });
  return asked;
}

/**
 * Whoever made the request did so before there was something to approve, and may have approved it, too: nobody has seen what
 * that would let through. It goes, and the run asks.
 */
function replaceEarly(
  { ledger }: RunContext,
  { stage, task, when }: ApprovalTask,
  { name, isDeleting }: ApprovalFacts,
): TaskProgress {
  if (!isDeleting) ledger.act({ kind: 'removeApproval', name, stage: stage.name, task: when });
  const message =
    `ClusterApprovalRequest "${name}" was there before stage "${stage.name}" asked for an approval, and does not count; ` +
    `it is being replaced, approve the new one`;
  ledger.wait({ cause: 'ApprovalEarly', message, since: stage.updatedAt ?? stage.enteredAt });
  return task;
}

interface OpenApproval {
  readonly stage: string;
  readonly name: string;
  readonly request: ApprovalFacts | undefined;
  readonly since: Instant;
}

function explainOpen({ ledger }: RunContext, { stage, name, request, since }: OpenApproval): void {
  const given = request?.approved?.status === 'True' ? request.approved.observedGeneration : undefined;
  if (request === undefined || request.isDeleting || given === undefined) {
    const message = `stage "${stage}" waits for the approval of ClusterApprovalRequest "${name}"`;
    return ledger.wait({ cause: 'ApprovalPending', message, since });
  }
  const message =
    `the approval of ClusterApprovalRequest "${name}" names generation ${given} and does not count: ` +
    `approve it again with observedGeneration ${request.generation}`;
  return ledger.wait({ cause: 'ApprovalStale', message, since: request.approved?.at ?? since });
}

const foreignRequest = (request: ApprovalFacts, run: string, stage: string) =>
  `ClusterApprovalRequest "${request.name}" already exists and belongs to run "${request.run}", stage ` +
  `"${request.stage}"; run "${run}" needs the name for stage "${stage}": delete the request or name the run differently`;
