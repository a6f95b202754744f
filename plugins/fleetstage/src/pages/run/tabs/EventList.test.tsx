import { DELETION_STAGE } from '@fleetstage/backstage-plugin-fleetstage-common';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet } from '../../../__testUtils__/renderWithFleet';
import type { TimelineEvent } from '../../../model/run/events';
import { EventList } from './EventList';

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
    const row = (await screen.findByText('Stage canary started')).closest('li');
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

  it('names the last stage as people know it', async () => {
    const removal = event('8', { event: 'stageStarted', stage: DELETION_STAGE });
    renderWithFleet(<EventList events={[removal]} />, () => ({}));
    expect(await screen.findByText('Stage Removal started')).toBeVisible();
  });

  it.each([
    ['canary', 'Updated 2 clusters of canary'],
    [undefined, 'Updated 2 clusters'],
  ])('says of which stage several clusters are: %s', async (stage, words) => {
    renderWithFleet(<EventList events={[event('8', { stage, clusters: ['a', 'b'] })]} />, () => ({}));
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('says of an approval what it led to, and the comment', async () => {
    const approval = event('8', {
      event: 'approvalGiven',
      stage: 'canary',
      actor: { ref: 'user:default/ada' },
      starts: { kind: 'stage', stage: 'production', clusterCount: 12, slots: 3 },
      message: 'Dashboards checked',
    });
    renderWithFleet(<EventList events={[approval]} />, () => ({}));
    const row = (await screen.findByText('Stage canary approved')).closest('li');
    expect(row).toHaveTextContent('Starts production at once: 12 clusters, 3 at a time.');
    expect(row).toHaveTextContent('Dashboards checked');
  });

  it('says the second of what happened today', async () => {
    const now = new Date();
    renderWithFleet(<EventList events={[event('8', { at: now.toISOString() })]} />, () => ({}));
    const time = await screen.findByText(/^\d\d:\d\d:\d\d$/);
    expect(time).toHaveAttribute('datetime', now.toISOString());
  });

  it('is one stop of Tab for its addresses, which arrow keys walk', async () => {
    renderWithFleet(<EventList events={EVENTS} hasClusters={false} />, () => ({}));
    await screen.findByText('Updated weu-1');
    const [first, second] = screen.getAllByRole('link');
    expect([first.tabIndex, second.tabIndex]).toEqual([0, -1]);
    act(() => first.focus());
    await userEvent.keyboard('{ArrowDown}');
    expect(second).toHaveFocus();
    expect([first.tabIndex, second.tabIndex]).toEqual([-1, 0]);
  });

  it('has at most one stop in each line of a card', async () => {
    renderWithFleet(<EventList events={EVENTS} hasAddresses={false} />, () => ({}));
    await screen.findByText('Stage canary started');
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['weu-1']);
  });
});
