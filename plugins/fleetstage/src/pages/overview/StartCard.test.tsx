import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { watchClipboard } from '../../__testUtils__/clipboard';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import { EXAMPLE } from '../../model/placements/placementFilters';
import { OverviewPage } from './OverviewPage';

const NO_CLUSTERS = {
  total: 0,
  counts: {},
  healthy: 0,
  axes: { rows: 'environment', columns: 'region' },
  cells: [],
  trouble: [],
  troubleTotal: 0,
};
const SOME_CLUSTERS = { ...NO_CLUSTERS, total: 6, counts: { healthy: 6 }, healthy: 6 };
const NO_PLACEMENTS = { total: 0, scheduled: 0, applied: 0, available: 0, moving: 0, drifted: 0 };

const show = (more: Partial<Schemas['Overview']>) =>
  renderWithFleet(<OverviewPage />, () => ({
    asOf: '2026-11-20T11:18:00Z',
    hub: { name: 'weu', isReachable: true },
    failed: [],
    clusters: NO_CLUSTERS,
    placements: NO_PLACEMENTS,
    runs: { total: 0, items: [] },
    waiting: [],
    trouble: [],
    next: [],
    finished: [],
    mayCreateRun: { isAllowed: true },
    ...more,
  }));

describe('the overview of a fleet that is new', () => {
  it('says how to join the first cluster, and offers no run', async () => {
    show({});
    await screen.findByRole('heading', { name: 'This fleet is ready for its first cluster' });
    expect(screen.getAllByTitle('To do')).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Create run' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Running now' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'How to join one' }));
    expect(await screen.findByRole('dialog', { name: 'How to join a member cluster' })).toBeVisible();
  });

  it('asks for a placement where there are clusters', async () => {
    const copied = watchClipboard();
    show({ clusters: SOME_CLUSTERS });
    await screen.findByRole('heading', { name: 'This fleet is ready for its first placement' });
    expect(screen.getAllByTitle('Done')).toHaveLength(1);
    expect(screen.getByText('6 clusters are members.')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Clusters' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Create placement' })).toHaveAttribute(
      'href',
      expect.stringContaining('/placements/new'),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Copy an example' }));
    expect(copied).toEqual([EXAMPLE]);
  });

  it('is over with the first of both', async () => {
    show({ clusters: SOME_CLUSTERS, placements: { ...NO_PLACEMENTS, total: 1, available: 1 } });
    await screen.findByRole('button', { name: 'Create run' });
    expect(screen.queryByRole('heading', { name: /^This fleet is ready/ })).toBeNull();
  });

  it('does not take a part that could not be read for an empty one', async () => {
    const failed = [{ part: 'clusters' as const, message: 'The log says why.' }];
    show({ clusters: undefined, placements: { ...NO_PLACEMENTS, total: 1 }, failed });
    await screen.findByText('Clusters could not be read.');
    expect(screen.queryByRole('heading', { name: /^This fleet is ready/ })).toBeNull();
  });
});
