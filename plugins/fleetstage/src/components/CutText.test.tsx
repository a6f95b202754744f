import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import { CutText } from './CutText';

const MESSAGE =
  'Apply was refused on 2 clusters: field spec.replicas of Deployment payments/api is owned by kubectl-edit';

describe('a message in a row', () => {
  it('keeps its end, and is shown in full on hover, and on the focus that it can have', async () => {
    renderWithFleet(<CutText text={MESSAGE} cutFrom={60} lines={2} />, () => ({}));
    const words = await screen.findByText(/^Apply was.* … .*owned by kubectl-edit$/);
    await userEvent.tab();
    expect(words).toHaveFocus();
    await userEvent.hover(words);
    expect(await screen.findByRole('tooltip')).toHaveTextContent(MESSAGE);
  });

  it('is read out whole as the name of the button that it is in', async () => {
    renderWithFleet(
      <button>
        <CutText text={MESSAGE} cutFrom={60} lines={2} isInFocusable />
      </button>,
      () => ({}),
    );
    expect(await screen.findByRole('button', { name: MESSAGE })).toHaveTextContent(' … ');
  });

  it('is no stop of Tab where it is whole', async () => {
    renderWithFleet(<CutText text={MESSAGE} cutFrom={200} lines={2} />, () => ({}));
    const words = await screen.findByText(MESSAGE);
    await userEvent.tab();
    expect(words).not.toHaveFocus();
  });

  it.each([
    ['narrow', 180, / … /],
    ['wide', 600, new RegExp(`^${MESSAGE}$`)],
  ])('is cut by the room that it has: %s', async (_, width, shown) => {
    jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
    renderWithFleet(
      <div style={{ fontSize: 12 }}>
        <CutText text={MESSAGE} cutFrom={60} lines={2} />
      </div>,
      () => ({}),
    );
    expect(await screen.findByText(/^Apply was/)).toHaveTextContent(shown);
    jest.restoreAllMocks();
  });
});
