import { fromRfc3339, plus, toRfc3339, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  compareLoudness,
  countStates,
  summarizePlacement,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { loadFleet } from '../database/clusterStore';
import { loadListedPlacements, type ListedPlacement } from '../database/views/placementSights';
import { loadPlacementNames, loadRunIndex, type RunIndexEntry } from '../database/views/records';
import { toItems, waitingGates } from './approvals';
import { byTrouble, readPresence, seeCluster, toClusterSummary, type SeenCluster } from './clusters';
import type { Answer, Asked, Schemas } from './contract';
import { about } from './placements';
import { checkHub, reading, stampOf, type QueryDeps } from './queryDeps';
import { drawRuns, RUN_STATES, toRunSummary, type DrawnRun } from './runs';
import type { Viewer } from './viewer';

const DAY_MS = 24 * 60 * 60 * 1000;
const SHOWN = { runs: 6, waiting: 5, trouble: 10, finished: 5, clusters: 6 } as const;
/** Above it a cell of the matrix tells numbers, not names. */
const NAMED_CLUSTERS = 200;
/** Finished runs are read newest first, as many as a day may bring to the screen. */
const FINISHED_READ = 20;

type Overview = Answer<'/overview'>;

/** Loudest first: what people look for on the overview. */
const LOUD: readonly Schemas['RunState'][] = [
  'failing',
  'stuck',
  'stopped',
  'stopping',
  'waitingForApproval',
];

export async function getOverview(
  deps: QueryDeps,
  asked: Asked<'/overview'>,
  viewer: Viewer,
): Promise<Overview> {
  checkHub(deps, asked);
  const { hub } = deps;
  const { fleet, index, listed } = await reading(deps, async tx => ({
    fleet: await loadFleet(tx, hub),
    index: await loadRunIndex(tx, hub),
    listed: await loadListedPlacements(tx, hub, await loadPlacementNames(tx, hub)),
  }));
  const now = deps.clock.now();
  const running = await drawRuns(
    deps,
    index.filter(({ isOver }) => !isOver).map(({ name }) => name),
  );
  const finished = await drawRuns(deps, newestOver(index));
  const waiting = await waitingGates(deps, viewer);
  const mine = waiting.filter(({ isForYou }) => isForYou);
  return {
    ...stampOf(deps),
    clusters: await clustersPart(
      deps,
      fleet.map(facts => seeCluster(facts, now)),
    ),
    placements: placementsPart(listed),
    runs: {
      total: running.length,
      items: [...running].sort(byLoudness).slice(0, SHOWN.runs).map(toRunSummary),
    },
    waiting: await toItems(deps, mine.slice(0, SHOWN.waiting), viewer),
    waitingForYou: mine.length,
    waitingForOthers: waiting.length - mine.length,
    trouble: troublePart(running, listed),
    next: nextPart(running, now),
    finished: finishedPart(finished, now),
    mayCreateRun: viewer.mayCreateRun(),
  };
}

const newestOver = (index: readonly RunIndexEntry[]) =>
  index
    .filter(({ isOver }) => isOver)
    .sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0))
    .slice(0, FINISHED_READ)
    .map(({ name }) => name);

const rankOf = ({ picture }: DrawnRun) => {
  const loud = LOUD.indexOf(picture.state);
  return loud < 0 ? LOUD.length + RUN_STATES.indexOf(picture.state) : loud;
};

const byLoudness = (a: DrawnRun, b: DrawnRun) =>
  rankOf(a) - rankOf(b) || (a.object.metadata.name < b.object.metadata.name ? -1 : 1);

async function clustersPart(
  deps: QueryDeps,
  clusters: readonly SeenCluster[],
): Promise<Overview['clusters']> {
  const { axes } = deps;
  const cells = new Map<string, SeenCluster[]>();
  for (const one of clusters) {
    const key = JSON.stringify([one.facts.labels[axes.rows] ?? '', one.facts.labels[axes.columns] ?? '']);
    cells.set(key, [...(cells.get(key) ?? []), one]);
  }
  const troubled = clusters
    .filter(({ standing }) => standing.state !== 'healthy')
    .sort(byTrouble)
    .slice(0, SHOWN.clusters);
  const { presence, coming } = await readPresence(
    deps,
    troubled.map(({ facts }) => facts.name),
  );
  const count = (some: readonly SeenCluster[]) => countStates(some.map(({ standing }) => standing));
  return {
    total: clusters.length,
    counts: count(clusters),
    axes: { ...axes },
    cells: [...cells]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, some]) => {
        const [row, column] = JSON.parse(key) as [string, string];
        const named = clusters.length > NAMED_CLUSTERS ? [] : some;
        return {
          row,
          column,
          total: some.length,
          counts: count(some),
          clusters: named.map(({ facts, standing }) => ({ name: facts.name, state: standing.state })),
        };
      }),
    trouble: troubled.map(one => {
      const { name } = one.facts;
      return toClusterSummary(one, presence.get(name), coming.get(name));
    }),
  };
}

function placementsPart(listed: readonly ListedPlacement[]): Overview['placements'] {
  const summaries = listed.map(({ sight }) => summarizePlacement(sight));
  const isTrue = (type: string) =>
    summaries.filter(({ conditions }) =>
      conditions.some(one => one.type === `ClusterResourcePlacement${type}` && one.status === 'True'),
    ).length;
  const compared = isTrue('DiffReported');
  return {
    total: summaries.length,
    scheduled: isTrue('Scheduled'),
    applied: isTrue('Applied') + compared,
    available: isTrue('Available') + compared,
    moving: summaries.filter(({ run }) => run !== undefined).length,
    drifted: listed.filter(({ drifted }) => drifted > 0).length,
  };
}

const BROKEN: ReadonlySet<string> = new Set([
  'overrideFailed',
  'notSent',
  'applyFailed',
  'diffFailed',
  'invalid',
]);

/** What fails or is stuck: of runs, and of placements that no run moves. */
function troublePart(running: readonly DrawnRun[], listed: readonly ListedPlacement[]): Schemas['Blocker'][] {
  const ofRuns = running.flatMap(({ picture, object }) =>
    picture.blockers
      .filter(({ state }) => state === 'failing' || state === 'stuck')
      .map(blocker => about(blocker, object.metadata.name)),
  );
  const ofPlacements = listed.flatMap(({ sight }): Schemas['Blocker'][] => {
    const { name, state, message = '', since, run } = summarizePlacement(sight);
    if (!BROKEN.has(state) || run !== undefined) return [];
    return [
      {
        cause: state,
        state: 'failing',
        message,
        clusters: [],
        clusterCount: 0,
        actor: state === 'notSent' ? 'operator' : 'appOwner',
        subject: { kind: 'placement', scope: '_', name },
        ...(since !== undefined && { since }),
      },
    ];
  });
  return [...ofRuns, ...ofPlacements].sort(compareLoudness).slice(0, SHOWN.trouble);
}

/** Ends of waits within a day. */
function nextPart(running: readonly DrawnRun[], now: Instant): Overview['next'] {
  const end = plus(now, DAY_MS);
  return running
    .flatMap(({ picture, object }) =>
      picture.blockers.flatMap(({ cause, stage, until }) => {
        const at = fromRfc3339(until);
        if (cause !== 'WaitTime' || stage === undefined || at === undefined || at > end) return [];
        const run = object.metadata.name;
        return [
          { at: toRfc3339(at), run, scope: '_', stage, text: `The wait after ${stage} ends in ${run}.` },
        ];
      }),
    )
    .sort((a, b) => (a.at < b.at ? -1 : 1));
}

function finishedPart(finished: readonly DrawnRun[], now: Instant): Schemas['RunSummary'][] {
  const since = plus(now, -DAY_MS);
  const endOf = ({ endedAt }: Schemas['RunSummary']) => fromRfc3339(endedAt) ?? 0;
  return finished
    .map(toRunSummary)
    .filter(run => endOf(run) >= since)
    .sort((a, b) => endOf(b) - endOf(a))
    .slice(0, SHOWN.finished);
}
