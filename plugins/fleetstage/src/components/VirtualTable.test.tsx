import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect, useState } from 'react';
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

interface SixtyProps {
  readonly rows: readonly Row[];
  readonly cell: Column<Row>['cell'];
  readonly onDrawn: () => void;
  readonly onOpen: (name: string, again: number) => void;
}

/** Sixty rows of a page that can be drawn again though nothing of them has changed. */
const Sixty = ({ rows, cell, onDrawn, onOpen }: SixtyProps) => {
  const [again, setAgain] = useState(0);
  const [cells] = useState([{ id: 'name', header: 'Name', cell }]);
  useLayoutEffect(onDrawn);
  return (
    <>
      <button onClick={() => setAgain(n => n + 1)}>again</button>
      <VirtualTable
        caption="Things"
        rows={rows}
        columns={cells}
        getKey={({ name }) => name}
        hidden={[]}
        onOpen={({ name }) => onOpen(name, again)}
      />
    </>
  );
};

describe('a table of sixty rows', () => {
  const rows = Array.from({ length: 60 }, (_, index) => ({ name: `row ${index}`, state: '' }));
  const cell = jest.fn(({ name }: Row) => name);
  const onOpen = jest.fn();
  let drawn: number[];
  beforeEach(async () => {
    drawn = [];
    cell.mockClear();
    onOpen.mockClear();
    const onDrawn = () => void drawn.push(document.querySelectorAll('tr[data-row]').length);
    renderWithFleet(<Sixty rows={rows} cell={cell} onDrawn={onDrawn} onOpen={onOpen} />, () => ({}));
    await screen.findByText('row 59');
  });
  const again = () => fireEvent.click(screen.getByRole('button', { name: 'again' }));

  it('draws at first what the window has room for, then the others', () => {
    expect(drawn[0]).toBe(Math.ceil(window.innerHeight / 40));
    expect(screen.getAllByRole('row')).toHaveLength(61);
  });

  it('draws no row anew when its page is drawn again', () => {
    const before = cell.mock.calls.length;
    const pages = drawn.length;
    again();
    expect(drawn.length).toBeGreaterThan(pages);
    expect(cell).toHaveBeenCalledTimes(before);
  });

  it('opens a row as its page was drawn last', () => {
    again();
    fireEvent.click(screen.getByText('row 3'));
    expect(onOpen.mock.calls).toEqual([['row 3', 1]]);
  });
});
