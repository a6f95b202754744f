import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { OWNED } from './data/owners';
import { LOST_HUB } from './data/hub';
import { refused } from './data/people';
import { finished, otherStates, pastRuns, payments, run, runPage, unfinished } from './data/runs';
import { BREAKS, HANGS, Reply, type FixtureApi, type Picture } from './fixtures';
import { askForMore, makeCompact, nextPageFails } from './views';

const PATH = '/fleetstage/runs';
const everything = [...unfinished.slice(0, 1), ...otherStates, ...unfinished.slice(1), ...finished];
const LONG = 'observability-collector-for-the-north-european-payment-clusters';

const answer =
  (reply: unknown): FixtureApi =>
  ({ path }) =>
    path === '/runs' ? reply : undefined;

/** Pages of 100; the third one breaks. */
const paged: FixtureApi = ({ path, query }) => {
  if (path !== '/runs') return undefined;
  const from = Number(query.get('cursor') ?? 0);
  if (from >= 200) return BREAKS;
  return runPage(pastRuns(100, from), { total: 340, nextCursor: String(from + 100) });
};

const filtered: FixtureApi = ({ path, query }) => {
  if (path !== '/runs') return undefined;
  const codes = (query.get('state') ?? '').split(',');
  const items = everything.filter((one: Schemas['RunSummary']) => codes.includes(one.state));
  return runPage(items, { total: items.length });
};

const wide = Array.from({ length: 9 }, (_, i) => ({
  ...payments.stages[i % 3],
  name: `ring-${i + 1}`,
  total: 1 + i * 12,
}));

export const pictures: Picture[] = [
  { name: 'runs', path: PATH, api: answer(runPage(everything)) },
  {
    name: 'runs-owners',
    path: PATH,
    api: answer(runPage(everything)),
    entities: OWNED,
    width: 1920,
    waitFor: 'text=Owner',
  },
  { name: 'runs-compact', path: PATH, api: answer(runPage(everything)), before: makeCompact },
  { name: 'runs-loading', path: PATH, api: answer(HANGS), waitFor: '[aria-busy="true"]' },
  { name: 'runs-empty', path: PATH, api: answer(runPage([])) },
  { name: 'runs-filtered', path: `${PATH}?state=trouble`, api: filtered },
  { name: 'runs-filtered-empty', path: `${PATH}?state=stopped&placement=web`, api: answer(runPage([])) },
  {
    name: 'runs-forbidden',
    path: PATH,
    api: answer(Reply.error(403, 'NotAllowedError', 'You may not see the fleet')),
  },
  {
    name: 'runs-may-not-create',
    path: PATH,
    api: answer(
      runPage(everything, {
        mayCreate: refused('You need the permission fleetstage.run.create', 'fleetstage.run.create'),
      }),
    ),
    before: async page => {
      await page.getByRole('button', { name: 'Create run' }).focus();
      await page.getByRole('tooltip').waitFor();
    },
  },
  { name: 'runs-340', path: PATH, api: paged },
  {
    name: 'runs-partial',
    path: PATH,
    api: nextPageFails('/runs', runPage(everything, { total: 60, nextCursor: 'x' })),
    before: askForMore,
  },
  { name: 'runs-no-such-page', path: `${PATH}/payments-2-14-0`, api: answer(runPage(everything)) },
  { name: 'runs-hub-unreachable', path: PATH, api: answer(runPage(everything)), hub: LOST_HUB },
  {
    name: 'runs-long-names',
    path: PATH,
    api: answer(
      runPage([
        run(LONG, 'failing', wide, {
          placement: LONG,
          waitsFor: {
            ...(everything[0].waitsFor as Schemas['Blocker']),
            message: 'The webhook refused it. '.repeat(40),
          },
        }),
        ...unfinished,
      ]),
    ),
  },
  { name: 'runs-narrow', path: PATH, api: answer(runPage(everything)), width: 390, height: 844 },
];
