import { CLUSTER_PROFILE, RUN_KINDS, stagedKindsOfKey } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { BlockerCause } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { askOnce } from './askOnce';
import type { Tx } from './db';
import { toHubKey, type PlacementRef } from './keys';
import { listDrainsOf } from './drainStore';
import { findMemberAgents } from './memberAgentStore';
import { listPlacementKeys } from './placementObject';
import { chunks, rowsOf } from './rows';
import { listObjectNames } from './mirrorStore';
import { forgetPublications } from './publicationStore';
import { KEY_OF_OBJECT } from './stagedObjects';
import { wake } from './wakes';

const GATE_WAITING: BlockerCause = 'GateWaiting';

/** A run that knows already: the one whose pass makes the marks. */
interface Except {
  readonly exceptRun?: string;
}

interface Delay {
  /** Lets more of the same gather first. */
  readonly afterMs?: number;
}

/** Marks a placement, its status, and the update runs that are under way on it. */
export async function markPlacement(
  tx: Tx,
  placement: PlacementRef,
  {
    event = 'placementChanged',
    ...except
  }: Except & {
    readonly event?: 'placementChanged' | 'capturedBeforeDecision';
  } = {},
): Promise<void> {
  wake(tx, event, placement);
  await markDrainsOf(tx, placement);
  await markRunsOf(tx, placement, except);
}

/** Wakes the drains of clusters that a placement is on, or was evicted from: they may go on. */
export async function markDrainsOf(tx: Tx, placement: PlacementRef): Promise<void> {
  const { hub, name } = placement;
  await askOnce(tx, `drains ${toHubKey(hub, name)}`, async () => {
    const clusters = await listDrainsOf(tx, placement);
    wake(
      tx,
      'drainConcerned',
      clusters.map(cluster => ({ hub, name: cluster })),
    );
  });
}

/**
 * A cluster has something new to report: wakes the status, the runs under way, and the placement unless it is settled. Call
 * it before the report is written: it may lock the placement.
 */
export async function markReported(
  tx: Tx,
  placement: PlacementRef,
  { afterMs = 0 }: Delay = {},
): Promise<void> {
  const { hub, name } = placement;
  return askOnce(tx, `reported ${toHubKey(hub, name)} ${afterMs}`, () =>
    markReportedPlacement(tx, placement, afterMs),
  );
}

async function markReportedPlacement(tx: Tx, placement: PlacementRef, afterMs: number): Promise<void> {
  const waiting = (await findWaiting(tx, placement)) ?? (await findWaiting(tx, placement, 'locked'));
  wake(tx, waiting?.isPlacement ? 'reported' : 'reportedIdle', placement, { afterMs });
  wakeRuns(tx, placement, waiting?.runs ?? [], afterMs);
  await markDrainsOf(tx, placement);
}

interface Waiting {
  readonly isPlacement: boolean;
  readonly runs: readonly string[];
}

/**
 * Who waits for reports of a placement; `undefined`: nobody. On PostgreSQL a pass that is about to wait may be under way: it
 * has read the reports before this one is committed. So nobody is believed only with a lock on the placement, which that
 * pass holds until its commit, and which the next one waits for. Reports share it.
 */
async function findWaiting(
  tx: Tx,
  placement: PlacementRef,
  how: 'unlocked' | 'locked' = 'unlocked',
): Promise<Waiting | undefined> {
  if (how === 'locked' && tx.dialect === 'sqlite') return undefined;
  const { hub, name } = placement;
  const query = tx.sql('placements').where({ hub, name }).first('version', 'at_rest_as');
  const row = await (how === 'locked' ? query.forShare() : query);
  const isPlacement = row === undefined || row.at_rest_as !== row.version;
  const runs = await listOpenRuns(tx, placement);
  return isPlacement || runs.length > 0 ? { isPlacement, runs } : undefined;
}

/** Marks the runs of a placement that are not over, begun or not. */
export async function markRunsOf(tx: Tx, placement: PlacementRef, { exceptRun }: Except = {}): Promise<void> {
  const runs = await listOpenRuns(tx, placement);
  wakeRuns(
    tx,
    placement,
    runs.filter(name => name !== exceptRun),
  );
}

async function listOpenRuns(tx: Tx, { hub, name }: PlacementRef): Promise<string[]> {
  const result = await tx.sql.raw(
    `select ${KEY_OF_OBJECT} as name from objects
     left join runs on runs.hub = objects.hub and runs.name = ${KEY_OF_OBJECT}
     where objects.hub = ? and objects.kind = ? and objects.parent = ?
       and coalesce(runs.is_over, false) = false`,
    [hub, stagedKindsOfKey(name).run, name],
  );
  return rowsOf<{ name: string }>(result).map(run => run.name);
}

const wakeRuns = (tx: Tx, { hub }: PlacementRef, runs: readonly string[], afterMs = 0) =>
  wake(
    tx,
    'runConcerned',
    runs.map(name => ({ hub, name })),
    { afterMs },
  );

/** Marks every placement of a hub: the eligibility, labels, taints or properties of a member have changed. */
export async function markAllPlacements(tx: Tx, hub: string): Promise<void> {
  const names = await listPlacementKeys(tx, hub);
  wake(
    tx,
    'placementConcerned',
    names.map(name => ({ hub, name })),
  );
}

/**
 * A cluster answers no more, or does again: wakes the placements that hold it and wait for a cluster, and the runs of these that
 * do. Call it last: it may lock placements until the commit.
 */
export async function markSilence(tx: Tx, hub: string, cluster: string): Promise<void> {
  const settled = await lockSettled(tx, hub, cluster);
  const result = await tx.sql.raw(
    `select distinct bindings.placement,
       case when placements.at_rest_as = placements.version then 0 else 1 end as is_busy,
       case when exists (
         select 1 from blockers where blockers.hub = bindings.hub and owner_kind = 'placement'
           and owner = bindings.placement and cause like 'Cluster%') then 1 else 0 end as waits
     from bindings
     left join placements on placements.hub = bindings.hub and placements.name = bindings.placement
     where bindings.hub = ? and bindings.cluster = ?`,
    [hub, cluster],
  );
  const holders = rowsOf<{ placement: string; is_busy: number; waits: number }>(result);
  const woken = holders.filter(
    ({ placement, is_busy, waits }) => (is_busy && waits) || settled?.has(placement) === false,
  );
  wake(
    tx,
    'clusterSilenceChanged',
    woken.map(({ placement }) => ({ hub, name: placement })),
  );
  const runs = (await listHoldingRuns(tx, hub, cluster)).filter(
    ({ placement, waits }) => waits || settled?.has(placement) === false,
  );
  wake(
    tx,
    'runConcerned',
    runs.map(({ name }) => ({ hub, name })),
  );
}

/** The runs under way on placements that hold a cluster, and whether they wait for a cluster. */
export async function listHoldingRuns(tx: Tx, hub: string, cluster: string) {
  const result = await tx.sql.raw(
    `select ${KEY_OF_OBJECT} as name, objects.parent as placement,
       case when exists (
         select 1 from blockers where blockers.hub = objects.hub and owner_kind = 'run'
           and owner = ${KEY_OF_OBJECT} and cause like 'Cluster%') then 1 else 0 end as waits
     from objects
     left join runs on runs.hub = objects.hub and runs.name = ${KEY_OF_OBJECT}
     where objects.hub = ? and objects.kind in (${RUN_KINDS.map(() => '?').join(', ')})
       and objects.parent in (select placement from bindings where hub = ? and cluster = ?)
       and coalesce(runs.is_over, false) = false`,
    [hub, ...RUN_KINDS, hub, cluster],
  );
  return rowsOf<{ name: string; placement: string; waits: number }>(result);
}

/**
 * On PostgreSQL a pass that is about to wait for the cluster may be under way: it has read the cluster before this change is
 * committed, and its rows are not seen yet. So the rows of a holder are believed only with a lock, which the next pass
 * waits for. A run that a pass has locked is skipped, and woken: to wait for several placements would invert the lock order.
 */
async function lockSettled(tx: Tx, hub: string, cluster: string): Promise<Set<string> | undefined> {
  if (tx.dialect === 'sqlite') return undefined;
  const result = await tx.sql.raw(
    `select name from placements where hub = ? and name in
       (select placement from bindings where hub = ? and cluster = ?) for share skip locked`,
    [hub, hub, cluster],
  );
  return new Set(rowsOf<{ name: string }>(result).map(({ name }) => name));
}

/** Labels or properties of clusters have changed: wakes the runs of their placements that wait at an added gate. */
export async function markGatesOn(tx: Tx, hub: string, clusters: readonly string[]): Promise<void> {
  for (const part of chunks(clusters)) {
    const waiting = tx
      .sql('blockers')
      .join('runs', join => join.on('runs.hub', 'blockers.hub').andOn('runs.name', 'blockers.owner'))
      .join('bindings', join =>
        join.on('bindings.hub', 'runs.hub').andOn('bindings.placement', 'runs.placement'),
      )
      .where('blockers.hub', hub)
      .where('blockers.owner_kind', 'run')
      .where('blockers.cause', GATE_WAITING)
      .whereIn('bindings.cluster', part);
    const runs: string[] = await waiting.distinct('blockers.owner').pluck('blockers.owner');
    wake(
      tx,
      'gateConcerned',
      runs.map(name => ({ hub, name })),
    );
  }
}

/** InternalMemberClusters of these members have changed: wakes the passes of those that have an agent. */
export async function markAgentReports(tx: Tx, hub: string, members: readonly string[]): Promise<void> {
  const agents = await findMemberAgents(tx, hub, members);
  const named = (isLeaving: boolean) =>
    agents.filter(one => one.isLeaving === isLeaving).map(({ member }) => ({ hub, name: member }));
  wake(tx, 'agentReported', named(false));
  wake(tx, 'membershipDue', named(true));
}

/** Marks the profiles of these members, or of all, to be compared with the hub whatever was written last (C/CPF-002). */
export async function markClusterProfiles(
  tx: Tx,
  hub: string,
  members: 'all' | readonly string[],
): Promise<void> {
  const names =
    members === 'all' ? (await listObjectNames(tx, hub, 'MemberCluster')).map(({ name }) => name) : members;
  await forgetPublications(tx, hub, { kind: CLUSTER_PROFILE.kind, names });
  wake(
    tx,
    'clusterProfileDue',
    names.map(name => ({ hub, name })),
  );
}

/** Marks the work of a placement on clusters. */
export function markWork(tx: Tx, { hub, name }: PlacementRef, clusters: readonly string[]): void {
  wake(
    tx,
    'workChanged',
    clusters.map(cluster => ({ hub, name, cluster })),
  );
}

/** Marks all work on one cluster, behind everything else: it came back, or its state may have changed unseen. */
export async function markWorkOn(tx: Tx, hub: string, cluster: string): Promise<void> {
  markWorksOn(tx, { hub, cluster }, await tx.sql('bindings').where({ hub, cluster }).pluck('placement'));
}

/** The same for works whose statuses are kept. */
export async function markReportedBackOn(tx: Tx, hub: string, cluster: string): Promise<void> {
  const placements = await tx
    .sql('bindings')
    .join('placements', join =>
      join.on('placements.hub', 'bindings.hub').andOn('placements.name', 'bindings.placement'),
    )
    .where('bindings.hub', hub)
    .where('bindings.cluster', cluster)
    .whereNotNull('placements.report_back_mode')
    .pluck('bindings.placement');
  markWorksOn(tx, { hub, cluster }, placements);
}

/** The same for works of these placements. */
export function markWorksOn(
  tx: Tx,
  { hub, cluster }: { readonly hub: string; readonly cluster: string },
  placements: readonly string[],
): void {
  for (const part of chunks(placements)) {
    wake(
      tx,
      'workChanged',
      part.map(placement => ({ hub, name: placement, cluster })),
      { priority: 'background' },
    );
  }
}
