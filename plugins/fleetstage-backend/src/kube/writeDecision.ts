import {
  APPROVED_IN_FLEETSTAGE,
  fromRfc3339,
  isJsonObject,
  stagedKindsOfKey,
  toRfc3339,
  type Condition,
  type Instant,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { ConflictError, type KubeClient, type KubeObject } from '@fleetstage/kube-client';
import { FIELD_MANAGER } from './fieldManager';
import { clientName, targetOf } from './targetOf';

/** What a person has decided, as an approval request shall show it. */
export interface DecisionToWrite {
  readonly verdict: 'approved' | 'rejected' | 'withdrawn';
  readonly actor: string;
  readonly comment?: string;
  /** Withdrawn: since when the approval that is taken back was there, where it was made with kubectl. */
  readonly undoes?: Instant;
}

export interface DecidedRequest {
  /** `name`, or `namespace/name`. */
  readonly key: string;
  /** A later request of the same name is none of this decision's business. */
  readonly uid: string;
}

const WITHDRAWN_REASON = 'FleetstageWithdrawn';
const TRIES = 3;

/**
 * Makes the status of a request show the decision: reads it, writes what differs, guarded by the version that was read.
 * Repeatable. `gone`: the request does not exist any more, or is another one.
 */
export async function writeDecision(
  client: KubeClient,
  request: DecidedRequest,
  decision: DecisionToWrite,
  now: Instant,
): Promise<'written' | 'alreadySo' | 'gone'> {
  const target = targetOf(stagedKindsOfKey(request.key).approval);
  const name = clientName(request.key);
  for (let tried = 1; ; tried += 1) {
    const live = await client.find(target, name);
    if (live === undefined || live.metadata.uid !== request.uid) return 'gone';
    const before = conditionsOf(live);
    const conditions = decidedConditions(before, decision, {
      generation: live.metadata.generation ?? 1,
      now,
    });
    if (JSON.stringify(conditions) === JSON.stringify(before)) return 'alreadySo';
    const body = { metadata: { resourceVersion: live.metadata.resourceVersion }, status: { conditions } };
    try {
      await client.patch(target, name, {
        patch: { type: 'merge', body },
        subresource: 'status',
        fieldManager: FIELD_MANAGER,
      });
      return 'written';
    } catch (error) {
      // Somebody wrote between our read and our write; what the decision means to the newer object is determined anew.
      if (!(error instanceof ConflictError) || tried === TRIES) throw error;
    }
  }
}

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
  const rejected = before.find(({ type }) => type === 'FleetstageRejected');
  const cleared = rejected?.status === 'True' ? put(before, rejectionOver(verdict), statement) : before;
  const approved = cleared.find(({ type }) => type === 'Approved');
  if (verdict === 'withdrawn') {
    return approved && isMeant(approved, decision) ? put(cleared, withdrawal(decision), statement) : cleared;
  }
  const isApproved = approved?.status === 'True' && approved.observedGeneration === statement.generation;
  return isApproved ? cleared : put(cleared, approval(decision), statement);
}

const isMeant = (approved: Condition, { undoes }: DecisionToWrite) =>
  approved.status === 'True' &&
  (approved.reason === APPROVED_IN_FLEETSTAGE || fromRfc3339(approved.lastTransitionTime) === undoes);

type Claim = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>;

const approval = ({ actor, comment }: DecisionToWrite): Claim => ({
  type: 'Approved',
  status: 'True',
  reason: APPROVED_IN_FLEETSTAGE,
  message: withComment(`${actor} approved it in Fleetstage`, comment),
});

const withdrawal = ({ actor }: DecisionToWrite): Claim => ({
  type: 'Approved',
  status: 'False',
  reason: WITHDRAWN_REASON,
  message: `${actor} took the approval back in Fleetstage`,
});

const rejection = ({ actor, comment }: DecisionToWrite): Claim => ({
  type: 'FleetstageRejected',
  status: 'True',
  reason: 'FleetstageRejectedByPerson',
  message: withComment(`${actor} said no in Fleetstage and stopped the run`, comment),
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

/** The conditions of an object as its CRD shapes them. */
export function conditionsOf({ status }: KubeObject): readonly Condition[] {
  const conditions = isJsonObject(status) ? status.conditions : undefined;
  return Array.isArray(conditions) ? (conditions as Condition[]) : [];
}
