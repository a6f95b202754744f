import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import { NowCard } from './NowCard';
import { PageFrame } from './PageFrame';
import { WellCard } from './WellCard';

/** The polite region of the page that is shown. */
const said = () =>
  screen
    .getAllByRole('status')
    .filter(region => region.getAttribute('aria-live') === 'polite')
    .map(({ textContent }) => textContent)
    .join('');

describe('what a page reads out', () => {
  it('is another state of what it shows, and not its age', async () => {
    let show: (title: string | undefined) => void = () => undefined;
    const Page = () => {
      const [title, setTitle] = useState<string | undefined>('Apply failed for 59 min');
      show = setTitle;
      return (
        <PageFrame title="web">
          {title === undefined ? <WellCard title="Nothing to do" /> : <NowCard tone="error" title={title} />}
        </PageFrame>
      );
    };
    renderWithFleet(<Page />, () => ({}));
    await screen.findByText('Apply failed for 59 min');
    expect(said()).toBe('');
    act(() => show('Apply failed for 1 h 04 min'));
    expect(said()).toBe('');
    act(() => show(undefined));
    expect(said()).toBe('Nothing to do');
  });

  it('is the count of a list that a filter changes', async () => {
    let count: (text: string) => void = () => undefined;
    const Page = () => {
      const [text, setText] = useState('12 runs');
      count = setText;
      return (
        <PageFrame title="Update runs" subtitle={text}>
          rows
        </PageFrame>
      );
    };
    renderWithFleet(<Page />, () => ({}));
    await screen.findByText('12 runs');
    expect(said()).toBe('');
    act(() => count('3 runs match'));
    expect(said()).toBe('3 runs match');
  });
});
