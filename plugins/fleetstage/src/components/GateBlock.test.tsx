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
