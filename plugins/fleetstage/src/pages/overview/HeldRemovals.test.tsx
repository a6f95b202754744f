import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import { HeldRemovals } from './HeldRemovals';

const removal = (placement: string, more: Partial<Schemas['HeldRemoval']> = {}): Schemas['HeldRemoval'] => ({
  placement,
  state: 'held',
  cause: 'DefinitionDeleted',
  message: 'its definition was deleted',
  since: new Date().toISOString(),
  clusters: 3,
  isOnHub: true,
  permit: { isAllowed: true },
  ...more,
});
const answer = (items: Schemas['HeldRemoval'][]): Schemas['HeldRemovals'] => ({
  asOf: new Date().toISOString(),
  hub: { name: 'weu', isReachable: true },
  items,
});

describe('HeldRemovals', () => {
  it('says nothing while nothing is held', async () => {
    const asked = renderWithFleet(<HeldRemovals />, () => answer([]));
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says how many are held, why, and lets one choose', async () => {
    renderWithFleet(<HeldRemovals />, () => answer([removal('web'), removal('shop', { isOnHub: false })]));
    expect(await screen.findByText('The removal of 2 placements is held')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent(
      'The definition (CRD) of placements was deleted on the hub, and all placements of that kind',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Review' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Held removals' }));
    const ofTwo = dialog.getByRole('button', { name: 'Remove 2 placements from their clusters' });
    expect(ofTwo).toBeDisabled();
    await userEvent.click(dialog.getByRole('checkbox', { name: /^Delete the workloads of 2 placements/ }));
    expect(ofTwo).toBeEnabled();
    await userEvent.click(dialog.getByRole('checkbox', { name: 'shop: 3 clusters, gone from the hub' }));
    // What was confirmed was said of two.
    expect(dialog.getByRole('button', { name: 'Remove 1 placement from its clusters' })).toBeDisabled();
    await userEvent.click(dialog.getByRole('checkbox', { name: /^Delete the workloads of 1 placement / }));
    expect(dialog.getByRole('button', { name: 'Remove 1 placement from its clusters' })).toBeEnabled();
    expect(dialog.getByRole('button', { name: 'Keep the workloads of 1 placement' })).toBeEnabled();
  });

  it('says why to who may not decide', async () => {
    const permit = { isAllowed: false, reason: 'You may not delete this placement' };
    renderWithFleet(<HeldRemovals />, () => answer([removal('web', { permit })]));
    await userEvent.click(await screen.findByRole('button', { name: 'Review' }));
    const remove = screen.getByRole('button', { name: 'Remove 1 placement from its clusters' });
    expect(remove).toHaveAttribute('aria-disabled', 'true');
    expect(remove).toHaveAccessibleDescription('You may not delete this placement');
    expect(screen.getByText('You may not delete this placement')).toBeVisible();
  });

  it('asks for what was released to be applied again', async () => {
    renderWithFleet(<HeldRemovals />, () => answer([removal('web', { state: 'released', isOnHub: false })]));
    expect(await screen.findByText(/^1 placement was deleted from the hub/)).toBeInTheDocument();
  });
});
