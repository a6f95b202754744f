import { cellAt, cellOrigin, columnsFor, drawCells, moveTo, type Cell } from './cells';

const cells = (count: number): Cell[] =>
  Array.from({ length: count }, (_, i) => ({
    name: `c${i}`,
    shape: i % 3 === 0 ? 'cross' : 'filled',
    tone: i % 3 === 0 ? 'error' : 'success',
  }));

it('a thousand clusters are a handful of paths', () => {
  const paths = drawCells(cells(1000), 40);
  expect(paths.map(({ shape }) => shape)).toEqual(['cross', 'filled']);
  expect(paths[1].body.match(/M/g)).toHaveLength(666);
});

it('a place without a cell stays empty, the others keep theirs', () => {
  const [only] = drawCells([undefined, { name: 'c1', shape: 'filled', tone: 'success' }], 40);
  expect(only.body).toMatch(/^M17\.5 0/);
});

it.each([
  [5, 1, 0],
  [16, 20, 41],
  [600, 0, undefined],
  [590, 20, 79],
  [16, 40, undefined],
])('the cell at %d, %d is %s', (x, y, index) => expect(cellAt(x, y, 40, 80)).toBe(index));

it('a cell is found where it is drawn', () => {
  const columns = columnsFor(613);
  for (const index of [0, columns - 1, columns, 79]) {
    const [x, y] = cellOrigin(index, columns);
    expect(cellAt(x + 6, y + 6, columns, 80)).toBe(index);
  }
});

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 3, 13],
  ['ArrowDown', 35, 35],
  ['End', 3, 39],
  ['Home', 12, 0],
  ['a', 12, undefined],
])('%s from %d goes to %s', (key, from, to) => expect(moveTo(key, from, 10, 40)).toBe(to));
