import { usePlacements } from '../../api/placementQueries';
import { useOwnedNames } from '../../api/useOwners';
import { usePages } from '../../api/useFleetQuery';
import { placementGroups } from '../../model/placements/placementFilters';
import { useUrlState } from '../../routing';

/** So many rows per request. */
const PAGE_SIZE = 100;
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
  const [sortText] = useUrlState('sort', SORTS[0]);
  const sort = SORTS.find(one => one === sortText) ?? SORTS[0];
  const moves = MOVES.find(one => one === movesText) ?? '';
  const query = usePlacements(
    {
      limit: PAGE_SIZE,
      q: q || undefined,
      state: placementGroups.codes(state),
      cluster: cluster || undefined,
      moves: moves || undefined,
      names: owned.names,
      sort: sort === SORTS[0] ? undefined : sort,
    },
    owned.isKnown,
  );
  const isFiltered = [q, state, cluster, moves, owner].some(Boolean);
  return {
    filters: { q, state, cluster, moves, owner },
    isFiltered,
    sort,
    query,
    page: usePages(query.data),
  };
}

export type PlacementList = ReturnType<typeof usePlacementList>;
