import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useEffect } from 'react';
import { useClusters } from '../../api/placementQueries';
import { useOwnersSettled } from '../../api/useOwners';
import { usePages } from '../../api/useFleetQuery';
import { clusterGroups } from '../../model/clusters/clusterFilters';
import { useUrlState } from '../../routing';
import { clustersTranslationRef } from '../../translation/clusters';

/** So many rows per request. */
const PAGE_SIZE = 100;
/** Cells and groups are of all clusters. */
const WHOLE_SIZE = 500;
export const SORTS = ['default', 'name'] as const;
export const VIEWS = ['table', 'cells'] as const;

/** The list as the address asks for it. */
export function useClusterList() {
  const [q] = useUrlState('q');
  const [state] = useUrlState('state');
  const [label] = useUrlState('label');
  const [sortText] = useUrlState('sort', SORTS[0]);
  const sort = SORTS.find(one => one === sortText) ?? SORTS[0];
  const [viewText] = useUrlState('view', VIEWS[0]);
  const view = VIEWS.find(one => one === viewText) ?? VIEWS[0];
  const [group] = useUrlState('group');
  const isWhole = view === 'cells' || group !== '';
  const query = useClusters({
    limit: isWhole ? WHOLE_SIZE : PAGE_SIZE,
    q: q || undefined,
    state: clusterGroups.codes(state),
    label: label || undefined,
    sort: sort === SORTS[0] ? undefined : sort,
  });
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    if (isWhole && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isWhole, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const words = useMoreWords();
  const isFiltered = [q, state, label].some(Boolean);
  const isHeld = !useOwnersSettled('cluster');
  const page = usePages(isHeld ? undefined : query.data);
  return { filters: { q, state, label }, isFiltered, sort, view, group, query, isHeld, page, words };
}

/** Of the rows that are still to come, below those that are there. */
function useMoreWords() {
  const { t } = useTranslationRef(clustersTranslationRef);
  return (n: number) => ({
    load: t('more.load'),
    loading: t('more.loading'),
    retry: t('more.retry'),
    failed: t('moreFailed', { n }),
  });
}

export type ClusterList = ReturnType<typeof useClusterList>;
