import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { selectedSurface } from './selectedSurface';
import type { Column, VirtualTableProps } from './tableProps';
import { useIsCompact } from './tableView';

interface TableRowProps<Row> extends VirtualTableProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly Column<Row>[];
  readonly rowHeight: number;
  readonly isActive: boolean;
  readonly onActive: () => void;
  readonly measure: ((element: Element | null) => void) | undefined;
  /** Above the first row of a group. */
  readonly heading?: ReactNode;
}

/** One row, with what is folded out below it. */
export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, columns, onOpen, isActive, measure } = props;
  const { palette } = useTheme();
  const isSelected = props.selectedKey === props.getKey(row);
  const expanded = props.renderExpanded?.(row);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target === event.currentTarget) onOpen?.(row);
  };
  return (
    <tbody ref={measure} data-index={index}>
      {props.heading && <GroupRow columns={columns.length}>{props.heading}</GroupRow>}
      <Box
        component="tr"
        data-index={index}
        aria-rowindex={index + 2}
        tabIndex={onOpen ? (isActive ? 0 : -1) : undefined}
        onFocus={props.onActive}
        onKeyDown={onKeyDown}
        onClick={event => isPlainClick(event) && onOpen?.(row)}
        sx={{
          'height': props.rowHeight,
          'cursor': onOpen ? 'pointer' : undefined,
          ...(isSelected
            ? {
                'backgroundColor': selectedSurface,
                '& > th': { boxShadow: `inset 3px 0 ${palette.primary.main}` },
              }
            : { '&:hover': onOpen ? { backgroundColor: 'action.hover' } : undefined }),
          '&:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: -2 },
        }}
      >
        {columns.map((column, position) => (
          <Cell
            key={column.id}
            column={column}
            row={row}
            isFirst={position === 0}
            isLast={position === columns.length - 1}
            isOpen={Boolean(expanded)}
          />
        ))}
      </Box>
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
  readonly isLast: boolean;
  readonly isOpen: boolean;
}

function Cell<Row>({ column, row, isFirst, isLast, isOpen }: CellProps<Row>) {
  const isCompact = useIsCompact();
  return (
    <Box
      component={isFirst ? 'th' : 'td'}
      scope={isFirst ? 'row' : undefined}
      sx={{
        fontWeight: 400,
        textAlign: column.align ?? 'left',
        pl: isFirst ? 2 : 1.5,
        pr: isLast ? 2 : 1.5,
        py: isCompact ? 0.25 : 0.75,
        whiteSpace: isCompact ? 'nowrap' : undefined,
        borderBottom: isOpen ? 0 : 1,
        borderColor: 'divider',
        verticalAlign: 'middle',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        overflowWrap: 'anywhere',
      }}
    >
      {column.cell(row)}
    </Box>
  );
}

/** Links and buttons in a row act for themselves; selected text is no click. */
function isPlainClick(event: MouseEvent): boolean {
  const target = event.target as HTMLElement;
  return !target.closest('a, button, input, label') && (window.getSelection()?.isCollapsed ?? true);
}
