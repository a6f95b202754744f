import {
  ApiBlueprint,
  createFrontendPlugin,
  discoveryApiRef,
  fetchApiRef,
  PageBlueprint,
  PluginHeaderActionBlueprint,
  SubPageBlueprint,
} from '@backstage/frontend-plugin-api';
import { FleetClient } from '@fleetstage/backstage-plugin-fleetstage-client';
import AccountTreeIcon from '@mui/icons-material/AccountTree';
import { fleetApiRef } from './api/fleetApiRef';
import { catalogExtensions } from './catalog/catalogExtensions';
import {
  approvalsRouteRef,
  clustersRouteRef,
  overviewRouteRef,
  placementsRouteRef,
  rootRouteRef,
  runsRouteRef,
} from './routes';

const PAGE = { id: 'page:fleetstage', input: 'pages' };

const fleetApi = ApiBlueprint.make({
  params: define =>
    define({
      api: fleetApiRef,
      deps: { discoveryApi: discoveryApiRef, fetchApi: fetchApiRef },
      factory: deps => new FleetClient(deps),
    }),
});

const page = PageBlueprint.make({
  params: {
    path: '/fleetstage',
    title: 'Fleetstage',
    icon: <AccountTreeIcon fontSize="inherit" />,
    routeRef: rootRouteRef,
  },
});

const liveIndicator = PluginHeaderActionBlueprint.make({
  name: 'live',
  params: define =>
    define({ loader: () => import('./components/LiveIndicator/HeaderLive').then(m => <m.HeaderLive />) }),
});

const pages = [
  SubPageBlueprint.make({
    attachTo: PAGE,
    name: 'overview',
    params: {
      path: 'overview',
      title: 'Overview',
      routeRef: overviewRouteRef,
      loader: () => import('./pages/overview/Page').then(m => <m.Page />),
    },
  }),
  SubPageBlueprint.make({
    attachTo: PAGE,
    name: 'approvals',
    params: {
      path: 'approvals',
      title: 'Approvals',
      routeRef: approvalsRouteRef,
      loader: () => import('./pages/approvals/Page').then(m => <m.Page />),
    },
  }),
  SubPageBlueprint.make({
    attachTo: PAGE,
    name: 'placements',
    params: {
      path: 'placements',
      title: 'Placements',
      routeRef: placementsRouteRef,
      loader: () => import('./pages/placements/Pages').then(m => <m.Pages />),
    },
  }),
  SubPageBlueprint.make({
    attachTo: PAGE,
    name: 'runs',
    params: {
      path: 'runs',
      title: 'Update runs',
      routeRef: runsRouteRef,
      loader: () => import('./pages/runs/Pages').then(m => <m.Pages />),
    },
  }),
  SubPageBlueprint.make({
    attachTo: PAGE,
    name: 'clusters',
    params: {
      path: 'clusters',
      title: 'Clusters',
      routeRef: clustersRouteRef,
      loader: () => import('./pages/clusters/Pages').then(m => <m.Pages />),
    },
  }),
];

/** Fleetstage's pages, its API, and its parts on catalog pages. */
export const fleetstagePlugin = createFrontendPlugin({
  pluginId: 'fleetstage',
  title: 'Fleetstage',
  routes: {
    root: rootRouteRef,
    overview: overviewRouteRef,
    approvals: approvalsRouteRef,
    placements: placementsRouteRef,
    runs: runsRouteRef,
    clusters: clustersRouteRef,
  },
  extensions: [fleetApi, page, liveIndicator, ...pages, ...catalogExtensions],
});
