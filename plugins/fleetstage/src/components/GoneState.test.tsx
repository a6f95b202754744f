import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { screen } from '@testing-library/react';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import { GoneState } from './GoneState';

type Event = Schemas['TimelineEvent'];
const DAY_MS = 24 * 60 * 60 * 1000;

const event = (name: string, ref: string): Event => ({
  id: name,
  event: name,
  at: new Date(Date.now() - 2 * DAY_MS - 1000).toISOString(),
  actor: { ref },
});

const show = (events: readonly Event[] | undefined, kind: 'run' | 'placement' = 'run') =>
  renderWithFleet(<GoneState kind={kind} name="web" events={events} actions={null} />, () => ({}));

describe('a link to something that is gone', () => {
  it.each([
    ['by whom', [event('gone', 'kubectl')], 'This run was deleted 2 d ago by someone with kubectl'],
    ['since when', [event('gone', 'engine'), event('created', 'engine')], 'This run was deleted 2 d ago'],
    ['that it was deleted, where no more is known', [event('created', 'engine')], 'This run was deleted'],
  ])('says %s', async (_, events, title) => {
    show(events);
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.getByText('web is no longer on the hub. Its history is kept.')).toBeVisible();
  });

  it('does not say that something was deleted of which nothing is known', async () => {
    show([], 'placement');
    expect(await screen.findByRole('heading', { name: 'There is no placement web' })).toBeVisible();
    expect(screen.getByText('It never existed on this hub, or its history was deleted.')).toBeVisible();
  });

  it('does not judge before the history is read', async () => {
    show(undefined);
    expect(await screen.findByRole('heading', { name: 'There is no run web' })).toBeVisible();
    expect(screen.queryByText(/history/)).toBeNull();
  });
});
