import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import { keepStyles } from '../../__testUtils__/styles';
import { Route, Routes } from '../../routing';
import { StrategyPage } from '../strategy/StrategyPage';
import { StrategiesPage } from './StrategiesPage';

const STAMP = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
const YES = { isAllowed: true };
const strategy: Schemas['StrategySummary'] = {
  scope: '_',
  name: 'careful',
  uid: 'uid-careful',
  resourceVersion: '7',
  generation: 2,
  changedAt: '2026-11-20T10:18:00Z',
  changedBy: { ref: 'user:default/ada' },
  stages: ['canary', 'prod'],
  stageDetails: [
    {
      name: 'canary',
      selector: 'stage=canary',
      concurrency: '1',
      gatesBefore: [],
      gatesAfter: [{ kind: 'wait', waitSeconds: 3600 }, { kind: 'approval' }],
    },
    { name: 'prod', selector: 'stage=prod', concurrency: '1', gatesBefore: [], gatesAfter: [] },
  ],
  approvers: [],
  spec: {},
  runCount: 2,
  openRuns: ['web-1', 'web-2'],
  placements: ['web'],
};
const detail: Schemas['StrategyDetail'] = {
  ...STAMP,
  strategy,
  manifest: { kind: 'ClusterStagedUpdateStrategy', metadata: { name: 'careful' } },
  labels: {},
  annotations: {},
  uses: [
    { scope: '_', name: 'web', runCount: 2, openRuns: ['web-1', 'web-2'], isNamed: true },
    { scope: '_', name: 'api', runCount: 1, openRuns: [], isNamed: false },
  ],
  runs: [],
  unpreparedRuns: ['web-2'],
  expected: { runCount: 3, totalSeconds: 7200, stages: [] },
  preview: {
    problems: [
      {
        kind: 'inNoStage',
        isFatal: true,
        message: '1 cluster is in no stage: c9. Change its labels, or add a stage that selects it.',
        stages: [],
        clusters: ['c9'],
      },
    ],
    stages: [
      {
        name: 'canary',
        concurrency: '1',
        slots: 1,
        clusters: [{ name: 'c1' }],
        waves: [['c1']],
        gatesBefore: [],
        gatesAfter: [],
        waitSeconds: 0,
      },
    ],
    clusterCount: 2,
    waitSeconds: 3600,
    approvalCount: 1,
  },
  mayCreate: YES,
  mayUpdate: YES,
  mayDelete: YES,
};

function answer(path: string, listed: object): unknown {
  if (path.endsWith('/strategies/_/careful')) return detail;
  if (path.endsWith('/timeline'))
    return {
      ...STAMP,
      total: 1,
      items: [
        {
          id: '1',
          at: '2026-11-20T10:18:00Z',
          event: 'strategyUpdated',
          actor: { ref: 'user:default/ada' },
          message: 'Stage prod: at a time 1 → 50%.',
        },
      ],
    };
  if (path.endsWith('/strategies')) return { ...STAMP, items: [listed], mayCreate: YES };
  if (path.endsWith('/clusters')) return { ...STAMP, items: [], total: 0, labelKeys: [] };
  return undefined;
}

const render = (at: string, listed: object = strategy) =>
  renderWithFleet(
    <Routes>
      <Route path="fleetstage/strategies" element={<StrategiesPage />} />
      <Route path="fleetstage/strategies/:scope/:name" element={<StrategyPage />} />
    </Routes>,
    ({ path }) => answer(path, listed),
    { at },
  );

describe('the styles of strategies', () => {
  keepStyles();

  it('marks a link beside words by more than its colour', async () => {
    const lastRun = { name: 'web-1', state: 'succeeded', counts: {}, createdAt: STAMP.asOf };
    render('/fleetstage/strategies', { ...strategy, lastRun });
    expect(await screen.findByRole('link', { name: 'web-1' })).toHaveStyle({ textDecoration: 'underline' });
  });
});

describe('strategies', () => {
  it('lists them with stages in words, and filters by the address', async () => {
    render('/fleetstage/strategies?use=used');
    const row = (await screen.findByRole('rowheader', { name: /careful/ })).closest('tr')!;
    expect(within(row).getByText(/canary \(wait 1 h.*, approval\) → prod/)).toBeVisible();
    expect(within(row).getByText('1 placement')).toBeVisible();
    expect(screen.getByText('1 strategy matches')).toBeVisible();
  });

  it('says that none matches', async () => {
    render('/fleetstage/strategies?q=nothing');
    expect(await screen.findByText(/No strategy matches/)).toBeVisible();
  });

  it('shows where clusters fall, who uses it, and its history', async () => {
    render('/fleetstage/strategies/_/careful');
    expect(await screen.findByText(/1 cluster is in no stage/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'web' })).toHaveAttribute('href', '/fleetstage/placements/_/web');
    expect(await screen.findByText('Stage prod: at a time 1 → 50%.')).toBeVisible();
    expect(screen.getByText(/median of 3 runs that succeeded/)).toBeVisible();
  });

  it('says before the deletion which run keeps its copy and which one fails, and deletes by uid', async () => {
    const log = render('/fleetstage/strategies/_/careful');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete…' }));
    const dialog = await screen.findByRole('dialog');
    expect(
      within(dialog).getByText(/^The open run web-1 keeps its own copy of the strategy and goes on\.$/),
    ).toBeVisible();
    expect(within(dialog).getByText(/^The run web-2 is not prepared yet\. It will fail\.$/)).toBeVisible();
    expect(
      within(dialog).getByText(/^The placement web lists this strategy in its annotation/),
    ).toBeVisible();
    expect(within(dialog).getByText(/^The placement api has used this strategy\./)).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete strategy' }));
    await waitFor(() =>
      expect(log.find(({ method }) => method === 'DELETE')).toMatchObject({ body: { uid: 'uid-careful' } }),
    );
  });
});
