import { clusterDetail } from './data/clusters';
import { overview } from './data/overview';
import {
  bank,
  clusterVersions,
  rolloutPage,
  sequenceCalendar,
  sequenceDetail,
  sequencePage,
  sequencePreview,
  sequenceTimeline,
  sequenceTrouble,
  soakEnds,
  versionCatalogs,
} from './data/sequences';
import {
  clusterPage,
  completedRollout,
  failingRollout,
  ignoringRollout,
  rolloutDetail,
  soakingRollout,
} from './data/versionRollouts';
import { BREAKS, HANGS, Reply, type FixtureApi, type Picture } from './fixtures';
import { refused } from './data/people';

const LIST = '/fleetstage/sequences';
const ONE = `${LIST}/_/bank`;
const ROLLOUT = `${LIST}/rollouts/bank-cp-1-31-4`;
const NO = refused('You need the permission fleetstage.sequence.create', 'fleetstage.sequence.create');
const TELEPHONE = { width: 390, height: 844 };

const list =
  (reply: unknown): FixtureApi =>
  ({ path }) =>
    path === '/sequences' ? reply : undefined;

const one =
  (reply: unknown): FixtureApi =>
  ({ path }) => {
    if (path === '/sequences/bank') return reply;
    if (path === '/sequences/bank/timeline') return sequenceTimeline;
    if (path === '/sequences/bank/calendar') return sequenceCalendar;
    if (path === '/sequences/preview') return sequencePreview;
    if (path === '/version-catalogs') return versionCatalogs;
    if (path === '/sequences') return sequencePage();
    return path === '/version-rollouts' ? rolloutPage : undefined;
  };

const rollout =
  (reply: unknown): FixtureApi =>
  ({ path, query }) => {
    if (/^\/version-rollouts\/[^/]+$/.test(path)) return reply;
    if (path.endsWith('/clusters')) return clusterPage(query);
    return path.endsWith('/timeline') ? sequenceTimeline : undefined;
  };

const failing = rollout(rolloutDetail(failingRollout));

const cluster: FixtureApi = ({ path }) =>
  path.endsWith('/versions')
    ? clusterVersions
    : path.startsWith('/clusters/')
      ? clusterDetail('aks-weu-prd-01')
      : undefined;

const { next = [], trouble = [] } = overview();

/** Rollouts of versions, a soak that ends, and a sequence that cannot go on: among what runs have of the kind. */
const withRollouts: FixtureApi = ({ path }) =>
  path === '/overview'
    ? overview({
        versionRollouts: { total: 2, items: [failingRollout, soakingRollout] },
        next: [...next, soakEnds],
        trouble: [...trouble, sequenceTrouble],
        troubleTotal: trouble.length + 1,
      })
    : undefined;

export const pictures: Picture[] = [
  { name: 'sequences', path: LIST, api: list(sequencePage()) },
  { name: 'sequences-mobile', path: LIST, api: list(sequencePage()), ...TELEPHONE },
  { name: 'sequences-loading', path: LIST, api: list(HANGS), waitFor: '[aria-busy="true"]' },
  { name: 'sequences-empty', path: LIST, api: list(sequencePage([])) },
  { name: 'sequences-guide', path: `${LIST}?dialog=guide`, api: list(sequencePage([])) },
  { name: 'sequences-may-not-create', path: LIST, api: list(sequencePage(undefined, NO)) },
  { name: 'sequences-error', path: LIST, api: list(BREAKS) },
  {
    name: 'sequences-forbidden',
    path: LIST,
    api: list(Reply.error(403, 'NotAllowedError', 'You may not see the fleet')),
  },
  { name: 'sequence', path: ONE, api: one(sequenceDetail()) },
  { name: 'sequence-mobile', path: ONE, api: one(sequenceDetail()), ...TELEPHONE },
  {
    name: 'sequence-suspended',
    path: ONE,
    api: one(sequenceDetail({ isSuspended: true, state: 'Active', conditions: [bank.conditions[0]] })),
  },
  {
    name: 'sequence-idle',
    path: ONE,
    api: one(
      sequenceDetail({
        activeRollouts: [],
        state: 'Active',
        conditions: [bank.conditions[0]],
        stages: bank.stages.map(({ occupiedBy: _, waiting: __, ...stage }) => stage),
      }),
    ),
  },
  { name: 'sequence-clusters', path: `${ONE}?tab=clusters`, api: one(sequenceDetail()) },
  { name: 'sequence-calendar', path: `${ONE}?tab=calendar`, api: one(sequenceDetail()) },
  { name: 'sequence-calendar-mobile', path: `${ONE}?tab=calendar`, api: one(sequenceDetail()), ...TELEPHONE },
  { name: 'sequence-history', path: `${ONE}?tab=history`, api: one(sequenceDetail()) },
  { name: 'sequence-yaml', path: `${ONE}?tab=yaml`, api: one(sequenceDetail()) },
  { name: 'sequence-suspend', path: `${ONE}?dialog=suspend`, api: one(sequenceDetail()) },
  { name: 'sequence-start', path: `${ONE}?dialog=startVersion`, api: one(sequenceDetail()) },
  {
    name: 'sequence-gone',
    path: ONE,
    api: one(Reply.error(404, 'NotFoundError', 'sequence "bank" does not exist on hub "hub"')),
  },
  { name: 'sequence-edit', path: `${ONE}/edit`, api: one(sequenceDetail()) },
  { name: 'sequence-edit-mobile', path: `${ONE}/edit`, api: one(sequenceDetail()), ...TELEPHONE },
  { name: 'sequence-new', path: `${LIST}/new`, api: one(sequenceDetail()) },
  { name: 'version-rollout', path: ROLLOUT, api: failing },
  { name: 'version-rollout-mobile', path: ROLLOUT, api: failing, ...TELEPHONE },
  { name: 'version-rollout-soaking', path: ROLLOUT, api: rollout(rolloutDetail(soakingRollout)) },
  { name: 'version-rollout-completed', path: ROLLOUT, api: rollout(rolloutDetail(completedRollout)) },
  {
    name: 'version-rollout-ignores-maintenance',
    path: ROLLOUT,
    api: rollout(rolloutDetail(ignoringRollout)),
  },
  { name: 'version-rollout-clusters', path: `${ROLLOUT}?tab=clusters`, api: failing },
  { name: 'version-rollout-drawer', path: `${ROLLOUT}?cluster=us-west1-05`, api: failing },
  { name: 'version-rollout-force', path: `${ROLLOUT}?dialog=forceComplete`, api: failing },
  {
    name: 'version-rollout-soak',
    path: `${ROLLOUT}?dialog=overrideSoak`,
    api: rollout(rolloutDetail(soakingRollout)),
  },
  { name: 'version-rollout-maintenance', path: `${ROLLOUT}?dialog=ignoreMaintenance`, api: failing },
  { name: 'cluster-versions', path: '/fleetstage/clusters/aks-weu-prd-01?tab=versions', api: cluster },
  { name: 'overview-version-rollouts', path: '/fleetstage/overview', api: withRollouts, height: 1_400 },
];
