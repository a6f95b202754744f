import { NotFoundError } from '@backstage/errors';
import { toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  causesOf,
  countDecided,
  countChanges,
  countRefused,
  strategyInWords,
  placementBlockers,
  shownVerdicts,
  silentClusters,
  summarizePlacement,
  toPlacementObservation,
  type PlacementState,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { listPlacementsOn } from '../database/bindingStore';
import { loadFleet } from '../database/clusterStore';
import type { Tx } from '../database/db';
import { toHubKey } from '../database/keys';
import { loadObject } from '../database/mirrorStore';
import { fromObjectKey, listPlacementKeys, placementObject } from '../database/placementObject';
import { loadPlacementState } from '../database/placementStore';
import { loadListedPlacements, type ListedPlacement } from '../database/views/placementObservations';
import { loadHashedObjects, loadRunIndex } from '../database/views/records';
import { countHeldObjects } from '../database/workStore';
import { loadStatusCopy } from '../database/statusCopyStore';
import { loadSnapshotParts } from '../database/views/snapshotParts';
import { permitDeletion } from './commands/guardedAnnotations';
import { keyAt, placementTarget } from './commands/placementTarget';
import type { Answer, Asked, Schemas } from './contract';
import { loadStrategyNames, permitSomeRun } from './newRun';
import { pageOf } from './paging';
import { permitEvictions, summarizeEvictions } from './placementEvictions';
import { leavingOf, statusCopyOf, syncedOf } from './placementParts';
import { buildMovingRuns, runIsOf } from './placementRuns';
import { checkHub, CLUSTER_SCOPE, codesOf, namesOf, reading, stampOf, type QueryDeps } from './queryDeps';
import { isUnreadable, readEach, type ReadEach } from './readEach';
import { buildRuns, everyRun, toRunSummary, type BuiltRun } from './runs';
import type { Viewer } from './viewer';
import { manifestOf } from './wholeRuns';

export const PLACEMENT_STATES: readonly Schemas['PlacementState'][] = [
  'invalid',
  'overrideFailed',
  'notSent',
  'applyFailed',
  'diffFailed',
  'notEnoughClusters',
  'noMatch',
  'notAvailable',
  'held',
  'deciding',
  'working',
  'deleting',
  'diffReported',
  'available',
];
/**
 * `stuck` is every placement that the engine calls trouble, whatever its state, also if it is only not available for long.
 */
const FILTER_STATES = [...PLACEMENT_STATES, 'stuck'] as const;
const RUNS_SHOWN = 20;
const CHANGED_SHOWN = 5;

type Summary = Schemas['PlacementSummary'];

export async function listPlacements(
  deps: QueryDeps,
  asked: Asked<'/placements'>,
  viewer: Viewer,
): Promise<Answer<'/placements'>> {
  checkHub(deps, asked);
  const states = codesOf(asked.state, FILTER_STATES);
  const { moves, run, sort = 'default' } = asked;
  // By name alone a page needs only its own rows.
  const isByName = sort === 'name' && [states, moves, run].every(filter => filter === undefined);
  const head = { ...stampOf(deps), mayCreate: viewer.mayCreatePlacement() };
  // In one transaction: on SQLite each waits behind all that the engine has to do.
  const { names, own, listed } = await reading(deps, async tx => {
    const all = await findNames(tx, deps, asked);
    const part = isByName ? pageOf(all, asked, name => name) : undefined;
    const silent = await loadSilent(tx, deps);
    const listedNow = await loadListedPlacements(tx, deps.hub, part?.items ?? all, silent);
    return { names: all, own: part, listed: listedNow };
  });
  if (own) {
    const items = await toRows(deps, listed.map(withSummary(deps)), viewer);
    return { ...head, ...own, items, total: names.length };
  }
  const all = listed.map(withSummary(deps));
  const inTrouble = states?.has('stuck') ? await findTroubledByRun(deps, all) : NOBODY;
  const found = all
    .filter(({ summary }) => isOneOf(summary, states) || inTrouble.has(summary))
    .filter(({ summary }) => moves === undefined || summary.moves === moves)
    .filter(({ summary }) => run === undefined || movedBy(summary) === run)
    .sort((a, b) => ORDERS[sort](a.summary, b.summary));
  const page = pageOf(found, asked, ({ summary }) => keyOf(summary));
  return { ...head, ...page, items: await toRows(deps, page.items, viewer), total: found.length };
}

/** Key of the run that moves it. */
const movedBy = ({ scope, run }: Summary) => (run === undefined ? undefined : keyAt({ scope, name: run }));

const isOneOf = (
  { state, trouble }: Summary,
  states: ReadonlySet<(typeof FILTER_STATES)[number]> | undefined,
): boolean => states === undefined || states.has(state) || (trouble !== undefined && states.has('stuck'));

const NOBODY: ReadonlySet<Summary> = new Set();
const TROUBLED_RUNS: ReadonlySet<Schemas['RunState']> = new Set(['failing', 'stuck']);

/** Held by a run that fails or is stuck: that the run shows it is no reason to leave it out. */
async function findTroubledByRun(
  deps: QueryDeps,
  listed: readonly SummarizedPlacement[],
): Promise<ReadonlySet<Summary>> {
  const held = listed.map(({ summary }) => summary).filter(({ state }) => state === 'held');
  const runs = await buildMovingRuns(deps, held);
  return new Set(
    held.filter(summary => {
      const { runIs } = runIsOf(summary, runs);
      return runIs !== undefined && TROUBLED_RUNS.has(runIs.state);
    }),
  );
}

/** In the order of their names. */
async function findNames(
  tx: Tx,
  { hub }: QueryDeps,
  { q, cluster, names }: Asked<'/placements'>,
): Promise<string[]> {
  const named = namesOf(names);
  const all = await listPlacementKeys(tx, hub);
  const here = cluster === undefined ? undefined : new Set(await listPlacementsOn(tx, hub, cluster));
  return all
    .filter(name => q === undefined || name.includes(q))
    .filter(name => here === undefined || here.has(name))
    .filter(name => named === undefined || named.has(name));
}

/** How its run stands and the data of a row's menu, beside its summary. */
async function toRows(
  deps: QueryDeps,
  listed: readonly SummarizedPlacement[],
  viewer: Viewer,
): Promise<Schemas['PlacementRow'][]> {
  const { hub } = deps;
  const summaries = listed.map(({ summary }) => summary);
  const runs = await buildMovingRuns(deps, summaries);
  return listed.map(({ object, summary }) => {
    const labels = object.metadata.labels ?? {};
    const resource = { hub, name: keyOf(summary), labels };
    return {
      ...summary,
      ...runIsOf(summary, runs),
      may: {
        update: viewer.mayUpdatePlacement(resource),
        delete: permitDeletion(viewer, resource, object.metadata),
      },
    };
  });
}

/** A placement that was read, with what lists show of it. */
export interface SummarizedPlacement extends ListedPlacement {
  readonly summary: Summary;
}

/** Reads and sums up the named placements; why some cannot be read is in the log. */
export async function summarizePlacements(
  deps: QueryDeps,
  names: readonly string[],
): Promise<ReadEach<SummarizedPlacement>> {
  const silent = await reading(deps, tx => loadSilent(tx, deps));
  const summarized = await readEach(names, async some => {
    const listed = await reading(deps, tx => loadListedPlacements(tx, deps.hub, some, silent));
    return listed.map(withSummary(deps));
  });
  for (const { name, cause } of summarized.unreadable)
    deps.failures.note('A placement could not be read', { hub: deps.hub, placement: name }, cause);
  return summarized;
}

/** A cluster that cannot be read hides no placement; the list of clusters says what is wrong with it. */
async function loadSilent(tx: Tx, { hub, clock }: QueryDeps): Promise<ReadonlySet<string>> {
  try {
    return silentClusters(await loadFleet(tx, hub), clock.now());
  } catch (cause) {
    if (isUnreadable(cause)) return new Set();
    throw cause;
  }
}

const withSummary =
  ({ clock }: QueryDeps) =>
  (one: ListedPlacement): SummarizedPlacement => ({
    ...one,
    summary: summarizePlacement(one.observation, clock.now()),
  });

/** A/PL-069; the way of one in a namespace, too, sorts lists by name. */
const keyOf = ({ scope, name }: Summary) => placementTarget({ scope, name }).key;
const byName = (a: Summary, b: Summary) => (keyOf(a) < keyOf(b) ? -1 : 1);
const ORDERS = {
  name: byName,
  newest: (a: Summary, b: Summary) =>
    a.createdAt === b.createdAt ? byName(a, b) : a.createdAt < b.createdAt ? 1 : -1,
  default: (a: Summary, b: Summary) =>
    PLACEMENT_STATES.indexOf(a.state) - PLACEMENT_STATES.indexOf(b.state) || byName(a, b),
};

export async function getPlacement(
  deps: QueryDeps,
  asked: Asked<'/placements/{scope}/{name}'>,
  viewer: Viewer,
): Promise<Answer<'/placements/{scope}/{name}'>> {
  checkHub(deps, asked);
  const { hub } = deps;
  const { key: name } = placementTarget(asked);
  const { object, state, hashed, parts, copied, holds, runNames, strategies, evictions } = await reading(
    deps,
    tx => readDetail(tx, deps, name),
  );
  const runs = everyRun(await buildRuns(deps, runNames.slice(0, RUNS_SHOWN)));
  const labels = object.metadata.labels ?? {};
  const latest = state.resourceSnapshots.at(-1);
  const now = deps.clock.now();
  const summary = summarizePlacement(toPlacementObservation(state, now), now);
  const statusCopy = statusCopyOf(state, copied);
  const synced = syncedOf(statusCopy?.namespace, copied);
  const permits = permitEvictions(viewer, { hub, name, labels }, asked.scope);
  const leaving = leavingOf(state, deps.clock);
  const verdicts = shownVerdicts(state);
  const causes = causesOf(verdicts);
  const placement: Schemas['Placement'] = {
    ...summary,
    ...runIsOf(summary, runs),
    conditions: [...summary.conditions, ...(statusCopy && synced ? [synced] : [])],
    resourceVersion: object.metadata.resourceVersion ?? '',
    generation: state.placement.generation,
    manifest: manifestOf(object),
    strategyInWords: strategyInWords(state.placement.spec),
    total: state.clusters.length,
    causes,
    refused: countRefused(causes),
    decided: countDecided(verdicts),
    resources: (latest?.identifiers ?? []).map(toResource),
    ...(state.captureFailure && { resourcesProblem: state.captureFailure.message }),
    ...(statusCopy && { statusCopy }),
    ...(leaving && { leaving }),
    holds,
    history: historyOf(state, { hashed, parts }, runs),
    runs: runs.map(toRunSummary),
    runsTotal: runNames.length,
    blockers: [
      ...ownBlockers(state),
      ...runs.flatMap(run => run.model.blockers.map(blocker => about(blocker, run))),
    ],
    ...(evictions && { evictions }),
    may: {
      evict: permits.mayEvict,
      setBudget: permits.maySetBudget,
      update: viewer.mayUpdatePlacement({ hub, name, labels }),
      delete: permitDeletion(viewer, { hub, name, labels }, object.metadata),
      createRun: permitSomeRun(viewer, hub, { placement: object, strategies }),
    },
  };
  return { ...stampOf(deps), placement };
}

/** Beside the placement: its snapshots, what its clusters hold, and its runs, newest first. */
async function readDetail(tx: Tx, deps: QueryDeps, name: string) {
  const { hub } = deps;
  const found = await readPlacement(tx, deps, name);
  const indexes = found.state.resourceSnapshots.map(({ index }) => index);
  const runs = await loadRunIndex(tx, hub);
  return {
    ...found,
    hashed: await loadHashedObjects(tx, { hub, name }, indexes),
    parts: await loadSnapshotParts(tx, { hub, name }, indexes),
    copied: await loadStatusCopy(tx, { hub, name }),
    holds: await countHeldObjects(tx, { hub, name }),
    evictions:
      found.object.metadata.namespace === undefined
        ? await summarizeEvictions(tx, { hub, name }, found.state)
        : undefined,
    strategies: await loadStrategyNames(tx, hub, fromObjectKey(name)),
    runNames: runs
      .filter(run => run.placement === name)
      .sort((a, b) => (b.createdAt ?? Infinity) - (a.createdAt ?? Infinity))
      .map(run => run.name),
  };
}

/** A run that moves the placement says itself what it waits for. */
const ownBlockers = ({ blockers, activeRuns }: PlacementState): Schemas['Blocker'][] =>
  placementBlockers(blockers).filter(({ cause }) => cause !== 'WaitsForUpdateRun' || activeRuns.length === 0);

/** A blocker as shown outside of its run's page. */
export const about = (blocker: Schemas['Blocker'], { model }: BuiltRun): Schemas['Blocker'] => ({
  ...blocker,
  subject: {
    kind: 'run',
    scope: model.assessment.run.namespace ?? CLUSTER_SCOPE,
    name: model.assessment.run.name,
  },
  placement: model.assessment.run.spec.placementName,
});

export async function readPlacement(tx: Tx, { hub }: QueryDeps, name: string) {
  const object = await loadObject(tx, placementObject({ hub, name }));
  const state = await loadPlacementState(tx, toHubKey(hub, name));
  if (object === undefined || state === undefined)
    throw new NotFoundError(
      `Placement "${name}" does not exist on hub "${hub}"; its timeline is kept where it was deleted`,
    );
  return { object, state };
}

type Identifier = PlacementState['resourceSnapshots'][number]['identifiers'][number];

const toResource = ({ group, version, kind, namespace, name }: Identifier): Schemas['SelectedResource'] => ({
  ...(group && { group }),
  version,
  kind,
  ...(namespace !== undefined && { namespace }),
  name,
});

/** Newest first, each beside the one before it. */
function historyOf(
  state: PlacementState,
  {
    hashed,
    parts,
  }: {
    readonly hashed: Awaited<ReturnType<typeof loadHashedObjects>>;
    readonly parts: ReadonlyMap<number, readonly string[]>;
  },
  runs: readonly BuiltRun[],
): Schemas['SnapshotInfo'][] {
  const on = new Map<number, number>();
  for (const { phase, resourceIndex, releasedAt } of state.bindings)
    if (phase === 'Bound' && releasedAt === undefined && resourceIndex !== undefined)
      on.set(resourceIndex, (on.get(resourceIndex) ?? 0) + 1);
  const { resourceSnapshots } = state;
  return resourceSnapshots
    .map((snapshot, i): Schemas['SnapshotInfo'] => {
      const after = hashed.get(snapshot.index);
      const before = i === 0 ? undefined : hashed.get(resourceSnapshots[i - 1].index);
      const change = before && after && countChanges(before, after);
      const changed =
        change && [...change.deleted, ...change.added, ...change.changed].map(({ name }) => name);
      const brought = runs.filter(({ inputs }) => inputs.progress?.plan?.resourceIndex === snapshot.index);
      return {
        index: String(snapshot.index),
        createdAt: toRfc3339(snapshot.createdAt),
        objects: snapshot.identifiers.length,
        clusters: on.get(snapshot.index) ?? 0,
        isLatest: i === resourceSnapshots.length - 1,
        runs: brought.map(({ object }) => object.metadata.name),
        ...(parts.has(snapshot.index) && { parts: [...(parts.get(snapshot.index) ?? [])] }),
        ...(change && { changes: change.counts }),
        ...(changed && { changed: changed.slice(0, CHANGED_SHOWN) }),
      };
    })
    .reverse();
}
