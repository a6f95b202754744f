import { LOST_HUB } from './data/hub';
import { approvalPage, forYou } from './data/approvals';
import { bigFleet, nothingYet, overview, partsFailed, quiet } from './data/overview';
import { certManager, otel } from './data/runs';
import { NOT_INSTALLED, HANGS, Reply, type FixtureApi, type Picture } from './fixtures';

const answer =
  (reply: unknown): FixtureApi =>
  ({ path }) =>
    path === '/overview' ? reply : path === '/approvals' ? waitingOf(reply) : undefined;

/** The number at the header's tab is that of the page. */
const waitingOf = (reply: unknown): unknown => {
  if (reply === HANGS) return approvalPage(forYou);
  if (typeof reply !== 'object' || reply === null || reply instanceof Reply) return reply;
  const waiting = 'waiting' in reply ? (reply.waiting as typeof forYou) : forYou;
  return approvalPage(waiting, { forYou: waiting.length });
};

const PATH = '/fleetstage/overview';
const LONG = 'observability-collector-for-the-north-european-payment-clusters';

const longNames = overview({
  runs: {
    total: 2,
    items: [
      {
        ...otel,
        name: LONG,
        stages: otel.stages.map((stage, i) => ({ ...stage, name: `${LONG.slice(0, 40)}-${i}` })),
      },
      certManager,
    ],
  },
  trouble: overview().trouble.map(one => ({
    ...one,
    message: `${one.message.replace(/\.$/, '')}. ${'The API server said: admission webhook denied the request; '.repeat(8)}`,
    subject: one.subject && { ...one.subject, name: LONG },
  })),
});

const removal = (placement: string, clusters: number) => ({
  placement,
  state: 'held',
  cause: 'DefinitionDeleted',
  message: 'its definition (CRD) was deleted on the hub',
  since: '2026-11-20T11:06:00Z',
  clusters,
  isOnHub: true,
  permit: { isAllowed: true },
});

const withRemovals: FixtureApi = request =>
  request.path === '/removals'
    ? {
        asOf: overview().asOf,
        hub: overview().hub,
        items: [removal('checkout/web', 4), removal('observability/otel', 16), removal('payments/ledger', 6)],
      }
    : answer(overview())(request);

export const pictures: Picture[] = [
  { name: 'overview', path: PATH, api: answer(overview()), height: 1180 },
  { name: 'overview-removals-held', path: PATH, api: withRemovals },
  {
    name: 'overview-removals-dialog',
    path: PATH,
    api: withRemovals,
    before: async page => {
      await page.getByRole('button', { name: 'Review', exact: true }).first().click();
      await page.getByRole('dialog', { name: 'Held removals' }).waitFor();
    },
  },
  { name: 'overview-removals-narrow', path: PATH, api: withRemovals, width: 390, height: 2_700 },
  { name: 'overview-loading', path: PATH, api: answer(HANGS), waitFor: '[aria-busy="true"]' },
  { name: 'overview-calm', path: PATH, api: answer(quiet) },
  { name: 'overview-empty', path: PATH, api: answer(nothingYet) },
  { name: 'overview-no-placements', path: PATH, api: answer({ ...nothingYet, clusters: quiet.clusters }) },
  { name: 'overview-part-failed', path: PATH, api: answer(partsFailed()) },
  {
    name: 'overview-forbidden',
    path: PATH,
    api: answer(Reply.error(403, 'NotAllowedError', 'You may not see the fleet')),
  },
  { name: 'overview-no-such-tab', path: '/fleetstage/nonsense', api: answer(quiet) },
  { name: 'overview-not-installed', path: PATH, api: answer(NOT_INSTALLED) },
  {
    name: 'overview-starting',
    path: PATH,
    api: answer(Reply.error(503, 'ServiceUnavailableError', 'Service has not started up yet')),
  },
  {
    name: 'overview-error',
    path: PATH,
    api: answer(Reply.error(500, 'Error', 'The database does not answer: timeout after 30 s')),
  },
  { name: 'overview-hub-unreachable', path: PATH, api: answer(overview()), hub: LOST_HUB },
  { name: 'overview-480-clusters', path: PATH, api: answer(bigFleet(40)) },
  { name: 'overview-long-names', path: PATH, api: answer(longNames) },
  {
    name: 'overview-keys',
    path: PATH,
    api: answer(overview()),
    before: async page => {
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    },
  },
  { name: 'overview-narrow', path: PATH, api: answer(overview()), width: 390, height: 2_700 },
];
