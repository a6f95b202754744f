import {
  APPROVED_IN_FLEETSTAGE,
  fromRfc3339,
  instant,
  type Instant,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Tx } from './db';
import { nowMs } from './dbNow';
import { toOptionalFreeText } from './freeText';
import type { ApprovalRequestRow, ApprovalRow } from './tables';
import { wake } from './wakes';

export type StageTaskName = 'beforeStage' | 'afterStage';

/** The desired state of an approval request object on the hub; `ensure-approval` (key `hub/name`) reads it. */
export interface DesiredApproval {
  /** Key of the request. */
  readonly name: string;
  /** Key of the run. */
  readonly run: string;
  readonly runUid: string;
  readonly stage: string;
  readonly task: StageTaskName;
  readonly want: 'present' | 'accepted' | 'absent';
}

/** `withdrawn`: no decision is in force; what was written for an earlier one is reverted. */
export type Verdict = 'approved' | 'rejected' | 'withdrawn';

/** Which gate, and which request object: a decision says nothing about a later request of the same name. */
export interface GateKey {
  /** Key of the run: `name`, or `namespace/name`. */
  readonly run: string;
  readonly stage: string;
  readonly task: StageTaskName;
  readonly requestUid: string;
}

/** A person's decision on a gate. */
export interface Approval extends GateKey {
  readonly verdict: Verdict;
  /** Entity ref of the user. */
  readonly actor: string;
  /** Of an approval the comment, of a rejection the reason. */
  readonly comment?: string;
  readonly at: Instant;
  /** Withdrawn: since when the approval that is taken back was on the hub. */
  readonly undoes?: Instant;
}

/** Saves the desired approval and marks `ensure-approval`. */
export async function saveDesiredApproval(tx: Tx, hub: string, desired: DesiredApproval): Promise<void> {
  const { name, run, runUid, stage, task, want } = desired;
  const row: ApprovalRequestRow = { hub, name, run, run_uid: runUid, stage, task, want };
  await tx.sql('approval_requests').insert(row).onConflict(['hub', 'name']).merge();
  wake(tx, 'approvalDesired', { hub, name });
}

export async function loadDesiredApproval(
  tx: Tx,
  hub: string,
  name: string,
): Promise<DesiredApproval | undefined> {
  const row = await tx.sql('approval_requests').where({ hub, name }).first();
  return row && toDesired(row);
}

/** Ordered by name. */
export async function listDesiredApprovals(tx: Tx, hub: string, run: string): Promise<DesiredApproval[]> {
  const rows = await tx.sql('approval_requests').where({ hub, run });
  return rows.map(toDesired).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** With `carriedOut` only where no newer desired state has replaced it. */
export async function forgetDesiredApproval(
  tx: Tx,
  hub: string,
  name: string,
  carriedOut?: DesiredApproval,
): Promise<void> {
  const same = carriedOut && { want: carriedOut.want, run_uid: carriedOut.runUid };
  await tx
    .sql('approval_requests')
    .where({ hub, name, ...same })
    .delete();
}

/** The first decision is final, except that a rejected gate may be approved later and a withdrawn one is open again. */
const MAY_FOLLOW: Readonly<Record<'approved' | 'rejected', readonly Verdict[]>> = {
  approved: ['rejected', 'withdrawn'],
  rejected: ['withdrawn'],
};

interface NewDecision extends GateKey {
  readonly verdict: 'approved' | 'rejected';
  readonly actor: string;
  readonly comment?: string;
}

/** False: it was decided before, and that decision is kept. One statement, so two replicas decide once. */
export async function saveApproval(tx: Tx, hub: string, decision: NewDecision): Promise<boolean> {
  const row = { ...toKeyColumns(hub, decision), ...toDecisionColumns(tx, decision) };
  const written = await tx
    .sql('approvals')
    .insert(row)
    .onConflict(['hub', 'run', 'stage', 'task', 'request_uid'])
    .merge(toDecisionColumns(tx, decision))
    .whereIn('approvals.verdict', [...MAY_FOLLOW[decision.verdict]])
    .returning('actor');
  return written.length === 1;
}

/** The gate is open again, whatever was decided. */
export async function saveWithdrawal(
  tx: Tx,
  hub: string,
  withdrawal: GateKey & { readonly actor: string; readonly undoes?: Instant },
): Promise<void> {
  const columns = { ...toDecisionColumns(tx, { ...withdrawal, verdict: 'withdrawn' }) };
  await tx
    .sql('approvals')
    .insert({ ...toKeyColumns(hub, withdrawal), ...columns })
    .onConflict(['hub', 'run', 'stage', 'task', 'request_uid'])
    .merge(columns);
}

/** A run that goes on is rejected no more; what the requests say of it is taken back. */
export async function forgetRejections(tx: Tx, hub: string, run: string): Promise<void> {
  const over = await tx
    .sql('approvals')
    .where({ hub, run, verdict: 'rejected' })
    .update({ verdict: 'withdrawn' })
    .returning(['stage', 'task']);
  if (over.length === 0) return;
  const gates = new Set(over.map(({ stage, task }) => `${stage}/${task}`));
  for (const { name, stage, task } of await listDesiredApprovals(tx, hub, run)) {
    if (gates.has(`${stage}/${task}`)) wake(tx, 'rejectionCleared', { hub, name });
  }
}

export async function loadApproval(tx: Tx, hub: string, key: GateKey): Promise<Approval | undefined> {
  const row = await tx.sql('approvals').where(toKeyColumns(hub, key)).first();
  return row && toApproval(row);
}

/** Oldest first. */
export async function listApprovals(tx: Tx, hub: string, run: string): Promise<Approval[]> {
  const rows = await tx.sql('approvals').where({ hub, run }).orderBy('at');
  return rows.map(toApproval);
}

/** Whether a person has taken this Approved condition back since. */
export function isTakenBack(
  approved: { readonly reason: string; readonly lastTransitionTime: string },
  decision: Approval | undefined,
): boolean {
  if (decision?.verdict !== 'withdrawn') return false;
  return (
    approved.reason === APPROVED_IN_FLEETSTAGE || fromRfc3339(approved.lastTransitionTime) === decision.undoes
  );
}

const toKeyColumns = (hub: string, { run, stage, task, requestUid }: GateKey) => ({
  hub,
  run,
  stage,
  task,
  request_uid: requestUid,
});

function toDecisionColumns(
  tx: Tx,
  {
    verdict,
    actor,
    comment,
    undoes,
  }: { verdict: Verdict; actor: string; comment?: string; undoes?: Instant },
) {
  return {
    verdict,
    actor,
    comment: toOptionalFreeText(comment),
    at: tx.sql.raw(nowMs(tx.dialect)),
    undoes: undoes ?? null,
  };
}

export function toApproval(row: ApprovalRow): Approval {
  return {
    run: row.run,
    stage: row.stage,
    task: row.task as StageTaskName,
    requestUid: row.request_uid,
    verdict: row.verdict as Verdict,
    actor: row.actor,
    ...(row.comment !== null && { comment: row.comment }),
    at: instant(Number(row.at)),
    ...(row.undoes !== null && { undoes: instant(Number(row.undoes)) }),
  };
}

const toDesired = (row: ApprovalRequestRow): DesiredApproval => ({
  name: row.name,
  run: row.run,
  runUid: row.run_uid,
  stage: row.stage,
  task: row.task as StageTaskName,
  want: row.want as DesiredApproval['want'],
});
