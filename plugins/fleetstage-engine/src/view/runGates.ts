import {
  DELETION_STAGE,
  plus,
  toRfc3339,
  type Instant,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { isApproved } from '../updaterun/decideTasks';
import type { StageProgress, TaskProgress } from '../updaterun/state';
import { findRequest, type PersonDecision, type RequestSummary, type RunAssessment } from './runInputs';
import type { GateStateCode } from './stateCodes';
import type { GateView } from './views';
import { ageInWords, sentence } from './words';

type When = 'before' | 'after';

/** The gates before or after a stage, in the order of the strategy. */
export const gatesOf = (scene: RunAssessment, stage: StageProgress, when: When): GateView[] =>
  stage[when].map(task =>
    task.kind === 'TimedWait'
      ? waitView(scene, stage, task, when)
      : approvalView(scene, { stage, task, when }),
  );

const PAST: ReadonlySet<GateStateCode> = new Set(['approved', 'elapsed', 'notReached', 'cutShort']);

/** It holds the run, or will. */
export const isOpen = ({ state }: Pick<GateView, 'state'>) => !PAST.has(state);

function waitView(scene: RunAssessment, stage: StageProgress, task: TaskProgress, when: When): GateView {
  const { waitMs = 0, doneAt } = task;
  const began = stage.updatedAt;
  const ends = began === undefined ? undefined : plus(began, waitMs);
  const state = waitState(scene, { began, ends, isDone: doneAt !== undefined });
  return {
    kind: 'wait',
    task: when,
    stage: stage.name,
    state,
    waitSeconds: Math.round(waitMs / 1000),
    ...(began !== undefined && { beganAt: toRfc3339(began) }),
    ...(ends !== undefined && { endsAt: toRfc3339(ends) }),
    ...(doneAt !== undefined && { doneAt: toRfc3339(doneAt) }),
    ...overWords(scene, state, began),
  };
}

interface WaitTimes {
  readonly began: Instant | undefined;
  readonly ends: Instant | undefined;
  readonly isDone: boolean;
}

function waitState({ now, over }: RunAssessment, { began, ends, isDone }: WaitTimes): GateStateCode {
  // The pass that counts the end may come a moment after it; the end of a run comes before both.
  if (isDone || (ends !== undefined && ends <= (over?.at ?? now))) return 'elapsed';
  if (over === undefined) return began === undefined ? 'notBegun' : 'counting';
  return began === undefined ? 'notReached' : 'cutShort';
}

/** A run that is over promises nothing of its gates. */
function overWords({ over }: RunAssessment, state: GateStateCode, began?: Instant): Partial<GateView> {
  if (over === undefined || (state !== 'notReached' && state !== 'cutShort')) return {};
  const end = `the run ${over.how}.`;
  return {
    message: began === undefined ? sentence(end) : `Counted ${ageInWords(over.at - began)}, then ${end}`,
  };
}

interface ApprovalTask {
  readonly stage: StageProgress;
  readonly task: TaskProgress;
  readonly when: When;
}

function approvalView(scene: RunAssessment, { stage, task, when }: ApprovalTask): GateView {
  const request = findRequest(scene, task.request);
  const decision = decisionOn(scene, request);
  const state = approvalState({ scene, stage, task, when, request, decision });
  const askedAt = askedAtOf(scene, task);
  return {
    kind: 'approval',
    task: when,
    stage: stage.name,
    state,
    ...(task.request !== undefined && { request: task.request }),
    ...(request && { requestUid: request.uid, requestGeneration: request.generation }),
    ...(request?.resourceVersion !== undefined && { resourceVersion: request.resourceVersion }),
    ...(askedAt !== undefined && { askedAt: toRfc3339(askedAt) }),
    ...toldBy({ task, state, request, decision }),
    ...overWords(scene, state),
  };
}

/** A stop takes an open gate away from who decides; it is asked for again when the run goes on. */
function askedAtOf({ progress }: RunAssessment, { requestedAt, doneAt }: TaskProgress): Instant | undefined {
  const resumedAt = progress?.resumedAt;
  if (requestedAt === undefined || resumedAt === undefined || doneAt !== undefined) return requestedAt;
  return resumedAt > requestedAt ? resumedAt : requestedAt;
}

/** The newest word on the request that is live. */
function decisionOn(
  { decisions }: RunAssessment,
  request: RequestSummary | undefined,
): PersonDecision | undefined {
  return decisions.filter(one => one.requestUid === request?.uid).sort((a, b) => b.at - a.at)[0];
}

interface Standing extends ApprovalTask {
  readonly scene: RunAssessment;
  readonly request: RequestSummary | undefined;
  readonly decision: PersonDecision | undefined;
}

/**
 * ui §2, *Gate*.
 *
 *   never asked                                          → notAsked
 *   counted, and still standing or used up               → approved
 *   counted, then taken back before the next stage began → asked again
 *   Approved True for this generation, no pass yet       → given
 *   Approved True for another generation                 → wrongGeneration
 *   a person said no, and nobody has approved since      → rejected
 *   the run is over                                      → notReached where it was never asked, else cutShort
 */
function approvalState({ scene, stage, task, when, request, decision }: Standing): GateStateCode {
  const isStanding = request !== undefined && (request.isAccepted || isApproved(request));
  if (task.doneAt !== undefined && (isStanding || isUsed(scene, stage, when))) return 'approved';
  if (task.requestedAt === undefined) return scene.isOver ? 'notReached' : 'notAsked';
  if (decision?.verdict === 'rejected' && (request === undefined || !isApproved(request))) return 'rejected';
  if (scene.isOver) return 'cutShort';
  if (request !== undefined && isApproved(request)) return 'given';
  if (request?.approved?.status === 'True' && !request.isDeleting) return 'wrongGeneration';
  return 'asked';
}

/** From here on the approvals stand: the stage behind the gate has begun, or the run is over (C/AP-014, AP-016). */
export function isUsed({ progress, isOver }: RunAssessment, stage: StageProgress, when: When): boolean {
  if (isOver) return true;
  if (when === 'before') return stage.startedAt !== undefined || stage.updatedAt !== undefined;
  if (stage.name === DELETION_STAGE || progress === undefined) return true;
  const index = progress.stages.findIndex(({ name }) => name === stage.name);
  return (progress.stages[index + 1] ?? progress.deletion).enteredAt !== undefined;
}

interface Told {
  readonly task: TaskProgress;
  readonly state: GateStateCode;
  readonly request: RequestSummary | undefined;
  readonly decision: PersonDecision | undefined;
}

/** Who decided, when, with which words; without a row of ours it was somebody with kubectl. */
function toldBy({ task, state, request, decision }: Told): Partial<GateView> {
  switch (state) {
    case 'rejected':
      return decision === undefined ? {} : wordsOf(decision);
    case 'approved':
    case 'given': {
      if (decision?.verdict === 'approved') return wordsOf(decision);
      const at = request?.approved?.at ?? task.doneAt;
      return {
        actor: { ref: task.actor ?? request?.actor ?? 'kubectl' },
        ...(at !== undefined && { doneAt: toRfc3339(at) }),
        ...(request?.approved?.message && { comment: request.approved.message }),
      };
    }
    case 'wrongGeneration':
      return {
        message:
          `It was approved for generation ${request?.approved?.observedGeneration ?? 0}; ` +
          `the request is at generation ${request?.generation ?? 0}. Approve it again.`,
      };
    default:
      return {};
  }
}

const wordsOf = ({ actor, at, comment, verdict }: PersonDecision): Partial<GateView> => ({
  actor: { ref: actor },
  doneAt: toRfc3339(at),
  ...(comment !== undefined && { comment }),
  ...(verdict === 'rejected' && comment !== undefined && { message: comment }),
});
