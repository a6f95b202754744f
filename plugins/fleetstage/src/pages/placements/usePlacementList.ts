import { useEffect } from 'react';
import { usePlacements } from '../../api/placementQueries';
import { useOwnedNames, useOwnersKnown, useOwnersSettled } from '../../api/useOwners';
import { usePages } from '../../api/useFleetQuery';
import { placementGroups } from '../../model/placements/placementFilters';
import { useUrlState } from '../../routing';

/** So many rows per request. */
const PAGE_SIZE = 100;
/** Groups are whole, so all rows are asked for. */
const GROUPED_PAGE_SIZE = 500;
export const SORTS = ['default', 'newest', 'name'] as const;
export const MOVES = ['', 'rolling', 'runs'] as const;

/** The list as the address asks for it. */
export function usePlacementList() {
  const [q] = useUrlState('q');
  const [state] = useUrlState('state');
  const [cluster] = useUrlState('cluster');
  const [owner] = useUrlState('owner');
  const owned = useOwnedNames('placement', owner);
  const [movesText] = useUrlState('moves');
  const [run] = useUrlState('run');
  const [group] = useUrlState('group');
  const isGrouped = group === 'owner';
  // Rows would change places when their owners come.
  const areOwnersKnown = useOwnersKnown('placement', isGrouped);
  const [sortText] = useUrlState('sort', SORTS[0]);
  const sort = SORTS.find(one => one === sortText) ?? SORTS[0];
  const moves = MOVES.find(one => one === movesText) ?? '';
  const query = usePlacements(
    {
      limit: isGrouped ? GROUPED_PAGE_SIZE : PAGE_SIZE,
      q: q || undefined,
      state: placementGroups.codes(state),
      cluster: cluster || undefined,
      moves: moves || undefined,
      run: run || undefined,
      names: owned.names,
      sort: sort === SORTS[0] ? undefined : sort,
    },
    owned.isKnown && areOwnersKnown,
  );
  const isHeld = !useOwnersSettled('placement');
  useAllPages(query, isGrouped);
  const isFiltered = [q, state, cluster, moves, run, owner].some(Boolean);
  return {
    filters: { q, state, cluster, moves, run, owner },
    isFiltered,
    isGrouped,
    sort,
    query,
    isHeld,
    page: usePages(isHeld ? undefined : query.data),
  };
}

type Pages = Pick<
  ReturnType<typeof usePlacements>,
  'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'
>;

function useAllPages(query: Pages, isWanted: boolean) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const isDue = isWanted && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (isDue) void fetchNextPage();
  }, [isDue, fetchNextPage]);
}

export type PlacementList = ReturnType<typeof usePlacementList>;
