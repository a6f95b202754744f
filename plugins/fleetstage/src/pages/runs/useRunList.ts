import { useRuns } from '../../api/runQueries';
import { useOwnedNames, useOwnersSettled } from '../../api/useOwners';
import { usePages } from '../../api/useFleetQuery';
import { runGroups, type RunFilters } from '../../model/runs/runFilters';
import { useUrlState } from '../../routing';

/** So many rows per request. */
const PAGE_SIZE = 100;
export const SORTS = ['default', 'newest', 'name'] as const;

/** The list as the address asks for it. */
export function useRunList() {
  const [q] = useUrlState('q');
  const [state] = useUrlState('state');
  const [placement] = useUrlState('placement');
  const [cluster] = useUrlState('cluster');
  const [owner] = useUrlState('owner');
  const owned = useOwnedNames('placement', owner);
  const [sortText] = useUrlState('sort', SORTS[0]);
  const sort = SORTS.find(one => one === sortText) ?? SORTS[0];
  const filters: RunFilters = { q, state, placement, cluster, owner };
  const query = useRuns(
    {
      limit: PAGE_SIZE,
      q: q || undefined,
      state: runGroups.codes(state),
      placement: placement || undefined,
      placements: owned.names,
      cluster: cluster || undefined,
      sort: sort === SORTS[0] ? undefined : sort,
    },
    owned.isKnown,
  );
  const isHeld = !useOwnersSettled('placement');
  return { filters, sort, query, isHeld, page: usePages(isHeld ? undefined : query.data) };
}

export type RunList = ReturnType<typeof useRunList>;
