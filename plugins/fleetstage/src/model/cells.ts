import type { CellShape } from './status/cell';
import type { Tone } from './status/tone';

export interface Cell {
  readonly name: string;
  readonly shape: CellShape;
  readonly tone: Tone;
}

/** Side of a cell and the gap between two. */
export const CELL = 13;
export const GAP = 2;
export const PITCH = CELL + GAP;

export interface CellPaths {
  readonly tone: Tone;
  readonly shape: CellShape;
  /** Filled in the tone. */
  readonly body: string;
  /** Drawn on the body, or as its frame. */
  readonly mark: string;
}

export const columnsFor = (width: number) => Math.max(1, Math.floor((width + GAP) / PITCH));

export const rowsFor = (count: number, columns: number) => Math.ceil(count / columns);

export const cellOrigin = (index: number, columns: number): readonly [x: number, y: number] => [
  (index % columns) * PITCH,
  Math.floor(index / columns) * PITCH,
];

/** The cell under a point, or none: gaps belong to the cell before them. */
export function cellAt(x: number, y: number, columns: number, count: number): number | undefined {
  const column = Math.floor(x / PITCH);
  const row = Math.floor(y / PITCH);
  if (column < 0 || column >= columns || row < 0) return undefined;
  const index = row * columns + column;
  return index < count ? index : undefined;
}

/** Arrow keys, Home and End inside the grid. */
export function moveTo(key: string, index: number, columns: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  };
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  if (step === undefined) return undefined;
  const next = index + step;
  return next < 0 || next >= count ? index : next;
}

/**
 * All cells as one pair of paths per look: a thousand clusters are some ten elements, so that nothing but the browser's
 * painter works while the page scrolls. A place without a cell stays empty.
 */
export function drawCells(cells: readonly (Cell | undefined)[], columns: number): readonly CellPaths[] {
  const looks = new Map<string, { tone: Tone; shape: CellShape; body: string[]; mark: string[] }>();
  cells.forEach((cell, index) => {
    if (cell === undefined) return;
    const key = `${cell.shape} ${cell.tone}`;
    const look = looks.get(key) ?? { tone: cell.tone, shape: cell.shape, body: [], mark: [] };
    looks.set(key, look);
    const [x, y] = cellOrigin(index, columns);
    look.body.push(bodies[cell.shape](x, y));
    look.mark.push(marks[cell.shape](x, y));
  });
  return [...looks.values()].map(({ body, mark, ...look }) => ({
    ...look,
    body: body.join(''),
    mark: mark.join(''),
  }));
}

/** A square with round corners, `inset` smaller on each side. */
const square = (x: number, y: number, inset = 0) => {
  const side = CELL - 2 * inset - 5;
  return (
    `M${x + inset + 2.5} ${y + inset}h${side}a2.5 2.5 0 0 1 2.5 2.5v${side}a2.5 2.5 0 0 1-2.5 2.5` +
    `h-${side}a2.5 2.5 0 0 1-2.5-2.5v-${side}a2.5 2.5 0 0 1 2.5-2.5z`
  );
};

const disc = (x: number, y: number) => `M${x} ${y + 6.5}a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0z`;

const nothing = () => '';

const bodies: Record<CellShape, (x: number, y: number) => string> = {
  filled: square,
  half: (x, y) => `M${x + 1} ${y + 1}h11l-11 11z`,
  cross: square,
  bang: disc,
  dash: nothing,
  outline: nothing,
  dot: nothing,
};

const marks: Record<CellShape, (x: number, y: number) => string> = {
  filled: nothing,
  half: (x, y) => square(x, y, 0.75),
  cross: (x, y) => `M${x + 4} ${y + 4}l5 5m0-5l-5 5`,
  bang: (x, y) => `M${x + 6.5} ${y + 3}v4.5m0 1.7v1.3`,
  dash: (x, y) => `${square(x, y, 0.75)}M${x + 4} ${y + 6.5}h5`,
  outline: (x, y) => square(x, y, 0.5),
  dot: (x, y) => `${square(x, y, 0.5)}M${x + 5.5} ${y + 6.5}h2`,
};
