import { screen } from '@testing-library/react';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import { MessageText } from './MessageText';

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000 - 500).toISOString();

const show = (text: string) =>
  renderWithFleet(
    <p>
      <MessageText text={text} />
    </p>,
    () => ({}),
  );

describe('a message of a machine', () => {
  it('shows the past as an age, with the moment behind it', async () => {
    const at = inMinutes(-9);
    show(`Last received ${at}, limit 5 min.`);
    const age = await screen.findByText('9 min ago');
    expect(age).toHaveAttribute('datetime', at);
    expect(age).toHaveAccessibleName(expect.stringContaining(at));
    expect(age.closest('p')).toHaveTextContent('Last received 9 min ago, limit 5 min.');
  });

  it('says since which time something lasts', async () => {
    const at = inMinutes(-9);
    show(`held by member-1 (since ${at})`);
    const clock = await screen.findByText((_, element) => element?.tagName === 'TIME');
    expect(clock).toHaveAttribute('datetime', at);
    expect(clock.closest('p')).toHaveTextContent(/^held by member-1 \(since \S*\d\d:\d\d\)$/);
  });

  it('shows the future as a clock time', async () => {
    const at = inMinutes(60 * 24 * 7);
    show(`until ${at}`);
    const clock = await screen.findByText((_, element) => element?.tagName === 'TIME');
    expect(clock).toHaveAttribute('datetime', at);
    expect(clock).not.toHaveTextContent('T');
  });
});
