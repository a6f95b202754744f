import { instant, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type {
  ClusterGroup,
  PlacementObservation,
  PolicySnapshot,
  ResourceSnapshot,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { toBinding } from '../bindingStore';
import { loadBlockersOf } from '../blockerStore';
import type { Tx } from '../db';
import { toPlacementFacts } from '../facts';
import { fromObjectKey, loadPlacementBodies } from '../placementObject';
import { readOptional } from '../documents/document';
import { kubeObject } from '../documents/kubeDocuments';
import { captureFailure as captureFailureDocument, scheduleOutcome } from '../documents/placementDocuments';
import { chunks, rowsOf } from '../rows';
import { toRecord } from '../runStore';
import { loadSharedTexts } from '../sharedTexts';
import type { BindingRow, CaptureRow, WorkReportRow } from '../tables';
import { toReport } from '../workStore';

/** A placement as lists and overviews show it, and the object that it was authored as. */
export interface ListedPlacement {
  readonly object: KubeObject;
  readonly observation: PlacementObservation;
  /** Picked clusters on which somebody has changed what we placed. */
  readonly drifted: number;
}

/**
 * The placements with these keys, in nine queries per 500 of them however many clusters they are on; those that are silent
 * now are marked.
 */
export async function loadListedPlacements(
  tx: Tx,
  hub: string,
  names: readonly string[],
  silent: ReadonlySet<string>,
): Promise<ListedPlacement[]> {
  const listed: ListedPlacement[] = [];
  for (const part of chunks(names)) listed.push(...(await loadPart(tx, hub, part, silent)));
  return listed;
}

async function loadPart(
  tx: Tx,
  hub: string,
  names: readonly string[],
  silent: ReadonlySet<string>,
): Promise<ListedPlacement[]> {
  const bodies = await loadPlacementBodies(tx, hub, names);
  const outcomes = await loadOutcomes(tx, hub, names);
  const policies = await loadLatestPolicies(tx, hub, names);
  const snapshots = await loadSnapshots(tx, hub, names);
  const runs = await loadActiveRuns(tx, hub, names);
  const tallies = await loadTallies(tx, hub, names, [...silent]);
  const blockers = await loadBlockersOf(tx, hub, { kind: 'placement', names });
  return names.flatMap(name => {
    const body = bodies.get(name);
    if (body === undefined) return [];
    const object = kubeObject.read(body, `the object of placement "${name}"`);
    const tally = tallies.get(name);
    const held = blockers.get(name);
    const observation: PlacementObservation = {
      placement: toPlacementFacts(object),
      policySnapshots: policies.get(name) ?? [],
      resourceSnapshots: snapshots.get(name) ?? [],
      ...outcomes.get(name),
      ...(runs.get(name) ?? { activeRuns: [] }),
      groups: tally?.groups ?? [],
      ...(held && { blockers: held }),
    };
    return [{ object, observation, drifted: tally?.drifted ?? 0 }];
  });
}

type Outcome = Pick<PlacementObservation, 'schedule' | 'captureFailure' | 'capturedGeneration'>;

async function loadOutcomes(tx: Tx, hub: string, names: readonly string[]): Promise<Map<string, Outcome>> {
  const placements = await tx
    .sql('placements')
    .where({ hub })
    .whereIn('name', [...names])
    .select('name', 'schedule');
  const captures = await tx
    .sql('captures')
    .where({ hub })
    .whereIn('placement', [...names])
    .select('placement', 'failure', 'generation');
  const captureOf = new Map(captures.map(row => [row.placement, toCaptureObservation(row)]));
  return new Map(
    placements.map(row => {
      const schedule = readOptional(scheduleOutcome, row.schedule);
      return [row.name, { ...(schedule && { schedule }), ...captureOf.get(row.name) }];
    }),
  );
}

function toCaptureObservation({
  failure,
  generation,
}: Pick<CaptureRow, 'failure' | 'generation'>): Omit<Outcome, 'schedule'> {
  const captureFailure = readOptional(captureFailureDocument, failure);
  return {
    ...(captureFailure && { captureFailure }),
    ...(generation !== null && { capturedGeneration: Number(generation) }),
  };
}

async function loadLatestPolicies(tx: Tx, hub: string, names: readonly string[]) {
  const rows = await tx
    .sql('policy_snapshots')
    .where({ hub })
    .whereIn('placement', [...names])
    .orderBy('idx');
  // Lists read only the newest one: an older row is overwritten by it.
  return new Map(
    rows.map((row): [string, PolicySnapshot[]] => [
      row.placement,
      [
        {
          index: row.idx,
          hash: row.hash,
          placementGeneration: Number(row.placement_generation),
          ...(row.number_of_clusters !== null && { numberOfClusters: row.number_of_clusters }),
          createdAt: instant(Number(row.created_at)),
        },
      ],
    ]),
  );
}

/** Without what they hold: lists name them only. */
async function loadSnapshots(tx: Tx, hub: string, names: readonly string[]) {
  const rows = await tx
    .sql('resource_snapshots')
    .where({ hub })
    .whereIn('placement', [...names])
    .select('placement', 'idx', 'hash', 'created_at')
    .orderBy('idx');
  const snapshots = new Map<string, ResourceSnapshot[]>();
  for (const row of rows) {
    const list = snapshots.get(row.placement) ?? [];
    list.push({
      index: row.idx,
      hash: row.hash,
      identifiers: [],
      createdAt: instant(Number(row.created_at)),
    });
    snapshots.set(row.placement, list);
  }
  return snapshots;
}

/** Unfinished runs. A finished one has left its mark on the bindings, which name its snapshot. */
async function loadActiveRuns(tx: Tx, hub: string, names: readonly string[]) {
  const rows = await tx
    .sql('runs')
    .where({ hub, is_over: false })
    .whereIn('placement', [...names])
    .orderBy('created_at');
  const active = new Map<string, Pick<PlacementObservation, 'activeRuns' | 'newestRun'>>();
  for (const { name: key, placement, progress } of rows.map(toRecord)) {
    const { name } = fromObjectKey(key);
    const before = active.get(placement);
    const resourceIndex = progress.startedAt === undefined ? undefined : progress.plan?.resourceIndex;
    const newestRun = resourceIndex === undefined ? before?.newestRun : { name, resourceIndex };
    active.set(placement, {
      activeRuns: [...(before?.activeRuns ?? []), name],
      ...(newestRun && { newestRun }),
    });
  }
  return active;
}

interface Tally {
  readonly groups: ClusterGroup[];
  drifted: number;
}

type TallyRow = Pick<BindingRow, 'placement' | 'phase' | 'resource_idx' | 'rollout_ref'> &
  Pick<WorkReportRow, 'claims_ref'> & {
    readonly rollout_at: number | string | null;
    readonly created_at: number | string;
    readonly claim_times: string | null;
    readonly observed_at: number | string | null;
    readonly n: number | string;
    readonly drifted: number | string;
    readonly is_silent: number | string;
    /** `member-1 {"failed":[…` of the first cluster where objects fail. */
    readonly failing: string | null;
    /** By name: claims that name their cluster are read as its. */
    readonly first_cluster: string;
  };

/** Lists show the first failing object; longer ones, with thousands of drifts, are not read for it. */
const MAX_PROBLEMS = 65_536;

/**
 * Picked clusters by what lists show of them: a thousand clusters with the same status are one row. The times are those of
 * the cluster that got there last.
 */
async function loadTallies(
  tx: Tx,
  hub: string,
  names: readonly string[],
  silent: readonly string[],
): Promise<Map<string, Tally>> {
  const marksOf = (some: readonly string[]) => some.map(() => '?').join(',');
  const isSilent =
    silent.length === 0 ? '0' : `case when b.cluster in (${marksOf(silent)}) then 1 else 0 end`;
  const result = await tx.sql.raw(
    `select b.placement, b.phase, b.resource_idx, b.rollout_ref, w.claims_ref, count(*) as n, ${isSilent} as is_silent,
       max(b.rollout_at) as rollout_at, max(b.created_at) as created_at, max(w.claim_times) as claim_times,
       max(w.observed_at) as observed_at,
       min(case when w.problems like '{"failed":[{%' and length(w.problems) <= ${MAX_PROBLEMS}
         then b.cluster || ' ' || w.problems end) as failing,
       sum(case when w.problems like '%"drifted":[{%' then 1 else 0 end) as drifted, min(b.cluster) as first_cluster
     from bindings b left join work_reports w on w.hub = b.hub and w.placement = b.placement
       and w.cluster = b.cluster and w.revision = b.revision and w.is_released = false
     where b.hub = ? and b.phase <> 'Unscheduled' and b.released_at is null and b.placement in (${marksOf(names)})
     group by b.placement, b.phase, b.resource_idx, b.rollout_ref, w.claims_ref, is_silent`,
    [...silent, hub, ...names],
  );
  const rows = rowsOf<TallyRow>(result);
  const texts = await loadSharedTexts(
    tx,
    hub,
    rows.flatMap(row => [row.rollout_ref, row.claims_ref]),
  );
  const tallies = new Map<string, Tally>();
  for (const row of rows) {
    const tally = tallies.get(row.placement) ?? { groups: [], drifted: 0 };
    tally.groups.push(toGroup(row, texts));
    tally.drifted += Number(row.drifted);
    tallies.set(row.placement, tally);
  }
  return tallies;
}

function toGroup(row: TallyRow, texts: Awaited<ReturnType<typeof loadSharedTexts>>): ClusterGroup {
  const [, name = row.first_cluster, problems = null] = /^(\S*) ([^]*)$/.exec(row.failing ?? '') ?? [];
  const one = { cluster: name, revision: '' };
  const binding = toBinding(
    {
      ...row,
      ...one,
      hub: '',
      name: '',
      previous_phase: null,
      policy_idx: 0,
      decision_ref: '',
      strategy_ref: null,
      overrides_ref: null,
      released_at: null,
    },
    {
      ...texts,
      read: (document, ref, cluster) =>
        ref === '' ? (NOT_SHOWN as never) : texts.read(document, ref, cluster),
    },
  );
  const report =
    row.claims_ref === null
      ? undefined
      : toReport(
          {
            ...one,
            hub: '',
            placement: row.placement,
            claims_ref: row.claims_ref,
            claim_times: row.claim_times ?? '[]',
            problems,
            inventory_ref: '',
            inventory_own: '',
            observed_at: row.observed_at ?? 0,
            is_released: false,
            verified_at: null,
            apply_asked_at: null,
            carrier: null,
          },
          texts,
        );
  const isSilent = Number(row.is_silent) === 1;
  return { binding, ...(report && { report }), ...(isSilent && { isSilent }), count: Number(row.n) };
}

/** Lists do not show why each cluster was picked. */
const NOT_SHOWN = { cluster: '', selected: true, code: 'Picked', reason: '' };
