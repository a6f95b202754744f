import { clusterTimeline, noTimeline, timelineOfLeft } from './data/clusterEvents';
import { clusterDetail, clusterPage } from './data/clusters';
import { cordonedCluster, DRAINED, drainingCluster, plan, progress, someDrained } from './data/drain';
import { ownedFleet } from './data/owners';
import type { FixtureApi, Picture } from './fixtures';

const LIST = '/fleetstage/clusters';
const PAGE = `${LIST}/${DRAINED}`;

const page =
  (cluster: unknown, drain: unknown): FixtureApi =>
  ({ path }) =>
    path.endsWith('/drain') ? drain : path.startsWith('/clusters/') ? cluster : undefined;

const withTimeline =
  (timeline: unknown): FixtureApi =>
  ({ path }) =>
    path.endsWith('/timeline')
      ? timeline
      : path === `/clusters/${DRAINED}`
        ? clusterDetail(DRAINED)
        : undefined;

const shown: readonly Picture[] = [
  {
    name: 'clusters-draining',
    path: LIST,
    api: ({ path }) => (path === '/clusters' ? clusterPage(someDrained) : undefined),
  },
  {
    name: 'cluster-drain-dialog',
    path: `${PAGE}?dialog=drain`,
    api: page(clusterDetail(DRAINED), plan),
    waitFor: '[role="dialog"]',
  },
  {
    name: 'cluster-drain-dialog-narrow',
    path: `${PAGE}?dialog=drain`,
    api: page(clusterDetail(DRAINED), plan),
    waitFor: '[role="dialog"]',
    width: 390,
    height: 844,
  },
  { name: 'cluster-draining', path: PAGE, api: page(drainingCluster(progress.draining), progress.draining) },
  {
    name: 'cluster-drain-blocked',
    path: PAGE,
    api: page(drainingCluster(progress.blocked), progress.blocked),
  },
  { name: 'cluster-drained', path: PAGE, api: page(drainingCluster(progress.drained), progress.drained) },
  { name: 'cluster-cordoned', path: PAGE, api: page(cordonedCluster, undefined) },
  { name: 'cluster-timeline', path: `${PAGE}?tab=timeline`, api: withTimeline(clusterTimeline) },
  {
    name: 'cluster-timeline-narrow',
    path: `${PAGE}?tab=timeline`,
    api: withTimeline(clusterTimeline),
    width: 390,
    height: 844,
  },
  { name: 'cluster-timeline-empty', path: `${PAGE}?tab=timeline`, api: withTimeline(noTimeline) },
  {
    name: 'cluster-timeline-gone',
    path: PAGE,
    api: ({ path }) => (path.endsWith('/timeline') ? timelineOfLeft : undefined),
  },
  {
    name: 'cluster-uncordon-dialog',
    path: `${PAGE}?dialog=uncordon`,
    api: page(drainingCluster(progress.blocked), progress.blocked),
    waitFor: '[role="dialog"]',
  },
];

const entities = ownedFleet(someDrained.map(({ name }) => name));

export const pictures: Picture[] = shown.map(picture => ({ ...picture, entities }));
