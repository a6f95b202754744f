import {
  approvalName,
  condition,
  parseDuration,
  stagedKindsOf,
  type ConditionClaim,
  type Instant,
  type StageTask,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Blocker } from '../../decision';
import { explainApproval, showApproval } from './approvalStatus';
import type {
  GateDecision,
  GateEffect,
  GateEvent,
  GateProgress,
  GateInput,
  GateRunInput,
  Side,
  TaskGateKind,
} from './gate';
import { findRequest, isApproved, type ApprovalRequest } from './request';

/**
 * Waits for a person, who approves a request object on the hub.
 *
 *   no request                                 → asks for it; also when somebody deleted it (C/AP-017)
 *   a request, and the run has never asked     → not the run's, whatever it says: replaced (C/AP-005)
 *   Approved True for the current generation   → open; taken back before the gate is used → shut again (RUL 7)
 *   Approved True for another generation       → shut, and says so (C/AP-013)
 */
export const approval: TaskGateKind<'approval'> = {
  type: 'Approval',
  shownAs: 'approval',
  isForPeople: true,
  sides: ['beforeStage', 'afterStage'],
  fresh: { type: 'Approval' },
  findIssue,
  normalize: () => ({ type: 'Approval' }),
  plan: (_, { run, stage, side }) => ({ kind: 'Approval', request: approvalName(run, stage, side) }),
  decide,
  use: accept,
  findRevocation,
  restore: ({ request: name }, input) =>
    name === undefined || findRequest(input, name) !== undefined
      ? []
      : [{ kind: 'ensureApproval', name, stage: input.stage.name, task: input.side }],
  preview: () => ({ kind: 'approval' }),
  show: showApproval,
  explain: explainApproval,
  sayPlanned: () => 'approval',
  sayNext: () => 'one more approval',
  claims: ({ requestedAt, doneAt }, side) => [
    { claim: claimsOf[side].created, at: requestedAt },
    { claim: claimsOf[side].approved, at: doneAt },
  ],
  besideApproval: undefined,
};

const claimsOf: Readonly<Record<Side, Readonly<Record<'created' | 'approved', ConditionClaim>>>> = {
  /** The reasons are requirement 000's (RUL 2). */
  afterStage: {
    created: condition('ApprovalRequestCreated', 'True', 'AfterStageTaskApprovalRequestCreated', ''),
    approved: condition('ApprovalRequestApproved', 'True', 'AfterStageTaskApprovalRequestApproved', ''),
  },
  /** Before-stage tasks it does not know, so KubeFleet's (C/CV-026, CV-027). */
  beforeStage: {
    created: condition('ApprovalRequestCreated', 'True', 'StageTaskApprovalRequestCreated', ''),
    approved: condition('ApprovalRequestApproved', 'True', 'StageTaskApprovalRequestApproved', ''),
  },
};

/** `0s` waits for nothing and is let through (C/ST-015). */
function findIssue({ waitTime }: StageTask, at: string): string | undefined {
  if (waitTime === undefined) return undefined;
  const parsed = parseDuration(waitTime);
  return parsed.ok && parsed.value !== 0
    ? `${at}.waitTime: an Approval has no wait; remove ${waitTime}`
    : undefined;
}

function decide(gate: GateProgress, input: GateInput): GateDecision {
  const { now, run, stage, side } = input;
  const name = gate.request ?? '';
  const request = findRequest(input, gate.request);
  const isOurs = request === undefined || (request.run === run.name && request.stage === stage.name);
  if (!isOurs) return { kind: 'failed', message: foreignRequest(request, run, stage.name) };
  if (gate.requestedAt === undefined && request !== undefined) return replaceEarly(gate, input, request);
  const effects: readonly GateEffect[] =
    request === undefined ? [{ kind: 'ensureApproval', name, stage: stage.name, task: side }] : [];
  const events: GateEvent[] =
    gate.requestedAt === undefined ? [{ event: 'approvalRequested', task: name }] : [];
  const { doneAt, actor: _, ...rest } = gate;
  const asked = { ...rest, requestedAt: gate.requestedAt ?? now };
  if (isApproved(request)) {
    const actor = request?.actor === undefined ? {} : { actor: request.actor };
    if (doneAt === undefined) events.push({ event: 'approved', task: name, ...actor });
    return { kind: 'open', gate: { ...asked, ...actor, doneAt: doneAt ?? now }, effects, events };
  }
  if (doneAt !== undefined) events.push({ event: 'approvalRevoked', task: name });
  const { approval: kind } = stagedKindsOf(run);
  const blocker = explainOpen({ kind, stage: stage.name, name, request, since: asked.requestedAt });
  return { kind: 'waiting', gate: asked, effects, events, blocker };
}

/**
 * Whoever made the request did so before there was something to approve, and may have approved it, too: nobody has seen what
 * that would let through. It goes, and the run asks.
 */
function replaceEarly(
  gate: GateProgress,
  { run, stage, side }: GateInput,
  { name, isDeleting }: ApprovalRequest,
): GateDecision {
  const message =
    `${stagedKindsOf(run).approval} "${name}" was there before stage "${stage.name}" asked for an approval, and does not count; ` +
    `it is being replaced, approve the new one`;
  return {
    kind: 'waiting',
    gate,
    effects: isDeleting ? [] : [{ kind: 'removeApproval', name, stage: stage.name, task: side }],
    blocker: { cause: 'ApprovalEarly', message, since: stage.updatedAt ?? stage.enteredAt },
  };
}

interface OpenApproval {
  readonly kind: string;
  readonly stage: string;
  readonly name: string;
  readonly request: ApprovalRequest | undefined;
  readonly since: Instant;
}

function explainOpen({ kind, stage, name, request, since }: OpenApproval): Blocker {
  const given = request?.approved?.status === 'True' ? request.approved.observedGeneration : undefined;
  if (request === undefined || request.isDeleting || given === undefined) {
    const message = `stage "${stage}" waits for the approval of ${kind} "${name}"`;
    return { cause: 'ApprovalPending', message, since };
  }
  const message =
    `the approval of ${kind} "${name}" names generation ${given} and does not count: ` +
    `approve it again with observedGeneration ${request.generation}`;
  return { cause: 'ApprovalStale', message, since: request.approved?.at ?? since };
}

const foreignRequest = (request: ApprovalRequest, run: GateInput['run'], stage: string) =>
  `${stagedKindsOf(run).approval} "${request.name}" already exists and belongs to run "${request.run}", stage ` +
  `"${request.stage}"; run "${run.name}" needs the name for stage "${stage}": delete the request or name the run differently`;

/** From here on the approval is final (C/AP-014, AP-016). */
function accept(gate: GateProgress, input: GateRunInput): readonly GateEffect[] {
  const request = findRequest(input, gate.request);
  return request !== undefined && isApproved(request) && !request.isAccepted
    ? [{ kind: 'acceptApproval', name: request.name }]
    : [];
}

/**
 * Taken back, or deleted. Whether the gate was used is what the run remembers: ApprovalAccepted may have been written by hand, or
 * on the strength of a memory that an older database has forgotten (AP-015).
 */
function findRevocation(
  { request: name }: GateProgress,
  input: GateRunInput,
  next: string,
): Blocker | undefined {
  const request = findRequest(input, name);
  if (name === undefined || isApproved(request)) return undefined;
  const message =
    `the approval of ${stagedKindsOf(input.run).approval} "${name}" was taken back before stage "${next}" started: ` +
    `approve it again to go on`;
  const since = request?.approved?.at;
  return { cause: 'ApprovalRevoked', message, ...(since !== undefined && { since }) };
}
