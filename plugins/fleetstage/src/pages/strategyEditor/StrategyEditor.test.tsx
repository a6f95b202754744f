import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet, type Answers } from '../../__testUtils__/renderWithFleet';
import { keepStyles } from '../../__testUtils__/styles';
import { Route, Routes } from '../../routing';
import { StrategyEditorPage } from './Page';

beforeEach(() => sessionStorage.clear());

const stamp = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
const YES = { isAllowed: true };
const manifest = {
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ClusterStagedUpdateStrategy',
  metadata: { name: 'careful' },
  spec: {
    stages: [
      { name: 'canary', labelSelector: { matchLabels: { ring: 'canary' } }, maxConcurrency: 1 },
      { name: 'prod', labelSelector: { matchLabels: { env: 'prod' } }, maxConcurrency: '50%' },
    ],
  },
};
const detail = (more: object = {}) => ({
  ...stamp,
  strategy: { scope: '_', name: 'careful', resourceVersion: '7', generation: 1, openRuns: ['web-1'] },
  manifest,
  uses: [{ scope: '_', name: 'web', runCount: 1, openRuns: ['web-1'], isNamed: false }],
  unpreparedRuns: [],
  expected: { runCount: 0, stages: [] },
  mayCreate: YES,
  mayUpdate: YES,
  mayDelete: YES,
  ...more,
});
const cluster = (name: string, labels: object) => ({
  name,
  labels,
  state: 'healthy',
  taints: [],
  placements: 0,
  available: 0,
});
const clusters = [
  cluster('can-1', { ring: 'canary', env: 'prod' }),
  cluster('prd-1', { env: 'prod' }),
  cluster('dev-1', { env: 'dev' }),
];

/** The clusters of the placement that uses the strategy: not dev-1. */
const rows = ['can-1', 'prd-1'].map(name => ({
  cluster: name,
  isPicked: true,
  cause: 'Picked',
  reason: 'Picked',
  phase: 'Bound',
  conditions: [],
}));

interface Played {
  readonly detail?: () => unknown;
  readonly onPut?: () => unknown;
  readonly mayCreate?: object;
  /** As every answer returns it. */
  readonly hub?: object;
}

const answers =
  ({ hub, ...played }: Played = {}): Answers =>
  asked => {
    const answer = answerOf(asked, played);
    return hub === undefined || Array.isArray(answer) ? answer : { ...(answer as object), hub };
  };

function answerOf({ path, method }: Parameters<Answers>[0], played: Played): unknown {
  if (path === '/clusters') return { ...stamp, items: clusters, total: 3, labelKeys: ['env'] };
  if (path === '/placements/_/web/clusters') return { ...stamp, items: rows, total: rows.length };
  if (path === '/placements') return { ...stamp, items: [], total: 0, mayCreate: YES };
  if (path === '/strategies/validate') return { causes: [], warnings: [] };
  if (path === '/strategies' && method === 'GET')
    return { ...stamp, items: [], mayCreate: played.mayCreate ?? YES };
  if (path === '/strategies') return [201, { scope: '_', name: 'fresh' }];
  if (path === '/strategies/_/careful/timeline') return { ...stamp, items: [], total: 0 };
  if (path === '/strategies/_/careful')
    return method === 'PUT'
      ? (played.onPut ?? (() => ({ resourceVersion: '8' })))()
      : (played.detail ?? detail)();
  return [404, { error: { name: 'NotFoundError', message: path }, response: { statusCode: 404 } }];
}

const show = (at: string, played?: Parameters<typeof answers>[0]) =>
  renderWithFleet(
    <Routes>
      <Route path="new" element={<StrategyEditorPage />} />
      <Route path=":scope/:name/edit" element={<StrategyEditorPage />} />
      <Route path="*" element={<h1>Elsewhere</h1>} />
    </Routes>,
    answers(played),
    { at },
  );
const box = (name: string) => screen.findByRole('textbox', { name });
const stageNames = () =>
  screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Name of stage/ }).map(({ value }) => value);

describe('the styles of the editor', () => {
  keepStyles();

  it('keeps the choice of what is previewed within the card, however long a name is', async () => {
    show('/_/careful/edit');
    const choice = await screen.findByRole('combobox', { name: 'Clusters to preview' });
    const field = choice.parentElement;
    for (const part of [field, field?.parentElement]) expect(part).toHaveStyle({ maxWidth: '100%' });
  });
});

it('creates a strategy from nothing', async () => {
  const log = show('/new');
  await userEvent.type(await box('Name'), 'fresh');
  expect(screen.getByText('Use 1 to 63 lower-case letters and digits.')).toBeInTheDocument();
  await userEvent.type(await box('Name of stage 1'), 'all');
  await userEvent.click(screen.getByRole('button', { name: 'Add gate after all' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Wait' }));
  const wait = await box('Wait after all');
  await userEvent.clear(wait);
  await screen.findByText('Enter how long to wait, e.g. 1h or 90s.');
  await userEvent.type(wait, '30m');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Create…' })).not.toHaveAttribute('aria-disabled'),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Create…' }));
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Create strategy' }),
  );
  await screen.findByText('Strategy fresh created');
  expect(log.find(({ path, method }) => path === '/strategies' && method === 'POST')?.body).toEqual({
    name: 'fresh',
    spec: {
      stages: [
        {
          name: 'all',
          labelSelector: {},
          maxConcurrency: 1,
          afterStageTasks: [{ type: 'TimedWait', waitTime: '30m' }],
        },
      ],
    },
  });
});

it('shows where the clusters fall, problems first, and moves stages by keys', async () => {
  show('/_/careful/edit?preview=all');
  await screen.findByText('No stage');
  expect(screen.getByText('Two stages')).toBeInTheDocument();
  expect(screen.getByText('can-1 is also in stage prod')).toBeInTheDocument();
  expect(screen.getAllByText('50% of 2 = 1 at a time')).toHaveLength(2);
  screen.getByRole('button', { name: /^Move stage canary/ }).focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await waitFor(() => expect(stageNames()).toEqual(['prod', 'canary']));
  await waitFor(() => expect(screen.getByRole('button', { name: /^Move stage canary/ })).toHaveFocus());
  await userEvent.click(screen.getByRole('button', { name: 'Duplicate stage prod' }));
  await waitFor(() => expect(stageNames()).toEqual(['prod', 'prod2', 'canary']));
  await userEvent.click(screen.getByRole('button', { name: 'Remove stage prod2' }));
  await waitFor(() => expect(stageNames()).toEqual(['prod', 'canary']));
});

it('calls a stage without a name by its place', async () => {
  show('/_/careful/edit');
  await userEvent.clear(await box('Name of stage 2'));
  for (const name of ['Remove stage 2', 'Duplicate stage 2', /^Move stage 2\./, 'Add gate after 2'])
    expect(await screen.findByRole('button', { name })).toBeInTheDocument();
});

it('previews the first placement that uses the strategy, and all clusters when they are chosen', async () => {
  show('/_/careful/edit');
  const choice = await screen.findByRole('combobox', { name: 'Clusters to preview' });
  expect(choice).toHaveTextContent('web');
  await screen.findByText('Two stages');
  expect(screen.queryByText('No stage')).toBeNull();
  await userEvent.click(choice);
  await userEvent.click(await screen.findByRole('option', { name: 'All clusters: 3' }));
  await screen.findByText('No stage');
});

it('keeps what was typed where somebody else has saved', async () => {
  const onPut = () => [
    409,
    { error: { name: 'ConflictError', message: 'changed' }, response: { statusCode: 409 } },
  ];
  show('/_/careful/edit', { onPut });
  await userEvent.type(await box('Name of stage 2'), 'x');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Save…' })).not.toHaveAttribute('aria-disabled'),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save…' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('1 placement uses it. 1 run keeps its old copy.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save with 1 problem' }));
  await screen.findByText('Someone changed this strategy while you edited it.');
  expect(await box('Name of stage 2')).toHaveValue('prodx');
});

it('repeats in the dialog what runs would meet, and says so on its button', async () => {
  show('/_/careful/edit');
  const name = await box('Name of stage 2');
  expect(await screen.findByText('With web a run would fail to prepare: 1 problem.')).toBeVisible();
  await userEvent.type(name, 'x');
  await userEvent.click(await screen.findByRole('button', { name: 'Save…' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^New runs of web will fail to prepare/)).toBeVisible();
  expect(dialog.getByText(/^1 cluster is in the stages canary, prodx: can-1\./)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Save with 1 problem' })).toBeEnabled();
});

it('cannot be saved while a run would refuse it, with the reason', async () => {
  show('/_/careful/edit');
  const name = await box('Name of stage 2');
  await userEvent.clear(name);
  await userEvent.type(name, 'canary');
  const save = await screen.findByRole('button', { name: 'Save…' });
  await waitFor(() => expect(save).toHaveAttribute('aria-disabled', 'true'));
  await userEvent.hover(save);
  expect(
    await screen.findByText('It would be refused. Another stage has this name. Use a different one.'),
  ).toBeInTheDocument();
});

it('says before one types that one may not save', async () => {
  show('/_/careful/edit', {
    detail: () => detail({ mayUpdate: { isAllowed: false, reason: 'You need fleetstage.strategy.update' } }),
  });
  expect(await screen.findByText('You need fleetstage.strategy.update')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Try changes' }));
  expect(
    await screen.findByText(/you cannot save them. You need fleetstage.strategy.update/),
  ).toBeInTheDocument();
});

it('says where to go where there is no such strategy', async () => {
  show('/_/absent/edit');
  expect(await screen.findByText('There is no strategy absent')).toBeVisible();
  expect(screen.getByRole('link', { name: 'All strategies' })).toBeVisible();
});

it('begins a copy with the stages of the other', async () => {
  show('/new?copy=careful');
  expect(await box('Name')).toHaveValue('careful-2');
  expect(stageNames()).toEqual(['canary', 'prod']);
});

it('says in a bar that the hub is away, and not what its check met', async () => {
  const hub = { name: 'hub', isReachable: false, since: '2026-11-20T11:02:00Z' };
  const log = show('/_/careful/edit', { detail: () => detail({ hub }), hub });
  expect(await screen.findByText(/^Hub unreachable since /)).toBeVisible();
  await userEvent.type(await box('Name of stage 2'), 'x');
  const save = await screen.findByRole('button', { name: 'Save…' });
  expect(save).toHaveAttribute('aria-disabled', 'true');
  await screen.findByText('Not saved');
  expect(log.filter(({ path }) => path === '/strategies/validate')).toEqual([]);
  expect(screen.queryByText(/could not check/)).toBeNull();
});
