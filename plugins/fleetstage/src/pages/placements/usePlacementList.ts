import { usePlacements } from '../../api/placementQueries';
import { usePages } from '../../api/useFleetQuery';
import { placementStateCodes } from '../../model/placements/placementFilters';
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
  const [movesText] = useUrlState('moves');
  const [sortText] = useUrlState('sort', SORTS[0]);
  const sort = SORTS.find(one => one === sortText) ?? SORTS[0];
  const moves = MOVES.find(one => one === movesText) ?? '';
  const query = usePlacements({
    limit: PAGE_SIZE,
    q: q || undefined,
    state: placementStateCodes(state),
    cluster: cluster || undefined,
    moves: moves || undefined,
    sort: sort === SORTS[0] ? undefined : sort,
  });
  const isFiltered = [q, state, cluster, moves].some(Boolean);
  return { filters: { q, state, cluster, moves }, isFiltered, sort, query, page: usePages(query.data) };
}

export type PlacementList = ReturnType<typeof usePlacementList>;
