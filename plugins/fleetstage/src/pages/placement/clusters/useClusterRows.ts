import { usePlacementClusters } from '../../../api/placementQueries';
import { usePages } from '../../../api/useFleetQuery';
import type { Placement } from '../../../model/placement/now';
import { usePlacementUrl } from '../usePlacementUrl';

const PAGE_SIZE = 100;
/** Above this the table begins with the picked ones; the bar tells the rest. */
const MANY = 100;

const SORTS = ['cluster', '-cluster', 'since', '-since', 'snapshot', '-snapshot'] as const;
/** In the address: clusters without the label. */
export const NO_LABEL = '-';

/** The table as the address asks for it; a cluster that is linked to is there whatever the page. */
export function useClusterRows({ scope, name, total = 0 }: Placement, decided?: number) {
  const { q, cause, decision: asked, cluster, sort, group, of } = usePlacementUrl();
  const isNarrowed = q !== '' || cause !== '' || of !== '';
  const decision = asked || (total > MANY && !isNarrowed ? 'picked' : 'all');
  const query = usePlacementClusters(
    { scope, name },
    {
      limit: PAGE_SIZE,
      decided,
      q: q || undefined,
      cause: cause || undefined,
      decision: decision === 'picked' || decision === 'notPicked' ? decision : undefined,
      sort: SORTS.find(one => one === sort),
      group: group || undefined,
      of: group === '' || of === '' ? undefined : of === NO_LABEL ? '' : of,
    },
  );
  const page = usePages(query.data);
  const isThere = page?.items.some(row => row.cluster === cluster) ?? true;
  const linked = usePages(
    usePlacementClusters({ scope, name }, { cluster, decided }, cluster !== '' && !isThere).data,
  );
  const extra =
    cluster !== '' && !isThere ? (linked?.items ?? []).filter(row => row.cluster === cluster) : [];
  return {
    query,
    page,
    rows: [...extra, ...(page?.items ?? [])],
    decision,
    isFiltered: isNarrowed || decision !== 'all',
  };
}

export type ClusterRows = ReturnType<typeof useClusterRows>;
