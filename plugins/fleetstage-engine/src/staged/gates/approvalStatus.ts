import { toRfc3339, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { GateProgress, GateViewInput } from './gate';
import type { GateStatus, GateHold, GateStateCode, PersonDecision, PlacedGate } from './gateStatus';
import { findRequest, isApproved, type ApprovalRequest } from './request';

type Shown = Omit<GateStatus, 'kind'>;

/** What pages show of an approval. */
export function showApproval(gate: GateProgress, input: GateViewInput): Shown {
  const found = findRequest(input, gate.request);
  // One of another run only has the name: the pass fails the run for it (C/AP-011).
  const request = found?.run === input.run.name ? found : undefined;
  const decision = decisionOn(input, request);
  const state = stateOf({ gate, input, request, decision });
  const askedAt = askedAtOf(gate, input);
  return {
    state,
    ...(gate.request !== undefined && { request: gate.request }),
    ...(request && { requestUid: request.uid, requestGeneration: request.generation }),
    ...(request?.resourceVersion !== undefined && { resourceVersion: request.resourceVersion }),
    ...(askedAt !== undefined && { askedAt: toRfc3339(askedAt) }),
    ...decidedBy({ gate, state, request, decision }),
  };
}

/** A stop takes an open gate away from who decides; it is asked for again when the run goes on. */
function askedAtOf({ requestedAt, doneAt }: GateProgress, { resumedAt }: GateViewInput): Instant | undefined {
  if (requestedAt === undefined || resumedAt === undefined || doneAt !== undefined) return requestedAt;
  return resumedAt > requestedAt ? resumedAt : requestedAt;
}

/** The newest word on the request that is live. */
const decisionOn = ({ decisions }: GateViewInput, request: ApprovalRequest | undefined) =>
  decisions
    .filter(one => one.requestUid === request?.uid)
    .sort((a, b) => b.at - a.at)
    .at(0);

interface Decided {
  readonly gate: GateProgress;
  readonly request: ApprovalRequest | undefined;
  readonly decision: PersonDecision | undefined;
}

/**
 * ui §2, *Gate*.
 *
 *   never asked                                          → notAsked
 *   counted, and still approved or used up               → approved
 *   counted, then taken back before the next stage began → asked again
 *   Approved True for this generation, no pass yet       → given
 *   Approved True for another generation                 → wrongGeneration
 *   a person said no, and nobody has approved since      → rejected
 *   the run is over                                      → notReached where it was never asked, else cutShort
 */
function stateOf({
  gate,
  input,
  request,
  decision,
}: Decided & { readonly input: GateViewInput }): GateStateCode {
  const { isOver, isUsed } = input;
  const isApprovedNow = isApproved(request);
  if (gate.doneAt !== undefined && (isApprovedNow || isUsed || isOver)) return 'approved';
  if (gate.requestedAt === undefined) return isOver ? 'notReached' : 'notAsked';
  if (decision?.verdict === 'rejected' && !isApprovedNow) return 'rejected';
  if (isOver) return 'cutShort';
  if (isApprovedNow) return 'given';
  if (request?.approved?.status === 'True' && !request.isDeleting) return 'wrongGeneration';
  return 'asked';
}

/** Who decided, when, with which words; without a row of ours it was somebody with kubectl. */
function decidedBy({
  gate,
  state,
  request,
  decision,
}: Decided & { readonly state: GateStateCode }): Partial<Shown> {
  switch (state) {
    case 'rejected':
      return decision === undefined ? {} : wordsOf(decision);
    case 'approved':
    case 'given': {
      if (decision?.verdict === 'approved') return wordsOf(decision);
      const at = request?.approved?.at ?? gate.doneAt;
      return {
        actor: { ref: gate.actor ?? request?.actor ?? 'kubectl' },
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

const wordsOf = ({ actor, at, comment, verdict }: PersonDecision): Partial<Shown> => ({
  actor: { ref: actor },
  doneAt: toRfc3339(at),
  ...(comment !== undefined && { comment }),
  ...(verdict === 'rejected' && comment !== undefined && { message: comment }),
});

/** What pages say while it holds the run. */
export function explainApproval({
  state,
  stage,
  task,
  message = '',
  comment,
  askedAt,
}: PlacedGate): GateHold {
  const since = askedAt === undefined ? {} : { since: askedAt };
  const at = `${task} ${stage}`;
  switch (state) {
    case 'wrongGeneration':
      return { cause: 'ApprovalStale', actor: 'approver', message, ...since };
    case 'given': {
      const counted = `The approval ${at} was given and is being counted.`;
      return { cause: 'ApprovalGiven', actor: 'engine', message: counted, ...since };
    }
    case 'rejected': {
      const refused = `The approval ${at} was refused${comment ? `: ${comment}` : '.'}`;
      return { cause: 'ApprovalRejected', actor: 'operator', message: refused, ...since };
    }
    default:
      return {
        cause: 'ApprovalPending',
        actor: 'approver',
        message: `Waits for an approval ${at}.`,
        ...since,
      };
  }
}
