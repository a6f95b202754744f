import { screen } from '@testing-library/react';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import { restoreWidth, setWidth } from '../__testUtils__/setWidth';
import { ListBar } from './ListBar';

restoreWidth();

describe('the filters of a list on a small screen', () => {
  it.each([
    ['counts those that are on', ['failed', '', undefined, 3], 'Filters (2)'],
    ['has no count where none is on', ['', undefined], 'Filters'],
  ])('%s', async (_, filters, name) => {
    setWidth(390);
    renderWithFleet(
      <ListBar filters={filters}>
        <input aria-label="Search" />
        <input aria-label="State" />
      </ListBar>,
      () => ({}),
    );
    expect(await screen.findByRole('button', { name })).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'State' })).toBeNull();
  });
});
