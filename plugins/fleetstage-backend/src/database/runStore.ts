import { instant, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { isRunOver, type RunProgress } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from './db';
import type { PlacementRef } from './keys';
import { runProgress } from './documents/runDocuments';
import type { RunRow } from './tables';

/** A run that has begun: its memory. */
export interface RunRecord {
  /** Key of the run: `name`, or `namespace/name`. */
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
    progress: runProgress.write(run.progress),
  };
  await tx.sql('runs').insert(row).onConflict(['hub', 'name']).merge();
}

export async function loadRun(tx: Tx, hub: string, name: string): Promise<RunRecord | undefined> {
  const row = await tx.sql('runs').where({ hub, name }).first();
  return row && toRecord(row);
}

/** A run that has begun; its memory, which is long for wide plans, where it was asked for. */
export type RunEntry = Omit<RunRecord, 'progress'> & { readonly progress?: RunProgress };

const ENTRY = ['name', 'uid', 'placement', 'created_at', 'is_over'] as const;

export interface RunMemories {
  /** A run whose memory is needed in any case, and the rows of what holds it. */
  readonly own?: { readonly name: string; readonly uid: string };
  /** Uids of runs that are on the hub; without it each counts. */
  readonly existing?: ReadonlySet<string | undefined>;
}

/**
 * Every run of a placement that has begun, over or not; by creation, then name. With the memories that passes need: of runs that
 * are not over, of `own`, and of the newest existing run that has started by a plan, and those after it. Mostly two queries.
 */
export async function listRunEntries(
  tx: Tx,
  { hub, name: placement }: PlacementRef,
  { own, existing }: RunMemories = {},
): Promise<RunEntry[]> {
  const rows = await tx
    .sql('runs')
    .where({ hub, placement })
    .select(...ENTRY);
  const entries: RunEntry[] = rows.map(toEntry).sort(byCreation);
  const wanted = entries.filter(
    ({ name, isOver }, i) => !isOver || name === own?.name || i === entries.length - 1,
  );
  const memories = await loadMemories(tx, hub, wanted.map(nameOf));
  const known = entries.map(entry => memories.get(entry.name) ?? entry);
  for (let i = known.length - 1; i >= 0; i -= 1) {
    if (known[i].progress === undefined) known[i] = (await loadRun(tx, hub, known[i].name)) ?? known[i];
    if (hasStarted(known[i]) && existing?.has(known[i].uid) !== false) break;
  }
  return known;
}

const nameOf = ({ name }: { readonly name: string }) => name;

/** By a plan: it says which snapshot the clusters get. */
export const hasStarted = ({ progress }: RunEntry) =>
  progress?.startedAt !== undefined && progress.plan !== undefined;

/** By name. */
async function loadMemories(
  tx: Tx,
  hub: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, RunEntry>> {
  if (names.length === 0) return new Map();
  const rows = await tx
    .sql('runs')
    .where({ hub })
    .whereIn('name', [...names]);
  return new Map(rows.map(row => [row.name, toRecord(row)]));
}

export async function forgetRun(tx: Tx, hub: string, name: string): Promise<void> {
  await tx.sql('runs').where({ hub, name }).delete();
}

const toEntry = (row: Pick<RunRow, (typeof ENTRY)[number]>): RunEntry => ({
  name: row.name,
  uid: row.uid,
  placement: row.placement,
  createdAt: instant(Number(row.created_at)),
  isOver: Boolean(row.is_over),
});

export function toRecord(row: RunRow): RunRecord {
  return {
    ...toEntry(row),
    progress: runProgress.read(row.progress, `the progress of run "${row.name}"`),
  };
}

const byCreation = (a: RunEntry, b: RunEntry) => a.createdAt - b.createdAt || (a.name < b.name ? -1 : 1);
