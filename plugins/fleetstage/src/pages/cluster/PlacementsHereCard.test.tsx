import { screen, within } from '@testing-library/react';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import { restoreWidth, setWidth } from '../../__testUtils__/setWidth';
import type { Cluster } from '../../model/clusters/now';
import { PlacementsHereCard } from './PlacementsHereCard';

restoreWidth();

const cluster = {
  name: 'c1',
  placements: 1,
  available: 0,
  notAvailable: 1,
  placementsHere: [
    { scope: '_', name: 'web', state: 'applyFailed', message: 'Service web: clusterIP is immutable' },
  ],
} as unknown as Cluster;

it.each([
  [390, ['Placement'], 'Show workloads'],
  [1440, ['Placement', 'Conditions', 'Snapshot', 'Since', 'Workloads'], 'Show'],
])(
  'ui §5.10: at %i px a failing placement has room for its conditions and cause',
  async (width, heads, words) => {
    setWidth(width);
    renderWithFleet(<PlacementsHereCard cluster={cluster} />, () => ({}));
    const row = within(await screen.findByRole('row', { name: /web/ }));
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(heads);
    expect(row.getByText('Apply failed')).toBeVisible();
    expect(row.getByText('Service web: clusterIP is immutable')).toBeVisible();
    expect(row.getByRole('link', { name: 'Show workloads of web' })).toHaveTextContent(words);
  },
);

it.each([
  ['healthy', '0 of 1 available'],
  ['noHeartbeat', '0 of 1 available when last seen'],
] as const)('ui §1.5: of a cluster that is %s it counts what is known', async (state, words) => {
  renderWithFleet(<PlacementsHereCard cluster={{ ...cluster, state }} />, () => ({}));
  expect(await screen.findByText(words)).toBeVisible();
});
