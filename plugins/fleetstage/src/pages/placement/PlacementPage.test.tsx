import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import '@testing-library/jest-dom';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet, type Answers } from '../../__testUtils__/renderWithFleet';
import { Route, Routes } from '../../routing';
import { PlacementPage } from './PlacementPage';

jest.setTimeout(60_000);

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

const placement: Schemas['Placement'] = {
  scope: '_',
  name: 'web',
  uid: 'u',
  state: 'notEnoughClusters',
  policy: 'Picks 2 clusters',
  wanted: 2,
  picked: 1,
  available: 1,
  snapshots: [{ index: '2', clusters: 1 }],
  latestSnapshot: '2',
  moves: 'runs',
  createdAt: '2026-11-01T00:00:00Z',
  conditions: [],
  resourceVersion: '1',
  manifest: { kind: 'ClusterResourcePlacement', metadata: { name: 'web' } },
  total: 2,
  causes: [
    { cause: 'Picked', clusters: 1 },
    { cause: 'UntoleratedTaint', clusters: 1 },
  ],
  resources: [],
  history: [],
  runs: [],
  blockers: [],
  may: { update: refused, createRun: refused },
};

const answers: Answers = ({ path }) => {
  if (path === '/placements/_/web') return { ...stamp, placement };
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
    expect(screen.getByText(/1 more cluster matches and is healthy/)).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Show why: weu-2' }));
    await screen.findByText('Why not: a taint that the placement does not tolerate');
    expect(screen.getAllByText('gpu=a:NoSchedule').length).toBeGreaterThan(0);
  });

  it('opens the row that a link names', async () => {
    show('/_/web?cluster=weu-1');
    await screen.findByText('Why here');
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
