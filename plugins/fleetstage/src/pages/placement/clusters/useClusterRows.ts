import { usePlacementClusters } from '../../../api/placementQueries';
import { usePages } from '../../../api/useFleetQuery';
import type { Placement } from '../../../model/placement/now';
import { useHeldFilter } from '../useHeldFilter';
import { usePlacementUrl } from '../usePlacementUrl';

const PAGE_SIZE = 100;
/** Above this the table begins with the clusters that have something of the placement; the bar counts the others. */
const MANY = 100;

const SORTS = ['cluster', '-cluster', 'since', '-since', 'snapshot', '-snapshot'] as const;
const DECISIONS = ['picked', 'notPicked', 'here'] as const;
export type DecisionFilter = (typeof DECISIONS)[number];
/** In the address: clusters without the label, or that nobody owns. */
export const NO_LABEL = '-';

/** The table as the address asks for it; a cluster that is linked to is there whatever the page. */
export function useClusterRows({ scope, name, total = 0 }: Placement, decided?: number) {
  const { q, cause, decision: asked, cluster, sort, group, of } = usePlacementUrl();
  const { names, heldBy, isOn } = useHeldFilter();
  // The numbers of the groups are of the clusters in force: choosing one of them must not change them.
  const isNarrowed = q !== '' || cause !== '' || isOn;
  const wanted = asked || (total > MANY && !isNarrowed ? 'here' : 'all');
  const decision = DECISIONS.find(one => one === wanted);
  const query = usePlacementClusters(
    { scope, name },
    {
      limit: PAGE_SIZE,
      decided,
      q: q || undefined,
      cause: cause || undefined,
      names: names || undefined,
      heldBy: heldBy || undefined,
      decision,
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
    /** A link to it led here, and the placement has no decision on it. */
    gone: linked !== undefined && extra.length === 0 ? cluster : undefined,
    /** Absent: all are shown. */
    decision,
  };
}

export type ClusterRows = ReturnType<typeof useClusterRows>;
