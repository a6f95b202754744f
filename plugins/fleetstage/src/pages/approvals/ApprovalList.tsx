import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useState, type FocusEvent, type ReactNode } from 'react';
import { VirtualTable } from '../../components/VirtualTable';
import { keyOf, type ApprovalItem } from '../../model/approvals/inbox';
import { approvalsTranslationRef } from '../../translation/approvals';
import { BulkDialog } from './BulkDialog';
import { ListHeader } from './ListHeader';
import { useColumns } from './useColumns';
import type { Inbox, Ticks } from './useInbox';

/** Where Enter leads: the details beside the list. */
export const DETAILS_ID = 'approval-details';

interface ApprovalListProps {
  readonly inbox: Inbox;
  readonly ticks: Ticks;
  readonly empty: ReactNode;
}

/** The chosen list. Up and Down choose a line, Enter goes to its details. */
export const ApprovalList = ({ inbox, ticks, empty }: ApprovalListProps) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  const { items, show, current, isNarrow, choose, query } = inbox;
  const columns = useColumns(show, ticks);
  const [frozen, setFrozen] = useState<readonly ApprovalItem[]>();
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const item = target.tagName === 'TR' ? items[Number(target.dataset.index)] : undefined;
    if (item && !isNarrow && (current === undefined || keyOf(item) !== keyOf(current))) choose(item);
  };
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={t(`caption.${show}`)}
      sx={{ borderRadius: 2, minWidth: 0, overflow: 'clip' }}
    >
      <ListHeader inbox={inbox} ticks={ticks} onApproveTicked={() => setFrozen(ticks.ticked)} />
      {items.length === 0 ? (
        empty
      ) : (
        <Box onFocus={onFocus}>
          <VirtualTable
            caption={t(`caption.${show}`)}
            rows={items}
            columns={columns}
            getKey={keyOf}
            rowHeight={64}
            selectedKey={current && keyOf(current)}
            onOpen={item => {
              choose(item, isNarrow);
              if (!isNarrow) document.getElementById(DETAILS_ID)?.focus({ preventScroll: true });
            }}
            onEnd={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
            footer={
              query.hasNextPage && (
                <Button
                  size="small"
                  onClick={() => void query.fetchNextPage()}
                  disabled={query.isFetchingNextPage}
                >
                  {t('loadMore')}
                </Button>
              )
            }
          />
        </Box>
      )}
      {frozen && <BulkDialog items={frozen} onClose={() => setFrozen(undefined)} />}
    </Paper>
  );
};
