import { OWNED, OWNED_CLUSTER } from './data/owners';
import { LOST_HUB, stamp } from './data/hub';
import { checkoutDecisions, decidedRows } from './data/decisions';
import { ago } from './data/moments';
import { refused } from './data/people';
import {
  checkoutRows,
  detail,
  failingDetail,
  failingRows,
  manyPlacements,
  manyRows,
  paymentsDetail,
  paymentsRows,
  placement,
  placementPage,
  placements,
  rowsPage,
  track,
  wellRows,
} from './data/placements';
import { placementChanges, placementResources, reportedStatuses } from './data/placementParts';
import { events, eventsOfGone } from './data/placementEvents';
import {
  going,
  heldByStuck,
  keeping,
  leavingRows,
  NOT_SERVED,
  reporting,
  stuckRows,
  uncaptured,
  withCopy,
  CAUSES_OF_1000,
} from './data/placementVariants';
import { suggestionOf, shortageSuggestion, whyOf } from './data/whatIf';
import { NOT_INSTALLED, HANGS, Reply, type FixtureApi, type Picture } from './fixtures';
import { CLUSTER_IP } from './data/troubled';
import { askForMore, makeCompact, nextPageFails } from './views';

const LIST = '/fleetstage/placements';
const PAGE = `${LIST}/_/checkout-web`;

const list =
  (reply: unknown): FixtureApi =>
  ({ path }) =>
    path === '/placements' ? reply : undefined;

/** Why a cluster is where it is, and what would need to change. */
function explain(path: string, base: string, rows: typeof checkoutRows): unknown {
  const row = rows.find(({ cluster }) => path.startsWith(`${base}/clusters/${cluster}`));
  if (row === undefined) return undefined;
  return path.endsWith('/suggestion') ? suggestionOf(row) : whyOf(row);
}

const IS: Readonly<Record<string, (row: (typeof checkoutRows)[number]) => boolean>> = {
  picked: ({ isPicked }) => isPicked,
  notPicked: ({ isPicked }) => !isPicked,
  here: ({ isPicked, phase }) => isPicked || phase !== undefined,
};

/** One placement with its rows, which filters narrow as the backend does. */
export function page(name: string, reply: unknown, rows = checkoutRows, total = rows.length): FixtureApi {
  return ({ path, query }) => {
    const base = `/placements/_/${name}`;
    if (path === base) return reply;
    if (path === `${base}/timeline`) return { ...stamp, items: [...events], total: events.length };
    if (path === `${base}/resources`) return placementResources;
    if (path === `${base}/changes`) return placementChanges;
    if (path === `${base}/decisions` && name === 'checkout-web')
      return { ...stamp, items: checkoutDecisions };
    if (path === `${base}/shortage-suggestion`) return shortageSuggestion;
    if (path.endsWith('/statuses')) return reportedStatuses;
    const explained = explain(path, base, rows);
    if (explained !== undefined) return explained;
    if (path !== `${base}/clusters`) return undefined;
    const [cause, decision, cluster] = ['cause', 'decision', 'cluster'].map(key => query.get(key));
    const found = (query.has('decided') ? decidedRows : rows)
      .filter(row => cause === null || row.cause === cause)
      .filter(row => decision === null || IS[decision](row))
      .filter(row => cluster === null || row.cluster === cluster);
    return rowsPage(found, { total, nextCursor: rows.length < total ? 'x' : undefined });
  };
}

const FORBIDDEN = Reply.error(403, 'NotAllowedError', 'You may not see the fleet');
const GONE = Reply.error(
  404,
  'NotFoundError',
  'Placement "checkout-web" does not exist on hub "fleet-hub-weu"',
);
const NARROW = { width: 390, height: 844 };

export const checkoutApi = page('checkout-web', detail('checkout-web'), checkoutRows, 48);
const quiet = page(
  'cert-manager',
  detail('cert-manager', { causes: [{ cause: 'Picked', clusters: 48 }] }),
  wellRows(48, '16', 'prd', 60 * 24 * 4),
);
const waits = page(
  'team-apps',
  detail('team-apps', {
    ...placement('team-apps', { snapshots: [{ index: '7', clusters: 6 }], latestSnapshot: '8' }),
    causes: [
      { cause: 'Picked', clusters: 6 },
      { cause: 'AffinityMismatch', clusters: 42 },
    ],
    may: {
      update: refused('No'),
      delete: refused('You need fleetstage.placement.delete', 'fleetstage.placement.delete'),
      createRun: refused('You need fleetstage.run.create', 'fleetstage.run.create'),
      ...{ evict: refused('No'), setBudget: refused('No') },
    },
  }),
  wellRows(6, '7'),
);
/** Made before the fleet has a member. */
const unscheduled = page(
  'team-apps',
  detail('team-apps', {
    ...placement('team-apps', {
      state: 'noMatch',
      message: 'Picks every cluster.',
      policy: 'Picks every cluster',
      wanted: 0,
      picked: 0,
      available: 0,
      snapshots: [],
      conditions: track('T'),
    }),
    total: 0,
    causes: [],
    history: [],
    runs: [],
    runsTotal: 0,
    ...{ withSnapshot: 0, latestSnapshot: undefined },
  }),
  [],
);
/** Stuck on one cluster; production waits behind it. */
const heldByRun = page(
  'payments-api',
  detail('payments-api', {
    ...heldByStuck,
    causes: paymentsDetail.placement.causes,
  }),
  stuckRows,
);
const thousand = page(
  'node-agent',
  detail('node-agent', {
    state: 'applyFailed',
    // A row has its next try beside the cause.
    message: `${manyRows(1)[0].cluster}: ${CLUSTER_IP} And 2 more clusters.`,
    since: ago(11),
    policy: 'Picks every cluster where ring in (1, 2, 3)',
    wanted: 940,
    picked: 940,
    available: 937,
    failed: 3,
    total: 1000,
    snapshots: [{ index: '8', clusters: 940 }],
    withSnapshot: 940,
    causes: CAUSES_OF_1000,
  }),
  manyRows(100),
  940,
);

/** The same, with the clusters counted by what the address asks for. */
const grouped =
  (
    groups: readonly (readonly [value: string, clusters: number, picked: number, available: number])[],
  ): FixtureApi =>
  request => {
    const reply = checkoutApi(request);
    if (!request.path.endsWith('/clusters')) return reply;
    const counted = groups.map(([value, clusters, picked, available]) => ({
      value,
      clusters,
      picked,
      available,
    }));
    return { ...(reply as object), groups: counted };
  };

const YES = { isAllowed: true };
const NO_DELETE = refused(
  'You need the permission fleetstage.placement.delete for placement checkout-web',
  'fleetstage.placement.delete',
);
const mayNot = { may: { update: YES, delete: NO_DELETE, createRun: YES, evict: YES, setBudget: YES } };
/** Opens a menu by the name of its button. */
const openMenu =
  (name: string): NonNullable<Picture['before']> =>
  async browserPage => {
    await browserPage.getByRole('button', { name, exact: true }).click();
    await browserPage.getByRole('menu', { name }).waitFor();
  };

export const pictures: Picture[] = [
  { name: 'placements', path: LIST, api: list(placementPage(placements)) },
  {
    name: 'placements-owners',
    path: LIST,
    api: list(placementPage(placements)),
    entities: OWNED,
    waitFor: 'text=Owner',
  },
  {
    name: 'placements-compact',
    path: LIST,
    api: list(placementPage(placements)),
    entities: OWNED,
    waitFor: 'text=Owner',
    before: makeCompact,
  },
  {
    name: 'placements-grouped',
    path: `${LIST}?group=owner`,
    api: list(placementPage(placements)),
    entities: OWNED,
    waitFor: 'text=No owner',
  },
  {
    name: 'placements-menu',
    path: LIST,
    api: list(placementPage(placements.map(one => ({ ...one, may: { update: YES, delete: NO_DELETE } })))),
    before: openMenu('More for checkout-web'),
  },
  { name: 'placements-loading', path: LIST, api: list(HANGS), waitFor: '[aria-busy="true"]' },
  { name: 'placements-empty', path: LIST, api: list(placementPage([])) },
  { name: 'placements-no-match', path: `${LIST}?state=trouble&q=zz`, api: list(placementPage([])) },
  { name: 'placements-forbidden', path: LIST, api: list(FORBIDDEN) },
  { name: 'placements-not-installed', path: LIST, api: list(NOT_INSTALLED) },
  { name: 'placements-hub-unreachable', path: LIST, api: list(placementPage(placements)), hub: LOST_HUB },
  {
    name: 'placements-200',
    path: LIST,
    api: list(placementPage(manyPlacements(100), { total: 200, nextCursor: 'x' })),
    height: 900,
  },
  {
    name: 'placements-partial',
    path: LIST,
    api: nextPageFails('/placements', placementPage(placements, { total: 60, nextCursor: 'x' })),
    before: askForMore,
  },
  { name: 'placements-narrow', path: LIST, api: list(placementPage(placements)), ...NARROW },
  {
    name: 'placement-why',
    path: `${PAGE}?cluster=aks-weu-prd-01`,
    api: page('checkout-web', failingDetail, failingRows, 48),
    height: 1200,
  },
  { name: 'placement-why-not', path: `${PAGE}?cluster=aks-weu-prd-03`, api: checkoutApi, height: 1200 },
  {
    name: 'placement-why-labels',
    path: `${PAGE}?cluster=gke-asw-stg-01&cause=AffinityMismatch`,
    api: checkoutApi,
  },
  { name: 'placement-decided', path: `${PAGE}?decided=2`, api: checkoutApi, entities: OWNED },
  { name: 'placement-loading', path: PAGE, api: page('checkout-web', HANGS), waitFor: '[aria-busy="true"]' },
  {
    name: 'placement-gone',
    path: PAGE,
    api: request =>
      request.path.endsWith('/timeline')
        ? { ...stamp, items: [...eventsOfGone], total: eventsOfGone.length }
        : page('checkout-web', GONE)(request),
  },
  { name: 'placement-forbidden', path: PAGE, api: page('checkout-web', FORBIDDEN) },
  { name: 'placement-empty', path: `${LIST}/_/team-apps`, api: unscheduled },
  { name: 'placement-well', path: `${LIST}/_/cert-manager`, api: quiet },
  {
    name: 'placement-moving',
    path: `${LIST}/_/payments-api`,
    api: page('payments-api', paymentsDetail, paymentsRows),
  },
  { name: 'placement-run-stuck', path: `${LIST}/_/payments-api`, api: heldByRun },
  { name: 'placement-waits-for-run', path: `${LIST}/_/team-apps`, api: waits },
  {
    name: 'placement-1000-clusters',
    path: `${LIST}/_/node-agent`,
    api: thousand,
    height: 1000,
    entities: OWNED,
  },
  {
    name: 'placement-other-causes',
    path: `${LIST}/_/node-agent`,
    api: thousand,
    keepsHeight: true,
    before: async browserPage => {
      await browserPage.getByRole('button', { name: /other causes/ }).click();
      await browserPage.getByRole('menu').waitFor();
    },
  },
  {
    name: 'placement-hub-unreachable',
    path: PAGE,
    api: page('checkout-web', detail('checkout-web')),
    hub: LOST_HUB,
  },
  {
    name: 'placement-rows-failed',
    path: PAGE,
    api: request =>
      request.path.endsWith('/clusters')
        ? Reply.error(500, 'Error', 'The database does not answer: timeout after 30 s')
        : checkoutApi(request),
  },
  { name: 'placement-narrow', path: `${PAGE}?cluster=aks-weu-prd-03`, api: checkoutApi, ...NARROW },
  { name: 'placement-resources', path: `${PAGE}?tab=resources`, api: checkoutApi },
  { name: 'placement-snapshots', path: `${PAGE}?tab=snapshots`, api: checkoutApi },
  {
    name: 'placement-groups',
    path: `${PAGE}?group=region`,
    api: grouped([
      ['use', 12, 2, 2],
      ['weu', 12, 1, 1],
      ['neu', 12, 1, 1],
      ['asw', 12, 0, 0],
    ]),
  },
  {
    name: 'placement-owners',
    path: `${PAGE}?group=~owner`,
    api: grouped([
      ['group:default/team-platform', 24, 2, 2],
      ['group:default/team-edge,group:default/team-payments', 12, 1, 1],
      ['group:default/team-checkout', 8, 1, 1],
      ['', 4, 0, 0],
    ]),
    entities: [OWNED_CLUSTER],
  },
  {
    name: 'placement-statuses',
    path: `${PAGE}?cluster=aks-neu-prd-01`,
    api: page('checkout-web', detail('checkout-web', reporting), checkoutRows, 48),
    height: 1200,
    before: async browserPage => {
      await browserPage.getByRole('button', { name: 'Service checkout/web' }).click();
      await browserPage.getByText('20.73.114.8').waitFor();
    },
  },
  {
    name: 'placement-snapshots-diff',
    path: `${PAGE}?tab=snapshots&from=7&to=8`,
    api: checkoutApi,
  },
  {
    name: 'placement-resources-empty',
    path: `${PAGE}?tab=resources`,
    api: request =>
      request.path.endsWith('/resources')
        ? {
            ...placementResources,
            ...{ objects: 0, bytes: 0, namespaces: [], resources: [] },
            excluded: [],
            excludedCount: 0,
            problem: NOT_SERVED,
          }
        : page('checkout-web', uncaptured, [])(request),
  },
  { name: 'placement-runs', path: `${PAGE}?tab=runs`, api: checkoutApi },
  { name: 'placement-conditions', path: `${PAGE}?tab=conditions`, api: checkoutApi, entities: OWNED },
  {
    name: 'placement-status-copy',
    path: `${PAGE}?tab=conditions`,
    api: page('checkout-web', detail('checkout-web', withCopy), checkoutRows, 48),
  },
  { name: 'placement-menu', path: PAGE, api: checkoutApi, before: openMenu('More') },
  { name: 'placement-delete', path: `${PAGE}?dialog=delete`, api: checkoutApi },
  {
    name: 'placement-delete-keeps',
    path: `${PAGE}?dialog=delete`,
    api: page('checkout-web', detail('checkout-web', keeping), checkoutRows, 48),
  },
  {
    name: 'placement-delete-forbidden',
    path: `${PAGE}?dialog=delete`,
    api: page('checkout-web', detail('checkout-web', mayNot), checkoutRows, 48),
  },
  {
    name: 'placement-delete-narrow',
    path: `${PAGE}?dialog=delete`,
    api: checkoutApi,
    ...NARROW,
    keepsHeight: true,
  },
  {
    name: 'placement-deleting',
    path: PAGE,
    api: page('checkout-web', detail('checkout-web', going), leavingRows),
  },
  { name: 'placement-timeline', path: `${PAGE}?tab=timeline`, api: checkoutApi },
  { name: 'placement-yaml', path: `${PAGE}?tab=yaml`, api: checkoutApi },
  { name: 'placement-kubectl', path: `${PAGE}?dialog=kubectl`, api: checkoutApi },
];
