import {
  ApiBlueprint,
  coreExtensionData,
  createFrontendPlugin,
  discoveryApiRef,
  ExtensionBoundary,
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
  kubernetesRouteRef,
  overridesRouteRef,
  overviewRouteRef,
  placementsRouteRef,
  rootRouteRef,
  runsRouteRef,
  sequencesRouteRef,
  strategiesRouteRef,
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

/** The tabs, and a word where an address belongs to none: the framework leaves the page empty below its header. */
const page = PageBlueprint.makeWithOverrides({
  *factory(original, { node, inputs }) {
    const drawn = original({
      path: '/fleetstage',
      title: 'Fleetstage',
      icon: <AccountTreeIcon fontSize="inherit" />,
      routeRef: rootRouteRef,
    });
    const paths = inputs.pages.map(one => one.get(coreExtensionData.routePath));
    const unknown = ExtensionBoundary.lazy(node, () =>
      import('./pages/UnknownTab').then(m => <m.UnknownTab paths={paths} />),
    );
    yield* [...drawn].filter(({ id }) => id !== coreExtensionData.reactElement.id);
    yield coreExtensionData.reactElement(
      <>
        {drawn.get(coreExtensionData.reactElement)}
        {unknown}
      </>,
    );
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
    name: 'strategies',
    params: {
      path: 'strategies',
      title: 'Strategies',
      routeRef: strategiesRouteRef,
      loader: () => import('./pages/strategies/Pages').then(m => <m.Pages />),
    },
  }),
  SubPageBlueprint.make({
    attachTo: PAGE,
    name: 'overrides',
    params: {
      path: 'overrides',
      title: 'Overrides',
      routeRef: overridesRouteRef,
      loader: () => import('./pages/overrides/Pages').then(m => <m.Pages />),
    },
  }),
  SubPageBlueprint.make({
    attachTo: PAGE,
    name: 'sequences',
    params: {
      path: 'sequences',
      title: 'Versions',
      routeRef: sequencesRouteRef,
      loader: () => import('./pages/sequences/Pages').then(m => <m.Pages />),
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
    strategies: strategiesRouteRef,
    overrides: overridesRouteRef,
    sequences: sequencesRouteRef,
    clusters: clustersRouteRef,
  },
  externalRoutes: { kubernetes: kubernetesRouteRef },
  extensions: [fleetApi, page, liveIndicator, ...pages, ...catalogExtensions],
});
