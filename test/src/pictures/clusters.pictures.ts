import { LOST_HUB, stamp } from './data/hub';
import {
  clusterDetail,
  clusterPage,
  clusters,
  emptyCluster,
  manyClusters,
  notJoined,
  pulling,
  withPulling,
} from './data/clusters';
import { ago } from './data/moments';
import { ownedFleet } from './data/owners';
import { NOT_INSTALLED, HANGS, Reply, type FixtureApi, type Picture } from './fixtures';
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
const LABELS_EFFECT = {
  placements: [
    {
      scope: '_',
      name: 'fraud-scoring',
      effect: 'without',
      why: 'The cluster would be tainted with drain.',
      found: 4,
      wanted: 6,
    },
  ],
  checked: 14,
  total: 14,
  strategies: [{ name: 'careful-three', today: ['production'], then: ['canary'] }],
};
/** A label is changed and a taint added; the pause in typing is over when the effect is there. */
const addTaint: NonNullable<Picture['before']> = async tab => {
  const dialog = tab.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add taint' }).click();
  await dialog
    .getByLabel(/^Taints \d+: key$/)
    .last()
    .fill('drain');
  await dialog.getByText('1 placement changes').waitFor();
};

/** The name of a cluster that is to join. */
const nameCluster: NonNullable<Picture['before']> = async tab => {
  await tab.getByRole('dialog').getByLabel('Name').fill('edge-berlin-01');
};
const issueToken: NonNullable<Picture['before']> = async tab => {
  const dialog = tab.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Issue join token' }).click();
  await dialog.getByRole('heading', { name: 'Progress' }).waitFor();
};

const byToken = (detail: typeof pulling) => ({
  ...detail,
  cluster: { ...detail.cluster, joinsByToken: true },
});
/** The hub is ready, and no agent has reported. */
const joiningByToken = byToken({
  ...emptyCluster,
  cluster: {
    ...emptyCluster.cluster,
    carrier: 'pull',
    conditions: [
      {
        type: 'ReadyToJoin',
        status: 'True',
        reason: 'MemberClusterReadyToJoin',
        message: 'Member cluster is ready to join the fleet',
        lastTransitionTime: ago(4),
      },
    ],
  },
});
const TOKEN = {
  token: `eyJhbGciOiJFUzI1NiJ9.${'eyJhdWQiOlsiaHViIl19'.repeat(8)}.4mSgP-Q7sZQk1u3u1lqvnA`,
  expiresAt: ago(-29.7),
  hubUrl: 'https://hub.example.com:6443',
  hubCa: `-----BEGIN CERTIFICATE-----\n${'MIIBdzCCAR2gAwIBAgIBADAKBggqhkjOPQQDAjAjMSEwHwYDVQQDDBhrM3Mtc2Vy\n'.repeat(6)}-----END CERTIFICATE-----\n`,
};
const issuing =
  (detail: typeof pulling): FixtureApi =>
  ({ path, ...request }) =>
    path.endsWith('/join-token') ? TOKEN : page(detail)({ path, ...request });

const NARROW = { width: 390, height: 844 };
const well = clusterDetail('aks-neu-prd-01', {
  placementsHere: clusterDetail('x').cluster.placementsHere.slice(2),
  runsHere: [],
});

const first100 = manyClusters(100);
const pageOf200 = clusterPage(first100, { total: 200, healthy: 197, nextCursor: 'x' });
/** What the catalog knows of all of them. */
const entities = ownedFleet([...clusters, ...first100.slice(3)].map(({ name }) => name));

const shown: readonly Omit<Picture, 'entities'>[] = [
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
  { name: 'clusters-not-installed', path: LIST, api: list(NOT_INSTALLED) },
  {
    name: 'clusters-set-up-guide',
    path: LIST,
    api: list(NOT_INSTALLED),
    before: openSetUpGuide,
  },
  { name: 'clusters-view', path: LIST, api: list(clusterPage(clusters)), before: openView },
  { name: 'clusters-compact', path: LIST, api: list(clusterPage(clusters)), before: makeCompact },
  { name: 'clusters-hub-unreachable', path: LIST, api: list(clusterPage(clusters)), hub: LOST_HUB },
  { name: 'clusters-200', path: LIST, api: list(pageOf200) },
  { name: 'clusters-200-compact', path: LIST, api: list(pageOf200), before: makeCompact },
  {
    name: 'clusters-partial',
    path: LIST,
    api: nextPageFails('/clusters', clusterPage(clusters, { total: 60, healthy: 55, nextCursor: 'x' })),
    before: askForMore,
  },
  { name: 'clusters-grouped', path: `${LIST}?group=region`, api: list(clusterPage(clusters)) },
  {
    name: 'clusters-cells',
    path: `${LIST}?view=cells`,
    api: list(clusterPage(first100, { total: 100, healthy: 97 })),
  },
  {
    name: 'clusters-cells-grouped',
    path: `${LIST}?view=cells&group=region`,
    api: list(clusterPage(first100, { total: 100, healthy: 97 })),
  },
  {
    name: 'clusters-cells-narrow',
    path: `${LIST}?view=cells&group=region`,
    api: list(clusterPage(first100, { total: 100, healthy: 97 })),
    ...NARROW,
  },
  { name: 'clusters-pull', path: LIST, api: list(clusterPage(withPulling)) },
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
  {
    name: 'cluster-labels',
    path: `${LIST}/aks-weu-prd-03?dialog=labels`,
    api: ({ path, ...request }) =>
      path.endsWith('/what-if')
        ? { ...stamp, ...LABELS_EFFECT }
        : page(clusterDetail('aks-weu-prd-03'))({ path, ...request }),
    before: addTaint,
    waitFor: '[role="dialog"]',
  },
  { name: 'cluster-tainted', path: `${LIST}/aks-weu-prd-03`, api: page(clusterDetail('aks-weu-prd-03')) },
  {
    name: 'cluster-hub-unreachable',
    path: PAGE,
    api: page(clusterDetail('aks-weu-prd-01')),
    hub: LOST_HUB,
  },
  {
    name: 'clusters-join-cluster',
    path: `${LIST}?dialog=join-cluster`,
    api: list({ ...clusterPage(clusters), mayJoin: { isAllowed: true } }),
    before: nameCluster,
    waitFor: '[role="dialog"]',
  },
  {
    name: 'clusters-join-cluster-push',
    path: `${LIST}?dialog=join-cluster`,
    api: list({ ...clusterPage(clusters), mayJoin: { isAllowed: true } }),
    before: async tab => {
      await nameCluster(tab);
      await tab
        .getByRole('dialog')
        .getByLabel(/^Fleetstage connects/)
        .check();
    },
    waitFor: '[role="dialog"]',
  },
  {
    name: 'cluster-join-token',
    path: `${LIST}/aks-weu-dev-01?dialog=join-token`,
    api: page(joiningByToken),
    waitFor: '[role="dialog"]',
  },
  {
    name: 'cluster-join-token-issued',
    path: `${LIST}/aks-weu-dev-01?dialog=join-token`,
    api: issuing(joiningByToken),
    before: issueToken,
    waitFor: '[role="dialog"]',
  },
  {
    name: 'cluster-join-token-again',
    path: `${LIST}/aks-weu-prd-04?dialog=join-token`,
    api: page(byToken(pulling)),
    waitFor: '[role="dialog"]',
  },
  {
    name: 'cluster-join-token-narrow',
    path: `${LIST}/aks-weu-dev-01?dialog=join-token`,
    api: issuing(joiningByToken),
    before: issueToken,
    waitFor: '[role="dialog"]',
    ...NARROW,
  },
  { name: 'cluster-joining-by-token', path: `${LIST}/aks-weu-dev-01`, api: page(joiningByToken) },
  { name: 'cluster-pull', path: `${LIST}/aks-weu-prd-04`, api: page(pulling) },
  { name: 'cluster-narrow', path: PAGE, api: page(clusterDetail('aks-weu-prd-01')), ...NARROW },
  { name: 'cluster-conditions', path: `${PAGE}?tab=conditions`, api: page(clusterDetail('aks-weu-prd-01')) },
  { name: 'cluster-properties', path: `${PAGE}?tab=properties`, api: page(clusterDetail('aks-weu-prd-01')) },
  { name: 'cluster-yaml', path: `${PAGE}?tab=yaml`, api: page(clusterDetail('aks-weu-prd-01')) },
];

export const pictures: Picture[] = shown.map(picture => ({ ...picture, entities }));
