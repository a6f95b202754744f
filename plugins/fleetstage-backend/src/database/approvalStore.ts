import { instant, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Tx } from './db';
import { nowMs } from './dbNow';
import { toHubKey } from './keys';
import { mark } from './queue/mark';
import { queues } from './queue/queues';
import type { ApprovalRequestRow } from './tables';

export type StageTaskName = 'beforeStage' | 'afterStage';

/** What the engine wants of an approval request object on the hub; `ensure-approval` (key `hub/name`) reads it. */
export interface ApprovalWish {
  readonly name: string;
  readonly run: string;
  readonly runUid: string;
  readonly stage: string;
  readonly task: StageTaskName;
  readonly want: 'present' | 'accepted' | 'absent';
}

/** Who approved. */
export interface Approval {
  readonly run: string;
  readonly stage: string;
  readonly task: StageTaskName;
  /** Uid of the request object: an approval says nothing about a later request of the same name. */
  readonly requestUid: string;
  /** Entity ref of the user. */
  readonly actor: string;
  readonly comment?: string;
  readonly at: Instant;
}

/** Keeps the wish and marks `ensure-approval`. */
export async function saveApprovalWish(tx: Tx, hub: string, wish: ApprovalWish): Promise<void> {
  const { name, run, runUid, stage, task, want } = wish;
  const row: ApprovalRequestRow = { hub, name, run, run_uid: runUid, stage, task, want };
  await tx.sql('approval_requests').insert(row).onConflict(['hub', 'name']).merge();
  mark(tx, { queue: queues.ensureApproval, key: toHubKey(hub, name) });
}

export async function loadApprovalWish(tx: Tx, hub: string, name: string): Promise<ApprovalWish | undefined> {
  const row = await tx.sql('approval_requests').where({ hub, name }).first();
  return row && toWish(row);
}

/** Ordered by name. */
export async function listApprovalWishes(tx: Tx, hub: string, run: string): Promise<ApprovalWish[]> {
  const rows = await tx.sql('approval_requests').where({ hub, run });
  return rows.map(toWish).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** With `carriedOut` only where no newer wish has taken its place. */
export async function forgetApprovalWish(
  tx: Tx,
  hub: string,
  name: string,
  carriedOut?: ApprovalWish,
): Promise<void> {
  const same = carriedOut && { want: carriedOut.want, run_uid: carriedOut.runUid };
  await tx
    .sql('approval_requests')
    .where({ hub, name, ...same })
    .delete();
}

/** False: it was approved before, by whomever; the first one stands. */
export async function saveApproval(tx: Tx, hub: string, approval: Omit<Approval, 'at'>): Promise<boolean> {
  const { run, stage, task, requestUid, actor, comment } = approval;
  const inserted = await tx
    .sql('approvals')
    .insert({
      hub,
      run,
      stage,
      task,
      request_uid: requestUid,
      actor,
      comment: comment ?? null,
      at: tx.sql.raw(nowMs(tx.dialect)),
    })
    .onConflict(['hub', 'run', 'stage', 'task', 'request_uid'])
    .ignore()
    .returning('actor');
  return inserted.length === 1;
}

/** Oldest first. */
export async function listApprovals(tx: Tx, hub: string, run: string): Promise<Approval[]> {
  const rows = await tx.sql('approvals').where({ hub, run }).orderBy('at');
  return rows.map(row => ({
    run: row.run,
    stage: row.stage,
    task: row.task as StageTaskName,
    requestUid: row.request_uid,
    actor: row.actor,
    ...(row.comment !== null && { comment: row.comment }),
    at: instant(Number(row.at)),
  }));
}

const toWish = (row: ApprovalRequestRow): ApprovalWish => ({
  name: row.name,
  run: row.run,
  runUid: row.run_uid,
  stage: row.stage,
  task: row.task as StageTaskName,
  want: row.want as ApprovalWish['want'],
});
