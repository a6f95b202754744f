import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import '@testing-library/jest-dom';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aPlacement } from '../../__testUtils__/aPlacement';
import { renderWithFleet, type Answers } from '../../__testUtils__/renderWithFleet';
import { Route, Routes } from '../../routing';
import { PlacementPage } from './PlacementPage';

const stamp = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
const refused = { isAllowed: false, reason: 'You need fleetstage.run.create' };

const row = (cluster: string, cause: string, reason = ''): Schemas['PlacementCluster'] => ({
  cluster,
  isPicked: cause === 'Picked',
  cause,
  reason,
  conditions: [],
  ...(cause === 'Picked' && { state: 'available' }),
});

const rows = [
  row('weu-1', 'Picked'),
  row(
    'weu-2',
    'UntoleratedTaint',
    'ClusterUnschedulable, taint &{Key:gpu Value:a Effect:NoSchedule} cannot be tolerated.',
  ),
];

const placement = aPlacement({
  state: 'notEnoughClusters',
  picked: 1,
  available: 1,
  snapshots: [{ index: '2', clusters: 1 }],
  latestSnapshot: '2',
  moves: 'runs',
  total: 2,
  causes: [
    { cause: 'Picked', clusters: 1 },
    { cause: 'UntoleratedTaint', clusters: 1 },
  ],
  may: { update: refused, delete: { isAllowed: true }, createRun: refused },
});

const why = (cluster: string): Schemas['ClusterWhy'] => ({
  ...stamp,
  cluster,
  isPicked: cluster === 'weu-1',
  cause: cluster === 'weu-1' ? 'Picked' : 'UntoleratedTaint',
  reason: 'Because.',
  decidedAt: '2026-11-20T11:16:00Z',
  policyIndex: '3',
  inputs: '0a1b2c3d',
  isStale: cluster === 'weu-2',
  isKept: cluster === 'weu-1',
  wanted: 2,
  filters: [
    { filter: 'ClusterAffinity', outcome: 'notAsked' },
    { filter: 'ClusterEligibility', outcome: 'passed', seen: 'joined, healthy', wanted: 'joined, healthy' },
    cluster === 'weu-1'
      ? { filter: 'TaintToleration', outcome: 'passed', seen: 'no taint' }
      : { filter: 'TaintToleration', outcome: 'refused', seen: 'gpu=a:NoSchedule', wanted: 'no taint' },
    { filter: 'CostLimit', outcome: cluster === 'weu-1' ? 'passed' : 'notLookedAt', seen: 'cost 3' },
  ],
  parts:
    cluster === 'weu-1'
      ? [
          { plugin: 'ClusterAffinity', subject: 'weight 84', kind: 'affinity', value: 84 },
          { plugin: 'TopologySpreadConstraints', subject: 'region', kind: 'topology', value: -1 },
        ]
      : [],
  ...(cluster === 'weu-1' && { score: { affinity: 84, topology: -1 }, rank: 1, of: 1 }),
});

const change = { clusters: [{ cluster: 'weu-2', change: 'edit', removeTaints: [{ key: 'gpu' }] }] };
const way = {
  text: 'Remove taint gpu from weu-2.',
  actors: ['clusterOwner'],
  change,
  clusters: ['weu-2'],
  rank: 2,
  of: 2,
  loses: [],
  isFulfilled: true,
};

const answers: Answers = ({ path }) => {
  if (path === '/placements/_/web') return { ...stamp, placement };
  const explained = /^\/placements\/_\/web\/clusters\/([^/]+)$/.exec(path);
  if (explained) return why(explained[1]);
  if (path.endsWith('/way-in'))
    return { ...stamp, cluster: 'weu-2', isPicked: false, message: '', ways: [way] };
  if (path.endsWith('/way-out')) return { ...stamp, isFulfilled: false, missing: 1, message: way.text, way };
  if (path === '/placements/_/web/clusters') return { ...stamp, items: rows, total: rows.length };
  const error = { name: 'NotFoundError', message: `Nothing at ${path}` };
  return [404, { error, response: { statusCode: 404 } }];
};

const show = (at: string) =>
  renderWithFleet(
    <Routes>
      <Route path=":scope/:name" element={<PlacementPage />} />
    </Routes>,
    answers,
    { at },
  );

describe('the placement page', () => {
  it('says what is missing and folds out why not', async () => {
    show('/_/web');
    await screen.findByText('1 of 2 clusters are missing');
    expect(
      await screen.findByText(
        'Nearest way out: remove taint gpu from weu-2. Nobody would lose the workload.',
      ),
    ).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Show why: weu-2' }));
    await screen.findByText('Why not: a taint that the placement does not tolerate');
    expect(screen.getByText('gpu=a:NoSchedule. Wanted: no taint')).toBeVisible();
    expect(screen.getByText('CostLimit')).toBeVisible();
    expect(screen.getByText('Not looked at: an earlier filter refused')).toBeVisible();
    expect(screen.getByText('Not scored')).toBeVisible();
    expect(screen.getByText(/What it was decided on has changed since/)).toBeVisible();
    expect(await screen.findByText('Remove taint gpu from weu-2.')).toBeVisible();
    expect(
      screen.getByText(/rank 2 of 2. Nobody loses the workload. The owner of the cluster can./),
    ).toBeVisible();
  });

  it('opens a way in as a what-if', async () => {
    show('/_/web?cluster=weu-2');
    await userEvent.click(await screen.findByRole('button', { name: 'Try as what-if' }));
    await screen.findByRole('heading', { name: 'What if, web' });
    await screen.findByText('Taint gpu gone from weu-2');
  });

  it('opens the row that a link names', async () => {
    show('/_/web?cluster=weu-1');
    await screen.findByText('Why here: rank 1 of 1, score 83');
    expect(screen.getByText('weight 84, +84')).toBeVisible();
    expect(screen.getByText('region, -1')).toBeVisible();
    expect(screen.getByText(/Decided 2 min ago, policy 3, input 0a1b2c3d/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Hide why: weu-1' })).toHaveAttribute('aria-expanded', 'true');
  });

  it('explains why no run may be created', async () => {
    show('/_/web');
    const button = await screen.findByRole('button', { name: 'Create run' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(button);
    await screen.findByText('You need fleetstage.run.create');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('names the filters that hide every cluster, and takes them away', async () => {
    renderWithFleet(
      <Routes>
        <Route path=":scope/:name" element={<PlacementPage />} />
      </Routes>,
      request =>
        request.path.endsWith('/clusters') && request.search?.includes('q=zz')
          ? { ...stamp, items: [], total: 0 }
          : answers(request),
      { at: '/_/web?q=zz&decision=picked' },
    );
    await screen.findByText('No cluster matches “zz” and Picked');
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1)!);
    expect(await screen.findByRole('link', { name: 'weu-2' })).toBeVisible();
  });

  it('keeps a filter by cause in the address', async () => {
    show('/_/web');
    const tainted = await screen.findByRole('button', { name: '1 tainted' });
    await userEvent.click(tainted);
    await waitFor(() => expect(tainted).toHaveAttribute('aria-pressed', 'true'));
    expect(await screen.findByText('Cause: Tainted')).toBeVisible();
  });

  it('shows the placement as YAML', async () => {
    show('/_/web?tab=yaml');
    expect(await screen.findByText(/kind: ClusterResourcePlacement/)).toBeVisible();
  });

  it('says that a placement is gone', async () => {
    show('/_/gone');
    await screen.findByText('There is no placement gone');
  });
});
