import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** The header is read out only. */
  readonly isHeaderHidden?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** CSS width; columns without one share the rest. */
  readonly width?: number | string;
  readonly align?: 'left' | 'right';
  /** Left out on screens narrower than this; `wide` is 1400 px. */
  readonly hideBelow?: 'sm' | 'md' | 'lg' | 'wide' | 'xl';
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
  /** px where rows are comfortable, 40 where it is left out; compact rows have 32. */
  readonly rowHeight?: number;
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
  /** The last rows came into view: load the next page. */
  readonly onEnd?: () => void;
  /** Under the last row: what did not come, a button for more. */
  readonly footer?: ReactNode;
  /** Rows with the same key stand together; above the first of them stands what they have in common. */
  readonly groupOf?: (row: Row) => { readonly key: string; readonly heading: ReactNode };
  /** Ids of the columns that are taken away. */
  readonly hidden?: readonly string[];
}
