import { screen } from '@testing-library/react';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import { PageFrame } from './PageFrame';

/** The widest window that the media query still meets, e.g. `(max-width:599.95px)`. */
const maxWidth = (query: string) => Number(/max-width:\s*([\d.]+)px/.exec(query)?.[1] ?? Infinity);

/** A browser's window of this width; jsdom has none. */
function setWidth(width: number): void {
  window.matchMedia = query =>
    ({
      matches: width <= maxWidth(query),
      media: query,
      addListener: () => undefined,
      removeListener: () => undefined,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as unknown as MediaQueryList;
}

const before = window.matchMedia;
afterEach(() => {
  window.matchMedia = before;
});

describe('the acts of a page', () => {
  it.each([
    ['beside the title', 1200, true],
    ['in a bar at the bottom of small screens', 390, false],
  ])('are %s', async (_, width, isBesideTitle) => {
    setWidth(width);
    renderWithFleet(
      <PageFrame title="Fleet" actions={<button>Create run</button>}>
        what waits
      </PageFrame>,
      () => ({}),
    );
    const button = await screen.findByRole('button', { name: 'Create run' });
    const title = screen.getByRole('heading', { level: 1 });
    expect(title.parentElement?.contains(button)).toBe(isBesideTitle);
    expect(getComputedStyle(button.parentElement as Element).position === 'fixed').toBe(!isBesideTitle);
  });
});
