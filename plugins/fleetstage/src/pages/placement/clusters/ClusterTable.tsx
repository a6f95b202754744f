import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useCallback } from 'react';
import { MoreRows } from '../../../components/MoreRows';
import { useHiddenColumns } from '../../../components/tableView';
import { VirtualTable } from '../../../components/VirtualTable';
import type { Placement } from '../../../model/placement/now';
import { placementTranslationRef } from '../../../translation/placement';
import { placementsTranslationRef } from '../../../translation/placements';
import { usePlacementUrl } from '../usePlacementUrl';
import { ClusterDetails } from './ClusterDetails';
import { useClusterColumns } from './useClusterColumns';
import type { ClusterRows } from './useClusterRows';

type Row = Schemas['PlacementCluster'];

const keyOf = ({ cluster }: Row) => cluster;

/** Trouble first; a row folds out into why, or why not. */
export const ClusterTable = ({
  placement,
  clusters: { rows, query },
  decided,
}: {
  placement: Placement;
  clusters: ClusterRows;
  /** Number of an earlier decision. */
  decided?: number;
}) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const list = useTranslationRef(placementsTranslationRef);
  const { cluster, toggleCluster, sort, setSort } = usePlacementUrl();
  const columns = useClusterColumns(placement, decided);
  const [hidden] = useHiddenColumns('placementClusters');
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const words = {
    load: list.t('more.load'),
    loading: list.t('more.loading'),
    retry: list.t('more.retry'),
    failed: list.t('moreFailed', { n: rows.length }),
  };
  return (
    <VirtualTable
      caption={t('clusters.caption')}
      rows={rows}
      columns={columns}
      getKey={keyOf}
      onOpen={row => toggleCluster(row.cluster)}
      renderExpanded={row =>
        row.cluster === cluster && <ClusterDetails row={row} placement={placement} decided={decided} />
      }
      hidden={hidden}
      sort={sort}
      onSort={setSort}
      onEnd={hasNextPage && !isFetchingNextPage && !isFetchNextPageError ? more : undefined}
      footer={hasNextPage && <MoreRows query={query} words={words} />}
    />
  );
};
