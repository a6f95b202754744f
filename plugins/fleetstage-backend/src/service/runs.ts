import { drawRun, summarizeRun, type RunPicture } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../database/db';
import { loadRunStarters } from '../database/runStarters';
import { loadRunIndex, type RunIndexEntry } from '../database/views/records';
import { loadListedRuns, type ListedRun } from '../database/views/runSights';
import type { Answer, Asked, Schemas } from './contract';
import { pageOf } from './paging';
import { checkHub, codesOf, reading, stampOf, type QueryDeps } from './queryDeps';
import type { Viewer } from './viewer';

export const RUN_STATES: readonly Schemas['RunState'][] = [
  'preparing',
  'readyToStart',
  'couldNotPrepare',
  'updating',
  'waitingForApproval',
  'waiting',
  'failing',
  'stuck',
  'stopping',
  'stopped',
  'succeeded',
  'failed',
];
const OVER: ReadonlySet<string> = new Set(['couldNotPrepare', 'succeeded', 'failed']);
/** Wide plans are megabytes of memory: so many runs are read at a time. */
const BATCH = 50;

/** A run that was read, with its picture. */
export interface DrawnRun extends ListedRun {
  readonly picture: RunPicture;
  readonly startedBy?: string;
}

/** Reads and draws the named runs, a batch at a time. */
export async function drawRuns(deps: QueryDeps, names: readonly string[]): Promise<DrawnRun[]> {
  const drawn: DrawnRun[] = [];
  for (let start = 0; start < names.length; start += BATCH) {
    const part = names.slice(start, start + BATCH);
    const { listed, starters } = await reading(deps, async tx => {
      const runs = await loadListedRuns(tx, deps.hub, part);
      return { listed: runs, starters: await loadRunStarters(tx, deps.hub, runs.map(identityOf)) };
    });
    const now = deps.clock.now();
    for (const one of listed) {
      const startedBy = starters.get(one.sight.run.uid);
      drawn.push({ ...one, picture: drawRun(one.sight, now), ...(startedBy !== undefined && { startedBy }) });
    }
  }
  return drawn;
}

const identityOf = ({ sight: { run } }: ListedRun) => ({ name: run.name, uid: run.uid });

export const toRunSummary = ({ picture, startedBy: ref }: DrawnRun): Schemas['RunSummary'] => ({
  ...summarizeRun(picture),
  ...(ref !== undefined && { startedBy: { ref } }),
});

export async function listRuns(
  deps: QueryDeps,
  asked: Asked<'/runs'>,
  viewer: Viewer,
): Promise<Answer<'/runs'>> {
  checkHub(deps, asked);
  const states = codesOf(asked.state, RUN_STATES);
  const index = await reading(deps, tx => loadRunIndex(tx, deps.hub));
  const { q, placement, sort } = asked;
  const candidates = index
    .filter(run => q === undefined || run.name.includes(q))
    .filter(run => placement === undefined || run.placement === placement)
    .filter(run => states === undefined || mayBe(run, states))
    .sort(ORDERS[sort ?? 'default']);
  const head = { ...stampOf(deps), mayCreate: viewer.mayCreateRun() };
  if (states === undefined && asked.cluster === undefined) {
    const page = pageOf(candidates, asked, ({ name }) => name);
    const drawn = await drawRuns(
      deps,
      page.items.map(({ name }) => name),
    );
    return { ...head, ...page, items: drawn.map(toRunSummary), total: candidates.length };
  }
  const drawn = await drawRuns(
    deps,
    candidates.map(({ name }) => name),
  );
  const { cluster } = asked;
  const matching = drawn
    .filter(({ picture }) => states === undefined || states.has(picture.state))
    .filter(({ picture }) => cluster === undefined || isPlanned(picture, cluster));
  const page = pageOf(matching, asked, ({ object }) => object.metadata.name);
  return { ...head, ...page, items: page.items.map(toRunSummary), total: matching.length };
}

const mayBe = ({ isOver }: RunIndexEntry, states: ReadonlySet<string>) =>
  [...states].some(state => OVER.has(state) === isOver);

const isPlanned = ({ stages }: RunPicture, cluster: string) =>
  stages.some(({ stage }) => stage.clusters.some(one => one.cluster === cluster));

const byName = (a: RunIndexEntry, b: RunIndexEntry) => (a.name < b.name ? -1 : 1);
/** One that no pass has seen is the newest. */
const byAge = (a: RunIndexEntry, b: RunIndexEntry) =>
  (b.createdAt ?? Infinity) === (a.createdAt ?? Infinity)
    ? byName(a, b)
    : (b.createdAt ?? Infinity) - (a.createdAt ?? Infinity);

const ORDERS = {
  name: byName,
  newest: byAge,
  default: (a: RunIndexEntry, b: RunIndexEntry) => Number(a.isOver) - Number(b.isOver) || byAge(a, b),
};

/** Names of the unfinished runs, newest first. */
export async function unfinishedRuns(tx: Tx, hub: string): Promise<RunIndexEntry[]> {
  const index = await loadRunIndex(tx, hub);
  return index.filter(({ isOver }) => !isOver).sort(byAge);
}
