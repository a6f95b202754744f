import { useTranslationRef } from '@backstage/frontend-plugin-api';
import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import { runTranslationRef } from '../../translation/run';
import { useRoving } from '../useRoving';
import type { RowStop } from './StageRow';

/** More than this and a column shows cells in place of names. */
const MOST_ROWS = 40;
const FEW = 4;
const SOME = 8;

interface StageRowsProps<Item> {
  /** Clusters of the stage, the most important first. */
  readonly items: readonly Item[];
  readonly nameOf: (item: Item) => string;
  readonly isCurrent: boolean;
  /** A `StageRow` with the name as key. */
  readonly row: (item: Item, stop: RowStop) => ReactNode;
  /** In place of too many rows. */
  readonly cells: ReactNode;
}

/** The clusters of a column: some rows, the others behind a button; cells where they are many. */
export function StageRows<Item>({ cells, ...rows }: StageRowsProps<Item>) {
  if (rows.items.length > MOST_ROWS) return <Box sx={{ px: 1, py: 0.5 }}>{cells}</Box>;
  return <Rows {...rows} />;
}

function Rows<Item>({ items, nameOf, isCurrent, row }: Omit<StageRowsProps<Item>, 'cells'>) {
  const { t } = useTranslationRef(runTranslationRef);
  const [isOpen, setOpen] = useState(false);
  const most = isCurrent ? SOME : FEW;
  // One more row costs no more than the button that hides it.
  const hidden = items.length > most + 1 ? items.length - most : 0;
  const shown = isOpen || hidden === 0 ? items : items.slice(0, most);
  const { list, onKeyDown, item } = useRoving<HTMLUListElement>({
    keys: shown.map(nameOf),
    selector: ':scope > li > button',
    axis: 'vertical',
  });
  return (
    <>
      <Box component="ul" ref={list} onKeyDown={onKeyDown} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shown.map(one => row(one, item(nameOf(one))))}
      </Box>
      {hidden > 0 && (
        <Button
          size="small"
          startIcon={isOpen ? <ExpandLess /> : <ExpandMore />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          sx={{ fontSize: 13, ml: 0.25 }}
        >
          {isOpen ? t('stage.showLess') : t('stage.showMore', { count: hidden })}
        </Button>
      )}
    </>
  );
}

/** Where the clusters of a column are. */
export const StageBody = ({ isEmpty, children }: { isEmpty: boolean; children: ReactNode }) => {
  const { t } = useTranslationRef(runTranslationRef);
  return (
    <Box sx={{ px: 1, py: 1, borderTop: 1, borderColor: 'divider', minWidth: 0, minHeight: { md: 120 } }}>
      {isEmpty && <Box sx={{ px: 1, fontSize: 13, color: 'text.secondary' }}>{t('stage.noClusters')}</Box>}
      {children}
    </Box>
  );
};
