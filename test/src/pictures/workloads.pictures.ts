import { deployment, failingPod, goodPod, logText, secret, WAITING, workloads } from './data/workloads';
import { refused } from './data/people';
import { HANGS, Reply, type FixtureApi, type Picture } from './fixtures';
import { checkoutApi } from './placements.pictures';

const CLUSTER = 'aks-weu-prd-01';
const PAGE = `/fleetstage/placements/_/checkout-web?workloads=${CLUSTER}`;
const BASE = `/placements/_/checkout-web/clusters/${CLUSTER}/workloads`;
const NARROW = { width: 390, height: 844 };

const object = (ref: string, part?: string) =>
  `${PAGE}&object=${encodeURIComponent(ref)}${part ? `&part=${part}` : ''}`;
const POD = `/v1/Pod/checkout/${failingPod.name}`;
const GOOD_POD = `/v1/Pod/checkout/${goodPod.name}`;
const SECRET = '/v1/Secret/checkout/web-keys';
const DEPLOYMENT = 'apps/v1/Deployment/checkout/web';

interface Answers {
  readonly list?: unknown;
  readonly detail?: unknown;
  readonly log?: unknown;
}

const api =
  ({ list = workloads, detail, log }: Answers = {}): FixtureApi =>
  request => {
    if (request.path === BASE) return list;
    if (request.path === `${BASE}/object`) return detail;
    if (request.path === `${BASE}/logs`) return log;
    return checkoutApi(request);
  };

const press =
  (name: string): NonNullable<Picture['before']> =>
  page =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

const log = new Reply(200, `${logText}${JSON.stringify({ end: 'completed' })}\n`);
const lost = new Reply(200, `${JSON.stringify({ end: 'lost', message: WAITING })}\n`);
const noRight = Reply.error(
  403,
  'NotAllowedError',
  'You need the permission fleetstage.workload.read for placement checkout-web',
);
const silent = Reply.error(
  503,
  'ServiceUnavailableError',
  `Cluster ${CLUSTER} cannot be reached: no answer from 10.2.0.4:443: connecting timed out`,
);
const unread = {
  ...workloads,
  objects: [],
  unread:
    `Cluster ${CLUSTER} is reached by its agent only, which pulls its work from the hub: Fleetstage cannot read its workloads, ` +
    'events and logs. What the agent reports of each object is in the status of the placement',
};
const noLogs = {
  ...goodPod,
  mayReadLogs: refused('You need the permission fleetstage.workload.logs for placement checkout-web'),
};

export const pictures: Picture[] = [
  { name: 'workloads', path: PAGE, api: api({ detail: failingPod }), keepsHeight: true },
  {
    name: 'workloads-pod-events',
    path: object(POD, 'events'),
    api: api({ detail: failingPod }),
    keepsHeight: true,
  },
  { name: 'workloads-pod', path: object(POD), api: api({ detail: failingPod }), keepsHeight: true },
  { name: 'workloads-secret', path: object(SECRET, 'yaml'), api: api({ detail: secret }), keepsHeight: true },
  {
    name: 'workloads-diff',
    path: object(DEPLOYMENT, 'yaml'),
    api: api({ detail: deployment }),
    before: press('Diff'),
    keepsHeight: true,
  },
  {
    name: 'workloads-logs',
    path: object(GOOD_POD, 'logs'),
    api: api({ detail: goodPod, log }),
    keepsHeight: true,
  },
  {
    name: 'workloads-logs-waiting',
    path: object(POD, 'logs'),
    api: api({ detail: failingPod, log: lost }),
    keepsHeight: true,
  },
  {
    name: 'workloads-logs-forbidden',
    path: object(GOOD_POD, 'logs'),
    api: api({ detail: noLogs }),
    keepsHeight: true,
  },
  {
    name: 'workloads-empty',
    path: PAGE,
    api: api({ list: { ...workloads, objects: [] } }),
    keepsHeight: true,
  },
  {
    name: 'workloads-loading',
    path: PAGE,
    api: api({ list: HANGS }),
    waitFor: '[role="dialog"] [aria-busy="true"]',
    keepsHeight: true,
  },
  { name: 'workloads-pull', path: PAGE, api: api({ list: unread }), keepsHeight: true },
  { name: 'workloads-forbidden', path: PAGE, api: api({ list: noRight }), keepsHeight: true },
  { name: 'workloads-unreachable', path: PAGE, api: api({ list: silent }), keepsHeight: true },
  {
    name: 'workloads-diff-narrow',
    path: object(DEPLOYMENT, 'yaml'),
    api: api({ detail: deployment }),
    before: press('Diff'),
    ...NARROW,
    keepsHeight: true,
  },
  { name: 'workloads-narrow', path: PAGE, api: api(), ...NARROW, keepsHeight: true },
  {
    name: 'workloads-pod-narrow',
    path: object(POD, 'events'),
    api: api({ detail: failingPod }),
    ...NARROW,
    keepsHeight: true,
  },
];
