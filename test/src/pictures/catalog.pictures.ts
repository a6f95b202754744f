import { clusterDetail } from './data/clusters';
import { OWNED } from './data/owners';
import { detail, paymentsDetail } from './data/placements';
import { NOT_INSTALLED, HANGS, Reply, type FixtureApi, type Picture } from './fixtures';

const entity = (kind: string, name: string, type: string, annotations: Record<string, string>) => ({
  apiVersion: 'backstage.io/v1alpha1',
  kind,
  metadata: { name, namespace: 'default', uid: `uid-${name}`, annotations },
  spec: { type, owner: 'group:default/team-platform', lifecycle: 'production' },
  relations: [{ type: 'ownedBy', targetRef: 'group:default/team-platform' }],
});

const CLUSTER = entity('Resource', 'aks-weu-prd-01', 'kubernetes-cluster', {
  'fleetstage.io/cluster': 'aks-weu-prd-01',
  'fleetstage.io/hub': 'fleet-hub-weu',
});
const BARE = entity('Resource', 'old-lab', 'kubernetes-cluster', {});
const COMPONENT = entity('Component', 'payments', 'service', {
  'fleetstage.io/placement': 'payments-api, checkout-web',
});
const EMPTY = entity('Component', 'billing', 'service', { 'fleetstage.io/placement': '' });

const clusterTab = '/catalog/default/resource/aks-weu-prd-01/fleet';
const componentTab = '/catalog/default/component/payments/fleet';

const api: FixtureApi = ({ path }) => {
  if (path === '/clusters/aks-weu-prd-01') return clusterDetail('aks-weu-prd-01');
  if (path === '/placements/_/payments-api') return paymentsDetail;
  if (path === '/placements/_/checkout-web') return detail('checkout-web');
  return undefined;
};
const answer =
  (reply: unknown): FixtureApi =>
  () =>
    reply;
const gone = Reply.error(404, 'NotFoundError', 'It does not exist on this hub');

/** The catalog's own cards beside ours take their time. */
const untilAllCards: NonNullable<Picture['before']> = async page => {
  await page.waitForFunction(() => document.querySelector('[role="progressbar"]') === null);
};

export const pictures: Picture[] = [
  { name: 'entity-cluster', path: clusterTab, api, entities: [CLUSTER, ...OWNED] },
  {
    name: 'entity-cluster-narrow',
    path: clusterTab,
    api,
    entities: [CLUSTER, ...OWNED],
    width: 390,
    height: 844,
  },
  {
    name: 'entity-cluster-loading',
    path: clusterTab,
    api: answer(HANGS),
    entities: [CLUSTER],
    waitFor: '[aria-busy="true"]',
  },
  { name: 'entity-cluster-gone', path: clusterTab, api: answer(gone), entities: [CLUSTER] },
  {
    name: 'entity-cluster-forbidden',
    path: clusterTab,
    api: answer(Reply.error(403, 'NotAllowedError', 'You may not see the fleet')),
    entities: [CLUSTER],
  },
  { name: 'entity-cluster-not-installed', path: clusterTab, api: answer(NOT_INSTALLED), entities: [CLUSTER] },
  {
    name: 'entity-cluster-missing-annotation',
    path: '/catalog/default/resource/old-lab/fleet',
    api,
    entities: [BARE],
  },
  {
    name: 'entity-cluster-card',
    path: '/catalog/default/resource/aks-weu-prd-01',
    api,
    entities: [CLUSTER],
    waitFor: 'text=Next run',
    before: untilAllCards,
  },
  { name: 'entity-component', path: componentTab, api, entities: [COMPONENT] },
  {
    name: 'entity-component-partial',
    path: componentTab,
    api: request =>
      request.path === '/placements/_/checkout-web'
        ? Reply.error(500, 'Error', 'The database does not answer: timeout after 30 s')
        : api(request),
    entities: [COMPONENT],
  },
  {
    name: 'entity-component-loading',
    path: componentTab,
    api: answer(HANGS),
    entities: [COMPONENT],
    waitFor: '[aria-busy="true"]',
  },
  {
    name: 'entity-component-forbidden',
    path: componentTab,
    api: answer(Reply.error(403, 'NotAllowedError', 'You may not see the fleet')),
    entities: [COMPONENT],
  },
  {
    name: 'entity-component-narrow',
    path: componentTab,
    api,
    entities: [COMPONENT],
    width: 390,
    height: 844,
  },
  {
    name: 'entity-component-missing-annotation',
    path: '/catalog/default/component/billing/fleet',
    api,
    entities: [EMPTY],
  },
  {
    name: 'entity-component-card',
    path: '/catalog/default/component/payments',
    api,
    entities: [COMPONENT],
    waitFor: 'text=18 of 18 available',
    before: untilAllCards,
  },
  {
    name: 'entity-menu',
    path: '/catalog/default/component/payments',
    api,
    entities: [COMPONENT],
    waitFor: 'text=18 of 18 available',
    before: async page => {
      await untilAllCards(page);
      await page.getByRole('button', { name: 'more' }).first().click();
      await page.getByRole('menuitem', { name: 'Open in Fleetstage' }).waitFor();
    },
  },
];
