import { createEvent, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import { Age, Clock } from './Age';

const AT = new Date(Date.now() - 12.5 * 60_000).toISOString();

const stopOf = async (element: JSX.Element) => {
  renderWithFleet(element, () => ({}));
  return (await screen.findByRole('time')).tabIndex;
};

describe('an age', () => {
  it('is reached with Tab, and described by the exact time', async () => {
    renderWithFleet(<Age at={AT} isAgo />, () => ({}));
    const age = await screen.findByText('12 min ago');
    await userEvent.tab();
    expect(age).toHaveFocus();
    expect(age).toHaveAccessibleDescription(expect.stringContaining(`UTC: ${AT}`));
    await userEvent.hover(age);
    expect(await screen.findByRole('tooltip')).toHaveTextContent(`UTC: ${AT}`);
  });

  it('gives the moment when it is copied', async () => {
    renderWithFleet(<Age at={AT} />, () => ({}));
    const age = await screen.findByText('12 min');
    const setData = jest.fn();
    const copy = createEvent.copy(age, { clipboardData: { setData } });
    fireEvent(age, copy);
    expect(setData).toHaveBeenCalledWith('text/plain', AT);
    expect(copy.defaultPrevented).toBe(true);
  });

  it.each([
    [
      'a link',
      <a key="1" href="/x">
        <Age at={AT} />
      </a>,
    ],
    ['a line of events', <Clock key="2" at={AT} isExact />],
    [
      'a row',
      <table key="3">
        <tbody>
          <tr>
            <td>
              <Age at={AT} />
            </td>
          </tr>
        </tbody>
      </table>,
    ],
  ])('is no stop of its own in %s', async (_, element) => expect(await stopOf(element)).toBe(-1));
});
