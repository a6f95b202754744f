import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { screen } from '@testing-library/react';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import { RunsPage } from './RunsPage';

const run: Schemas['RunSummary'] = {
  scope: '_',
  name: 'web-1',
  uid: 'uid-web-1',
  placement: 'web',
  strategy: 'careful',
  state: 'succeeded',
  isOver: true,
  createdAt: '2026-11-20T11:18:00Z',
  total: 1,
  counts: { updated: 1 },
  stages: [],
};
const page = {
  asOf: '2026-11-20T11:18:00Z',
  hub: { name: 'hub', isReachable: true },
  items: [run],
  total: 2,
  mayCreate: { isAllowed: true },
};

describe('the list of runs', () => {
  it('shows the runs that can be read, and names the one that cannot', async () => {
    renderWithFleet(<RunsPage />, () => ({ ...page, unreadable: ['web-2'] }));
    await screen.findByRole('rowheader', { name: /web-1/ });
    expect(screen.getByText(/^web-2 could not be read/)).toBeVisible();
  });

  it.each(['constructor', '__proto__', 'toString'])(
    'takes state=%s of an address for a state, not for a filter of ours',
    async state => {
      const log = renderWithFleet(<RunsPage />, () => page, { at: `/?state=${state}` });
      await screen.findByRole('rowheader', { name: /web-1/ });
      expect(log[0].search).toContain(`state=${state}`);
    },
  );
});
