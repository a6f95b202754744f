import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useCallback } from 'react';
import { useHiddenColumns } from '../../components/tableView';
import { VirtualTable } from '../../components/VirtualTable';
import { listNames } from '../../model/listNames';
import { linkName } from '../../model/placements/placementFilters';
import { useGo, useLinks } from '../../routing';
import { runsTranslationRef } from '../../translation/runs';
import { useRunColumns } from './useRunColumns';
import type { RunList } from './useRunList';

type Run = Schemas['RunSummary'];

/** Names before "and 2 more". */
const NAMED = 3;

const keyOf = ({ uid }: Run) => uid;

/** The runs; the next ones come when the last row is in view. */
export const RunTable = ({ list: { page, query } }: { list: RunList }) => {
  const { t } = useTranslationRef(runsTranslationRef);
  const rows = page?.items ?? [];
  const unreadable = query.data?.pages.flatMap(one => one.unreadable ?? []) ?? [];
  const columns = useRunColumns();
  const [hidden] = useHiddenColumns('runs');
  const links = useLinks();
  const go = useGo();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  return (
    <VirtualTable
      caption={t('caption')}
      rows={rows}
      columns={columns}
      getKey={keyOf}
      rowHeight={48}
      hidden={hidden}
      onOpen={run => go(links.run(linkName(run)))}
      onEnd={hasNextPage && !isFetchingNextPage && !query.isFetchNextPageError ? more : undefined}
      footer={
        (hasNextPage || unreadable.length > 0) && (
          <>
            {unreadable.length > 0 && <UnreadableRuns names={unreadable} onRetry={query.refetch} />}
            {hasNextPage && <MoreRuns query={query} shown={rows.length} />}
          </>
        )
      }
    />
  );
};

/** Rows of these runs are stored, but cannot be understood: the others show in spite of it. */
const UnreadableRuns = ({ names, onRetry }: { names: readonly string[]; onRetry: () => unknown }) => {
  const { t } = useTranslationRef(runsTranslationRef);
  const rest = names.length - NAMED;
  const shown = listNames(names.slice(0, NAMED));
  return (
    <Box role="status" sx={{ display: 'flex', gap: 1, alignItems: 'center', fontSize: 13 }}>
      {rest > 0 ? t('unreadableMore', { names: shown, count: rest }) : t('unreadable', { names: shown })}
      <Button size="small" onClick={() => onRetry()}>
        {t('retry')}
      </Button>
    </Box>
  );
};

/** What did not come is said below what came. */
const MoreRuns = ({ query, shown }: { query: RunList['query']; shown: number }) => {
  const { t } = useTranslationRef(runsTranslationRef);
  const more = () => void query.fetchNextPage();
  if (query.isFetchNextPageError) {
    return (
      <Box role="status" sx={{ display: 'flex', gap: 1, alignItems: 'center', fontSize: 13 }}>
        {t('moreFailed', { n: shown })}
        <Button size="small" onClick={more}>
          {t('retry')}
        </Button>
      </Box>
    );
  }
  return (
    <Button size="small" onClick={more} disabled={query.isFetchingNextPage}>
      {query.isFetchingNextPage ? t('loadingMore') : t('loadMore')}
    </Button>
  );
};
