import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import { keepStyles } from '../__testUtils__/styles';
import { useHiddenColumns } from './tableView';
import { ViewMenu } from './ViewMenu';
import { VirtualTable, type Column } from './VirtualTable';

keepStyles();

const columns: readonly Column<string>[] = [
  { id: 'name', header: 'Name', cell: name => name },
  { id: 'region', header: 'Region', canHide: true, cell: () => 'weu' },
];

const Table = () => {
  const [hidden] = useHiddenColumns('test');
  return (
    <>
      <ViewMenu table="test" columns={columns} />
      <VirtualTable
        caption="Clusters"
        rows={['c1', 'c2']}
        columns={columns}
        getKey={name => name}
        hidden={hidden}
      />
    </>
  );
};

const show = async (at = '/') => {
  renderWithFleet(<Table />, () => ({}), { at });
  return screen.findByRole('button', { name: 'View' });
};
const heights = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(row => getComputedStyle(row).height);
const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

beforeEach(() => localStorage.clear());

describe('the view of a table', () => {
  it('is changed with the keyboard, stays open for it, and gives the focus back on Esc', async () => {
    const button = await show();
    expect(heights()).toEqual(['40px', '40px']);
    button.focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('menu', { name: 'View' })).toBeVisible();
    expect(screen.getByRole('menuitemradio', { name: 'Comfortable' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{Enter}{ArrowDown}{Enter}{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(button).toHaveFocus();
    expect(heights()).toEqual(['32px', '32px']);
    expect(headers()).toEqual(['Name']);
  });

  it('is found again at the next visit', async () => {
    localStorage.setItem('/fleetstage/density', '"compact"');
    localStorage.setItem('/fleetstage/hidden.test', '"region"');
    const button = await show();
    expect(heights()).toEqual(['32px', '32px']);
    expect(headers()).toEqual(['Name']);
    await userEvent.click(button);
    expect(await screen.findByRole('menuitemradio', { name: 'Compact' })).toBeChecked();
    const region = screen.getByRole('menuitemcheckbox', { name: 'Region' });
    expect(region).not.toBeChecked();
    await userEvent.click(region);
    expect(region).toBeChecked();
    expect(localStorage.getItem('/fleetstage/hidden.test')).toBe('""');
  });

  it('shows what a link asks for, until the reader chooses', async () => {
    const button = await show('/?hide=region');
    expect(headers()).toEqual(['Name']);
    await userEvent.click(button);
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Region' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(headers()).toEqual(['Name', 'Region']));
  });
});
