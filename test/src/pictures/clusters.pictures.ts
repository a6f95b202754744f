import { LOST_HUB } from './data/hub';
import { clusterDetail, clusterPage, clusters, emptyCluster, manyClusters, notJoined } from './data/clusters';
import { BREAKS, HANGS, Reply, type FixtureApi, type Picture } from './fixtures';
import { askForMore, makeCompact, nextPageFails, openSetUpGuide, openView } from './views';

const LIST = '/fleetstage/clusters';
const PAGE = `${LIST}/aks-weu-prd-01`;

const list =
  (reply: unknown): FixtureApi =>
  ({ path }) =>
    path === '/clusters' ? reply : undefined;
const page =
  (reply: unknown): FixtureApi =>
  ({ path }) =>
    path.startsWith('/clusters/') ? reply : undefined;

const FORBIDDEN = Reply.error(403, 'NotAllowedError', 'You may not see the fleet');
const GONE = Reply.error(
  404,
  'NotFoundError',
  'Cluster "aks-weu-prd-01" is no member of hub "fleet-hub-weu"',
);
const NARROW = { width: 390, height: 844 };
const well = clusterDetail('aks-neu-prd-01', {
  placementsHere: clusterDetail('x').cluster.placementsHere.slice(2),
  runsHere: [],
});

const pageOf200 = clusterPage(manyClusters(100), { total: 200, healthy: 197, nextCursor: 'x' });

export const pictures: Picture[] = [
  { name: 'clusters', path: LIST, api: list(clusterPage(clusters)) },
  { name: 'clusters-loading', path: LIST, api: list(HANGS), waitFor: '[aria-busy="true"]' },
  { name: 'clusters-empty', path: LIST, api: list(clusterPage([])) },
  {
    name: 'clusters-join',
    path: `${LIST}?dialog=join`,
    api: list(clusterPage([])),
    waitFor: '[role="dialog"]',
  },
  { name: 'clusters-no-match', path: `${LIST}?label=region%3Dasw&state=trouble`, api: list(clusterPage([])) },
  { name: 'clusters-forbidden', path: LIST, api: list(FORBIDDEN) },
  { name: 'clusters-not-installed', path: LIST, api: list(BREAKS) },
  {
    name: 'clusters-set-up-guide',
    path: LIST,
    api: list(BREAKS),
    before: openSetUpGuide,
  },
  { name: 'clusters-view', path: LIST, api: list(clusterPage(clusters)), before: openView },
  { name: 'clusters-compact', path: LIST, api: list(clusterPage(clusters)), before: makeCompact },
  { name: 'clusters-hub-unreachable', path: LIST, api: list(clusterPage(clusters, { hub: LOST_HUB })) },
  { name: 'clusters-200', path: LIST, api: list(pageOf200) },
  { name: 'clusters-200-compact', path: LIST, api: list(pageOf200), before: makeCompact },
  {
    name: 'clusters-partial',
    path: LIST,
    api: nextPageFails('/clusters', clusterPage(clusters, { total: 60, nextCursor: 'x' })),
    before: askForMore,
  },
  { name: 'clusters-narrow', path: LIST, api: list(clusterPage(clusters)), ...NARROW },
  { name: 'cluster', path: PAGE, api: page(clusterDetail('aks-weu-prd-01')) },
  { name: 'cluster-loading', path: PAGE, api: page(HANGS), waitFor: '[aria-busy="true"]' },
  { name: 'cluster-gone', path: PAGE, api: page(GONE) },
  { name: 'cluster-forbidden', path: PAGE, api: page(FORBIDDEN) },
  { name: 'cluster-well', path: `${LIST}/aks-neu-prd-01`, api: page(well) },
  { name: 'cluster-joining', path: `${LIST}/aks-weu-dev-01`, api: page(emptyCluster) },
  { name: 'cluster-not-joined', path: `${LIST}/aks-weu-dev-02`, api: page(notJoined) },
  {
    name: 'cluster-no-heartbeat',
    path: `${LIST}/eks-use-prd-03`,
    api: page(clusterDetail('eks-use-prd-03')),
  },
  { name: 'cluster-tainted', path: `${LIST}/aks-weu-prd-03`, api: page(clusterDetail('aks-weu-prd-03')) },
  {
    name: 'cluster-hub-unreachable',
    path: PAGE,
    api: page({ ...clusterDetail('aks-weu-prd-01'), hub: LOST_HUB }),
  },
  { name: 'cluster-narrow', path: PAGE, api: page(clusterDetail('aks-weu-prd-01')), ...NARROW },
  { name: 'cluster-conditions', path: `${PAGE}?tab=conditions`, api: page(clusterDetail('aks-weu-prd-01')) },
  { name: 'cluster-properties', path: `${PAGE}?tab=properties`, api: page(clusterDetail('aks-weu-prd-01')) },
  { name: 'cluster-yaml', path: `${PAGE}?tab=yaml`, api: page(clusterDetail('aks-weu-prd-01')) },
];
