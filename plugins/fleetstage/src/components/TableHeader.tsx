import { useTranslationRef } from '@backstage/frontend-plugin-api';
import ViewColumn from '@mui/icons-material/ViewColumn';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import TableSortLabel from '@mui/material/TableSortLabel';
import { useState } from 'react';
import { useHold } from '../api/FleetProvider';
import { sharedTranslationRef } from '../translation/shared';
import type { Column, VirtualTableProps } from './tableProps';

interface TableHeaderProps<Row> extends VirtualTableProps<Row> {
  readonly columns: readonly Column<Row>[];
  /** Those that the reader may take away. */
  readonly offered: readonly Column<Row>[];
  readonly hidden: readonly string[];
  readonly onHidden: (ids: readonly string[]) => void;
}

/** Stays at the top while its rows scroll. */
export function TableHeader<Row>({
  columns,
  offered,
  hidden,
  onHidden,
  hideParam,
  sort = '',
  onSort,
}: TableHeaderProps<Row>) {
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
              py: 1.25,
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
              {hideParam !== undefined && offered.length > 0 && index === columns.length - 1 && (
                <ColumnsMenu columns={offered} hidden={hidden} onHidden={onHidden} />
              )}
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
  const { sortKey, header } = column;
  if (sortKey === undefined || onSort === undefined) return <>{header}</>;
  const isOn = sort === sortKey || sort === `-${sortKey}`;
  return (
    <TableSortLabel
      active={isOn}
      direction={sort.startsWith('-') ? 'desc' : 'asc'}
      onClick={() => onSort(sort === sortKey ? `-${sortKey}` : sortKey)}
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

function ColumnsMenu<Row>({
  columns,
  hidden,
  onHidden,
}: {
  columns: readonly Column<Row>[];
  hidden: readonly string[];
  onHidden: (ids: readonly string[]) => void;
}) {
  const { t } = useTranslationRef(sharedTranslationRef);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useHold(anchor !== null);
  const toggle = (id: string) =>
    onHidden(hidden.includes(id) ? hidden.filter(one => one !== id) : [...hidden, id]);
  return (
    <>
      <IconButton
        size="small"
        aria-label={t('table.columns')}
        aria-haspopup="menu"
        onClick={event => setAnchor(event.currentTarget)}
        sx={{ my: -0.75, ml: 0.5, mr: -0.75 }}
      >
        <ViewColumn sx={{ fontSize: 18 }} />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {columns.map(column => (
          <MenuItem
            key={column.id}
            dense
            onClick={() => toggle(column.id)}
            role="menuitemcheckbox"
            aria-checked={!hidden.includes(column.id)}
          >
            <Checkbox size="small" tabIndex={-1} checked={!hidden.includes(column.id)} sx={{ p: 0, mr: 1 }} />
            {column.header}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
