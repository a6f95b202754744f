import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import { useUrlState } from '../routing';
import { VirtualTable, type Column } from './VirtualTable';

interface Row {
  readonly name: string;
  readonly state: string;
}

const columns: readonly Column<Row>[] = [
  { id: 'name', header: 'Name', sortKey: 'name', cell: ({ name }) => name },
  { id: 'state', header: 'State', cell: ({ state }) => state },
];
const rowsOf = (text: string): Row[] =>
  text.split(' ').map(part => ({ name: part.slice(0, 1), state: part.slice(1) }));

const Table = () => {
  const [text, setText] = useState('a1 b1');
  const [sort, setSort] = useUrlState('sort');
  const rows = rowsOf(text);
  return (
    <>
      <button onClick={() => setText('x1 b2 a2')}>change</button>
      <VirtualTable
        caption="Things"
        rows={sort === '' ? rows : [...rows].reverse()}
        columns={columns}
        getKey={({ name }) => name}
        onOpen={() => undefined}
        sort={sort}
        onSort={setSort}
      />
    </>
  );
};

const shown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent)
    .join(' ');
const change = () => fireEvent.click(screen.getByRole('button', { name: 'change' }));
const show = async () => {
  renderWithFleet(<Table />, () => ({}));
  await screen.findByRole('table', { name: 'Things' });
};

describe('a table', () => {
  it('follows its rows while nobody is in it', async () => {
    await show();
    change();
    expect(shown()).toBe('x1 b2 a2');
    expect(screen.queryByRole('button', { name: /show/ })).toBeNull();
  });

  it('keeps rows where they are under the pointer, with today’s values, until it leaves', async () => {
    await show();
    await userEvent.hover(screen.getByText('b'));
    change();
    expect(shown()).toBe('a2 b2');
    expect(screen.getByRole('button', { name: '2 changes, show' })).toBeVisible();
    await userEvent.unhover(screen.getByText('b'));
    expect(shown()).toBe('x1 b2 a2');
  });

  it('keeps them under the focus until the reader takes the changes', async () => {
    await show();
    act(() => screen.getAllByRole('row')[1].focus());
    change();
    expect(shown()).toBe('a2 b2');
    fireEvent.click(screen.getByRole('button', { name: '2 changes, show' }));
    expect(shown()).toBe('x1 b2 a2');
  });

  it('sorts at once when the reader asks for it', async () => {
    await show();
    act(() => screen.getAllByRole('row')[1].focus());
    fireEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(shown()).toBe('b1 a1');
  });
});
