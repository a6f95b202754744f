import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import { CutText } from './CutText';

const MESSAGE =
  'Apply was refused on 2 clusters: field spec.replicas of Deployment payments/api is owned by kubectl-edit';

describe('a message in a row', () => {
  it('keeps its end, and is shown in full on hover, and on the focus that it can have', async () => {
    renderWithFleet(<CutText text={MESSAGE} cutFrom={60} />, () => ({}));
    const words = await screen.findByText(/^Apply was.* … .*owned by kubectl-edit$/);
    await userEvent.tab();
    expect(words).toHaveFocus();
    await userEvent.hover(words);
    expect(await screen.findByRole('tooltip')).toHaveTextContent(MESSAGE);
  });

  it('is read out whole as the name of the button that it is in', async () => {
    renderWithFleet(
      <button>
        <CutText text={MESSAGE} cutFrom={60} isInFocusable />
      </button>,
      () => ({}),
    );
    expect(await screen.findByRole('button', { name: MESSAGE })).toHaveTextContent(' … ');
  });

  it('is no stop of Tab where it is whole', async () => {
    renderWithFleet(<CutText text={MESSAGE} cutFrom={200} />, () => ({}));
    const words = await screen.findByText(MESSAGE);
    await userEvent.tab();
    expect(words).not.toHaveFocus();
  });
});
