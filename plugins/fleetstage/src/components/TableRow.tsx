import Box from '@mui/material/Box';
import { memo, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import type { Column } from './tableProps';

interface TableRowProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly Column<Row>[];
  readonly isSelected: boolean;
  /** Tab reaches it. */
  readonly isActive: boolean;
  readonly onActive: (index: number) => void;
  readonly onOpen?: (row: Row) => void;
  readonly measure: ((element: Element | null) => void) | undefined;
  /** Below it, across all columns. */
  readonly expanded?: ReactNode;
  /** Above the first row of a group. */
  readonly heading?: ReactNode;
}

/** One row, with what is folded out below it. What its elements look like is a style of the table's. */
function TableRowBase<Row>({
  row,
  index,
  columns,
  isSelected,
  isActive,
  onActive,
  onOpen,
  measure,
  expanded,
  heading,
}: TableRowProps<Row>) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target === event.currentTarget) onOpen?.(row);
  };
  return (
    <tbody ref={measure} data-index={index}>
      {heading && <GroupRow columns={columns.length}>{heading}</GroupRow>}
      <tr
        data-row={isSelected ? 'selected' : ''}
        data-open={expanded ? '' : undefined}
        data-index={index}
        aria-rowindex={index + 2}
        tabIndex={onOpen ? (isActive ? 0 : -1) : undefined}
        onFocus={() => onActive(index)}
        onKeyDown={onKeyDown}
        onClick={event => isPlainClick(event) && onOpen?.(row)}
      >
        {columns.map((column, position) => (
          <Cell key={column.id} column={column} row={row} isFirst={position === 0} />
        ))}
      </tr>
      {expanded && (
        <tr>
          <Box
            component="td"
            colSpan={columns.length}
            sx={{ px: 2, pb: 2, borderBottom: 1, borderColor: 'divider' }}
          >
            {expanded}
          </Box>
        </tr>
      )}
    </tbody>
  );
}

/** Drawn anew where something of its own has changed: a page is drawn several times per answer. */
export const TableRow = memo(TableRowBase) as typeof TableRowBase;

const GroupRow = ({ columns, children }: { columns: number; children: ReactNode }) => (
  <tr>
    <Box
      component="th"
      scope="rowgroup"
      colSpan={columns}
      sx={{
        textAlign: 'start',
        fontWeight: 400,
        px: 2,
        py: 0.75,
        backgroundColor: 'action.hover',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {children}
    </Box>
  </tr>
);

interface CellProps<Row> {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly isFirst: boolean;
}

function Cell<Row>({ column, row, isFirst }: CellProps<Row>) {
  const style = column.align === 'right' ? RIGHT : undefined;
  return isFirst ? (
    <th scope="row" style={style}>
      {column.cell(row)}
    </th>
  ) : (
    <td style={style}>{column.cell(row)}</td>
  );
}

const RIGHT = { textAlign: 'right' } as const;

/** Links and buttons in a row act for themselves; selected text is no click. */
function isPlainClick(event: MouseEvent): boolean {
  const target = event.target as HTMLElement;
  return !target.closest('a, button, input, label') && (window.getSelection()?.isCollapsed ?? true);
}
