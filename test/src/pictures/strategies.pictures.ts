import { Reply, BREAKS, HANGS, type FixtureApi, type Picture } from './fixtures';
import { refused } from './data/people';
import {
  namespacedStrategy,
  strategyClusters,
  strategyDetail,
  strategyPage,
  strategyTimeline,
} from './data/strategies';

const PATH = '/fleetstage/strategies';
const ONE = `${PATH}/_/careful-three`;
const NO = refused('You need the permission fleetstage.strategy.create', 'fleetstage.strategy.create');

const list =
  (reply: unknown): FixtureApi =>
  ({ path }) =>
    path === '/strategies' ? reply : undefined;

const one =
  (reply: unknown, address = '/strategies/_/careful-three'): FixtureApi =>
  ({ path }) => {
    if (path === address) return reply;
    if (path === '/clusters') return strategyClusters;
    if (path === `${address}/timeline`) return strategyTimeline;
    return path === '/strategies' ? strategyPage() : undefined;
  };

export const pictures: Picture[] = [
  { name: 'strategies', path: PATH, api: list(strategyPage()) },
  { name: 'strategies-loading', path: PATH, api: list(HANGS), waitFor: '[aria-busy="true"]' },
  { name: 'strategies-empty', path: PATH, api: list(strategyPage([])) },
  { name: 'strategies-filtered-empty', path: `${PATH}?q=nothing`, api: list(strategyPage()) },
  { name: 'strategies-error', path: PATH, api: list(BREAKS) },
  {
    name: 'strategies-forbidden',
    path: PATH,
    api: list(Reply.error(403, 'NotAllowedError', 'You may not see the fleet')),
  },
  { name: 'strategies-may-not-create', path: PATH, api: list(strategyPage(undefined, NO)) },
  { name: 'strategy', path: ONE, api: one(strategyDetail()) },
  {
    name: 'strategy-namespaced',
    path: `${PATH}/payments/careful-three`,
    api: one(namespacedStrategy(), '/strategies/payments/careful-three'),
  },
  {
    name: 'strategy-delete',
    path: ONE,
    api: one(strategyDetail()),
    before: async page => {
      await page.getByRole('button', { name: 'Delete…' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'strategy-gone',
    path: ONE,
    api: one(Reply.error(404, 'NotFoundError', 'strategy "careful-three" does not exist on hub "hub"')),
  },
  { name: 'strategies-no-such-page', path: `${PATH}/a/b/c/d`, api: list(strategyPage()) },
];
