import { screen } from '@testing-library/react';
import { renderWithFleet } from '../../../__testUtils__/renderWithFleet';
import type { TimelineEvent } from '../../../model/run/events';
import { EventList } from './EventList';

jest.setTimeout(60_000);

const event = (id: string, more: Partial<TimelineEvent>): TimelineEvent => ({
  id,
  at: '2026-11-20T10:31:00Z',
  event: 'clusterSucceeded',
  actor: { ref: 'engine' },
  ...more,
});

const EVENTS = [event('7', { cluster: 'weu-1' }), event('6', { event: 'stageStarted', stage: 'canary' })];
const scrolled = jest.fn();

beforeEach(() => {
  scrolled.mockReset();
  Element.prototype.scrollIntoView = scrolled;
});

describe('EventList', () => {
  it('marks the event of the address and brings it into view', async () => {
    renderWithFleet(<EventList events={EVENTS} />, () => ({}), { at: '/?event=6' });
    const row = (await screen.findByText('canary started')).closest('li');
    expect(row).toHaveAttribute('aria-current', 'true');
    expect(scrolled.mock.instances).toEqual([row]);
  });

  it('gives each event an address and each cluster a link', async () => {
    renderWithFleet(<EventList events={EVENTS} />, () => ({}), { at: '/?hub=weu' });
    const cluster = await screen.findByRole('link', { name: 'weu-1' });
    expect(cluster).toHaveAttribute('href', '/?hub=weu&cluster=weu-1');
    expect(screen.getAllByRole('listitem').filter(row => row.hasAttribute('aria-current'))).toEqual([]);
    expect(screen.getAllByRole('link').map(link => link.getAttribute('href'))).toContain(
      '/?hub=weu&tab=timeline&event=7',
    );
  });

  it('links no cluster of a run that is gone', async () => {
    renderWithFleet(<EventList events={EVENTS} hasClusters={false} />, () => ({}));
    await screen.findByText('Updated weu-1');
    expect(screen.queryByRole('link', { name: 'weu-1' })).toBeNull();
  });
});
