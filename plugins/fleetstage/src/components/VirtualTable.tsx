import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useUrlState } from '../routing';
import { TableHeader } from './TableHeader';
import { TableRow } from './TableRow';
import { useRowWindow } from './useRowWindow';
import { visuallyHidden } from './visuallyHidden';
import type { VirtualTableProps } from './tableProps';

export type { Column, VirtualTableProps } from './tableProps';

/** A table of any length: the rows in view only, a header that stays, arrow keys from row to row. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { rows, caption, getKey, rowHeight = 40, onEnd, footer } = props;
  const { shown, offered, hidden, setHidden } = useColumns(props);
  const { table, indexes, before, after, measure, scrollTo } = useRowWindow(rows.length, rowHeight);
  const [active, setActive] = useState(0);
  useEndReached(indexes, rows.length, onEnd);
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const next = nextRow(event, active, rows.length);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    scrollTo(next);
    focusRow(table.current, next);
  };
  return (
    <Box
      component="table"
      ref={table}
      aria-rowcount={rows.length + 1}
      onKeyDown={onKeyDown}
      sx={{
        width: '100%',
        borderCollapse: 'separate',
        borderSpacing: 0,
        tableLayout: 'fixed',
        fontSize: 13,
        lineHeight: '18px',
      }}
    >
      <caption style={visuallyHidden}>{caption}</caption>
      <TableHeader {...props} columns={shown} offered={offered} hidden={hidden} onHidden={setHidden} />
      <Spacer height={before} />
      {indexes.map(index => (
        <TableRow
          key={getKey(rows[index])}
          {...props}
          row={rows[index]}
          index={index}
          columns={shown}
          rowHeight={rowHeight}
          isActive={index === active}
          onActive={() => setActive(index)}
          measure={measure}
        />
      ))}
      <Spacer height={after} />
      {footer && (
        <tbody>
          <tr>
            <Box component="td" colSpan={shown.length} sx={{ px: 2, py: 1.25 }}>
              {footer}
            </Box>
          </tr>
        </tbody>
      )}
    </Box>
  );
}

const Spacer = ({ height }: { height: number }) =>
  height > 0 ? (
    <tbody aria-hidden>
      <tr style={{ height }} />
    </tbody>
  ) : null;

function useColumns<Row>({ columns, hideParam }: VirtualTableProps<Row>) {
  const [hidden, setHidden] = useUrlState(hideParam ?? 'hide');
  const isBelow = {
    sm: useMediaQuery<Theme>(theme => theme.breakpoints.down('sm')),
    md: useMediaQuery<Theme>(theme => theme.breakpoints.down('md')),
    lg: useMediaQuery<Theme>(theme => theme.breakpoints.down('lg')),
  };
  const away = hideParam === undefined || hidden === '' ? [] : hidden.split(',');
  const fitting = columns.filter(({ hideBelow }) => !(hideBelow && isBelow[hideBelow]));
  const shown = fitting.filter(({ id }) => !away.includes(id));
  const offered = fitting.filter(({ canHide }) => canHide);
  return { shown, offered, hidden: away, setHidden: (ids: readonly string[]) => setHidden(ids.join(',')) };
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
