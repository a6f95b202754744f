import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import { PageFrame } from './PageFrame';

const show = async () => {
  renderWithFleet(
    <PageFrame title="Runs">
      <input aria-label="Find" />
    </PageFrame>,
    () => ({}),
  );
  return screen.findByRole('heading', { name: 'Runs' });
};

describe('KeysDialog', () => {
  it('opens on ? on any page and closes on Esc', async () => {
    await show();
    await userEvent.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keys' })).toHaveTextContent('Show these keys');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('leaves a question mark to the field in which one types it', async () => {
    await show();
    await userEvent.type(screen.getByLabelText('Find'), 'why?');
    expect(screen.getByLabelText('Find')).toHaveValue('why?');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
