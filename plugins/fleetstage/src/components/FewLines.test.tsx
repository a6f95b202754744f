import '@testing-library/jest-dom';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FewLines } from './tableView';

const TEXT = 'The rollout waits on 4 more clusters, since member-1 does not answer';

/** jsdom lays nothing out: as if the words took so many pixels of 32. */
function playHeight(px: number): void {
  jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(px);
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(Math.min(px, 32));
}

afterEach(() => jest.restoreAllMocks());

it('what is cut can have the focus, and shows its whole text', async () => {
  playHeight(48);
  render(<FewLines title={TEXT}>{TEXT}</FewLines>);
  await userEvent.tab();
  const words = screen.getByText(TEXT);
  expect(words).toHaveFocus();
  // jsdom does not know which focus is visible.
  await userEvent.hover(words);
  expect(await screen.findByRole('tooltip')).toHaveTextContent(TEXT);
});

it('what fits is no stop of the keyboard', async () => {
  playHeight(32);
  render(<FewLines title={TEXT}>{TEXT}</FewLines>);
  await userEvent.tab();
  expect(screen.getByText(TEXT)).not.toHaveFocus();
});
