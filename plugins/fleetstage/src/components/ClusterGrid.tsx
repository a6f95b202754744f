import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import {
  CELL,
  PITCH,
  cellAt,
  cellOrigin,
  columnsFor,
  drawCells,
  moveTo,
  rowsFor,
  type Cell,
} from '../model/cells';
import { CellCard } from './CellCard';
import { CellLooks } from './CellLooks';

export interface ClusterGridProps {
  readonly cells: readonly Cell[];
  /** What the grid shows, with its numbers; the table has the same content. */
  readonly label: string;
  /** Name, position, state, cause: what the focused cell says. */
  readonly describe: (index: number) => string;
  readonly onOpen?: (name: string) => void;
  /** The card beside a pointed or focused cell. */
  readonly card?: (index: number) => ReactNode;
  /** Cells that a filter leaves aside are pale. */
  readonly isPale?: (index: number) => boolean;
}

/** One cell per cluster, drawn as a handful of paths; the focused one is a real button that arrow keys move. */
export const ClusterGrid = (props: ClusterGridProps) => {
  const { cells, label } = props;
  const { ref, columns } = useColumns();
  const [hovered, setHovered] = useState<number>();
  const [focused, setFocused] = useState<number>();
  const active = hovered ?? focused;
  const height = Math.max(1, rowsFor(cells.length, columns)) * PITCH - 2;
  const at = (event: MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    return cellAt(event.clientX - box.left, event.clientY - box.top, columns, cells.length);
  };
  return (
    <Box
      ref={ref}
      role="group"
      aria-label={label}
      sx={{ position: 'relative', minWidth: 0, minHeight: height }}
    >
      {columns > 0 && (
        <Box
          onMouseMove={event => setHovered(at(event))}
          onMouseLeave={() => setHovered(undefined)}
          onClick={event => open(props, at(event))}
          sx={{
            position: 'absolute',
            inset: 0,
            height,
            cursor: props.onOpen && hovered !== undefined ? 'pointer' : undefined,
          }}
        >
          <Drawing {...props} columns={columns} height={height} />
        </Box>
      )}
      {cells.length > 0 && columns > 0 && (
        <ActiveCell
          {...props}
          columns={columns}
          index={Math.min(focused ?? 0, cells.length - 1)}
          onFocused={setFocused}
        />
      )}
      {active !== undefined && active < cells.length && props.card && (
        <CellCard at={cellOrigin(active, columns)}>{props.card(active)}</CellCard>
      )}
    </Box>
  );
};

const open = ({ cells, onOpen }: ClusterGridProps, index: number | undefined) => {
  if (index !== undefined) onOpen?.(cells[index].name);
};

/** How many cells fit beside each other; 0 until the width is known. */
function useColumns() {
  const ref = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => setColumns(columnsFor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, columns };
}

const Drawing = ({
  cells,
  columns,
  height,
  isPale,
}: ClusterGridProps & { columns: number; height: number }) => {
  const theme = useTheme();
  const shown = useMemo(
    () => drawCells(isPale ? blank(cells, isPale, false) : cells, columns),
    [cells, columns, isPale],
  );
  const pale = useMemo(
    () => (isPale ? drawCells(blank(cells, isPale, true), columns) : []),
    [cells, columns, isPale],
  );
  return (
    <svg width={columns * PITCH} height={height} aria-hidden focusable="false" style={{ display: 'block' }}>
      <CellLooks paths={shown} theme={theme} />
      <g opacity={0.25}>
        <CellLooks paths={pale} theme={theme} />
      </g>
    </svg>
  );
};

/** Empty places keep the others where they are. */
function blank(cells: readonly Cell[], isPale: (index: number) => boolean, keepsPale: boolean) {
  return cells.map((cell, index) => (isPale(index) === keepsPale ? cell : undefined));
}

interface ActiveCellProps extends ClusterGridProps {
  readonly columns: number;
  readonly index: number;
  readonly onFocused: (index: number | undefined) => void;
}

const ActiveCell = ({ cells, describe, onOpen, columns, index, onFocused }: ActiveCellProps) => {
  const [x, y] = cellOrigin(index, columns);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveTo(event.key, index, columns, cells.length);
    if (next === undefined) return;
    event.preventDefault();
    onFocused(next);
  };
  return (
    <Box
      component="button"
      type="button"
      aria-label={describe(index)}
      aria-live="polite"
      onFocus={() => onFocused(index)}
      onBlur={() => onFocused(undefined)}
      onKeyDown={onKeyDown}
      onClick={() => onOpen?.(cells[index].name)}
      sx={{
        'position': 'absolute',
        'left': x,
        'top': y,
        'width': CELL,
        'height': CELL,
        'p': 0,
        'border': 0,
        'borderRadius': '3px',
        'background': 'none',
        'pointerEvents': 'none',
        '&:focus-visible': { outline: theme => `2px solid ${theme.palette.text.primary}`, outlineOffset: 1 },
      }}
    />
  );
};
