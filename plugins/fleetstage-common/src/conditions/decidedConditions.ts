import type { Condition } from '../api/meta';
import { APPROVED_IN_FLEETSTAGE } from '../api/approval';
import { fromRfc3339, toRfc3339, type Instant } from '../values/instant';

/** What a person has decided, as an approval request shall show it. */
export interface DecisionToWrite {
  readonly verdict: 'approved' | 'rejected' | 'withdrawn';
  readonly actor: string;
  readonly comment?: string;
  /** Withdrawn: since when the approval that is taken back was there, where it was made with kubectl. */
  readonly undoes?: Instant;
  /** Decided with kubectl, on a request of this kind: the approval has KubeFleet's own words (C/DR-017, DR-018). */
  readonly requestKind?: string;
}

const WITHDRAWN_REASON = 'FleetstageWithdrawn';

interface Statement {
  readonly generation: number;
  readonly now: Instant;
}

/**
 * The conditions of a request after a decision.
 *
 *   approved, nothing there             → Approved True for this generation
 *   approved, Approved True by kubectl  → as it is: it is approved
 *   approved, rejected before           → Approved True, FleetstageRejected False
 *   rejected                            → FleetstageRejected True; Approved as it is
 *   withdrawn                           → Approved False if this approval was taken back, FleetstageRejected False
 */
export function decidedConditions(
  before: readonly Condition[],
  decision: DecisionToWrite,
  statement: Statement,
): readonly Condition[] {
  const { verdict } = decision;
  if (verdict === 'rejected') return put(before, rejection(decision), statement);
  const cleared = clearRejection(before, verdict, statement);
  const approved = cleared.find(({ type }) => type === 'Approved');
  if (verdict === 'withdrawn') {
    return approved && isMeant(approved, decision) ? put(cleared, withdrawal(decision), statement) : cleared;
  }
  const isApproved = approved?.status === 'True' && approved.observedGeneration === statement.generation;
  return isApproved ? cleared : put(cleared, approval(decision), statement);
}

/** The run goes on: whoever said no is not what holds it any more. */
export const resumedConditions = (before: readonly Condition[], statement: Statement): readonly Condition[] =>
  clearRejection(before, 'withdrawn', statement);

function clearRejection(
  before: readonly Condition[],
  verdict: 'approved' | 'withdrawn',
  statement: Statement,
): readonly Condition[] {
  const rejected = before.find(({ type }) => type === 'FleetstageRejected');
  return rejected?.status === 'True' ? put(before, rejectionOver(verdict), statement) : before;
}

const isMeant = (approved: Condition, { undoes }: DecisionToWrite) =>
  approved.status === 'True' &&
  (approved.reason === APPROVED_IN_FLEETSTAGE || fromRfc3339(approved.lastTransitionTime) === undoes);

type Claim = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>;

const approval = ({ actor, comment, requestKind: kind }: DecisionToWrite): Claim => ({
  type: 'Approved',
  status: 'True',
  reason: kind === undefined ? APPROVED_IN_FLEETSTAGE : `${kind}Approved`,
  message: withComment(
    kind === undefined ? `${actor} approved it in Fleetstage` : `${kind} has been approved`,
    comment,
  ),
});

const withdrawal = ({ actor }: DecisionToWrite): Claim => ({
  type: 'Approved',
  status: 'False',
  reason: WITHDRAWN_REASON,
  message: `${actor} took the approval back in Fleetstage`,
});

const rejection = ({ actor, comment, requestKind }: DecisionToWrite): Claim => ({
  type: 'FleetstageRejected',
  status: 'True',
  reason: 'FleetstageRejectedByPerson',
  message: withComment(
    `${actor} said no ${requestKind === undefined ? 'in Fleetstage' : 'with kubectl'} and stopped the run`,
    comment,
  ),
});

const rejectionOver = (verdict: 'approved' | 'withdrawn'): Claim => ({
  type: 'FleetstageRejected',
  status: 'False',
  reason: 'FleetstageRejectionCleared',
  message: verdict === 'approved' ? 'it was approved after all' : 'the run goes on',
});

const withComment = (what: string, comment: string | undefined) =>
  comment === undefined || comment === '' ? what : `${what}: ${comment}`;

/** With the claim in place of what was said of its type; the time stays while the status stays. */
function put(before: readonly Condition[], claim: Claim, { generation, now }: Statement): Condition[] {
  const old = before.find(({ type }) => type === claim.type);
  const next: Condition = {
    ...claim,
    observedGeneration: generation,
    lastTransitionTime: old?.status === claim.status ? old.lastTransitionTime : toRfc3339(now),
  };
  return old ? before.map(one => (one === old ? next : one)) : [...before, next];
}
