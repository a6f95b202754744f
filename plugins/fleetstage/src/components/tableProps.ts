import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** CSS width; columns without one share the rest. */
  readonly width?: number | string;
  readonly align?: 'left' | 'right';
  /** Left out on screens narrower than this. */
  readonly hideBelow?: 'sm' | 'md' | 'lg';
  /** Value of `sort`; a minus before it turns the order round. */
  readonly sortKey?: string;
  /** The reader may take it away. */
  readonly canHide?: boolean;
}

export interface VirtualTableProps<Row> {
  readonly caption: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly getKey: (row: Row) => string;
  readonly onOpen?: (row: Row) => void;
  readonly selectedKey?: string;
  /** Below the row, across all columns. */
  readonly renderExpanded?: (row: Row) => ReactNode;
  readonly rowHeight?: number;
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
  /** The last rows came into view: load the next page. */
  readonly onEnd?: () => void;
  /** Under the last row: what did not come, a button for more. */
  readonly footer?: ReactNode;
  /** Query parameter for the columns that are taken away; gives the header its menu. */
  readonly hideParam?: string;
}
