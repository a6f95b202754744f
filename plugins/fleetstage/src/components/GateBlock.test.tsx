import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import { GateBlock } from './GateBlock';

const gate = (comment: string): Schemas['Gate'] => ({
  kind: 'approval',
  task: 'after',
  stage: 'canary',
  state: 'approved',
  actor: { ref: 'user:development/guest' },
  doneAt: '2026-11-20T11:18:00Z',
  comment,
});

describe('the comment in a gate', () => {
  it('has two lines at first, and all of them when asked', async () => {
    renderWithFleet(<GateBlock gate={gate('dashboards '.repeat(100).trim())} clusters={2} />, () => ({}));
    const more = await screen.findByRole('button', { name: 'Show all' });
    expect(more).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(more);
    expect(screen.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true');
  });

  it('is whole where it is short', async () => {
    renderWithFleet(<GateBlock gate={gate('Dashboards checked')} clusters={2} />, () => ({}));
    expect(await screen.findByText('“Dashboards checked”')).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('a gate of a kind that a module has added', () => {
  const freeze: Schemas['Gate'] = {
    kind: 'ChangeFreeze',
    title: 'Change freeze',
    says: 'closed Friday 16:00 to Monday 08:00 UTC',
    task: 'before',
    stage: 'production',
    state: 'notAsked',
  };
  const waiting: Schemas['Gate'] = {
    ...freeze,
    state: 'waiting',
    message: 'No stage begins before Monday 08:00 UTC.',
    beganAt: '2026-11-20T16:00:00Z',
    endsAt: '2026-11-23T08:00:00Z',
    actsNext: 'operator',
  };
  const show = (one: Schemas['Gate']) =>
    renderWithFleet(<GateBlock gate={one} clusters={2} onReview={() => {}} />, () => ({}));

  it('says what it is before it is asked', async () => {
    show(freeze);
    expect(await screen.findByText('Change freeze')).toBeVisible();
    expect(screen.getByText('closed Friday 16:00 to Monday 08:00 UTC')).toBeVisible();
  });

  it('says why it waits, since when and until when, and asks nobody for an approval', async () => {
    show(waiting);
    expect(await screen.findByText('Change freeze: shut')).toBeVisible();
    expect(
      screen.getByText(/^No stage begins before Monday 08:00 UTC\. Since .+, until .+\.$/),
    ).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('says when it opened, and keeps its name where it sends no title', async () => {
    const { title: _, ...untitled } = freeze;
    show({ ...untitled, state: 'passed', doneAt: '2026-11-23T08:00:00Z' });
    expect(await screen.findByText('ChangeFreeze: open')).toBeVisible();
    expect(screen.getByText(/^Opened /)).toBeVisible();
  });
});
