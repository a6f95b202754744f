import { useClusters } from '../../api/placementQueries';
import { useOwnersSettled } from '../../api/useOwners';
import { usePages } from '../../api/useFleetQuery';
import { clusterGroups } from '../../model/clusters/clusterFilters';
import { useUrlState } from '../../routing';

/** So many rows per request. */
const PAGE_SIZE = 100;
export const SORTS = ['default', 'name'] as const;

/** The list as the address asks for it. */
export function useClusterList() {
  const [q] = useUrlState('q');
  const [state] = useUrlState('state');
  const [label] = useUrlState('label');
  const [sortText] = useUrlState('sort', SORTS[0]);
  const sort = SORTS.find(one => one === sortText) ?? SORTS[0];
  const query = useClusters({
    limit: PAGE_SIZE,
    q: q || undefined,
    state: clusterGroups.codes(state),
    label: label || undefined,
    sort: sort === SORTS[0] ? undefined : sort,
  });
  const isFiltered = [q, state, label].some(Boolean);
  const isHeld = !useOwnersSettled('cluster');
  const page = usePages(isHeld ? undefined : query.data);
  return { filters: { q, state, label }, isFiltered, sort, query, isHeld, page };
}

export type ClusterList = ReturnType<typeof useClusterList>;
