import { useEffect } from 'react';
import { usePages } from '../../../api/useFleetQuery';
import { useVersionRolloutClusters } from '../../../api/versionRolloutQueries';

/** As many as one page of an answer holds. */
const PAGE = 500;

/** The clusters of a rollout, page after page: the pipeline shows each of them. */
export function useAllClusters(name: string) {
  const query = useVersionRolloutClusters(name, { limit: PAGE });
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const data = usePages(query.data);
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  return { ...query, data };
}
