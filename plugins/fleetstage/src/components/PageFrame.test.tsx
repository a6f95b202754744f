import { screen } from '@testing-library/react';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import { restoreWidth, setWidth } from '../__testUtils__/setWidth';
import { keepStyles } from '../__testUtils__/styles';
import { PageFrame } from './PageFrame';

restoreWidth();
keepStyles();

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

it("names the page in the browser's tab, in front of the portal", async () => {
  renderWithFleet(<PageFrame title="payments-2-14-0">what waits</PageFrame>, () => ({}));
  await screen.findByRole('heading', { level: 1 });
  expect(document.title).toMatch(/^payments-2-14-0 \| \S/);
});
