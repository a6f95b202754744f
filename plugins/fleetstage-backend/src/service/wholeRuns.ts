import { NotFoundError } from '@backstage/errors';
import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  countChanges,
  buildRunModel,
  imageChanges,
  snapshotBefore,
  toBlockers,
  type ChangeFacts,
  type RunModel,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../database/db';
import { placementOfRun } from '../database/stagedObjects';
import { loadManifests } from '../database/snapshotStore';
import { loadEarlierRuns, loadHashedObjects } from '../database/views/records';
import { loadWholeRun, type WholeRun } from '../database/views/wholeRun';
import { keyAt } from './commands/placementTarget';
import type { RunForViewer } from './permits';
import { approversOfRun } from './runApprovers';
import { checkHub, type QueryDeps } from './queryDeps';

/** How far back to search for what a placement ran before. */
const EARLIER_RUNS = 5;

/** A run with all its state, its model, and the permissions that concern it. */
export interface BuiltWholeRun extends WholeRun {
  readonly model: RunModel;
  readonly forViewer: RunForViewer;
}

export interface RunAddress {
  readonly scope: string;
  readonly name: string;
  readonly hub?: string;
}

/**
 * The key of the run at an address.
 *
 * @throws NotFoundError for a hub that is not configured, InputError for a scope that no namespace can have
 */
export function runKeyOf(deps: QueryDeps, { hub, ...address }: RunAddress): string {
  checkHub(deps, { ...(hub !== undefined && { hub }) });
  return keyAt(address);
}

/** @throws NotFoundError where there is no such run (any more) */
export async function readWholeRun(tx: Tx, deps: QueryDeps, name: string): Promise<WholeRun> {
  const whole = await loadWholeRun(tx, deps, name);
  if (whole !== undefined) return whole;
  throw new NotFoundError(
    `Run "${name}" does not exist on hub "${deps.hub}"; its timeline is kept where it was deleted`,
  );
}

/** What holds the run, the rows say: nothing is decided here. */
export function buildWholeRun({ hub, clock }: QueryDeps, whole: WholeRun): BuiltWholeRun {
  const { state, object, strategy, initiators } = whole;
  const now = clock.now();
  const model = buildRunModel({ ...state, blockers: toBlockers(state.blockers ?? []) }, now);
  const approvers = approversOfRun(state.progress?.plan, strategy);
  const forViewer: RunForViewer = { hub, object, model, initiators, ...(approvers && { approvers }) };
  return { ...whole, model, forViewer };
}

/**
 * Index of the snapshot that most clusters had before. Memories of earlier versions do not keep what their clusters had: for
 * these it is what the run before it brought. Absent on a first roll-out.
 */
export async function previousSnapshot(
  tx: Tx,
  { hub }: QueryDeps,
  { state }: WholeRun,
): Promise<number | undefined> {
  const { run, progress } = state;
  const before = snapshotBefore(state);
  const plan = progress?.plan;
  if (before !== undefined || plan === undefined) return before;
  const placement = placementOfRun(hub, run);
  const earlier = await loadEarlierRuns(tx, placement, { before: run.createdAt, limit: EARLIER_RUNS });
  const started = earlier.find(one => one.progress.startedAt !== undefined);
  const index = started?.progress.plan?.resourceIndex;
  return index === plan.resourceIndex ? undefined : index;
}

/** What a run brings, counted by hashes; `undefined` where a snapshot is not kept any more. */
export async function readChangeFacts(
  tx: Tx,
  { hub }: QueryDeps,
  { placement, from, to }: { readonly placement: string; readonly from?: number; readonly to?: number },
): Promise<ChangeFacts | undefined> {
  if (to === undefined) return undefined;
  const indexes = from === undefined ? [to] : [from, to];
  const snapshots = await loadHashedObjects(tx, { hub, name: placement }, indexes);
  const after = snapshots.get(to);
  const before = from === undefined ? [] : snapshots.get(from);
  if (after === undefined || before === undefined) return undefined;
  const { counts, deleted } = countChanges(before, after);
  return { counts, deleted: deleted.map(({ name }) => name), hasPrevious: from !== undefined };
}

/** With the images that differ, for the dialog of an approval: reads manifests, so only where an object changed. */
export async function withImages(
  tx: Tx,
  { hub }: QueryDeps,
  {
    whole,
    previous,
    changes,
  }: {
    readonly whole: WholeRun;
    readonly previous: number | undefined;
    readonly changes: ChangeFacts | undefined;
  },
): Promise<ChangeFacts | undefined> {
  const { run, progress } = whole.state;
  const to = progress?.plan?.resourceIndex;
  if (previous === undefined || to === undefined || !changes?.counts.changed) return changes;
  const placement = placementOfRun(hub, run);
  const before = await loadManifests(tx, placement, previous);
  const after = await loadManifests(tx, placement, to);
  return before && after ? { ...changes, images: imageChanges(before, after) } : changes;
}

/** The object as it was authored: without what we or the API server keep beside it. */
export function manifestOf({ status: _, ...object }: KubeObject): Record<string, unknown> {
  return { ...object };
}

/** A spec is an object by its schema. */
export const specOf = ({ spec }: KubeObject) => (spec ?? {}) as Record<string, unknown>;
