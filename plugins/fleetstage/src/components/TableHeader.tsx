import Box from '@mui/material/Box';
import TableSortLabel from '@mui/material/TableSortLabel';
import type { Column, VirtualTableProps } from './tableProps';
import { useIsCompact } from './tableView';
import { visuallyHidden } from './visuallyHidden';

type TableHeaderProps<Row> = Pick<VirtualTableProps<Row>, 'columns' | 'sort' | 'onSort'>;

/** Stays at the top while its rows scroll. */
export function TableHeader<Row>({ columns, sort = '', onSort }: TableHeaderProps<Row>) {
  const isCompact = useIsCompact();
  return (
    <thead>
      <tr>
        {columns.map((column, index) => (
          <Box
            component="th"
            key={column.id}
            scope="col"
            aria-sort={sortOf(column, sort)}
            sx={{
              position: 'sticky',
              top: 0,
              zIndex: 1,
              width: column.width,
              backgroundColor: 'background.paper',
              textAlign: column.align ?? 'left',
              fontWeight: 500,
              fontSize: 12,
              lineHeight: '16px',
              color: 'text.secondary',
              pl: index === 0 ? 2 : 1.5,
              pr: index === columns.length - 1 ? 2 : 1.5,
              py: isCompact ? 0.75 : 1.25,
              borderBottom: 1,
              borderColor: 'divider',
            }}
          >
            <Box
              sx={{
                display: 'flex',
                alignItems: 'center',
                justifyContent: column.align === 'right' ? 'flex-end' : 'flex-start',
              }}
            >
              <HeaderText column={column} sort={sort} onSort={onSort} />
            </Box>
          </Box>
        ))}
      </tr>
    </thead>
  );
}

function HeaderText<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: string;
  onSort?: (sort: string) => void;
}) {
  const { sortKey, header, isHeaderHidden = false } = column;
  if (isHeaderHidden) return <span style={visuallyHidden}>{header}</span>;
  if (sortKey === undefined || onSort === undefined) return <>{header}</>;
  const isOn = sort === sortKey || sort === `-${sortKey}`;
  return (
    <TableSortLabel
      active={isOn}
      direction={sort.startsWith('-') ? 'desc' : 'asc'}
      onClick={() => onSort(sort === sortKey ? `-${sortKey}` : sortKey)}
      // The arrow keeps its place beside the text; the text stands over its numbers.
      sx={column.align === 'right' ? { flexDirection: 'row-reverse' } : undefined}
    >
      {header}
    </TableSortLabel>
  );
}

function sortOf<Row>({ sortKey }: Column<Row>, sort: string): 'ascending' | 'descending' | undefined {
  if (sortKey === undefined) return undefined;
  if (sort === sortKey) return 'ascending';
  return sort === `-${sortKey}` ? 'descending' : undefined;
}
