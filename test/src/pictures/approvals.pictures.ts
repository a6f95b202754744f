import { approvalPage, decisions, forOthers, forYou, gateDetail, manyApprovals } from './data/approvals';
import { LOST_HUB } from './data/hub';
import { HANGS, Reply, type FixtureApi, type FixtureRequest, type Picture } from './fixtures';

const PATH = '/fleetstage/approvals';
const CANARY = 'run=payments-2-14-0&stage=canary&gate=after';

function answerGate({ path, method }: FixtureRequest, known = [...forYou, ...forOthers]): unknown {
  const [, , name, stage, task, act] =
    /^\/runs\/([^/]+)\/([^/]+)\/gates\/([^/]+)\/([^/]+)(\/\w+)?$/.exec(path) ?? [];
  const item = known.find(({ run, gate }) => run === name && gate.stage === stage && gate.task === task);
  if (item === undefined) return undefined;
  if (method === 'GET') return gateDetail(item);
  if (act !== '/approve') return undefined;
  return name.startsWith('ingress')
    ? Reply.error(409, 'ConflictError', 'The run was stopped 4 s ago by tomas.ferreira')
    : { actor: { ref: 'user:default/guest' }, at: '2026-11-20T11:18:01Z', isFirst: true };
}

const api: FixtureApi = request => {
  if (request.path !== '/approvals') return answerGate(request);
  switch (request.query.get('show')) {
    case 'others':
      return approvalPage(forOthers);
    case 'decided':
      return approvalPage(decisions);
    case 'all':
      return approvalPage([...forYou, ...forOthers]);
    default:
      return approvalPage(forYou);
  }
};

const only =
  (reply: (show: string) => unknown): FixtureApi =>
  request =>
    request.path === '/approvals' ? reply(request.query.get('show') ?? 'you') : answerGate(request);

const tickAll: Picture['before'] = async page => {
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: 'Approve 3…' }).click();
  await page.getByRole('dialog').getByText('The run would fail').waitFor();
};

const busyWeek = manyApprovals(40);

export const pictures: Picture[] = [
  { name: 'approvals', path: `${PATH}?${CANARY}`, api, waitFor: '#approval-details button' },
  { name: 'approvals-loading', path: PATH, api: only(() => HANGS), waitFor: '[aria-busy="true"]' },
  {
    name: 'approvals-all',
    path: `${PATH}?show=all&run=network-rules-12&stage=canary&gate=after`,
    api,
    waitFor: '#approval-details button',
  },
  { name: 'approvals-decided', path: `${PATH}?show=decided`, api },
  {
    name: 'approvals-blocked',
    path: `${PATH}?run=policy-baseline-31&stage=production&gate=before`,
    api,
    waitFor: '#approval-details button',
  },
  {
    name: 'approvals-empty',
    path: PATH,
    api: only(show => approvalPage(show === 'others' ? forOthers : [], { forYou: 0 })),
  },
  { name: 'approvals-nothing', path: PATH, api: only(() => approvalPage([], { forYou: 0, forOthers: 0 })) },
  { name: 'approvals-gone', path: `${PATH}?run=web-1&stage=canary&gate=after`, api },
  {
    name: 'approvals-partial',
    path: PATH,
    api: request =>
      request.path === '/approvals'
        ? api(request)
        : Reply.error(500, 'Error', 'The database does not answer: timeout'),
  },
  {
    name: 'approvals-forbidden',
    path: PATH,
    api: only(() => Reply.error(403, 'NotAllowedError', 'You may not see the fleet')),
  },
  {
    name: 'approvals-hub-unreachable',
    path: PATH,
    api,
    hub: LOST_HUB,
    waitFor: '#approval-details button',
  },
  {
    name: 'approvals-40',
    path: PATH,
    api: request =>
      request.path === '/approvals'
        ? approvalPage(request.query.get('show') === 'others' ? forOthers : busyWeek, { forYou: 40 })
        : answerGate(request, busyWeek),
    waitFor: '#approval-details button',
  },
  { name: 'approvals-several', path: PATH, api, before: tickAll },
  {
    name: 'approvals-several-result',
    path: PATH,
    api,
    before: async (page, ...rest) => {
      await tickAll(page, ...rest);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: /^Approve 2 gates/ }).click();
      await dialog.getByText(/^\d+ approved/).waitFor();
    },
  },
  { name: 'approvals-approve', path: `${PATH}?${CANARY}&dialog=approve`, api, waitFor: '[role="dialog"]' },
  { name: 'approvals-narrow', path: PATH, api, width: 390, height: 844 },
  {
    name: 'approvals-narrow-details',
    path: `${PATH}?${CANARY}`,
    api,
    width: 390,
    height: 844,
    waitFor: '#approval-details button',
  },
];
