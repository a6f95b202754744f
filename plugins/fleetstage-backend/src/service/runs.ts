import { ForwardedError } from '@backstage/errors';
import {
  buildRunModel,
  rankRun,
  summarizeRun,
  type RunModel,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { loadRunInitiators, NO_INITIATORS, type RunInitiators } from '../database/runInitiators';
import { keyOfObject } from '../database/placementObject';
import { chunks } from '../database/rows';
import { loadRunIndex, type RunIndexEntry } from '../database/views/records';
import { loadListedRuns, type ListedRun } from '../database/views/listedRuns';
import type { Answer, Asked, Schemas } from './contract';
import { pageOf } from './paging';
import { checkHub, codesOf, namesOf, reading, stampOf, type QueryDeps } from './queryDeps';
import { readEach, type Unreadable } from './readEach';
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
  'ended',
];
const OVER: ReadonlySet<string> = new Set(['couldNotPrepare', 'succeeded', 'failed', 'ended']);
/** Wide plans are megabytes of memory: so many runs are read at a time. */
const BATCH = 50;

/** A run that was read, with its model. */
export interface BuiltRun extends ListedRun {
  readonly model: RunModel;
  readonly initiators: RunInitiators;
}

export interface BuiltRuns {
  readonly built: readonly BuiltRun[];
  /** Their causes are in the log. */
  readonly unreadable: readonly Unreadable[];
}

/** Reads the runs with these keys and builds their models, a batch at a time. */
export async function buildRuns(deps: QueryDeps, names: readonly string[]): Promise<BuiltRuns> {
  const built: BuiltRun[] = [];
  const unreadable: Unreadable[] = [];
  for (const batch of chunks(names, BATCH)) {
    const part = await readEach(batch, some => buildBatch(deps, some));
    built.push(...part.read);
    unreadable.push(...part.unreadable);
  }
  for (const { name, cause } of unreadable)
    deps.failures.note('A run could not be read', { hub: deps.hub, run: name }, cause);
  return { built, unreadable };
}

/**
 * For a response that could not say that one is missing.
 *
 * @throws Error that names the first run that cannot be read
 */
export function everyRun({ built, unreadable }: BuiltRuns): readonly BuiltRun[] {
  if (unreadable.length === 0) return built;
  const [{ name, cause }] = unreadable;
  throw new ForwardedError(`Run "${name}" could not be read`, cause);
}

/** The runs that are not over, newest first. */
export async function buildUnfinished(deps: QueryDeps): Promise<BuiltRuns> {
  const index = await reading(deps, tx => loadRunIndex(tx, deps.hub));
  const runs = index.filter(({ isOver }) => !isOver).sort(byAge);
  return buildRuns(deps, runs.map(nameOf));
}

async function buildBatch(deps: QueryDeps, names: readonly string[]): Promise<BuiltRun[]> {
  const { listed, initiators } = await reading(deps, async tx => {
    const runs = await loadListedRuns(tx, deps.hub, names);
    return { listed: runs, initiators: await loadRunInitiators(tx, deps.hub, runs.map(factsOf)) };
  });
  const now = deps.clock.now();
  return listed.map(one => {
    const known = initiators.get(one.inputs.run.uid) ?? NO_INITIATORS;
    return { ...one, model: buildRunModel(one.inputs, now), initiators: known };
  });
}

const factsOf = ({ inputs: { run } }: ListedRun) => run;

export const toRunSummary = ({ model, initiators: { startedBy: ref } }: BuiltRun): Schemas['RunSummary'] => ({
  ...summarizeRun(model),
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
  const placements = namesOf(asked.placements);
  const candidates = index
    .filter(run => q === undefined || run.name.includes(q))
    .filter(run => placement === undefined || run.placement === placement)
    .filter(run => placements === undefined || placements.has(run.placement))
    .filter(run => states === undefined || mayBe(run, states))
    .sort(ORDERS[sort ?? 'default']);
  const head = { ...stampOf(deps), mayCreate: viewer.mayCreateRun() };
  const isByTrouble = (sort ?? 'default') === 'default';
  if (states === undefined && asked.cluster === undefined) {
    const page = await (isByTrouble ? pageByTrouble : pageByIndex)(deps, candidates, asked);
    return { ...head, ...page, total: candidates.length };
  }
  const { built, unreadable } = await buildRuns(deps, candidates.map(nameOf));
  const { cluster } = asked;
  const found = built
    .filter(({ model }) => states === undefined || states.has(model.state))
    .filter(({ model }) => cluster === undefined || isPlanned(model, cluster));
  const matching = isByTrouble ? found.sort(byTrouble) : found;
  const page = pageOf(matching, asked, nameOfBuilt);
  const missing = unreadableFields(unreadable);
  return { ...head, ...page, ...missing, items: page.items.map(toRunSummary), total: matching.length };
}

type RunsPage = Pick<Answer<'/runs'>, 'items' | 'nextCursor' | 'unreadable'>;

/** Of the runs only those on the page are read. */
async function pageByIndex(
  deps: QueryDeps,
  candidates: readonly RunIndexEntry[],
  asked: Asked<'/runs'>,
): Promise<RunsPage> {
  const page = pageOf(candidates, asked, nameOf);
  const { built, unreadable } = await buildRuns(deps, page.items.map(nameOf));
  return { ...page, ...unreadableFields(unreadable), items: built.map(toRunSummary) };
}

/** The state of a run is in its memory alone: all that are not over are read to sort them, as the overview does. */
async function pageByTrouble(
  deps: QueryDeps,
  candidates: readonly RunIndexEntry[],
  asked: Asked<'/runs'>,
): Promise<RunsPage> {
  const running = await buildRuns(deps, candidates.filter(({ isOver }) => !isOver).map(nameOf));
  const sorted = [...running.built].sort(byTrouble);
  const over = candidates.filter(({ isOver }) => isOver).map(nameOf);
  const names = [...sorted.map(nameOfBuilt), ...running.unreadable.map(nameOf), ...over];
  const page = pageOf(names, asked, name => name);
  const isHere = new Set(page.items);
  const ended = await buildRuns(
    deps,
    over.filter(name => isHere.has(name)),
  );
  const unreadable = [...running.unreadable, ...ended.unreadable].filter(({ name }) => isHere.has(name));
  const built = [...sorted.filter(one => isHere.has(nameOfBuilt(one))), ...ended.built];
  return { ...page, ...unreadableFields(unreadable), items: built.map(toRunSummary) };
}

const nameOf = ({ name }: { readonly name: string }) => name;
const nameOfBuilt = ({ object }: BuiltRun) => keyOfObject(object);

/** Runs of one rank stay in the order in which they were read. */
const byTrouble = (a: BuiltRun, b: BuiltRun) => rankRun(a.model.state) - rankRun(b.model.state);

const unreadableFields = (unreadable: readonly Unreadable[]) =>
  unreadable.length > 0 && { unreadable: unreadable.map(nameOf) };

const mayBe = ({ isOver }: RunIndexEntry, states: ReadonlySet<string>) =>
  [...states].some(state => OVER.has(state) === isOver);

const isPlanned = ({ stages }: RunModel, cluster: string) =>
  stages.some(({ stage }) => stage.clusters.some(one => one.cluster === cluster));

const byName = (a: RunIndexEntry, b: RunIndexEntry) => (a.name < b.name ? -1 : 1);
/** A run that no pass has seen is the newest. */
export const byAge = (a: RunIndexEntry, b: RunIndexEntry) =>
  (b.createdAt ?? Infinity) === (a.createdAt ?? Infinity)
    ? byName(a, b)
    : (b.createdAt ?? Infinity) - (a.createdAt ?? Infinity);

const ORDERS = {
  name: byName,
  newest: byAge,
  default: (a: RunIndexEntry, b: RunIndexEntry) => Number(a.isOver) - Number(b.isOver) || byAge(a, b),
};
