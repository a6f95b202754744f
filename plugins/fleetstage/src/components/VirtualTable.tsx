import Box from '@mui/material/Box';
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { HeldChanges } from './HeldChanges';
import { TableHeader } from './TableHeader';
import { TableRow } from './TableRow';
import { rowStyles } from './rowStyles';
import { COMPACT_HEIGHT, TableDensity, useDensity, useShownColumns } from './tableView';
import { useHeldRows } from './useHeldRows';
import { useRowWindow } from './useRowWindow';
import { visuallyHidden } from './visuallyHidden';
import type { VirtualTableProps } from './tableProps';

export type { Column, VirtualTableProps } from './tableProps';

/** A table of any length: the rows in view only, a header that stays, arrow keys from row to row. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { caption, columns, getKey, hidden, onEnd, onOpen, footer } = props;
  const { rows, waiting, take, hand } = useHeldRows(props.rows, getKey);
  const shown = useShownColumns(columns, hidden);
  const [density] = useDensity();
  const isCompact = density === 'compact';
  const rowHeight = isCompact ? COMPACT_HEIGHT : (props.rowHeight ?? 40);
  const { table, indexes, before, after, measure, scrollTo } = useRowWindow(rows.length, rowHeight);
  const { active, setActive, onKeyDown } = useActiveRow(rows.length, table, scrollTo);
  const open = useLatest(onOpen);
  useEndReached(indexes, rows.length, onEnd);
  return (
    <TableDensity value={isCompact}>
      <HeldChanges count={waiting} onTake={take} />
      <Box
        component="table"
        ref={table}
        aria-rowcount={rows.length + 1}
        onKeyDown={onKeyDown}
        {...hand}
        sx={{ ...tableStyle, ...rowStyles(isCompact, rowHeight, onOpen !== undefined) }}
      >
        <caption style={visuallyHidden}>{caption}</caption>
        <TableHeader columns={shown} sort={props.sort} onSort={props.onSort} />
        <Spacer height={before} />
        {indexes.map(index => (
          <TableRow
            // Mounted anew where the height changes: only then is a row that did not grow measured again.
            key={`${density} ${getKey(rows[index])}`}
            row={rows[index]}
            index={index}
            columns={shown}
            isSelected={props.selectedKey === getKey(rows[index])}
            isActive={index === active}
            onActive={setActive}
            onOpen={open}
            measure={measure}
            expanded={props.renderExpanded?.(rows[index])}
            heading={headingOf(props, rows, index)}
          />
        ))}
        <Spacer height={after} />
        {footer && <Footer columns={shown.length}>{footer}</Footer>}
      </Box>
    </TableDensity>
  );
}

const tableStyle = {
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  tableLayout: 'fixed',
  fontSize: 13,
  lineHeight: '18px',
};

const Footer = ({ columns, children }: { columns: number; children: ReactNode }) => (
  <tbody>
    <tr>
      <Box component="td" colSpan={columns} sx={{ px: 2, py: 1.25 }}>
        {children}
      </Box>
    </tr>
  </tbody>
);

/** The same function for as long as there is one, so that rows are not drawn anew for it; it calls the latest. */
function useLatest<T>(call: ((argument: T) => void) | undefined): ((argument: T) => void) | undefined {
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  });
  const stable = useCallback((argument: T) => latest.current?.(argument), []);
  return call && stable;
}

/** Where another group begins than that of the row before. */
function headingOf<Row>({ groupOf }: VirtualTableProps<Row>, rows: readonly Row[], index: number): ReactNode {
  const group = groupOf?.(rows[index]);
  if (group === undefined) return undefined;
  return index === 0 || groupOf?.(rows[index - 1]).key !== group.key ? group.heading : undefined;
}

const Spacer = ({ height }: { height: number }) =>
  height > 0 ? (
    <tbody aria-hidden>
      <tr style={{ height }} />
    </tbody>
  ) : null;

/** The row that Tab reaches; arrow keys move it. */
function useActiveRow(count: number, table: RefObject<HTMLTableElement>, scrollTo: (index: number) => void) {
  const [active, setActive] = useState(0);
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const next = nextRow(event, active, count);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    scrollTo(next);
    focusRow(table.current, next);
  };
  return { active, setActive, onKeyDown };
}

function useEndReached(indexes: readonly number[], count: number, onEnd: (() => void) | undefined): void {
  const last = indexes[indexes.length - 1];
  const isAtEnd = count > 0 && last === count - 1;
  const call = useRef(onEnd);
  call.current = onEnd;
  useEffect(() => {
    if (isAtEnd && count >= 100) call.current?.();
  }, [isAtEnd, count]);
}

function nextRow({ key, target }: KeyboardEvent, active: number, count: number): number | undefined {
  if (!(target instanceof HTMLElement) || target.closest('input, textarea, [role="menu"]')) return undefined;
  if (key === 'ArrowDown') return Math.min(count - 1, active + 1);
  if (key === 'ArrowUp') return Math.max(0, active - 1);
  return undefined;
}

/** The row may have to be drawn first. */
function focusRow(table: HTMLTableElement | null, index: number): void {
  requestAnimationFrame(() => table?.querySelector<HTMLElement>(`tr[data-index="${index}"]`)?.focus());
}
