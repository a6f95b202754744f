import { screen } from '@testing-library/react';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import type { Cluster } from '../../model/clusters/now';
import { Route, Routes } from '../../routing';
import { ClusterPage } from './ClusterPage';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 500).toISOString();
const here = (name: string, state: Cluster['placementsHere'][number]['state']) => ({
  scope: '_',
  name,
  state,
});

const show = async (more: Partial<Cluster>, tab = '') => {
  const cluster: Cluster = {
    name: 'c1',
    state: 'healthy',
    since: ago(12),
    labels: {},
    taints: [],
    placements: 0,
    available: 0,
    resourceVersion: '1',
    properties: {},
    conditions: [],
    manifest: {},
    placementsHere: [],
    runsHere: [],
    ...more,
  };
  const stamp = { asOf: ago(0), hub: { name: 'hub', isReachable: true } };
  renderWithFleet(
    <Routes>
      <Route path=":name" element={<ClusterPage />} />
    </Routes>,
    () => ({ ...stamp, cluster }),
    { at: `/c1${tab}` },
  );
  await screen.findByRole('tablist');
};

describe('what a cluster page says first', () => {
  it.each<[string, string, string, Partial<Cluster>]>([
    [
      'that nothing is needed',
      'Nothing is needed',
      'Healthy for 12 min. All 2 placements are available.',
      { placementsHere: [here('a', 'available'), here('b', 'diffReported')] },
    ],
    [
      'what is not there yet',
      'The cluster itself is healthy',
      'Healthy for 12 min. 1 of 2 placements are available, the others not yet.',
      { placementsHere: [here('a', 'available'), here('b', 'notAvailable')] },
    ],
    [
      'what keeps new placements away',
      'Nothing is needed',
      'Healthy for 12 min. Nothing is placed here. A taint keeps new placements away.',
      { taints: [{ key: 'maintenance', effect: 'NoSchedule' }] },
    ],
  ])('%s', async (_, title, detail, more) => {
    await show(more);
    expect(screen.getByRole('region', { name: title })).toHaveTextContent(detail);
  });

  it('stays above every tab', async () => {
    await show({}, '?tab=yaml');
    const card = screen.getByRole('region', { name: 'Nothing is needed' });
    const tabs = screen.getByRole('tablist');
    expect(card.compareDocumentPosition(tabs) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('tells the last heartbeat as an age', async () => {
    const message = `Last received ${ago(9)}, limit 5 min.`;
    await show({ state: 'noHeartbeat', message, since: ago(9) });
    expect(screen.getByRole('region', { name: 'No heartbeat for 9 min' })).toHaveTextContent(
      'Last received 9 min ago, limit 5 min.',
    );
  });
});
