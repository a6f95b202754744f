import { useRuns } from '../../api/runQueries';
import { usePages } from '../../api/useFleetQuery';
import { stateCodes, type RunFilters } from '../../model/runs/runFilters';
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
  const [sortText] = useUrlState('sort', SORTS[0]);
  const sort = SORTS.find(one => one === sortText) ?? SORTS[0];
  const filters: RunFilters = { q, state, placement, cluster };
  const query = useRuns({
    limit: PAGE_SIZE,
    q: q || undefined,
    state: stateCodes(state),
    placement: placement || undefined,
    cluster: cluster || undefined,
    sort: sort === SORTS[0] ? undefined : sort,
  });
  return { filters, sort, query, page: usePages(query.data) };
}

export type RunList = ReturnType<typeof useRunList>;
