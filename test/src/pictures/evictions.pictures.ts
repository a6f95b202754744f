import { blockingBudget, evictionList, foresight, looseBudget } from './data/evictions';
import { clusterDetail } from './data/clusters';
import { stamp } from './data/hub';
import { refused } from './data/people';
import { checkoutRows, detail } from './data/placements';
import { Reply, type FixtureApi, type Picture } from './fixtures';
import { page } from './placements.pictures';

const BASE = '/placements/_/checkout-web';
const PATH = '/fleetstage/placements/_/checkout-web';
const ON = 'aks-weu-prd-01';
const NARROW = { width: 390, height: 844 };

type Detail = Parameters<typeof detail>[1];

interface Played {
  readonly budget?: typeof blockingBudget;
  readonly list?: ReturnType<typeof evictionList>;
  readonly foreseen?: ReturnType<typeof foresight>;
  readonly more?: Detail;
}

function played({ budget, list = evictionList(budget), foreseen = foresight(), more }: Played): FixtureApi {
  const { total } = list;
  const summary = { total, waiting: total === 0 ? 0 : 1, ...(budget && { budget }) };
  const rest = page(
    'checkout-web',
    detail('checkout-web', { evictions: summary, ...more }),
    checkoutRows,
    48,
  );
  return request => {
    const { path, method, body } = request;
    if (path === `${BASE}/evictions`) return list;
    if (path === `${BASE}/clusters/${ON}/eviction`) return foreseen;
    if (path === `${BASE}/budget/what-if`) {
      const isTight = (body as { minAvailable?: number }).minAvailable === 4;
      return { ...stamp, budget: isTight ? blockingBudget : looseBudget };
    }
    if (path === `${BASE}/budget` && method === 'PUT')
      return Reply.error(409, 'ConflictError', 'the disruption budget was written since you opened it');
    if (path === `/clusters/${ON}`) return clusterDetail(ON);
    return rest(request);
  };
}

const none = evictionList(undefined, []);
const EVICT = `${PATH}?cluster=${ON}&dialog=evict`;
const blocked = foresight({
  ...{ verdict: 'blocked', isAllowed: false, reason: 'the budget needs 4 of 4 available, 4 are: blocked' },
  ...{ moves: 'runs', runs: ['checkout-2-14-0'] },
  after: { returns: false, instead: ['gke-asw-prd-01'], found: 4, wanted: 6 },
});
const MAY_NOT = refused('You need the permission fleetstage.placement.evict for placement checkout-web');

export const pictures: Picture[] = [
  { name: 'evictions', path: `${PATH}?tab=evictions`, api: played({ budget: blockingBudget }) },
  { name: 'evictions-empty', path: `${PATH}?tab=evictions`, api: played({ list: none }) },
  {
    name: 'evictions-narrow',
    path: `${PATH}?tab=evictions`,
    api: played({ budget: looseBudget }),
    ...NARROW,
  },
  { name: 'evictions-on-clusters', path: `${PATH}?cluster=${ON}`, api: played({ budget: blockingBudget }) },
  { name: 'evict', path: EVICT, api: played({ budget: looseBudget }) },
  {
    name: 'evict-taint',
    path: EVICT,
    api: played({ budget: looseBudget }),
    before: async browserPage => {
      await browserPage.getByRole('checkbox', { name: `Taint ${ON} first` }).check();
      await browserPage.getByRole('button', { name: 'Same with kubectl' }).click();
      await browserPage.getByText('No other cluster fits', { exact: false }).waitFor();
    },
  },
  { name: 'evict-blocked', path: EVICT, api: played({ budget: blockingBudget, foreseen: blocked }) },
  {
    name: 'evict-forbidden',
    path: EVICT,
    api: played({
      more: {
        may: { ...detail('checkout-web').placement.may, evict: MAY_NOT },
      },
    }),
  },
  { name: 'evict-narrow', path: EVICT, api: played({ budget: looseBudget }), ...NARROW, keepsHeight: true },
  { name: 'budget', path: `${PATH}?dialog=budget`, api: played({ budget: blockingBudget }) },
  {
    name: 'budget-yaml',
    path: `${PATH}?dialog=budget`,
    api: played({ budget: blockingBudget }),
    before: async browserPage => {
      await browserPage.getByRole('button', { name: 'YAML' }).click();
    },
  },
  {
    name: 'budget-wrong',
    path: `${PATH}?dialog=budget`,
    api: played({ budget: blockingBudget }),
    before: async browserPage => {
      await browserPage.getByLabel('Number or share').fill('all');
    },
  },
  { name: 'budget-delete', path: `${PATH}?dialog=noBudget`, api: played({ budget: blockingBudget }) },
];
