import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useCallback } from 'react';
import { VirtualTable } from '../../components/VirtualTable';
import { useGo, useLinks } from '../../routing';
import { runsTranslationRef } from '../../translation/runs';
import { useRunColumns } from './useRunColumns';
import type { RunList } from './useRunList';

type Run = Schemas['RunSummary'];

const keyOf = ({ uid }: Run) => uid;

/** The runs; the next ones come when the last row is in view. */
export const RunTable = ({ list: { page, query } }: { list: RunList }) => {
  const { t } = useTranslationRef(runsTranslationRef);
  const columns = useRunColumns();
  const links = useLinks();
  const go = useGo();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  return (
    <VirtualTable
      caption={t('caption')}
      rows={page?.items ?? []}
      columns={columns}
      getKey={keyOf}
      rowHeight={48}
      hideParam="hide"
      onOpen={({ scope, name }) => go(links.run(scope === '_' ? name : `${scope}/${name}`))}
      onEnd={hasNextPage && !isFetchingNextPage && !query.isFetchNextPageError ? more : undefined}
      footer={hasNextPage && <MoreRuns query={query} shown={page?.items.length ?? 0} />}
    />
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
