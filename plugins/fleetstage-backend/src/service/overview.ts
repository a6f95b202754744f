import { fromRfc3339, plus, toRfc3339, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  clusterTrouble,
  compareLoudness,
  countStates,
  failureBlocker,
  foreignTrouble,
  placementTrouble,
  rankRun,
  runTrouble,
  comingEnds,
  comingSoakEnds,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { loadFleet } from '../database/clusterStore';
import type { Tx } from '../database/db';
import { loadForeignWriter } from '../database/leaseStore';
import { keyOfObject, listPlacementKeys } from '../database/placementObject';
import { loadRunIndex, type RunIndexEntry } from '../database/views/records';
import { toItems, waitingGates } from './approvals';
import {
  byTrouble,
  countComing,
  readPresence,
  seeCluster,
  toClusterSummary,
  type SeenCluster,
} from './clusters';
import type { Answer, Asked, Schemas } from './contract';
import { OverviewParts, readSource } from './overviewParts';
import { about, summarizePlacements, type SummarizedPlacement } from './placements';
import { checkHub, CLUSTER_SCOPE, reading, stampOf, type QueryDeps } from './queryDeps';
import { byAge, buildRuns, toRunSummary, type BuiltRun, type BuiltRuns } from './runs';
import { readActiveRollouts, rolloutTrouble, toActiveSummaries } from './sequences/activeRollouts';
import { readSequenceTrouble } from './sequences/sequenceTrouble';
import type { ShownRollout } from './sequences/rolloutViews';
import type { Viewer } from './viewer';

const DAY_MS = 24 * 60 * 60 * 1000;
const SHOWN = { runs: 6, versionRollouts: 6, waiting: 5, trouble: 10, finished: 5, clusters: 6 } as const;
/** Above it a cell of the matrix shows numbers, not names. */
const NAMED_CLUSTERS = 200;
/** Finished runs are read newest first, as many as a day may bring to the screen. */
const FINISHED_READ = 20;

type Overview = Answer<'/overview'>;

/**
 * A part that cannot be read is left out and listed in `failed`.
 *
 * @throws Error where nothing can be read: the index of the hub's objects, or any part
 */
export async function getOverview(
  deps: QueryDeps,
  asked: Asked<'/overview'>,
  viewer: Viewer,
): Promise<Overview> {
  checkHub(deps, asked);
  const { hub } = deps;
  const { index, names, foreign } = await reading(deps, async tx => ({
    index: await loadRunIndex(tx, hub),
    names: await listPlacementKeys(tx, hub),
    foreign: await loadForeignWriter(tx, hub),
  }));
  const now = deps.clock.now();
  const unfinished = index.filter(({ isOver }) => !isOver).map(({ name }) => name);
  const running = await readSource(() => buildRuns(deps, unfinished));
  const finished = await readSource(() => buildRuns(deps, newestOver(index)));
  const listed = await readSource(() => summarizePlacements(deps, names));
  const fleet = await readSource(() => readFleet(deps, now));
  const versions = await readSource(() => reading(deps, tx => readVersions(tx, hub)));
  const parts = new OverviewParts();
  const answer = {
    ...stampOf(deps),
    ...(await parts.read('clusters', async () => ({
      clusters: await clustersPart(deps, fleet.get(), running.value),
    }))),
    ...(await parts.read('placements', () => {
      parts.lacks('placements', listed.get().unreadable);
      return { placements: placementsPart(listed.get().read, names.length) };
    })),
    ...(await parts.read('runs', () => {
      parts.lacks('runs', running.get().unreadable);
      const items = [...running.get().built].sort(byLoudness).slice(0, SHOWN.runs);
      return { runs: { total: unfinished.length, items: items.map(toRunSummary) } };
    })),
    ...(await parts.read('versionRollouts', () => versionsPart(versions.get().rollouts))),
    ...(await parts.read('waiting', () => waitingPart(deps, running.get().built, viewer))),
    ...(await parts.read('trouble', () =>
      firstOf(
        troublePart({
          running: running.get().built,
          ended: lastOfPlacement(index, finished.get().built),
          listed: listed.get().read,
          ofClusters: clusterTrouble((fleet.value ?? []).map(toMember)),
          ofVersions: versions.value?.trouble ?? [],
          ofHub: foreign === undefined ? [] : [foreignTrouble(foreign)],
        }),
      ),
    )),
    ...(await parts.read('next', () => nextPart(running.get().built, versions.value?.rollouts, now))),
    ...(await parts.read('finished', () => {
      parts.lacks('finished', finished.get().unreadable);
      return { finished: finishedPart(finished.get().built, now) };
    })),
    mayCreateRun: viewer.mayCreateRun(),
  };
  const failed = parts.failed();
  for (const [cause, some] of parts.causes())
    deps.failures.note('The overview lacks parts', { hub, parts: some.join(', ') }, cause);
  return { ...answer, failed };
}

const readFleet = async (deps: QueryDeps, now: Instant): Promise<readonly SeenCluster[]> =>
  (await reading(deps, tx => loadFleet(tx, deps.hub))).map(facts => seeCluster(deps, facts, now));

async function readVersions(tx: Tx, hub: string) {
  const rollouts = await readActiveRollouts(tx, hub);
  return { rollouts, trouble: [...(await readSequenceTrouble(tx, hub)), ...rolloutTrouble(rollouts)] };
}

const newestOver = (index: readonly RunIndexEntry[]) =>
  index
    .filter(({ isOver }) => isOver)
    .sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0))
    .slice(0, FINISHED_READ)
    .map(({ name }) => name);

const byLoudness = (a: BuiltRun, b: BuiltRun) =>
  rankRun(a.model.state) - rankRun(b.model.state) || (keyOfObject(a.object) < keyOfObject(b.object) ? -1 : 1);

function versionsPart(rollouts: readonly ShownRollout[]): Pick<Overview, 'versionRollouts'> {
  const items = toActiveSummaries(rollouts);
  return { versionRollouts: { total: items.length, items: items.slice(0, SHOWN.versionRollouts) } };
}

async function waitingPart(deps: QueryDeps, running: readonly BuiltRun[], viewer: Viewer) {
  const waiting = await waitingGates(deps, running, viewer);
  const mine = waiting.filter(({ isForYou }) => isForYou);
  return {
    waiting: await toItems(deps, mine.slice(0, SHOWN.waiting), viewer),
    waitingForYou: mine.length,
    waitingForOthers: waiting.length - mine.length,
  };
}

const toMember = ({ facts, status }: SeenCluster) => ({ name: facts.name, status });

async function clustersPart(
  deps: QueryDeps,
  clusters: readonly SeenCluster[],
  running: BuiltRuns | undefined,
): Promise<Schemas['OverviewClusters']> {
  const { axes } = deps;
  const cells = new Map<string, SeenCluster[]>();
  for (const one of clusters) {
    const key = JSON.stringify([one.facts.labels[axes.rows] ?? '', one.facts.labels[axes.columns] ?? '']);
    cells.set(key, [...(cells.get(key) ?? []), one]);
  }
  const troubled = clusters.filter(({ status }) => status.state !== 'healthy').sort(byTrouble);
  const shown = troubled.slice(0, SHOWN.clusters);
  const comingTo = running && countComing(running);
  const presence = await readPresence(
    deps,
    shown.map(({ facts }) => facts.name),
  );
  const count = (some: readonly SeenCluster[]) => {
    const counts = countStates(some.map(({ status }) => status));
    return { total: some.length, counts, healthy: counts.healthy ?? 0 };
  };
  return {
    ...count(clusters),
    axes: { ...axes },
    cells: [...cells]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, some]) => {
        const [row, column] = JSON.parse(key) as [string, string];
        const named = clusters.length > NAMED_CLUSTERS ? [] : some;
        return {
          row,
          column,
          ...count(some),
          clusters: named.map(({ facts, status }) => ({ name: facts.name, state: status.state })),
        };
      }),
    troubleTotal: troubled.length,
    trouble: shown.map(one => {
      const { name } = one.facts;
      return toClusterSummary(one, presence.get(name), comingTo?.(name));
    }),
  };
}

const CONDITION_OF_PLACEMENT = /^(?:Cluster)?ResourcePlacement(\w+)$/;

function placementsPart(
  listed: readonly SummarizedPlacement[],
  total: number,
): NonNullable<Overview['placements']> {
  const summaries = listed.map(({ summary }) => summary);
  const isTrue = (type: string) =>
    summaries.filter(({ conditions }) =>
      conditions.some(one => CONDITION_OF_PLACEMENT.exec(one.type)?.[1] === type && one.status === 'True'),
    ).length;
  const compared = isTrue('DiffReported');
  const noMatch = summaries.filter(({ state }) => state === 'noMatch').length;
  return {
    total,
    scheduled: isTrue('Scheduled'),
    applied: isTrue('Applied') + compared,
    available: isTrue('Available') + compared,
    moving: summaries.filter(({ run }) => run !== undefined).length,
    drifted: listed.filter(({ drifted }) => drifted > 0).length,
    ...(noMatch > 0 && { noMatch }),
  };
}

/** Of these runs, those that are the last of their placement: what went wrong in them nobody has followed up. */
function lastOfPlacement(index: readonly RunIndexEntry[], runs: readonly BuiltRun[]): BuiltRun[] {
  const last = new Map<string, string>();
  for (const { placement, name } of [...index].sort(byAge))
    if (!last.has(placement)) last.set(placement, name);
  const lasts = new Set(last.values());
  return runs.filter(({ object }) => lasts.has(keyOfObject(object)));
}

const firstOf = (trouble: Schemas['Blocker'][]) => ({
  trouble: trouble.slice(0, SHOWN.trouble),
  troubleTotal: trouble.length,
});

interface TroubleSources {
  readonly running: readonly BuiltRun[];
  readonly ended: readonly BuiltRun[];
  readonly listed: readonly SummarizedPlacement[];
  readonly ofClusters: readonly Schemas['Blocker'][];
  readonly ofVersions: readonly Schemas['Blocker'][];
  readonly ofHub: readonly Schemas['Blocker'][];
}

/** Whatever is not as desired for longer than it usually takes, worst first; the engine says what that is. */
function troublePart(sources: TroubleSources): Schemas['Blocker'][] {
  const { running, ended, listed, ofClusters, ofVersions, ofHub } = sources;
  const ofRuns = runTrouble(running.map(({ model }) => model));
  const ofEnded = ended.flatMap(run => {
    const blocker = failureBlocker(run.model);
    return blocker === undefined ? [] : [about(blocker, run)];
  });
  const shownRuns = new Set(
    ofRuns
      .filter(({ clusterCount }) => clusterCount > 0)
      .map(({ subject }) => `${subject?.scope}/${subject?.name}`),
  );
  const ofPlacements = listed.flatMap(({ summary }) => {
    const blocker = placementTrouble(summary);
    // The run that moves it shows the same clusters, by name.
    return blocker === undefined ||
      (summary.run !== undefined && shownRuns.has(`${summary.scope}/${summary.run}`))
      ? []
      : [blocker];
  });
  return [...ofHub, ...ofRuns, ...ofVersions, ...ofEnded, ...ofPlacements, ...ofClusters].sort(
    compareLoudness,
  );
}

/** Ends of waits, of added gates and of soaks within a day. */
function nextPart(
  running: readonly BuiltRun[],
  versions: readonly ShownRollout[] | undefined,
  now: Instant,
): Pick<Overview, 'next'> {
  const end = toRfc3339(plus(now, DAY_MS));
  const ofRuns = running.flatMap(({ model, object: { metadata } }) =>
    comingEnds(model).map(one => ({
      ...one,
      run: metadata.name,
      scope: metadata.namespace ?? CLUSTER_SCOPE,
    })),
  );
  const ofVersions = (versions ?? []).flatMap(({ record: { name, memory } }) =>
    comingSoakEnds(memory).map(one => ({ ...one, versionRollout: name })),
  );
  const coming = [...ofRuns, ...ofVersions].filter(({ at }) => at <= end);
  return { next: coming.sort((a, b) => (a.at < b.at ? -1 : 1)) };
}

function finishedPart(finished: readonly BuiltRun[], now: Instant): Schemas['RunSummary'][] {
  const since = plus(now, -DAY_MS);
  const endOf = ({ endedAt }: Schemas['RunSummary']) => fromRfc3339(endedAt) ?? 0;
  return finished
    .map(toRunSummary)
    .filter(run => endOf(run) >= since)
    .sort((a, b) => endOf(b) - endOf(a))
    .slice(0, SHOWN.finished);
}
