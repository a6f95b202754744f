import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { tallyOf } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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
  tally: tallyOf({ updated: 1 }),
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

  it('links the run that another one waits for', async () => {
    const waitsFor: Schemas['Blocker'] = {
      cause: 'EarlierRunStopped',
      state: 'waiting',
      message: 'canary is blocked by the earlier run web-0, which is stopped. Resume or end that run.',
      clusters: [],
      clusterCount: 0,
      subject: { kind: 'run', scope: '_', name: 'web-0' },
    };
    renderWithFleet(<RunsPage />, () => ({ ...page, items: [{ ...run, state: 'waiting', waitsFor }] }));
    const link = await screen.findByRole('link', { name: 'Open web-0' });
    expect(link).toHaveAttribute('href', expect.stringMatching(/runs\/_\/web-0$/));
  });

  it.each<[Schemas['RunSummary']['state'], string[]]>([
    ['stopped', ['Open', 'Resume…', 'End run…']],
    ['stuck', ['Open', 'End run…']],
    ['ended', ['Open', 'Delete run…']],
  ])('offers from a row what leads on from a run: %s', async (state, acts) => {
    renderWithFleet(<RunsPage />, () => ({ ...page, items: [{ ...run, state }] }));
    await userEvent.click(await screen.findByRole('button', { name: 'More for web-1' }));
    expect(screen.getAllByRole('menuitem').map(item => item.textContent)).toEqual(acts);
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
