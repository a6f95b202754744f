import { instant, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { isRunOver, type RunProgress } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import { fromJson } from './rows';
import type { RunRow } from './tables';

/** A run that has begun: its memory. */
export interface RunRecord {
  readonly name: string;
  readonly uid: string;
  readonly placement: string;
  readonly createdAt: Instant;
  readonly isOver: boolean;
  readonly progress: RunProgress;
}

/** Call lockPlacement first: siblings decide on it. */
export async function saveRun(tx: Tx, hub: string, run: Omit<RunRecord, 'isOver'>): Promise<void> {
  const row = {
    hub,
    name: run.name,
    uid: run.uid,
    placement: run.placement,
    created_at: run.createdAt,
    is_over: isRunOver(run.progress),
    progress: JSON.stringify(run.progress),
  };
  await tx.sql('runs').insert(row).onConflict(['hub', 'name']).merge();
}

export async function loadRun(tx: Tx, hub: string, name: string): Promise<RunRecord | undefined> {
  const row = await tx.sql('runs').where({ hub, name }).first();
  return row && toRecord(row);
}

/** Every run of a placement that has begun, over or not; by creation, then name. */
export async function listRuns(tx: Tx, hub: string, placement: string): Promise<RunRecord[]> {
  const rows = await tx.sql('runs').where({ hub, placement });
  return rows.map(toRecord).sort(byCreation);
}

export async function forgetRun(tx: Tx, hub: string, name: string): Promise<void> {
  await tx.sql('runs').where({ hub, name }).delete();
}

export function toRecord(row: RunRow): RunRecord {
  return {
    name: row.name,
    uid: row.uid,
    placement: row.placement,
    createdAt: instant(Number(row.created_at)),
    isOver: Boolean(row.is_over),
    progress: fromJson<RunProgress>(row.progress, `the memory of run "${row.name}"`),
  };
}

const byCreation = (a: RunRecord, b: RunRecord) => a.createdAt - b.createdAt || (a.name < b.name ? -1 : 1);
